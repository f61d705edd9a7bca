import { describe, expect, test } from "vitest";
import { HOME, OPTION_BOUNDARY, VALUE_BOUNDARY, BOUNDARY, ANY_CHARACTERS, knownText } from "../../../../src/text.ts";
import type { Value } from "../../../../src/text.ts";
import { project } from "../projection.ts";

const MARKS: Readonly<Record<string, string>> = { [BOUNDARY]: " ", [VALUE_BOUNDARY]: "=", [OPTION_BOUNDARY]: "|" };

/** A value with a blank for a boundary, `=` before what is no flag, `|` before what is read by itself. */
function line(value: Value): string {
  return value
    .map((piece) => {
      if (typeof piece === "string") return [...piece].map((character) => MARKS[character] ?? character).join("");
      if (piece.kind === "choice") return `{${piece.options.map(line).join(",")}}`;
      return piece.kind === "repeat" ? `(${line(piece.value)})*` : "…";
    })
    .join("");
}

function spellings(command: string, platform: "linux" | "darwin" | "win32" = "linux") {
  const { written, readings } = project(command, { platform }).units[0]?.question ?? { written: [], readings: [] };
  return { written: written.map(line), readings: readings.map(line) };
}

/** The words alone, for questions in which it does not matter how the command reads them. */
function texts(command: string, platform: "linux" | "darwin" | "win32" = "linux") {
  const { written, readings } = spellings(command, platform);
  const plain = (lines: readonly string[]): string[] => lines.map((one) => one.replaceAll(/[=|]/g, " "));
  return { written: plain(written), readings: plain(readings) };
}

describe("the words of a command", () => {
  test("are joined by what is known of how it reads them", () => {
    expect(spellings("sort -u -o out.txt -- -in").written).toEqual(["sort|-u|-o=out.txt --=-in"]);
  });

  test("of a command that is not known are joined by plain boundaries", () => {
    expect(spellings("tool -x y --z w").written).toEqual(["tool -x y --z w"]);
  });

  test("keep the blanks in them", () => {
    expect(project("echo 'a b'").units[0]?.question.written).toEqual([[`echo${VALUE_BOUNDARY}a b`]]);
  });

  test("that are not known stand behind a boundary", () => {
    expect(texts('rm $X "$Y" z$W').written).toEqual(["rm( …)* … z…"]);
  });

  test("that may come before the first known one have their boundary behind them", () => {
    const unit = project("$A rm").units.at(-1);
    expect(unit?.question.written.map(line)).toEqual(["{,…( …)* }rm"]);
  });

  test("hold no mark of ours out of the text", () => {
    const [written] = project(`echo ${BOUNDARY}${HOME} $'\\ufdd0'`).units[0]?.question.written ?? [];
    expect(written?.every((piece) => typeof piece === "string" && !/[\uFDD3-\uFDEF]/.test(piece))).toBe(true);
    expect(knownText(written ?? [])?.match(/[\uFDD0-\uFDD2]/g)).toHaveLength(2);
  });
});

describe("a command by its path", () => {
  test("goes by its name where only an administrator can put it there", () => {
    expect(texts("/usr/bin/git status")).toEqual({ written: ["/usr/bin/git status", "git status"], readings: [] });
  });

  test("goes by its name for restrictive rules alone elsewhere", () => {
    expect(texts("./git status")).toEqual({ written: ["./git status"], readings: ["git status"] });
    expect(texts("/tmp/git status")).toEqual({ written: ["/tmp/git status"], readings: ["git status"] });
  });

  test("may be a glob", () => {
    const { written } = spellings("/bin/r? x");
    expect(written[1]?.startsWith("r…")).toBe(true);
  });
});

describe("global options", () => {
  test("that are harmless may be left out", () => {
    expect(texts("git -C sub --no-pager status")).toEqual({
      written: ["git -C sub --no-pager status", "git status"],
      readings: [],
    });
  });

  test("stand behind the sub-command as well where they count there, for restrictive rules", () => {
    expect(texts("npm -g install x").readings).toContain("npm install -g x");
    expect(texts("npm -g install x").written).toEqual(["npm -g install x"]);
  });

  test("that are not harmless are left out for restrictive rules alone", () => {
    expect(texts("git -c core.pager=x log").readings).toContain("git log");
    expect(texts("git -c core.pager=x log").written).not.toContain("git log");
  });
});

describe("other names", () => {
  test.each([
    ["npm i x", "npm install x"],
    ["docker container run x", "docker run x"],
    ["docker -D container rm x", "docker rm x"],
    ["git-push -f", "git push -f"],
    ["/usr/lib/git-core/git-push -f", "git push -f"],
    ["docker-compose up", "docker compose up"],
    ["pip3 install x", "pip install x"],
    ["npm@latest publish", "npm publish"],
  ])("%s is %s, for restrictive rules", (command, other) => {
    expect(texts(command).readings).toContain(other);
    expect(texts(command).written).not.toContain(other);
  });
});

describe("names in another case", () => {
  test("are the same on darwin, for restrictive rules", () => {
    expect(texts("/bin/RM x", "darwin").readings).toContain("rm x");
    expect(texts("RM x").readings).toEqual([]);
  });

  test("and with an extension on win32", () => {
    expect(texts("Git.EXE status", "win32").readings).toContain("git status");
  });
});

test("a path at home is also written with a tilde", () => {
  expect(texts('cat ~/a "$HOME/b" /home/dev/c').written).toEqual([
    "cat /home/dev/a /home/dev/b /home/dev/c",
    "cat ~/a ~/b ~/c",
  ]);
  expect(texts("cat /home/device").written).toHaveLength(1);
});

test("data that a command is fed is a hole, and may be a flag", () => {
  const unit = project("cat list | xargs -I{} rm {}").units.at(-1);
  expect(unit?.question.written).toEqual([[`rm${BOUNDARY}`, ANY_CHARACTERS]]);
});

describe("what may be run behind a word that is not known", () => {
  test("counts for restrictive rules alone", () => {
    expect(texts("find . $X rm {} +").readings).toContain("rm {} +");
    expect(texts("tar $X 'rm x' -cf a b").readings).toContain("rm x");
    expect(texts("find . $X rm {} +").written).not.toContain("rm {} +");
  });

  test("is nothing where no option of the command runs one", () => {
    expect(texts("cp $X rm x").readings).toEqual([]);
    expect(texts("find . -type f rm").readings).toEqual([]);
  });
});

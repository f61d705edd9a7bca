/** Files that a person names to be written: what stands in their place stays what it is. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openGate } from "../../src/gate/open-gate.ts";
import { POLICY, realisticLog } from "../learning/realistic-log.ts";
import { MadeHome } from "./setup/made-home.ts";

let log = "";
beforeAll(async () => {
  log = await realisticLog(await openGate(POLICY));
});

let made: MadeHome;
beforeEach(() => {
  made = new MadeHome();
});
afterEach(() => made.remove());

const at = (path: string) => join(made.home, path);

/** Each command that writes a file, the text of one that it finds work in, and its arguments. */
const COMMANDS: readonly (readonly [name: string, before: string, args: (file: string) => readonly string[]])[] = [
  ["fmt --write", "bash:\n\n allow   ls\n", (file) => ["fmt", "--write", file]],
  ["check --fix", "bash:\n  deny git push *\n  deny git *\n", (file) => ["check", "--fix", file]],
  ["test --write", "bash: deny rm *\n", (file) => ["test", "--write", file]],
  ["learn --write", POLICY, (file) => ["learn", made.put("log.jsonl", log), "--write", file]],
  ["compile -o", "{}\n", (file) => ["compile", made.put("p.gate", POLICY), "-o", file]],
  [
    "export codex -o",
    "# old\n",
    (file) => ["export", "codex", "--policy", made.put("p.gate", "bash: final deny rm *\n"), "-o", file],
  ],
];

/** The commands that may be given a file that is not there yet. */
const MAKERS = COMMANDS.filter(([name]) => /^(?:learn|compile|export)/.test(name));

describe.each(COMMANDS)("`%s`", (_, before, args) => {
  test("keeps a link, and replaces the file that it leads to, with its permissions", async () => {
    const real = made.put("dotfiles/real", before);
    chmodSync(real, 0o666);
    symlinkSync("dotfiles", at("folder"));
    symlinkSync("folder/real", at("inner"));
    mkdirSync(at("links"));
    symlinkSync("../inner", at("links/outer"));
    expect(await made.tollgate(args(at("links/outer")))).toMatchObject({ code: 0 });
    expect(readFileSync(real, "utf8")).not.toBe(before);
    expect(readlinkSync(at("links/outer"))).toBe("../inner");
    expect(readlinkSync(at("inner"))).toBe("folder/real");
    expect(statSync(real).mode & 0o777).toBe(0o666);
    expect([readdirSync(at("links")), readdirSync(dirname(real))]).toEqual([["outer"], ["real"]]);
  });

  test("refuses links that lead in a circle, and leaves them", async () => {
    symlinkSync("b", at("a"));
    symlinkSync("a", at("b"));
    const { code, errors } = await made.tollgate(args(at("a")));
    expect({ code, errors }).toMatchObject({
      code: 3,
      errors: expect.stringContaining("its links lead in a circle") as string,
    });
    expect([readlinkSync(at("a")), readlinkSync(at("b"))]).toEqual(["b", "a"]);
  });
});

describe.each(MAKERS)("`%s`", (_, __, args) => {
  test("makes the file that a link leads to, seen from where the link lies", async () => {
    mkdirSync(at("deep/er"), { recursive: true });
    symlinkSync("deep/er", at("folder"));
    symlinkSync("../new", at("deep/er/link"));
    expect(await made.tollgate(args(at("folder/link")))).toMatchObject({ code: 0 });
    expect(lstatSync(at("deep/new")).isFile()).toBe(true);
    expect(existsSync(at("new"))).toBe(false);
    expect(readlinkSync(at("folder/link"))).toBe("../new");
  });

  test("makes no folder for it", async () => {
    symlinkSync("gone/new", at("link"));
    const { code, errors } = await made.tollgate(args(at("link")));
    expect({ code, errors }).toMatchObject({
      code: 3,
      errors: expect.stringContaining("there is no such file") as string,
    });
    expect(existsSync(at("gone"))).toBe(false);
  });
});

test("a pipe takes what is written, and stays", async () => {
  const policy = made.put("p.gate", "bash: final deny rm *\n");
  execFileSync("mkfifo", [at("pipe")]);
  // It is open at both ends, so that nobody waits for the other.
  const end = openSync(at("pipe"), "r+");
  try {
    expect((await made.tollgate(["export", "codex", "--policy", policy, "-o", at("pipe")])).code).toBe(0);
    const bytes = Buffer.alloc(10_000);
    expect(bytes.subarray(0, readSync(end, bytes)).toString()).toContain("# Written by `tollgate export`");
  } finally {
    closeSync(end);
  }
  expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
});

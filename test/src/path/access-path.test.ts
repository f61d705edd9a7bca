/** What holds for every path, whatever its platform. */
import { describe, expect, test } from "vitest";
import type { AccessPath } from "../../../src/path/access-path.ts";
import type { FileSystem } from "../../../src/path/file-system.ts";
import { PathNormalizer } from "../../../src/path/normalizer.ts";
import { HOME, READ, WRITE, type Value } from "../../../src/text.ts";
import { showValue } from "./cases.ts";
import { MemoryDisk } from "./memory-disk.ts";

const disk = (...paths: string[]) => new MemoryDisk(["/srv/project/.env", "/etc/passwd", "/home/dev/", ...paths]);

function normalizer(fileSystem: FileSystem, cwd = "/srv/project"): PathNormalizer {
  return new PathNormalizer({ cwd, home: "/home/dev", platform: "linux", fileSystem });
}

const readQuestion = (path: AccessPath, directories: readonly string[] = []) =>
  path.question("read", "read", directories);

/** The last rule that matches, as the table has it: restrictive ones by any form, others by what is written. */
function answer(path: AccessPath, rules: readonly (readonly [action: string, pattern: string])[]): string {
  const {
    written,
    readings,
    aliases = [],
  } = readQuestion(
    path,
    rules.map(([, pattern]) => pattern.replace(/\/[^/]*\*.*$/, "")),
  );
  let action = "ask";
  for (const [candidate, pattern] of rules) {
    const expression = new RegExp(`^${pattern.replaceAll(/[.+]/g, "\\$&").replaceAll("*", ".*")}$`, "s");
    const matches = (values: readonly Value[]) => values.map(showValue).some((text) => expression.test(text));
    const through = aliases.filter(({ directory }) => pattern.startsWith(`${directory}/`)).map(({ value }) => value);
    const trusted = matches(written) || matches(through);
    if (trusted || (candidate !== "allow" && matches(readings))) action = candidate;
  }
  return action;
}

describe("a rule and a link", () => {
  test("a per-tool deny catches a symlink to the denied file", () => {
    const path = normalizer(disk("/srv/project/notes.txt -> .env")).forPath("notes.txt");
    expect(
      answer(path, [
        ["allow", "*"],
        ["deny", "*.env"],
      ]),
    ).toBe("deny");
  });

  test("a deny on the link's own name holds too", () => {
    const path = normalizer(disk("/srv/project/notes.txt -> .env")).forPath("notes.txt");
    expect(
      answer(path, [
        ["allow", "*"],
        ["deny", "notes.txt"],
      ]),
    ).toBe("deny");
  });

  test("an allow on a link's name does not let through what the link leads to", () => {
    const path = normalizer(disk("/home/dev/dev/x -> /etc")).forPath("/home/dev/dev/x/passwd");
    expect(answer(path, [["allow", "/home/dev/dev/*"]])).toBe("ask");
  });

  test("an allow holds where its own fixed directory is a link", () => {
    const path = normalizer(disk("/tmp -> /private/tmp", "/private/tmp/build/")).forPath("/tmp/build");
    expect(answer(path, [["allow", "/tmp/*"]])).toBe("allow");
  });

  test("an allow on a link at the front does not cover a link behind it", () => {
    const path = normalizer(disk("/tmp -> /private/tmp", "/private/tmp/l -> /etc")).forPath("/tmp/l/passwd");
    expect(answer(path, [["allow", "/tmp/*"]])).toBe("ask");
  });

  test("a rule written on the real path holds for every alias", () => {
    const files = disk("/tmp -> /private/tmp", "/private/tmp/build/", "/srv/project/t -> /tmp");
    for (const spelling of ["/tmp/build", "/private/tmp/build", "t/build", "../project/t//build"]) {
      const path = normalizer(files).forPath(spelling);
      expect(answer(path, [["allow", "/private/tmp/*"]]), spelling).toBe("allow");
      expect(
        answer(path, [
          ["allow", "*"],
          ["deny", "/private/tmp/*"],
        ]),
        spelling,
      ).toBe("deny");
    }
  });

  test("an allow below the working directory holds where that is a link", () => {
    const files = disk("/home/dev/project -> /srv/project", "/srv/project/src/a.ts");
    const paths = normalizer(files, "/home/dev/project");
    for (const spelling of ["src/a.ts", "/home/dev/project/src/a.ts", "/srv/project/src/a.ts"]) {
      expect(answer(paths.forPath(spelling), [["allow", "src/*"]]), spelling).toBe("allow");
    }
  });

  test("one of two places that a path may lead to is enough for a deny and not for an allow", () => {
    const paths = normalizer(disk("/srv/project/docs/a"));
    const path = paths.forValue([".env"], { bases: ["", "docs"], shell: true });
    expect(
      answer(path, [
        ["allow", "*"],
        ["deny", "/srv/project/.env"],
      ]),
    ).toBe("deny");
    expect(answer(path, [["allow", "/srv/project/.env"]])).toBe("ask");
  });
});

describe("a link that the command makes", () => {
  test("does not widen a rule on the directory whose name it takes", () => {
    const paths = normalizer(disk());
    const made = paths.withLinks(new Map([["src", "/etc"]]));
    expect(answer(made.forPath("/etc/passwd"), [["allow", "src/*"]])).toBe("ask");
    expect(answer(made.forPath("src/passwd"), [["allow", "src/*"]])).toBe("ask");
    expect(answer(paths.forPath("/etc/passwd"), [["allow", "src/*"]])).toBe("ask");
  });

  test("is enough for a deny on what it leads to", () => {
    const made = normalizer(disk()).withLinks(new Map([["h", ".env"]]));
    expect(
      answer(made.forPath("h"), [
        ["allow", "*"],
        ["deny", "*.env"],
      ]),
    ).toBe("deny");
  });
});

describe("aliases", () => {
  const files = disk(
    "/tmp -> /private/tmp",
    "/private/tmp/build/",
    "/srv/project/latest -> releases/2",
    "/srv/project/releases/2/a",
    "/home/dev/cache -> /data/cache",
    "/data/cache/x",
  );
  const aliasesOf = (path: AccessPath, directories: readonly string[]) =>
    (readQuestion(path, directories).aliases ?? []).map(({ directory, value }) => [directory, showValue(value)]);

  test("name the path by way of a rule's directory, absolute, relative or below home", () => {
    const paths = normalizer(files);
    const directories = ["/tmp", "latest", `${HOME}/cache`, "/etc", "src", HOME];
    expect(aliasesOf(paths.forPath("/private/tmp/build"), directories)).toEqual([["/tmp", "/tmp/build"]]);
    expect(aliasesOf(paths.forPath("/tmp"), directories)).toEqual([["/tmp", "/tmp"]]);
    expect(aliasesOf(paths.forPath("releases/2/a"), directories)).toEqual([["latest", "latest/a"]]);
    expect(aliasesOf(paths.forPath("/data/cache/x"), directories)).toEqual([[`${HOME}/cache`, "<home>/cache/x"]]);
    expect(aliasesOf(paths.forPath("/etc/passwd"), directories)).toEqual([]);
  });

  test("are told with a separator at the directory's end as well", () => {
    expect(aliasesOf(normalizer(files).forPath("/tmp/build"), ["/tmp/"])).toEqual([["/tmp/", "/tmp/build"]]);
  });

  test("do not stand for a name that only starts as the directory's", () => {
    const paths = normalizer(files);
    expect(aliasesOf(paths.forPath("/private/tmpfile"), ["/tmp"])).toEqual([]);
    const star = { kind: "characters", min: 0, max: null, except: "/" } as const;
    expect(aliasesOf(paths.forValue(["/private/tmp", star], { bases: [""], shell: true }), ["/tmp"])).toEqual([]);
    const homed = normalizer(disk("/home/dev/cache -> /data/cache")).forValue(["/data/cache/b", star], {
      bases: [""],
      shell: true,
    });
    expect(aliasesOf(homed, [`${HOME}/cache`])).toEqual([[`${HOME}/cache`, "<home>/cache/b{any-name}"]]);
    const inside = paths.forValue(["/private/tmp/b", star], { bases: [""], shell: true });
    expect(readQuestion(inside, ["/tmp"]).aliases).toEqual([{ directory: "/tmp", value: ["/tmp/b", star] }]);
  });

  test("stand for all places that a path may lead to, or for none", () => {
    const paths = normalizer(files);
    const bases = (...list: string[]) => ({ bases: list, shell: true });
    expect(aliasesOf(paths.forValue(["x"], bases("/tmp/build", "/tmp")), ["/tmp"])).toEqual([
      ["/tmp", "(/tmp/build/x|/tmp/x)"],
    ]);
    expect(aliasesOf(paths.forValue(["x"], bases("/tmp/build", "/etc")), ["/tmp"])).toEqual([]);
  });

  test("have the mark of the access", () => {
    const question = normalizer(files).forPath("/tmp/build").question("external_directory", "write", ["/tmp"]);
    expect(question.aliases).toEqual([{ directory: "/tmp", value: [`${WRITE}/tmp/build`] }]);
  });
});

describe("the links in rules that ask or deny", () => {
  const files = disk(
    "/tmp -> /private/tmp",
    "/private/tmp/secret1",
    "/home/dev/.netrc -> /data/netrc",
    "/data/netrc",
    "/data/other",
    "/srv/project/keys -> /data/keys",
    "/data/keys/a",
  );
  const restricted = ["/tmp", `${HOME}/.netrc`, "keys", "/etc"];
  const readings = (path: AccessPath, paths: readonly string[] = restricted) =>
    path.question("read", "read", [], paths).readings.map(showValue);

  test("are followed from a directory and from a whole pattern", () => {
    const paths = normalizer(files);
    expect(readings(paths.forPath("/private/tmp/secret1"))).toEqual(["/tmp/secret1"]);
    expect(readings(paths.forPath("/data/netrc"))).toEqual(["<home>/.netrc"]);
    expect(readings(paths.forPath("/data/keys/a"))).toEqual(["keys/a"]);
    expect(readings(paths.forPath("/data/keys"))).toEqual(["keys"]);
    expect(readings(paths.forPath("/data/other"))).toEqual([]);
    expect(readings(paths.forPath("/private/tmpx"))).toEqual([]);
  });

  test("are no way for a rule that allows", () => {
    const question = normalizer(files).forPath("/data/netrc").question("path", "write", [], restricted);
    expect(question.aliases).toBeUndefined();
    expect(question.readings).toEqual([[`${WRITE}${HOME}/.netrc`]]);
  });

  test("may be what a hole leads to", () => {
    const paths = normalizer(files);
    const star = { kind: "characters", min: 0, max: null, except: "/" } as const;
    const any = { kind: "characters", min: 0, max: null } as const;
    const of = (...value: Value) => readings(paths.forValue(value, { bases: [""], shell: true }), [`${HOME}/.netrc`]);
    expect(of("/data/n", star)).toEqual(["(/data/n{any-name}|<home>/.netrc|<home>/.netrc/…n{any-name})"]);
    expect(of("/opt/x", star)).toEqual([]);
    expect(of(any, "/netrc")).toContain("(…/netrc|<home>/.netrc)");
    expect(of(any, "/passwd").some((text) => text.includes(".netrc"))).toBe(false);
  });

  test("are looked up in any case where case does not count", () => {
    const mac = new PathNormalizer({
      cwd: "/srv/project",
      home: "/home/dev",
      platform: "darwin",
      fileSystem: new MemoryDisk(["/tmp -> /private/tmp", "/private/tmp/", "/home/dev/", "/srv/project/"], "darwin"),
    });
    expect(readings(mac.forPath("/PRIVATE/TMP/Secret1"))).toContain("/tmp/Secret1");
  });
});

describe("names that lead down", () => {
  const descent = { kind: "characters", min: 0, max: null, within: true } as const;
  const of = (...value: Value) => normalizer(disk()).forValue(value, { bases: [""], shell: true });

  test("stay below what stands before them", () => {
    expect(of("src/", descent, ".ts").isOutside()).toBe(false);
    expect(of(descent, ".ts").isOutside()).toBe(false);
    expect(of("./", descent).isOutside()).toBe(false);
    expect(of("/etc/", descent).isOutside()).toBe(true);
    expect(of("../", descent).isOutside()).toBe("unknown");
  });

  test("lead anywhere where they may be part of dots", () => {
    expect(of("src/.", descent).isOutside()).toBe("unknown");
    expect(of("src/", descent, "..", descent).isOutside()).toBe("unknown");
    expect(of("src/", descent, "/../x").isOutside()).toBe("unknown");
  });
});

describe("containment", () => {
  test("is measured against the working directory of the call, never against the base of a relative name", () => {
    const paths = normalizer(disk());
    expect(paths.forPath("passwd", { base: "/etc", shell: true }).isOutside()).toBe(true);
    expect(paths.forPath("passwd", { base: "/etc", shell: true }).value()).toBe("/etc/passwd");
    expect(paths.forPath("/etc", { shell: true }).isOutside()).toBe(true);
    expect(paths.forPath("../srv/project/.env", { base: "/etc", shell: true }).isOutside()).toBe(false);
  });

  test("is told of where a path leads, not of how it is written", () => {
    const paths = normalizer(disk("/srv/project/out -> /etc", "/etc/in -> /srv/project"));
    expect(paths.forPath("out/passwd").isOutside()).toBe(true);
    expect(paths.forPath("/etc/in/.env").isOutside()).toBe(false);
  });

  test("does not move where a link is put in the working directory's place", () => {
    let entries = disk();
    const live: FileSystem = {
      realpath: (path) => entries.realpath(path),
      readdir: (path) => entries.readdir(path),
      readlink: (path) => entries.readlink(path),
    };
    const paths = normalizer(live);
    expect(paths.fresh().forPath("passwd").isOutside()).toBe(false);
    entries = new MemoryDisk(["/srv/project -> /etc", "/etc/passwd"]);
    expect(paths.fresh().forPath("passwd").isOutside()).toBe(true);
    expect(paths.fresh().forPath("/srv/project/passwd").isOutside()).toBe(true);
  });

  test("counts everything as outside where the working directory is not absolute", () => {
    for (const cwd of ["", "project", "C:\\srv"]) {
      expect(normalizer(disk(), cwd).forPath("/etc/passwd").isOutside(), cwd).toBe(true);
      expect(normalizer(disk(), cwd).forPath("a").isOutside(), cwd).toBe(true);
    }
  });
});

describe("what is shown", () => {
  const files = disk(
    "/srv/project/notes.md -> /home/dev/.ssh/id_rsa",
    "/home/dev/.ssh/id_rsa",
    "/home/dev/p -> /srv/project",
  );

  test("the value is lexical and absolute, so that an approval keeps its name", () => {
    const path = normalizer(files).forPath("./notes.md");
    expect(path.value()).toBe("/srv/project/notes.md");
    expect(path.boundaryValue()).toBe("/home/dev/.ssh/id_rsa");
    expect(path.resolvedAlias()).toBe("/home/dev/.ssh/id_rsa");
    expect(path.matchValues()).toEqual([
      "/home/dev/.ssh/id_rsa",
      "~/.ssh/id_rsa",
      "./notes.md",
      "/srv/project/notes.md",
      "notes.md",
    ]);
  });

  test("a path that is no link has no alias and no form twice", () => {
    const path = normalizer(files).forPath(".env");
    expect(path.resolvedAlias()).toBeNull();
    expect(path.matchValues()).toEqual(["/srv/project/.env", ".env"]);
  });

  test("a link in the working directory's own path is no alias worth telling", () => {
    expect(normalizer(files, "/home/dev/p").forPath(".env").resolvedAlias()).toBeNull();
  });

  test("what is not known is left open", () => {
    const paths = normalizer(files);
    const hole = { kind: "characters", min: 0, max: null } as const;
    expect(paths.forValue(["src/", hole], { bases: [""], shell: true }).value()).toBe("src/…");
    expect(paths.forValue(["a"], { bases: null, shell: true }).value()).toBe("a");
    expect(paths.forValue(["a"], { bases: null, shell: true }).boundaryValue()).toBe("a");
  });
});

describe("a question", () => {
  test("carries the mark of the access on `path` and `external_directory` alone", () => {
    const path = normalizer(disk()).forPath("./.env");
    expect(path.question("path", "read", [])).toEqual({
      written: [[`${READ}/srv/project/.env`], [`${READ}.env`]],
      readings: [[`${READ}./.env`]],
    });
    expect(path.question("external_directory", "write", []).written).toEqual([
      [`${WRITE}/srv/project/.env`],
      [`${WRITE}.env`],
    ]);
    expect(path.question("write", "write", []).written).toEqual([["/srv/project/.env"], [".env"]]);
  });

  test("holds no mark that a path brings along", () => {
    const paths = normalizer(disk());
    for (const mark of [HOME, READ, WRITE, "\uFDD0"]) {
      const path = paths.forPath(`${mark}/.ssh/id_rsa`);
      expect(readQuestion(path).written).toEqual([["/srv/project/\uFFFD/.ssh/id_rsa"], ["\uFFFD/.ssh/id_rsa"]]);
    }
  });
});

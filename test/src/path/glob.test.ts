/** Globs: which names they match, and which files they stand for. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { nameMatcher, type GlobPart, type GlobPattern } from "../../../src/path/glob.ts";
import { PathNormalizer } from "../../../src/path/normalizer.ts";
import { MemoryDisk } from "./memory-disk.ts";

/** A glob from its text; a bracket expression ends at the first `]` that is no part of a named class. */
function readGlob(text: string): GlobPattern {
  return [...text.matchAll(/\*|\?|\[(?<negated>[!^]?)(?<members>(?:\[[:.=][^\]]*[:.=]\]|[^\]])+)\]|[^*?[]+/g)].map(
    (found): GlobPart => {
      if (found[0] === "*") return { kind: "star" };
      if (found[0] === "?") return { kind: "one" };
      const { negated, members } = found.groups ?? {};
      return members === undefined ? found[0] : { kind: "class", negated: negated !== "", text: members };
    },
  );
}

interface NameCase {
  readonly pattern: string;
  readonly matches: readonly string[];
  readonly misses: readonly string[];
}
const cases = parse(readFileSync(new URL("globs.yaml", import.meta.url), "utf8")) as readonly NameCase[];

test.each(cases)("$pattern matches the names that it should", ({ pattern, matches, misses }) => {
  const matcher = nameMatcher(readGlob(pattern));
  expect(matches.filter((name) => !matcher(name))).toEqual([]);
  expect(misses.filter((name) => matcher(name))).toEqual([]);
});

test("a pattern of many stars is matched in bounded time", () => {
  const matcher = nameMatcher(readGlob(`${"*a".repeat(200)}b`));
  expect(matcher("a".repeat(255))).toBe(false);
});

describe("an expansion", () => {
  const disk = new MemoryDisk([
    "/srv/project/.env",
    "/srv/project/README.md",
    "/srv/project/src/a.ts",
    "/srv/project/src/b.ts",
    "/srv/project/src/.hidden.ts",
    "/srv/project/src/deep/c.ts",
    "/srv/project/lib/a.ts",
    "/srv/project/lib/package.json",
    "/srv/project/l -> /etc",
    "/srv/project/broken -> nowhere",
    "/etc/passwd",
    "/home/dev/.ssh/id_rsa",
  ]);
  const paths = new PathNormalizer({ cwd: "/srv/project", home: "/home/dev", platform: "linux", fileSystem: disk });
  const expand = (text: string, bases: readonly string[] | null = [""], normalizer = paths) =>
    normalizer.expandGlob(readGlob(text), { bases, shell: true });

  test.each([
    ["*", ["README.md", "broken", "l", "lib", "src"]],
    ["*.md", ["README.md"]],
    [".e*", [".env"]],
    [".*", [".", "..", ".env"]],
    ["src/*.ts", ["src/a.ts", "src/b.ts"]],
    ["*/a.ts", ["lib/a.ts", "src/a.ts"]],
    ["*/*.ts", ["lib/a.ts", "src/a.ts", "src/b.ts"]],
    ["*/deep/*.ts", ["src/deep/c.ts"]],
    ["*/package.json", ["lib/package.json"]],
    ["./src//*.ts", ["./src/a.ts", "./src/b.ts"]],
    ["../project/*.md", ["../project/README.md"]],
    ["s*/../README.md", ["src/../README.md"]],
    ["*/..", ["l/..", "lib/..", "src/.."]],
    ["/etc/*", ["/etc/passwd"]],
    ["/*/passwd", ["/etc/passwd"]],
    ["l/*", ["l/passwd"]],
    ["*/", ["l/", "lib/", "src/"]],
    ["br*", ["broken"]],
  ])("of %s gives what the shell gives", (text, names) => {
    expect(expand(text)).toEqual(names);
  });

  test("starts from the base", () => {
    expect(expand("*.ts", ["src"])).toEqual(["a.ts", "b.ts"]);
    expect(expand("*", ["/etc"])).toEqual(["passwd"]);
  });

  test.each([["*.js"], ["nowhere/*"], ["README.md/*"], ["src/*/nothing"]])(
    "of %s, which nothing matches, gives none",
    (text) => {
      expect(expand(text)).toBeNull();
    },
  );

  test("gives none where it is not known where names start, or where that is one of several", () => {
    expect(expand("*", null)).toBeNull();
    expect(expand("*", ["", "src"])).toBeNull();
    expect(expand("*", [])).toBeNull();
  });

  test("finds the links that the command makes", () => {
    const made = paths.withLinks(new Map([["src/h.ts", "/etc/passwd"]]));
    expect(expand("src/*.ts", [""], made)).toEqual(["src/a.ts", "src/b.ts", "src/h.ts"]);
    expect(expand("*/h.ts", [""], made)).toEqual(["src/h.ts"]);
  });

  test("gives none where the directory may be another one", () => {
    expect(expand("lib/*.ts", [""], paths.withLinks(new Map([["lib", "/etc"]])))).toBeNull();
    expect(expand("*/a.ts", [""], paths.withLinks(new Map([["new", null]])))).toBeNull();
    expect(expand("l/../*/a.ts")).toBeNull();
  });

  test("gives none beyond its bounds", () => {
    const many = (count: number, name: (index: number) => string) =>
      new PathNormalizer({
        cwd: "/srv",
        home: "/home/dev",
        platform: "linux",
        fileSystem: new MemoryDisk(Array.from({ length: count }, (_, index) => name(index))),
      });
    expect(
      expand(
        "*.a",
        [""],
        many(1_000, (index) => `/srv/${index}.a`),
      )?.length,
    ).toBe(1_000);
    expect(
      expand(
        "*.a",
        [""],
        many(1_001, (index) => `/srv/${index}.a`),
      ),
    ).toBeNull();
    expect(
      expand(
        "*.b",
        [""],
        many(20_001, (index) => `/srv/${index}.${index === 7 ? "b" : "a"}`),
      ),
    ).toBeNull();
    expect(
      expand(
        "*/*",
        [""],
        many(257, (index) => `/srv/${index}/a`),
      ),
    ).toBeNull();
    expect(
      expand(
        "*/a",
        [""],
        many(257, (index) => `/srv/${index}/a`),
      )?.length,
    ).toBe(257);
  });
});

import { describe, expect, test } from "vitest";
import type { GlobDisk } from "../../../src/path/expand-glob.ts";
import type { GlobPattern } from "../../../src/path/glob.ts";
import { searchBelow } from "../../../src/path/search-below.ts";

/** A disk of these files. */
function diskOf(...files: string[]): GlobDisk {
  const names = (directory: string): string[] | null => {
    const front = directory === "/" ? "/" : `${directory}/`;
    const below = files.map((file) => `/${file}`).filter((file) => file.startsWith(front));
    return below.length === 0 ? null : [...new Set(below.map((file) => file.slice(front.length).split("/")[0] ?? ""))];
  };
  return {
    locate: (text) => `/${text}`.replace(/(?<=.)\/$/, ""),
    names,
    directories: names,
    exists: (directory, name) => names(directory)?.includes(name) === true,
    spend: () => true,
  };
}

const STAR = { kind: "star" } as const;
const disk = diskOf(".env", "a/.env", "a/b/prod.env", "src/a.ts", "node_modules/x/.env");

describe("a pattern on whole paths", () => {
  const cases: [string, GlobPattern, boolean, string[]][] = [
    ["takes a dot in front", [".e", STAR], false, [".env"]],
    ["takes separators where it is deep", [STAR, "nv"], true, [".env", "a/.env", "a/b/prod.env"]],
    ["stays on its level where it is not", [STAR, "nv"], false, [".env"]],
    ["begins below its fixed directory", ["a/", STAR], true, ["a/.env", "a/b", "a/b/prod.env"]],
    ["finds a name alone", [".env"], false, [".env"]],
    [
      "looks into foreign directories where it begins there",
      ["node_modules/", STAR, ".env"],
      true,
      ["node_modules/x/.env"],
    ],
    ["finds nothing where nothing is", ["b/", STAR], true, []],
  ];
  test.each(cases)("%s", (_, pattern, deep, found) => {
    expect(searchBelow(pattern, deep, disk).found).toEqual(found);
  });

  test("gives what it has found where there is too much", () => {
    const many = Array.from({ length: 30_000 }, (_, at) => `d${at % 700}/f${at}`);
    const selection = searchBelow([".e", STAR], true, diskOf(".env", ...many.slice(0, 2_000)));
    expect(selection).toEqual({ found: [".env"], complete: false, foreign: [] });
  });

  test("tells whether that is all", () => {
    expect(searchBelow(["a/", STAR, "env"], true, disk)).toEqual({
      found: ["a/.env", "a/b/prod.env"],
      complete: true,
      foreign: [],
    });
    expect(searchBelow([STAR, ".ts"], true, disk)).toEqual({
      found: ["src/a.ts"],
      complete: true,
      foreign: ["node_modules/"],
    });
  });

  test("ends where a decision has looked through enough names", () => {
    let left = 3;
    const spent: GlobDisk = { ...disk, spend: (names) => (left -= names) >= 0 };
    expect(searchBelow([STAR, "env"], true, spent).complete).toBe(false);
  });

  test("knows that it is not all where a directory may be one of several", () => {
    const unclear: GlobDisk = { ...disk, locate: (text) => (text === "a/b/" ? null : disk.locate(text)) };
    expect(searchBelow(["a/", STAR, "env"], true, unclear)).toEqual({
      found: ["a/.env"],
      complete: false,
      foreign: [],
    });
  });

  test("does not go around in a circle", () => {
    const circle: GlobDisk = {
      locate: () => "/",
      names: () => ["loop", ".env"],
      directories: () => ["loop"],
      exists: () => true,
      spend: () => true,
    };
    expect(searchBelow([STAR, ".env"], true, circle)).toEqual({ found: [".env"], complete: true, foreign: [] });
  });
});

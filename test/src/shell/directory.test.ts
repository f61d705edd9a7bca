import { describe, expect, test } from "vitest";
import {
  baseOf,
  changeDirectory,
  joinBases,
  resolveDirectory,
  strayed,
  sureDirectories,
  UNKNOWN_BASE,
} from "../../../src/shell/directory.ts";
import { MAX_DIRECTORIES } from "../../../src/shell/limits.ts";
import type { Base } from "../../../src/shell/program.ts";
import { ANY_CHARACTERS } from "../../../src/text.ts";

describe("a directory seen from another", () => {
  test.each([
    [".", "a", "a"],
    ["a", "b/./c", "a/b/c"],
    ["a", "..", "."],
    ["a/b", "../c", "a/c"],
    [".", "..", ".."],
    ["..", "../x", "../../x"],
    ["a", "/b/../c", "/c"],
    ["/", "../../x", "/x"],
    ["a", "C:/x/../y", "C:/y"],
  ])("%s, then %s, is %s", (from, target, expected) => {
    expect(resolveDirectory(from, target)).toBe(expected);
  });
});

test("a target that may be one of several leads to several", () => {
  const target = [{ kind: "choice", options: [["a"], ["b"]] }] as const;
  expect(changeDirectory(baseOf("x"), target)).toEqual({ kind: "known", directories: ["x/a", "x/b"] });
});

test("a target that is not known leads nobody knows where, an absolute one recovers", () => {
  expect(changeDirectory(baseOf("x"), ["a/", ANY_CHARACTERS])).toBe(UNKNOWN_BASE);
  expect(changeDirectory(UNKNOWN_BASE, ["a"])).toBe(UNKNOWN_BASE);
  expect(changeDirectory(UNKNOWN_BASE, ["/a"])).toEqual(baseOf("/a"));
});

test("ways that join keep their directories up to a bound", () => {
  expect(joinBases(baseOf("a"), baseOf("b"))).toEqual({ kind: "known", directories: ["a", "b"] });
  const many = Array.from({ length: MAX_DIRECTORIES }, (_, index) => baseOf(`d${index}`)).reduce(joinBases);
  expect(many.kind).toBe("known");
  expect(joinBases(many, baseOf("one more"))).toBe(UNKNOWN_BASE);
});

test("where ways join, only what is a stray on both ways stays one", () => {
  const failed = strayed(baseOf("."));
  expect(joinBases(baseOf("a"), failed)).toEqual({ kind: "known", directories: ["a", "."], strays: ["."] });
  expect(joinBases(failed, baseOf("."))).toEqual(baseOf("."));
  expect(joinBases(failed, strayed(baseOf("b")))).toMatchObject({ strays: [".", "b"] });
  expect(sureDirectories(strayed(baseOf("b")) as Base & { kind: "known" })).toEqual([]);
});

test("a change of directory leads strays further astray, and to where others are, too", () => {
  const base = joinBases(baseOf("a"), strayed(baseOf(".")));
  expect(changeDirectory(base, [".."])).toEqual({ kind: "known", directories: [".", ".."], strays: [".."] });
  expect(changeDirectory(base, ["/b"])).toEqual(baseOf("/b"));
});

test("a path that no system takes is not followed", () => {
  expect(changeDirectory(baseOf("."), ["a/".repeat(5_000)])).toBe(UNKNOWN_BASE);
});

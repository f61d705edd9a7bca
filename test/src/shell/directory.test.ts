import { describe, expect, test } from "vitest";
import {
  baseOf,
  changeDirectory,
  enterDirectory,
  equalBases,
  joinBases,
  resolveDirectory,
  strayed,
  sureDirectories,
  UNKNOWN_BASE,
} from "../../../src/shell/directory.ts";
import { MAX_DIRECTORIES } from "../../../src/shell/limits.ts";
import type { Base } from "../../../src/shell/program.ts";
import { ANY_CHARACTERS } from "../../../src/text.ts";
import type { Value } from "../../../src/text.ts";

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

describe("a directory that is known in part", () => {
  const part = { kind: "characters", min: 1, max: null, among: "0123" } as const;
  const partOf = (value: Value, directory = "."): Base => ({
    kind: "unknown",
    parts: [{ from: { kind: "known", directories: [directory] }, value }],
  });

  test("is kept with what is known of it", () => {
    expect(changeDirectory(baseOf("x"), ["a", part])).toEqual(partOf(["a", part], "x"));
    expect(changeDirectory(baseOf("x"), ["/a", part])).toEqual(partOf(["/a", part]));
    expect(changeDirectory(partOf(["/a", part]), ["./b/"])).toEqual(partOf(["/a", part, "/b/"]));
  });

  test.each<[Value, string, Base]>([
    [["/tmp/a", part], "..", baseOf("/tmp")],
    [["/tmp/a", part], "../b", baseOf("/tmp/b")],
    [["/tmp/a", part, "/b/"], "..", partOf(["/tmp/a", part])],
    [["a", part], "..", baseOf(".")],
    [["a", part], "../..", UNKNOWN_BASE],
    [["/a", part], "..", baseOf("/")],
    [["/tmp/", part], "..", UNKNOWN_BASE],
    [["/tmp/a", part], "b/..", UNKNOWN_BASE],
    [["/tmp/a", part], "/b", baseOf("/b")],
  ])("%j, then %s", (value, target, expected) => {
    expect(enterDirectory(partOf(value), [target])).toEqual(expected);
  });

  test("is not told by the text where a command is told to work above it", () => {
    expect(changeDirectory(partOf(["/tmp/a", part]), [".."])).toBe(UNKNOWN_BASE);
  });

  test("joins with others, and is equal to itself alone", () => {
    const one = partOf(["/a", part]);
    const joined = joinBases(baseOf("b"), one);
    expect(joined).toEqual({
      kind: "unknown",
      parts: [
        { from: { kind: "known", directories: ["b"] }, value: [] },
        { from: { kind: "known", directories: ["."] }, value: ["/a", part] },
      ],
    });
    expect(joinBases(joined, one)).toBe(joined);
    expect(equalBases(one, partOf(["/a", part]))).toBe(true);
    expect(equalBases(one, partOf(["/b", part]))).toBe(false);
    expect(equalBases(one, UNKNOWN_BASE)).toBe(false);
    expect(joinBases(one, UNKNOWN_BASE)).toBe(UNKNOWN_BASE);
  });

  test("is forgotten where it may be an option, a root, or a name that leads up", () => {
    const open = { ...part, among: "-0" };
    for (const target of [[open], [{ ...part, min: 0 }, "/a"], [{ ...part, among: "/0" }], ["/proc/", part]] as Value[])
      expect(changeDirectory(baseOf("x"), target)).toBe(UNKNOWN_BASE);
    expect(changeDirectory(baseOf("x"), ["a", part, "/../b"])).toBe(UNKNOWN_BASE);
  });

  test("that may have no name is also where the shell stood before", () => {
    expect(changeDirectory(baseOf("x"), [{ ...part, min: 0 }])).toEqual(joinBases(baseOf("x"), partOf([part], "x")));
  });
});

test("a path that no system takes is not followed", () => {
  expect(changeDirectory(baseOf("."), ["a/".repeat(5_000)])).toBe(UNKNOWN_BASE);
});

import { describe, expect, it } from "vitest";
import type { Pattern } from "../../compiler/ast.ts";
import { compilePattern, MOST_PROGRAMS } from "../../compiler/pattern.ts";
import { ANY, ANY_ACCESS, MAY_END, ONE } from "../../src/table/program.ts";
import { BOUNDARY, HOME, READ, WRITE } from "../../src/text.ts";
import { any, either, gap, literal, quoted, tree, treeOf } from "../oracle/pattern-tree.ts";

function programs(surface: string, pattern: Pattern | null, access: "read" | "write" | null = null): readonly string[] {
  const compiled = compilePattern({ surface, access, pattern });
  if (!compiled.ok) throw new Error(compiled.error);
  return compiled.programs;
}

describe("a pattern of words", () => {
  it.each([
    ["no pattern is everything", null, [ANY]],
    ["a star", treeOf("*"), [ANY]],
    ["two stars are one", tree(any, any), [ANY]],
    ["words", treeOf("git push"), [`git${BOUNDARY}push`]],
    ["a trailing star also matches nothing", treeOf("git *"), [`git${MAY_END}${BOUNDARY}${ANY}`]],
    ["a star on a word is no trailing star", treeOf("git*"), [`git${ANY}`]],
    ["a star in the middle needs its word", treeOf("a * b"), [`a${BOUNDARY}${ANY}${BOUNDARY}b`]],
    ["a question mark", treeOf("ls -?"), [`ls${BOUNDARY}-${ONE}`]],
    ["a quoted blank is inside a word", tree(literal("a"), gap, quoted("b c")), [`a${BOUNDARY}b c`]],
    ["a quoted star stands for itself", tree(literal("echo"), gap, quoted("*")), [`echo${BOUNDARY}*`]],
    ["a home directory is none in a command", treeOf("cat ~/x"), [`cat${BOUNDARY}~/x`]],
    [
      "alternatives",
      tree(literal("git"), gap, either([literal("log")], [literal("diff")]), gap, any),
      [`git${BOUNDARY}log${MAY_END}${BOUNDARY}${ANY}`, `git${BOUNDARY}diff${MAY_END}${BOUNDARY}${ANY}`],
    ],
    [
      "alternatives within alternatives",
      tree(literal("a"), either([literal("b"), either([literal("c")], [])], [literal("d")])),
      ["abc", "ab", "ad"],
    ],
    [
      "a trailing star that an alternative brings",
      tree(literal("git"), either([gap, any], [literal("k")])),
      [`git${MAY_END}${BOUNDARY}${ANY}`, "gitk"],
    ],
    ["equal alternatives once", tree(either([literal("a")], [literal("a")])), ["a"]],
    ["a mark of the program, as the text would show it", treeOf(`a${ANY}b`), ["a\uFFFDb"]],
  ])("%s", (_, pattern, expected) => {
    expect(programs("bash", pattern)).toEqual(expected);
  });

  it("keeps blanks as blanks on other surfaces", () => {
    expect(programs("mcp", treeOf("github:get *"))).toEqual([`github:get${MAY_END} ${ANY}`]);
    expect(programs("skill", treeOf("~/x/"))).toEqual(["~/x/"]);
  });
});

describe("a pattern of a path", () => {
  it.each([
    ["a file", treeOf("/etc/passwd"), ["/etc/passwd"]],
    ["a trailing slash is the directory and all below", treeOf("src/"), [`src${MAY_END}/${ANY}`]],
    ["also where it is quoted", tree(quoted("My Files/")), [`My Files${MAY_END}/${ANY}`]],
    ["the root", treeOf("/"), [`/${ANY}`]],
    ["the home directory", treeOf("~"), [HOME]],
    ["the home directory and all below", treeOf("~/"), [`${HOME}${MAY_END}/${ANY}`]],
    ["below the home directory", treeOf("~/.ssh/*"), [`${HOME}/.ssh/${ANY}`]],
    ["by its variable", treeOf("$HOME/.ssh/"), [`${HOME}/.ssh${MAY_END}/${ANY}`]],
    ["another's home directory is a name", treeOf("~root/x"), ["~root/x"]],
    ["another variable is a name", treeOf("$HOMEBREW/x"), ["$HOMEBREW/x"]],
    ["a tilde before a star is a name", treeOf("~*"), [`~${ANY}`]],
    ["a quoted tilde is a name", tree(quoted("~"), literal("/x")), ["~/x"]],
    ["a tilde later is a name", treeOf("a/~/x"), ["a/~/x"]],
    [
      "a name in pieces",
      tree(either([literal("~")], [literal("/root")]), literal("/.ssh/*")),
      [`${HOME}/.ssh/*`, "/root/.ssh/*"],
    ],
    ["a slash after a star", treeOf("*/node_modules/"), [`${ANY}/node_modules${MAY_END}/${ANY}`]],
    ["nothing but a slash after a star", treeOf("*/"), [`${ANY}${MAY_END}/${ANY}`]],
  ])("%s", (_, pattern, expected) => {
    expect(programs("read", pattern)).toEqual(expected);
  });

  it("starts with the access on the surfaces that have both", () => {
    expect(programs("path", treeOf("/x"))).toEqual([`${ANY_ACCESS}/x`]);
    expect(programs("path", treeOf("/x"), "read")).toEqual([`${READ}/x`]);
    expect(programs("external_directory", null, "write")).toEqual([`${WRITE}${ANY}`]);
    expect(programs("external_directory", treeOf("~/x"))).toEqual([`${ANY_ACCESS}${HOME}/x`]);
  });
});

describe("alternatives that multiply", () => {
  const pairs = (count: number): Pattern =>
    tree(...Array.from({ length: count }, () => either([literal("a")], [literal("b")])));

  it("are taken up to a bound", () => {
    expect(programs("bash", pairs(9))).toHaveLength(512);
  });

  it("are an error above it, in little time", () => {
    expect(compilePattern({ surface: "bash", access: null, pattern: pairs(10) })).toEqual({
      ok: false,
      error: "too-many-alternatives",
    });
    expect(compilePattern({ surface: "bash", access: null, pattern: pairs(10_000) }).ok).toBe(false);
  });

  it("are an error where they hold too many characters in all", () => {
    const long = literal("x".repeat(1_000));
    const options = Array.from({ length: MOST_PROGRAMS / 2 }, (_, index) => [literal(String(index))]);
    expect(compilePattern({ surface: "bash", access: null, pattern: tree(long, either(...options)) }).ok).toBe(false);
  });

  it("may be nested deeply", () => {
    let nested = either([literal("x")]);
    for (let depth = 0; depth < 20_000; depth++) nested = either([nested]);
    expect(programs("bash", tree(nested))).toEqual(["x"]);
  });
});

import { Tree } from "web-tree-sitter";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_TREE_CHARACTERS } from "../../../../src/shell/bounds.ts";
import { canonicalScript } from "../../../../src/shell/front-end/canonical.ts";
import { TreeParser } from "../../../../src/shell/front-end/tree-sitter-tree.ts";
import { readWithTreeSitter } from "../../../../src/shell/front-end/tree-sitter.ts";

let parser: TreeParser;
beforeAll(async () => {
  parser = await TreeParser.load();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("tree-sitter's trees", () => {
  it("are freed, whatever is in them", () => {
    const freed = vi.spyOn(Tree.prototype, "delete");
    for (const command of ["git status", "echo $(", "a && b || c", "cat <<E\n`a`\nE", "echo `echo \\`a\\``"]) {
      readWithTreeSitter(parser, command);
    }
    // The script with escaped backticks is a text of its own, and so a tree of its own.
    expect(freed).toHaveBeenCalledTimes(6);
  });

  it("have UTF-16 positions", () => {
    const parsed = parser.parse("é😀 x");
    expect(parsed).toMatchObject({
      kind: "tree",
      root: { end: 5, children: [{ children: [{ end: 3 }, { start: 4 }] }] },
    });
  });

  it("are not made of text that is too long", () => {
    expect(parser.parse("a".repeat(MAX_TREE_CHARACTERS)).kind).toBe("tree");
    expect(parser.parse("a".repeat(MAX_TREE_CHARACTERS + 1)).kind).toBe("bound");
  });

  it("say where an error is", () => {
    expect(parser.parse("a; b (c) d; e")).toMatchObject({ kind: "error", start: 8 });
  });
});

describe("what the grammar gets wrong", () => {
  it.each([
    ["a backtick in a here-document", "cat <<E\n`rm x`\nE"],
    ["a backtick in an expansion", "echo ${a:-`rm x`}"],
    ["a substitution in a here-document that loses tabs", "cat <<-E\n\t$(rm x)\n\tE"],
    ["an expansion at the front of a here-document", "cat <<E\n  $x\nE"],
    ["a coprocess", "coproc rm x"],
    ["a coprocess with a name", "coproc N { rm x; }"],
    ["white space that is none to bash", "echo a\rrm x"],
    ["an escaped blank", "a && \\ rm x"],
    ["a dash before a here-document", "cat -<<E\na\nE"],
    ["a reserved word as a name", "then rm x"],
    ["an operator after a here-document", "cat <<E |\na\nE\nrm x"],
    ["brackets that are not blank", "[[a == b ]]"],
    ["a comment in a word", "echo (a)#b"],
    ["a name that a line continuation splits", "echo $a\\\nb"],
    ["arithmetic that is none", "echo $((a) | (b))"],
    ["an empty group", "{}"],
    ["a brace that ends an expansion early", "echo ${a#b{c}d}"],
    ["a quoted text that ends elsewhere", "echo $'a\\\\' 'b'"],
  ])("%s is a fault", (_, command) => {
    expect(readWithTreeSitter(parser, command).faults).not.toEqual([]);
  });

  it.each([
    ["lists and pipelines", "a && b >f | c", "a && b >f | c;"],
    ["words behind a redirection", ">f rm x 2>&1 y", "rm x y >f 2>&1;"],
    ["what follows a here-document", "cat <<E | rm x && b\na\nE", "cat <<'a\\n' | rm x && b;"],
    ["a variable for a descriptor", "a {fd}>f", "a {fd}>f;"],
    ["digits behind a parameter", "echo $10 $1a", "echo ${1}0 ${1}a;"],
    ["operators in a test", "[[ a = b && c != d ]]", "test{=:a =:b !=:c !=:d};"],
    ["signs in a test", "[[ -1 -eq +1 ]]", "test{-eq:-1 -eq:+1};"],
    ["the operators of `[`", "[ -f a -a b = c ]", "[ -f a -a b = c ];"],
    ["time", "time -p a | b", "time a | b;"],
    ["strings of a locale", '$"rm" x', "'rm' x;"],
    ["blanks inside of quotes", '"$a  $b "', "\"${a}'  '\"${b}' ';"],
  ])("%s is put right", (_, command, reads) => {
    const { script, faults } = readWithTreeSitter(parser, command);
    expect(faults).toEqual([]);
    expect(canonicalScript(script)).toBe(reads);
  });
});

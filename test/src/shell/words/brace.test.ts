import { describe, expect, test } from "vitest";
import { MAX_BRACE_WORDS } from "../../../../src/shell/limits.ts";
import type { WordPart } from "../../../../src/shell/syntax.ts";
import { expandBraces } from "../../../../src/shell/words/brace.ts";

const span = { start: 0, end: 0 };

function literal(text: string, quoted = false): WordPart {
  return { kind: "literal", span, text, quoted };
}

/** The words that literal text becomes. */
function words(text: string): string[] | null {
  const expanded = expandBraces([literal(text)]);
  return expanded?.map((parts) => parts.map((part) => (part.kind === "literal" ? part.text : "$")).join("")) ?? null;
}

describe("braces are expanded as bash expands them", () => {
  // Taken from GNU bash 5.2.
  test.each([
    ["{a,b}", ["a", "b"]],
    ["x{a,b}y", ["xay", "xby"]],
    ["{a,b}{1,2}", ["a1", "a2", "b1", "b2"]],
    ["{a,b{c,d}}", ["a", "bc", "bd"]],
    ["{,a}", ["", "a"]],
    ["{1..3}", ["1", "2", "3"]],
    ["{3..1}", ["3", "2", "1"]],
    ["{01..3}", ["01", "02", "03"]],
    ["{-1..1}", ["-1", "0", "1"]],
    ["{1..9..4}", ["1", "5", "9"]],
    ["{a..e..2}", ["a", "c", "e"]],
    ["{a}", ["{a}"]],
    ["{}", ["{}"]],
    ["{},a}", ["{},a}"]],
    ["{a,b", ["{a,b"]],
    ["a,b}", ["a,b}"]],
    ["{a},b}", ["a}", "b"]],
    ["{a{b,c}", ["{ab", "{ac"]],
    ["a{b}c,d}", ["ab}c", "ad"]],
    ["x{1..a}{b,c}", ["x{1..a}b", "x{1..a}c"]],
    ["{a,{b}", ["{a,{b}"]],
    ["{a,b}}", ["a}", "b}"]],
  ])("%s", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });
});

test("quoted braces and commas are text", () => {
  const expanded = expandBraces([literal("{a"), literal(",", true), literal("b,c}")]);
  expect(expanded?.length).toBe(2);
  expect(expandBraces([literal("{", true), literal("a,b}")])).toHaveLength(1);
});

test("a name goes on behind the brace that it stands in", () => {
  const variable: WordPart = {
    kind: "parameter",
    span: { start: 3, end: 5 },
    quoted: false,
    name: "x",
    subscript: null,
    indirect: false,
    length: false,
    operation: null,
  };
  const expanded = expandBraces([literal("{1,"), variable, literal("}y")]);
  expect(expanded?.[1]).toMatchObject([{ kind: "parameter", name: "xy" }]);
});

test("what would be too many words is not expanded", () => {
  expect(words("{1..100000}")).toBeNull();
  expect(words("{a,b}".repeat(20))).toBeNull();
  expect(words(`{1..${MAX_BRACE_WORDS}}`)).toHaveLength(MAX_BRACE_WORDS);
});

test("text made of braces comes to an end", () => {
  expect(words("{".repeat(60_000))).toEqual(["{".repeat(60_000)]);
  expect(words(`${"{".repeat(60_000)},}`)).toBeNull();
});

import { describe, expect, test } from "vitest";
import { patternOf, withoutMatch, withReplacement } from "../../../../src/shell/words/pattern.ts";

function pattern(text: string) {
  const found = patternOf([{ text, quoted: false }]);
  if (found === null) throw new Error(`no pattern: ${text}`);
  return found;
}

describe("a pattern is taken off a text", () => {
  test.each([
    ["src/a.test.ts", "*/", "front", false, "a.test.ts"],
    ["a/b/c", "*/", "front", false, "b/c"],
    ["a/b/c", "*/", "front", true, "c"],
    ["a.b.c", ".*", "back", false, "a.b"],
    ["a.b.c", ".*", "back", true, "a"],
    ["abc", "?", "front", false, "bc"],
    ["abc", "x", "front", false, "abc"],
    ["abc", "*", "front", true, ""],
    ["abc", "*", "front", false, "abc"],
    ["", "*", "back", true, ""],
  ] as const)("%s without %s at its %s (longest: %s)", (text, of, side, longest, expected) => {
    expect(withoutMatch(text, pattern(of), side, longest)).toBe(expected);
  });
});

describe("a pattern is replaced in a text", () => {
  test.each([
    ["a-b-a", "a", "x", "first", "x-b-a"],
    ["a-b-a", "a", "x", "all", "x-b-x"],
    ["a-b-a", "a", "x", "front", "x-b-a"],
    ["a-b-a", "a", "x", "back", "a-b-x"],
    ["aXbXc", "X*", "", "first", "a"],
    ["abc", "", "x", "all", "abc"],
    ["abc", "", "x", "front", "xabc"],
    ["", "*", "x", "first", "x"],
    ["", "**", "x", "all", "x"],
    ["", "?", "x", "first", ""],
    ["", "", "x", "first", ""],
  ] as const)("%s with %s as %s (%s)", (text, of, replacement, where, expected) => {
    expect(withReplacement(text, pattern(of), replacement, where)).toBe(expected);
  });
});

test("brackets are left to the shell's locale", () => {
  expect(patternOf([{ text: "[a-z]", quoted: false }])).toBeNull();
  expect(patternOf([{ text: "[a-z]", quoted: true }])).not.toBeNull();
});

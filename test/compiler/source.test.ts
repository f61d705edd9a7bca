import { describe, expect, test } from "vitest";
import { Source } from "../../compiler/source.ts";

describe("a place", () => {
  test.each([
    ["a\nbc\n", 0, 1, 1],
    ["a\nbc\n", 1, 1, 2],
    ["a\nbc\n", 2, 2, 1],
    ["a\nbc\n", 4, 2, 3],
    ["a\nbc\n", 5, 3, 1],
    ["a\r\nbc", 3, 2, 1],
    ["a\nbc", 99, 2, 3],
    ["", 0, 1, 1],
    // Columns count UTF-16 units, as editors do.
    ["🙂x", 2, 1, 3],
    ["\uFEFFab\nc", 1, 1, 1],
    ["\uFEFFab\nc", 2, 1, 2],
    ["\uFEFFab\nc", 4, 2, 1],
    ["\uFEFFab", 0, 1, 1],
  ])("in %j of offset %i is %i:%i", (text, offset, line, column) => {
    expect(new Source("a", text).position(offset)).toEqual({ line, column });
  });
});

describe("a line", () => {
  test("stands without its line break", () => {
    const source = new Source("a", "\uFEFFone\r\ntwo\n\nfour\r");
    const lines = [1, 2, 3, 4].map((line) => source.slice(source.lineSpan(line)));
    expect(lines).toEqual(["one", "two", "", "four\r"]);
    expect(source.lineCount).toBe(4);
    expect(source.slice(source.lineSpan(5))).toBe("");
  });
});

import { describe, expect, test } from "vitest";
import { nearest, slips } from "../../compiler/suggest.ts";

describe("the nearest word", () => {
  const words = ["allow", "ask", "deny", "external_directory", "shellTools"];
  test.each([
    ["alow", "allow"],
    ["alolw", "allow"],
    ["ALLOW", "allow"],
    ["dney", "deny"],
    ["external-directory", "external_directory"],
    ["externaldirectory", "external_directory"],
    ["extrenal_directroy", "external_directory"],
    ["shelltool", "shellTools"],
    ["akk", "ask"],
    // Too far, or too short to tell.
    ["grant", null],
    ["a", null],
    ["as", null],
    ["", null],
    ["x".repeat(1000), null],
    // What is there already was not misspelt.
    ["ask", null],
  ])("to %s is %s", (word, expected) => {
    expect(nearest(word, words)).toBe(expected);
  });
});

describe("slips", () => {
  test.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["abc", "ab", 1],
    ["abc", "abcd", 1],
    ["abc", "axc", 1],
    ["abc", "acb", 1],
    ["abc", "", 3],
    ["bahs", "bash", 1],
    ["kitten", "sitting", 3],
    ["🙂a", "a", 1],
  ])("between %j and %j are %i", (a, b, expected) => {
    expect(slips(a, b)).toBe(expected);
    expect(slips(b, a)).toBe(expected);
  });
});

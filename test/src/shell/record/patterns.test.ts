import { describe, expect, test } from "vitest";
import { displayValue } from "../../../../src/shell/record/display.ts";
import {
  expandedPattern,
  filterOfRegex,
  filterPatterns,
  pathspecPattern,
} from "../../../../src/shell/record/patterns.ts";

const shown = (value: ReturnType<typeof pathspecPattern>): string | null =>
  value === null ? null : displayValue(value);

test.each([
  [".e*", ".e…"],
  ["*nv", "…nv"],
  [":(glob)**/.env", "….env"],
  [":(icase).ENV", ".………"],
  [":(top)*.env", "….env"],
  [":(literal)*.env", null],
  [":!*.env", null],
  [":(exclude)*.env", null],
  ["src/a.ts", null],
])("the pathspec %s is the pattern %s", (pathspec, pattern) => {
  expect(shown(pathspecPattern(pathspec))).toBe(pattern);
});

test("a pathspec of a git that takes none by its case", () => {
  expect(shown(pathspecPattern(".ENV", true))).toBe(".………");
  expect(shown(pathspecPattern(":(literal).ENV", true))).toBeNull();
});

describe("a filter", () => {
  test.each([
    [".env", "", [".env", "…/.env"]],
    ["*.{ts,env}", "a/", ["a/….ts", "a/…/….ts", "a/….env", "a/…/….env"]],
    ["**/.env", "", [".env", "…/.env"]],
    ["!*.env", "", []],
    ["*", "", []],
    ["*/", "", []],
  ])("%s below %j selects %j", (filter, directory, patterns) => {
    expect(filterPatterns(filter, directory).map(displayValue)).toEqual(patterns);
  });

  test("of very many braces is left as it is", () => {
    expect(filterPatterns("{a,b}".repeat(40), "").length).toBeLessThan(80);
  });
});

test.each([
  ["\\.env$", "*.env"],
  ["^a", "a*"],
  [".*\\.env", "*.env*"],
  ["(a|b)", null],
])("the expression %s is the filter %s", (regex, filter) => {
  expect(filterOfRegex(regex)).toBe(filter);
});

test("a name without a wildcard is no pattern", () => {
  expect(expandedPattern("src/a.ts")).toBeNull();
  expect(shown(expandedPattern("src/**/*.ts"))).toBe("src/…/….ts");
});

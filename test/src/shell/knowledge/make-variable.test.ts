import { expect, test } from "vitest";
import { effectOfMakeVariable } from "../../../../src/shell/knowledge/make-variable.ts";
import { UNKNOWN_PART } from "../../../../src/shell/knowledge/script-effects.ts";

test.each([
  ["DEBUG", "1"],
  ["PREFIX", "/usr/local"],
  ["CC", "clang"],
  ["CC", ""],
  ["CFLAGS", "-O2 -Wall -Iinclude"],
  ["MAKEFLAGS", "-j4"],
  ["ARGS", "-v -k 'a b'"],
  ["X+", "y"],
  ["IMAGE", "host.example/a/b:latest"],
])("make %s=%s runs nothing of its own", (name, value) => {
  expect(effectOfMakeVariable(name, value)).toBe("none");
});

test.each([
  ["X!", "rm x"],
  ["X !", "date"],
  ["CC", "rm x;"],
  ["CC", "gcc;rm x"],
  ["CC", "rm"],
  ["CC", "rm x"],
  ["MAKE", "rm x"],
  ["RUN", "rm x"],
  ["RUN", "/bin/rm x"],
  ["RUN", "cat f | sh"],
])("make %s=%s is a command line", (name, value) => {
  expect(effectOfMakeVariable(name, value)).toBe("runs");
});

test.each([
  ["X", "$(shell rm x)"],
  ["X:", "${X}"],
  ["X", "`rm x`"],
  ["CC", "./x"],
  ["CFLAGS", "-fplugin=./x.so"],
  ["MAKEFLAGS", "--eval=x"],
  [".SHELLFLAGS", "-c"],
  ["X", UNKNOWN_PART],
])("make %s=%s may make it run anything", (name, value) => {
  expect(effectOfMakeVariable(name, value)).toBe("unknown");
});

test("a name with very many blanks is as quickly told", () => {
  expect(effectOfMakeVariable(`x${" ".repeat(500_000)}y`, "1")).toBe("none");
});

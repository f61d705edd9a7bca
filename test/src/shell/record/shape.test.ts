import { describe, expect, test } from "vitest";
import { displayValue } from "../../../../src/shell/record/display.ts";
import { candidatesOf } from "../../../../src/shell/record/shape.ts";
import { ANY_CHARACTERS } from "../../../../src/text.ts";
import type { Value } from "../../../../src/text.ts";

/** What in a word may be a path, with a question mark where it only may be one. */
function candidates(value: Value, separators = /\//): string[] {
  return candidatesOf(value, separators).map((one) => displayValue(one.value) + (one.certainty === "word" ? " ?" : ""));
}

describe("a word that looks like", () => {
  test.each([
    ["an absolute path", "/etc/passwd", ["/etc/passwd"]],
    ["a relative path", "src/a.ts", ["src/a.ts"]],
    ["a hidden file", ".env", [".env"]],
    ["a directory above", "..", [".."]],
    ["a file at home", "~/x", ["~/x"]],
    ["a bare word", "readme", ["readme ?"]],
    ["an option", "--verbose", []],
    ["an option with a path", "--file=/a/b", ["/a/b"]],
    ["an option with a word", "--file=b", ["b ?"]],
    ["an option with a path attached", "-I/usr/include", ["/usr/include"]],
    ["options in a cluster", "-rf", []],
    ["an assignment", "of=/etc/x", ["of=/etc/x", "/etc/x"]],
    ["a file of data", "@./data.json", ["./data.json"]],
    ["a package", "@scope/name", ["@scope/name ?"]],
    ["a package with its version", "@scope/name@1.2.3", ["@scope/name@1.2.3 ?"]],
    ["an address", "https://example.com/a/b", []],
    ["a file's address", "file:///etc/passwd", ["/etc/passwd"]],
    ["a file's address with a host", "file://localhost/etc/passwd", ["/etc/passwd"]],
    ["a remote repository", "git@host:team/project.git", []],
    ["prose with a slash", "see docs/a.md and b", ["'see docs/a.md and b' ?"]],
    ["a path with blanks", "/My Documents/a", ["'/My Documents/a'"]],
    ["several lines", "a/b\nc", []],
    ["nothing", "", []],
    ["the standard input", "-", []],
  ])("%s", (_, text, expected) => {
    expect(candidates(text === "" ? [] : [text])).toEqual(expected);
  });
});

test("a word with holes is told by what is known of it", () => {
  expect(candidates([ANY_CHARACTERS])).toEqual(["… ?"]);
  expect(candidates([ANY_CHARACTERS, ".env"])).toEqual(["….env ?"]);
  expect(candidates([ANY_CHARACTERS, "/a"])).toEqual(["…/a"]);
  expect(candidates(["--out=", ANY_CHARACTERS, "/a"])).toEqual(["…/a"]);
});

test("a glob is a path", () => {
  expect(candidates([{ kind: "characters", min: 0, max: null, except: "/" }, ".ts"])).toEqual(["….ts"]);
});

test("a backslash separates names on win32 alone", () => {
  expect(candidates([String.raw`process\.env`])).toEqual([String.raw`'process\.env' ?`]);
  expect(candidates([String.raw`a\b`], /[/\\]/)).toEqual([String.raw`'a\b'`]);
});

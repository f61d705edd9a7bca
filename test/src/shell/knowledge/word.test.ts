import { describe, expect, it } from "vitest";
import { wordOf } from "../../../../src/shell/knowledge/word.ts";
import { ANY_CHARACTERS, ANY_TEXT, BOUNDARY, MORE_WORDS } from "../../../../src/text.ts";
import type { CharactersHole, Value } from "../../../../src/text.ts";

const GLOB: CharactersHole = { kind: "characters", min: 0, max: null, except: "/", notFirst: "." };

describe("a word", () => {
  it.each<[string, Value, string, boolean, string, boolean]>([
    ["known", ["abc"], "abc", true, "one", false],
    ["known in pieces", ["-", "x"], "-x", true, "one", true],
    ["a lone dash", ["-"], "-", true, "one", false],
    ["empty", [], "", true, "one", false],
    ["unknown and quoted", [ANY_CHARACTERS], "", false, "one", true],
    ["unknown behind a front", ["a", ANY_CHARACTERS], "a", false, "one", false],
    ["unknown and split", [ANY_TEXT], "", false, "anything", true],
    ["followed by more words", ["a", MORE_WORDS], "a", false, "anything", true],
    [
      "a glob behind a directory",
      ["src/", GLOB, { kind: "repeat", value: [BOUNDARY, "src/", GLOB] }],
      "src/",
      false,
      "operands",
      false,
    ],
    ["a glob", [GLOB, { kind: "repeat", value: [BOUNDARY, GLOB] }], "", false, "anything", true],
    [
      "a glob in an option's value",
      ["--x=", GLOB, { kind: "repeat", value: [BOUNDARY, "--x=", GLOB] }],
      "--x=",
      false,
      "alike",
      true,
    ],
    ["one of two texts", [{ kind: "choice", options: [["a"], ["b"]] }], "", false, "one", false],
    ["one of two texts, one an option", [{ kind: "choice", options: [["a"], ["-b"]] }], "", false, "one", true],
    ["of characters that are no dash", [{ kind: "characters", min: 1, max: 1, among: "ab" }], "", false, "one", false],
  ])("%s", (_, value, front, whole, multiplicity, mayBeOption) => {
    expect(wordOf(value)).toMatchObject({ front, whole, multiplicity, mayBeOption });
  });
});

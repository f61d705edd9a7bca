import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANY, MAY_END } from "../../../src/table/program.ts";
import { fold, foldValue } from "../../../src/table/fold.ts";
import { ANY_CHARACTERS, ANY_TEXT, BOUNDARY, HOME, MORE_WORDS } from "../../../src/text.ts";

describe("folded case", () => {
  it.each([
    ["README.md", "readme.MD"],
    ["Straße", "STRASSE"],
    ["ẞ", "ß"],
    ["Σίσυφος", "ΣΊΣΥΦΟΣ"],
    ["ſ", "S"],
    ["\u212A", "k"],
    ["e\u0301", "É"],
    ["ﬁle", "FILE"],
  ])("%j and %j are one", (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  it.each([
    ["a", "b"],
    ["e", "é"],
    ["i", "\u0131x"],
  ])("%j and %j are two", (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it("leaves marks as they are", () => {
    const text = HOME + MAY_END + BOUNDARY + ANY;
    expect(fold(text)).toBe(text);
  });

  it("is itself in folded case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });
});

describe("a value in folded case", () => {
  it("keeps what has no case", () => {
    expect(foldValue([ANY_CHARACTERS, ANY_TEXT, MORE_WORDS])).toEqual([ANY_CHARACTERS, ANY_TEXT, MORE_WORDS]);
  });

  it("folds its texts, wherever they stand, and together where they touch", () => {
    expect(foldValue(["A", "e", "\u0301"])).toEqual(["aé"]);
    expect(foldValue([{ kind: "choice", options: [["A"], ["B", ANY_TEXT]] }])).toEqual([
      { kind: "choice", options: [["a"], ["b", ANY_TEXT]] },
    ]);
    expect(foldValue([{ kind: "repeat", value: ["A"] }])).toEqual([{ kind: "repeat", value: ["a"] }]);
  });

  it("can hold what an excluded character of another case becomes", () => {
    const hole = { kind: "characters" as const, min: 0 as const, max: null };
    expect(foldValue([{ ...hole, except: "/A", notFirst: ".b" }])).toEqual([{ ...hole, except: "/", notFirst: "." }]);
    expect(foldValue([{ ...hole, among: "AB" }])).toEqual([{ ...hole, among: "ab" }]);
    expect(foldValue([{ ...hole, among: "Aß" }])).toEqual([hole]);
  });
});

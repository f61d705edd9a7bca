import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_CHARACTERS, ANY_TEXT, keyOf, MORE_WORDS, plain, type Piece, type Value } from "../../src/text.ts";

const hole: fc.Arbitrary<Piece> = fc.constantFrom<Piece>(
  ANY_CHARACTERS,
  ANY_TEXT,
  MORE_WORDS,
  { kind: "characters", min: 1, max: null, except: "/" },
  { kind: "choice", options: [["a"], ["b", ANY_CHARACTERS]] },
);
const text = fc.string({ unit: "binary", minLength: 1 }).map(plain);

describe("the key of a value", () => {
  test("is its text where it has no holes", () => {
    fc.assert(
      fc.property(fc.array(text), (pieces) => {
        expect(keyOf(pieces)).toBe(pieces.join(""));
      }),
    );
  });

  test("is no text where it has holes, not even one that is written like it", () => {
    const pieces = fc.tuple(fc.array(fc.oneof(text, hole)), hole, fc.array(fc.oneof(text, hole)));
    fc.assert(
      fc.property(pieces, ([before, one, after]) => {
        const value: Value = [...before, one, ...after];
        expect(keyOf([plain(keyOf(value))])).not.toBe(keyOf(value));
        expect(keyOf([plain(JSON.stringify(value))])).not.toBe(keyOf(value));
      }),
    );
  });

  test("is equal for equal values", () => {
    expect(keyOf(["a", { ...ANY_CHARACTERS }])).toBe(keyOf(["a", ANY_CHARACTERS]));
    expect(keyOf(["a", ANY_TEXT])).not.toBe(keyOf(["a", ANY_CHARACTERS]));
  });
});

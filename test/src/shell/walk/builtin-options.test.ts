import { expect, test } from "vitest";
import { readBuiltinWords } from "../../../../src/shell/walk/builtin-options.ts";
import { UNKNOWN } from "../../../../src/shell/value.ts";
import { anyFields, fieldOf, textField, textOf } from "../../../../src/shell/words/field.ts";
import type { Field } from "../../../../src/shell/words/field.ts";

const NOWHERE = { start: 0, end: 0 };

/** `?` is one word of which nothing is known, `*` any number of them; `-p?` is known at its front. */
function wordsOf(text: string): readonly Field[] {
  return text.split(" ").map((word) => {
    if (word === "*") return anyFields(NOWHERE);
    if (!word.endsWith("?")) return textField(word, NOWHERE);
    const front = word.slice(0, -1);
    return fieldOf(front === "" ? UNKNOWN : [front, ...UNKNOWN], NOWHERE);
  });
}

/** Options with what they are given, and behind a bar the operands; `!` where those may begin with an option. */
function shown(text: string, taking = "p", signs = "-"): string {
  const { options, operands, unsure } = readBuiltinWords(wordsOf(text), taking, signs);
  const given = options.map(({ sign, letter, value }) => sign + letter + (value === null ? "" : `=${value}`));
  return [...given, unsure ? "|!" : "|", ...operands.map((field) => textOf(field) ?? "?")].join(" ");
}

test.each([
  ["a b", "| a b"],
  ["-r a -e", "-r | a -e"],
  ["-re a", "-r -e | a"],
  ["-- -a", "| -a"],
  ["- a", "| - a"],
  ["-p x a", "-p=x | a"],
  ["-px a", "-p=x | a"],
  ["-rp x a", "-r -p=x | a"],
  ["-p -- a", "-p=-- | a"],
  ["-p", "-p |"],
  ["+x a", "| +x a"],
])("of `%s`, options are told from operands: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test("some builtins take options with a plus", () => {
  expect(shown("-x +r a", "", "-+")).toBe("-x +r | a");
});

test.each([
  ["-p ? a", "-p | a"],
  ["-px? a", "-p | a"],
  // It may be the whole of the option, with its value in the next word.
  ["-p? a", "|! ? a"],
  ["-r? a", "|! ? a"],
  ["-r ? a", "-r |! ? a"],
  ["x? a", "| ? a"],
  // It may be the value, and further words.
  ["-p * a", "|! ? a"],
  ["* a", "|! ? a"],
])("of `%s`, only so much is known: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

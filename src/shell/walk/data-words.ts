/** Data that is added to a command or to a program's text: what `xargs` and `parallel` are given to read. */
import { ANY_CHARACTERS, knownText } from "../../text.ts";
import type { Piece, Value } from "../../text.ts";
import { NOWHERE } from "../engine.ts";
import type { Wrapped } from "../knowledge/reading.ts";
import type { Names } from "../record/names.ts";
import { choiceOf, clean, compact, DATA_WORDS, isUnknown } from "../value.ts";
import { dataFields, textField, withValue } from "../words/field.ts";
import type { Field } from "../words/field.ts";

/** Most lines of known data that are told apart, and most words of it that are added to a command. */
const MAX_LINES = 8;
const MAX_ITEMS = 64;

const QUOTING = /['"\\\0]/;

/** The items that `xargs` makes of data: words with `blanks`, else lines; quotes and backslashes taken off. */
function itemsOf(text: string, blanks: boolean): string[] {
  const items: string[] = [];
  let item: string | null = null;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const ends = character === "\n" || character === "\0" || (blanks && quote === "" && " \t".includes(character));
    if (ends) {
      if (item !== null && item !== "") items.push(item);
      item = null;
      quote = "";
    } else if (quote === "" && (character === "'" || character === '"')) {
      quote = character;
      item ??= "";
    } else if (character === quote) quote = "";
    else if (quote === "" && character === "\\") item = (item ?? "") + (text[++at] ?? "");
    else item = (item ?? "") + character;
    if (items.length > MAX_ITEMS) return items;
  }
  if (item !== null && item !== "") items.push(item);
  return items;
}

/** The words of a command that data is added to: with holes for it, and as the data says where that is known. */
export function dataWays(
  inner: readonly Field[],
  { data, replacement }: Wrapped & { kind: "words" },
  input: Value | null,
  names: Names,
): (readonly Field[])[] {
  const span = inner.at(-1)?.span ?? NOWHERE;
  if (data === "none" || inner.length === 0) return [inner];
  const known = input === null ? null : knownText(input);
  const items = known === null ? [] : itemsOf(known, data === "appended");
  // Names that are told one by one need not be guessed at. Quotes mean nothing where the names end in something else.
  const plain = known !== null && !QUOTING.test(known);
  const told = plain && items.length > 0 && items.length <= (data === "appended" ? MAX_ITEMS : MAX_LINES);
  if (data === "appended") {
    const ways: (readonly Field[])[] = [[...inner, dataFields(span, told ? [] : names)]];
    if (items.length > 0 && items.length <= MAX_ITEMS)
      ways.push([...inner, ...items.map((item) => textField(item, span))]);
    if (items.length > 1 && items.length <= MAX_LINES)
      for (const item of items) ways.push([...inner, textField(item, span)]);
    return ways;
  }
  const ways = [inner.map((field) => replacedByData(field, replacement, told ? [] : names))];
  for (const item of items.length <= MAX_LINES ? items : []) {
    ways.push(inner.map((field) => replaced(field, replacement, clean(item.trim()))));
  }
  return ways;
}

function replaced(field: Field, replacement: string | null, by: Value): Field {
  const value = replacedIn(field.each, replacement, by);
  return value === null ? field : withValue(field, value);
}

/** The field with holes for data. Names that are known in part narrow what file it may be, not what the words are. */
function replacedByData(field: Field, replacement: string | null, names: Names): Field {
  const value = replacedIn(field.each, replacement, [ANY_CHARACTERS]);
  if (value === null) return field;
  const whole = isUnknown(value);
  if (whole && names.length === 0) return { ...withValue(field, value), origin: "nothing" };
  const each = replacedIn(field.each, replacement, names.length === 0 ? [ANY_CHARACTERS] : choiceOf(names)) ?? value;
  return { ...withValue(field, value), each, origin: "data" };
}

function replacedIn(value: Value, replacement: string | null, by: Value): Value | null {
  if (replacement === null || replacement === "") return null;
  if (!value.some((piece) => typeof piece === "string" && piece.includes(replacement))) return null;
  return compact(
    value.flatMap((piece): readonly Piece[] => {
      if (typeof piece !== "string") return [piece];
      return piece.split(replacement).flatMap((text, index) => (index === 0 ? [text] : [...by, text]));
    }),
  );
}

/** The text with holes for the data that is added to it, and with the data where it is known. */
export function textWays(text: Value, wrapped: Wrapped & { kind: "program" }, known: string | null): Value[] {
  const { data, replacement } = wrapped;
  if (data === undefined) return [text];
  const items = known === null || QUOTING.test(known) ? [] : known.split("\n").filter((item) => item !== "");
  const filled = items.length <= MAX_LINES ? items.map((item) => clean(item)) : [];
  if (data === "appended")
    return [compact([...text, " ", DATA_WORDS]), ...filled.map((item) => compact([...text, " ", ...item]))];
  return [[DATA_WORDS] as Value, ...filled].map((item) => replacedIn(text, replacement ?? null, item) ?? text);
}

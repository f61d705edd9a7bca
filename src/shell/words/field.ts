/** Fields: the words that bash makes of what is written, each exactly one word or a stretch of unknown ones. */
import { ANY_CHARACTERS, ANY_TEXT, BOUNDARY, knownText } from "../../text.ts";
import type { ChoiceHole, Piece, RepeatHole, Value } from "../../text.ts";
import type { Binding } from "../binding.ts";
import type { ProcessSubstitutionPart, Span } from "../syntax.ts";
import { choiceOf, clean, compact } from "../value.ts";

export interface Field {
  readonly span: Span;
  /** How many words it is: exactly one, one or more, or any number and perhaps none. */
  readonly count: "one" | "some" | "any";
  /** What it stands for, boundaries between its words included. */
  readonly value: Value;
  /** One of its words: of a glob, a name that it matches; of a word that may be split, the word as it stands. */
  readonly each: Value;
  /** Every one of its words is like `each`. */
  readonly uniform: boolean;
  /** The word as written is unquoted literal text: bash looks for an alias of that name. */
  readonly plain: boolean;
  /** The word is a process substitution, and nothing else. */
  readonly process: ProcessSubstitutionPart | null;
  /** What it assigns, for a word that bash reads as an assignment (`export A=1`). */
  readonly assigned: Assigned | null;
  /**
   * Whether it is in the program's text. `data` is not (`xargs`), but may be a file's name; `nothing` is data that
   * names nothing new.
   */
  readonly origin: "text" | "data" | "nothing";
}

export interface Assigned {
  readonly name: string;
  /** The new value, or null where nothing is known of it. */
  readonly binding: Binding | null;
  /** `NAME` alone, without a value. */
  readonly bare: boolean;
  /** `NAME+=VALUE`: the binding is what comes of it where nothing in the same command assigns the name before. */
  readonly append?: true;
}

/** A field of one word; `plain` for unquoted literal text. */
export function fieldOf(value: Value, span: Span, plain = false): Field {
  return {
    span,
    count: "one",
    value,
    each: value,
    uniform: true,
    plain,
    process: null,
    assigned: null,
    origin: "text",
  };
}

export function textField(text: string, span: Span): Field {
  return fieldOf(clean(text), span);
}

/** One or more names that a glob matches. */
export function globField(each: Value, span: Span): Field {
  const value: Piece[] = [...each, { kind: "repeat", value: [BOUNDARY, ...each] }];
  return severalOf("some", value, each, true, span);
}

/** The field where it may be no word at all: a glob that matches nothing, with `nullglob`. */
export function vanishing(field: Field): Field {
  return field.count === "any" ? field : { ...field, count: "any", plain: false, process: null, assigned: null };
}

/** A word that an unquoted expansion inside it may split. */
export function splitField(value: Value, each: Value, span: Span): Field {
  return severalOf("some", value, each, false, span);
}

const ANY_WORDS: Value = [ANY_TEXT];
const ANY_WORD: Value = [ANY_CHARACTERS];

/** Any number of words of which nothing is known. */
export function anyFields(span: Span): Field {
  return severalOf("any", ANY_WORDS, ANY_WORD, false, span);
}

/** What stands behind each of several lines: a newline, or nothing behind the last. */
const LINE_END: ChoiceHole = { kind: "choice", options: [["\n"], []] };

/** Lines that are each one of the values; none behind the last. */
export function linesOf(values: readonly Value[]): RepeatHole {
  return { kind: "repeat", value: [...choiceOf(values), LINE_END] };
}

/** One of the lines that a hole stands for, or null where it is none of {@link LINE_END}s. */
export function lineOf(hole: Piece): Value | null {
  if (typeof hole === "string" || hole.kind !== "repeat" || hole.value.at(-1) !== LINE_END) return null;
  return hole.value.slice(0, -1);
}

/** Any number of words that are data; `names` are those that they may be. */
export function dataFields(span: Span, names: readonly Value[]): Field {
  return {
    ...anyFields(span),
    each: names.length === 0 ? [] : choiceOf(names),
    origin: names.length === 0 ? "nothing" : "data",
  };
}

function severalOf(count: "some" | "any", value: Value, each: Value, uniform: boolean, span: Span): Field {
  return { span, count, value, each, uniform, plain: false, process: null, assigned: null, origin: "text" };
}

/** The text of a field that is one known word, else null. */
export function textOf(field: Field | undefined): string | null {
  return field?.count === "one" ? knownText(field.value) : null;
}

/** The field with another value in the place of its own. */
export function withValue(field: Field, value: Value): Field {
  return { ...field, value: compact(value), each: compact(value), plain: false, assigned: null };
}

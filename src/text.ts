/**
 * Texts and values: what rules match.
 *
 * A *text* is what a pattern sees: the words of one command joined by boundaries, or one path, target or name. A
 * *value* is a set of texts: known characters with holes where only a run would tell.
 *
 * Boundaries and other marks are Unicode noncharacters (U+FDD0 …), which Unicode reserves for a program's own use.
 * Input that holds one is changed by {@link plain} before it becomes text, so that no input can fake a mark.
 */

/** Between two words, where it is not known how the command reads the second. */
export const BOUNDARY = "\uFDD0";
/** Between two words, where the second is known not to be read as a flag: an option's value, or an operand. */
export const VALUE_BOUNDARY = "\uFDD1";
/** Between two words, where the second is known to be read by itself, never as the value of the word before. */
export const OPTION_BOUNDARY = "\uFDD2";
/** Stands for the home directory at the front of a path text, so that tables hold no machine's paths. */
export const HOME = "\uFDD3";
/** First character of a text of the surfaces `path` and `external_directory`: the path is read. */
export const READ = "\uFDD4";
/** First character of a text of the surfaces `path` and `external_directory`: the path is written. */
export const WRITE = "\uFDD5";

/** What stands in a text for a character of the input that is one of our marks. */
const REPLACEMENT = "\uFFFD";

/** The input with every mark of ours replaced, ready to be part of a text. */
export function plain(input: string): string {
  return input.replace(/[\uFDD0-\uFDEF]/gu, REPLACEMENT);
}

/** True for a character that separates words. */
export function isBoundary(character: string): boolean {
  return character === BOUNDARY || character === VALUE_BOUNDARY || character === OPTION_BOUNDARY;
}

/** A set of texts: the concatenation of its pieces. The empty list is the empty text. */
export type Value = readonly Piece[];

export type Piece = string | Hole;

/** A part of a value that is not known. */
export type Hole = CharactersHole | TextHole | ChoiceHole | RepeatHole;

/** A run of characters inside one word: never a boundary. */
export interface CharactersHole {
  readonly kind: "characters";
  /** Fewest and most characters; `max` null for no limit. */
  readonly min: 0 | 1;
  readonly max: 1 | null;
  /** Characters that cannot occur (a glob's `*` holds no `/`); absent for none. */
  readonly except?: string;
  /** Characters that cannot come first (a glob's leading `*` matches no leading dot); absent for none. */
  readonly notFirst?: string;
  /** The only characters that can occur; absent for all. */
  readonly among?: string;
  /**
   * The hole is part of a path and may hold separators, but no name in it is `..`: the path stays below what stands
   * before the hole. Absent where that is not known.
   */
  readonly within?: true;
}

/** Any run of characters and boundaries. */
export interface TextHole {
  readonly kind: "text";
}

/** One of several values: a variable that is known to hold one of a few texts. */
export interface ChoiceHole {
  readonly kind: "choice";
  readonly options: readonly Value[];
}

/** A value zero or more times. */
export interface RepeatHole {
  readonly kind: "repeat";
  readonly value: Value;
}

/** Any run of characters inside one word: `"$X"`. */
export const ANY_CHARACTERS: CharactersHole = { kind: "characters", min: 0, max: null };

/** Any run of characters that leads a path further down, if anywhere: what `find` prints after where it starts. */
export const ANY_DESCENT: CharactersHole = { kind: "characters", min: 0, max: null, within: true };

/** Any run of characters and boundaries. */
export const ANY_TEXT: TextHole = { kind: "text" };

/** Zero or more further words, to stand after a word: an unquoted `$X` that is a word of its own. */
export const MORE_WORDS: RepeatHole = { kind: "repeat", value: [BOUNDARY, ANY_CHARACTERS] };

/** First character of a key that is no text: no text holds it. */
const NO_TEXT = "\uFDE0";

/** What tells values apart: the text of one without holes, and of any other what no text is equal to. */
export function keyOf(value: Value): string {
  const text = knownText(value);
  if (text !== null) return text;
  let key = keys.get(value);
  if (key === undefined) keys.set(value, (key = NO_TEXT + JSON.stringify(value)));
  return key;
}

const keys = new WeakMap<Value, string>();

/** The text of a value without holes, or null where it has one. */
export function knownText(value: Value): string | null {
  let text = "";
  for (const piece of value) {
    if (typeof piece !== "string") return null;
    text += piece;
  }
  return text;
}

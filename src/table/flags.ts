/**
 * Whether a flag is present in a text, told character by character.
 *
 * A flag can be in doubt: `-n` after `-o` is a flag, or the value of `-o`. So there are two judgements. A flag is
 * *maybe* present if some reading of the words has it, and *surely* present if every reading has it; a rule that
 * restricts trusts the one and a rule that allows the other (see `conditionsOf`).
 *
 * The words after the first are judged up to a `--` that ends the flags. A word stands *possibly* by itself unless a
 * `VALUE_BOUNDARY` comes before it, and *surely* by itself after an `OPTION_BOUNDARY`, or after a `BOUNDARY` where the
 * word before is none that could take it for its value.
 */
import type { Action } from "../decision.ts";
import { BOUNDARY, isBoundary, OPTION_BOUNDARY, VALUE_BOUNDARY } from "../text.ts";

export type Judgement = "maybe" | "sure";

/** What a clause of a rule asks of a text. */
export interface Condition {
  readonly flags: readonly string[];
  readonly judgement: Judgement;
  /** True where one of the flags has to be present, false where none may be. */
  readonly present: boolean;
}

/** The conditions of a rule: a rule that restricts matches on any reading, a rule that allows needs every reading. */
export function conditionsOf(rule: {
  readonly action: Action;
  readonly with: readonly (readonly string[])[];
  readonly without: readonly (readonly string[])[];
}): Condition[] {
  const allows = rule.action === "allow";
  return [
    ...rule.with.map((flags) => ({ flags, judgement: allows ? ("sure" as const) : ("maybe" as const), present: true })),
    ...rule.without.map((flags) => ({
      flags,
      judgement: allows ? ("maybe" as const) : ("sure" as const),
      present: false,
    })),
  ];
}

/** A flag is present, whatever follows. */
export const PRESENT = 0;
/** No flag is present, and none can follow. */
export const ABSENT = 1;

/** Stands for every character that no flag holds. */
const OTHER = "\uFDEF";

/** Where a tracker is within a text. */
interface Place {
  /** The word may be a flag, by the tracker's judgement. */
  readonly counts: boolean;
  /** The word would end the flags if it were `--`. */
  readonly terminates: boolean;
  /** The word so far, shortened to what still makes a difference. */
  readonly word: string;
}

/** A deterministic automaton that tells whether one of a few flags is present. States are small numbers. */
export class FlagTracker {
  /** The state before the first word. */
  readonly start: number;
  readonly #characters: ReadonlySet<string>;
  readonly #judgement: Judgement;
  /** The characters of `-c` flags. */
  readonly #short: readonly string[];
  /** `--name` flags. */
  readonly #long: readonly string[];
  /** All others: `-exec`. */
  readonly #exact: readonly string[];
  readonly #places: (Place | null)[] = [null, null];
  readonly #numbers = new Map<string, number>();
  readonly #branching = new Map<number, ReadonlySet<string>>();

  constructor(flags: readonly string[], judgement: Judgement) {
    this.#judgement = judgement;
    const isShort = (flag: string): boolean => flag.startsWith("-") && !flag.startsWith("--") && [...flag].length === 2;
    this.#short = flags.filter(isShort).map((flag) => flag.slice(1));
    this.#long = flags.filter((flag) => flag.startsWith("--") && flag.length > 2);
    this.#exact = flags.filter((flag) => !flag.startsWith("--") && !isShort(flag));
    this.#characters = new Set(["-", "=", ...flags.flatMap((flag) => [...flag])]);
    this.start = this.#number({ counts: false, terminates: false, word: "" });
  }

  /** The state after one more character; null stands for a character that no flag holds. */
  step(state: number, character: string | null): number {
    const place = this.#places[state];
    if (place === null || place === undefined) return state;
    const { counts, terminates, word } = place;
    if (character !== null && isBoundary(character)) {
      if (terminates && word === "--") return ABSENT;
      if (counts && this.#isFlag(word)) return PRESENT;
      return this.#number(this.#afterBoundary(character, word));
    }
    const known = character !== null && this.#characters.has(character) ? character : OTHER;
    if (counts && this.#becomesPresent(word, known)) return PRESENT;
    return this.#number({ counts, terminates, word: this.#shorten(word + known, counts) });
  }

  /** The characters, boundaries apart, that lead elsewhere from a state than a character that no flag holds. */
  branching(state: number): ReadonlySet<string> {
    let characters = this.#branching.get(state);
    if (characters === undefined) {
      const other = this.step(state, null);
      characters = new Set([...this.#characters].filter((character) => this.step(state, character) !== other));
      this.#branching.set(state, characters);
    }
    return characters;
  }

  /** True where a flag is present in a text that ends in this state. */
  presentAtEnd(state: number): boolean {
    if (state === PRESENT) return true;
    const place = this.#places[state];
    if (place === null || place === undefined) return false;
    return place.counts && !(place.terminates && place.word === "--") && this.#isFlag(place.word);
  }

  #afterBoundary(boundary: string, before: string): Place {
    const possibly = boundary !== VALUE_BOUNDARY;
    const surely = boundary === OPTION_BOUNDARY || (boundary === BOUNDARY && !mayTakeValue(before));
    return this.#judgement === "maybe"
      ? { counts: possibly, terminates: surely, word: "" }
      : { counts: surely, terminates: possibly, word: "" };
  }

  /** True where a flag is present as soon as `character` follows `word`. */
  #becomesPresent(word: string, character: string): boolean {
    if (character === "=" && this.#isFlag(word)) return true;
    if (!this.#short.includes(character)) return false;
    if (this.#judgement === "sure") return word === "-";
    return word.startsWith("-") && !word.startsWith("--");
  }

  /** True where the whole word is a flag. */
  #isFlag(word: string): boolean {
    if (this.#exact.includes(word)) return true;
    if (!word.startsWith("--") || word.length === 2) return false;
    if (this.#judgement === "sure") return this.#long.includes(word);
    // GNU getopt takes any abbreviation.
    return this.#long.some((flag) => flag.startsWith(word));
  }

  /** A word that every continuation treats the same. */
  #shorten(word: string, counts: boolean): string {
    if (counts && [...this.#long, ...this.#exact].some((flag) => flag.startsWith(word))) return word;
    if (!word.startsWith("-")) return OTHER;
    if (word === "-" || word === "--") return word;
    const long = word.startsWith("--");
    if (word.includes("=")) {
      const cluster = counts && !long && this.#judgement === "maybe" && this.#short.length > 0;
      return cluster ? "-=" : OTHER;
    }
    return long ? `--${OTHER}` : `-${OTHER}`;
  }

  #number(place: Place): number {
    const key = `${place.counts ? 1 : 0}${place.terminates ? 1 : 0}${place.word}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#places.length;
      this.#places.push(place);
      this.#numbers.set(key, number);
    }
    return number;
  }
}

/** True for a word that could take the next word for its value. */
function mayTakeValue(word: string): boolean {
  return word.startsWith("-") && word !== "-" && word !== "--" && !word.includes("=");
}

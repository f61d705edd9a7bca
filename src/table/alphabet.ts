/**
 * Character classes: characters that no rule of a surface tells apart are one class, so that an automaton has a
 * transition for each class and not for each character of Unicode.
 */
import { BOUNDARY, OPTION_BOUNDARY, VALUE_BOUNDARY } from "../text.ts";
import { ANY, isMark, MAY_END, ONE, symbolCharacters } from "./program.ts";

/** The class of the characters that no rule names. */
export const OTHER = 0;
/** The class of the marks that no rule names. */
const OTHER_MARK = 1;

/** What of a rule tells characters apart. */
export interface Distinctions {
  readonly programs: readonly string[];
  readonly with: readonly (readonly string[])[];
  readonly without: readonly (readonly string[])[];
}

export class Alphabet {
  /** The characters of the classes from 2 on. */
  readonly classes: readonly string[];
  /** How many classes there are. */
  readonly size: number;
  /** The classes of characters that are no marks, ascending. */
  readonly nonMarks: readonly number[];
  /** The classes of marks, ascending. */
  readonly marks: readonly number[];
  /** The class of each ASCII character. */
  readonly ascii: Uint32Array = new Uint32Array(128);
  readonly #others = new Map<number, number>();

  /** `classes` as they stand in a table: each character in one class only, no class empty. */
  constructor(classes: readonly string[]) {
    this.classes = classes;
    this.size = classes.length + 2;
    for (const [index, characters] of classes.entries()) {
      for (const character of characters) {
        const code = character.codePointAt(0)!;
        if (code < 128) this.ascii[code] = index + 2;
        else this.#others.set(code, index + 2);
      }
    }
    const all = Array.from({ length: this.size }, (_, of) => of);
    this.marks = all.filter((of) => this.isMarkClass(of));
    this.nonMarks = all.filter((of) => !this.isMarkClass(of));
  }

  /** The class of a code point. */
  classOf(code: number): number {
    if (code < 128) return this.ascii[code]!;
    const named = this.#others.get(code);
    if (named !== undefined) return named;
    return code >= 0xfdd0 && code <= 0xfdef ? OTHER_MARK : OTHER;
  }

  /** The class of a text of one character. */
  classOfCharacter(character: string): number {
    return this.classOf(character.codePointAt(0)!);
  }

  /** The classes of one symbol of a program, other than `ANY`, `ONE` and `MAY_END`. */
  symbolClasses(symbol: string): number[] {
    return [...new Set(symbolCharacters(symbol).map((character) => this.classOfCharacter(character)))];
  }

  /** A character of a class, to stand for all of it; null for the classes that have no named character. */
  representative(of: number): string | null {
    const characters = this.classes[of - 2];
    return characters === undefined ? null : String.fromCodePoint(characters.codePointAt(0)!);
  }

  /** True where the class holds marks, which `?` and a run of characters inside a word do not match. */
  isMarkClass(of: number): boolean {
    const character = this.representative(of);
    return character === null ? of === OTHER_MARK : isMark(character);
  }
}

/** The classes that a list of rules needs, in the order of their first characters. */
export function alphabetOf(rules: Iterable<Distinctions>): string[] {
  const characters = new Set<string>();
  let flags = false;
  for (const rule of rules) {
    for (const program of rule.programs) {
      for (const symbol of program) {
        if (symbol === ANY || symbol === ONE || symbol === MAY_END) continue;
        for (const character of symbolCharacters(symbol)) characters.add(character);
      }
    }
    for (const clause of [...rule.with, ...rule.without]) {
      flags = true;
      for (const flag of clause) for (const character of flag) characters.add(character);
    }
  }
  const boundaries = [BOUNDARY, VALUE_BOUNDARY, OPTION_BOUNDARY];
  if (flags) for (const character of ["-", "=", ...boundaries]) characters.add(character);
  const classes = [...characters];
  if (!flags && characters.has(BOUNDARY)) {
    // Only flags tell the boundaries apart.
    const joined = classes.filter((character) => !boundaries.includes(character));
    joined.push(boundaries.join(""));
    return joined.toSorted(byCodePoint);
  }
  return classes.toSorted(byCodePoint);
}

function byCodePoint(a: string, b: string): number {
  return a.codePointAt(0)! - b.codePointAt(0)!;
}

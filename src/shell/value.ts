/** Values as the projector builds them: pieces joined, measured, compared, and taken apart into their choices. */
import { ANY_CHARACTERS, ANY_TEXT, isBoundary, keyOf, plain } from "../text.ts";
import type { CharactersHole, Hole, Piece, Value } from "../text.ts";
import { MAX_PIECES } from "./limits.ts";

/** A value of which nothing is known but that it is one word, or none. */
export const UNKNOWN: Value = [ANY_CHARACTERS];

/** Nothing is known of the value but that it is one word, or none. */
export function isUnknown(value: Value): boolean {
  return value.length === 1 && value[0] === ANY_CHARACTERS;
}

/** A number that only the run knows: `$?`, `$((…))`. */
export const NUMBER: CharactersHole = { kind: "characters", min: 1, max: null, among: "-0123456789" };

/** Any part of a name in a directory. */
export const NAME_PART: CharactersHole = { kind: "characters", min: 0, max: null, except: "/" };

/** Words that are handed on as data: any number of any, but never read as syntax. */
export const DATA_WORDS: CharactersHole = { kind: "characters", min: 0, max: null };

/**
 * Stands in a program text for a part that is not known, while that text is parsed: `bash -c "cd $D && rm x"`. It is a
 * noncharacter that {@link clean} keeps out of everything else.
 */
export const HOLE_MARK = "\uFDEF";

/** The text as part of a value: marks of ours replaced, {@link HOLE_MARK} turned into a hole. */
export function clean(text: string): Value {
  if (!text.includes(HOLE_MARK)) return text === "" ? [] : [plain(text)];
  const pieces: Piece[] = [];
  for (const [index, part] of text.split(HOLE_MARK).entries()) {
    if (index > 0) pieces.push(ANY_CHARACTERS);
    if (part !== "") pieces.push(plain(part));
  }
  return pieces;
}

/** The values one after the other, as one. */
export function concat(...values: readonly Value[]): Value {
  return compact(values.flat());
}

/**
 * The same pieces with neighbouring texts as one, and without empty ones. Of very many, those behind the first become
 * one hole.
 */
export function compact(pieces: readonly Piece[]): Value {
  const result: Piece[] = [];
  let texts: string[] = [];
  const flush = (): void => {
    const text = texts.join("");
    if (text !== "") result.push(text);
    texts = [];
  };
  for (const piece of pieces) {
    if (typeof piece === "string") texts.push(piece);
    else {
      flush();
      // Two unknown runs beside each other are one.
      if (piece !== ANY_CHARACTERS || result.at(-1) !== ANY_CHARACTERS) result.push(piece);
    }
  }
  flush();
  return result.length > MAX_PIECES ? cut(result) : result;
}

function cut(pieces: readonly Piece[]): Value {
  const rest = pieces.slice(MAX_PIECES).every(isInOneWord) ? ANY_CHARACTERS : ANY_TEXT;
  return [...pieces.slice(0, MAX_PIECES), rest];
}

function isInOneWord(piece: Piece): boolean {
  if (typeof piece === "string") return ![...piece].some(isBoundary);
  if (piece.kind === "choice") return piece.options.every((option) => option.every(isInOneWord));
  return piece.kind === "characters";
}

/** UTF-16 units of the known part, a hole counting for one. */
export function sizeOf(value: Value): number {
  let size = 0;
  for (const piece of value) size += typeof piece === "string" ? piece.length : 1;
  return size;
}

/** The values without repetition, in order. */
export function distinct<T extends Value | null>(values: readonly T[]): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = value === null ? "\0unset" : keyOf(value);
    return !seen.has(key) && seen.add(key);
  });
}

/** The values that a value with choices stands for, its other holes kept; itself where there are more than `most`. */
export function waysOf(value: Value, most: number): readonly Value[] {
  let ways: Piece[][] = [[]];
  for (const piece of value) {
    if (typeof piece === "string" || piece.kind !== "choice") {
      for (const way of ways) way.push(piece);
      continue;
    }
    if (ways.length * piece.options.length > most) return [value];
    ways = ways.flatMap((way) => piece.options.map((option) => [...way, ...option]));
  }
  return ways.map(compact);
}

/** One of several values, as one value. Never empty input. */
export function choiceOf(options: readonly Value[]): Value {
  const found = distinct(options);
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : [{ kind: "choice", options: found }];
}

/** Whether no text of the hole can be split, globbed, or read as syntax: digits. */
export function isNumber(piece: Piece): boolean {
  return typeof piece !== "string" && piece.kind === "characters" && piece.among === NUMBER.among;
}

/** The text at the front of a value, up to its first hole. */
export function frontOf(value: Value): string {
  const [first] = value;
  return typeof first === "string" ? first : "";
}

/** The text at the back of a value, behind its last hole. */
export function endOf(value: Value): string {
  const last = value.at(-1);
  return typeof last === "string" ? last : "";
}

/** The text of a value, with `mark` for each of its holes. */
export function textWith(value: Value, mark: string): string {
  return value.map((piece) => (typeof piece === "string" ? piece : mark)).join("");
}

/** What remains of a value without its first `length` characters, which are known. */
export function after(value: Value, length: number): Value {
  const [first, ...rest] = value;
  if (typeof first !== "string") return value;
  return first.length > length ? [first.slice(length), ...rest] : rest;
}

/** Whether nothing that the piece may be holds a slash. */
export function holdsNoSlash(piece: Piece): boolean {
  if (typeof piece === "string") return !piece.includes("/");
  if (piece.kind === "choice") return piece.options.every((option) => option.every(holdsNoSlash));
  return holdsNone(piece, "/");
}

/** Whether none of the characters can stand in what the hole is. */
export function holdsNone(hole: Hole, characters: string): boolean {
  if (hole.kind !== "characters") return false;
  const { among, except } = hole;
  if (among !== undefined) return ![...characters].some((one) => among.includes(one));
  return except !== undefined && [...characters].every((one) => except.includes(one));
}

/** Whether nothing may be left of a value. */
export function mayBeEmpty(value: Value): boolean {
  return value.every((piece) => {
    if (typeof piece === "string") return piece === "";
    if (piece.kind === "choice") return piece.options.some(mayBeEmpty);
    return piece.kind !== "characters" || piece.min === 0;
  });
}

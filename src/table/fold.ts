/**
 * Folded case: the spelling that stands for all that differ only in case, for file systems that do not tell them apart.
 *
 * Only rules that restrict are asked with it, so it may fold more than a file system does, but not less.
 */
import { ANY_TEXT, type Hole, type Piece, type Value } from "../text.ts";

/** A text, a program or a character in folded case. Marks stay. */
export function fold(text: string): string {
  // By way of upper case, what has several lower forms becomes one: `ſ` and `s`, `ẞ` and `ß` and `ss`. A sigma at the
  // end of a word gets a form of its own, which is taken back.
  return text.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

/** Every text of the value in folded case, and perhaps more. */
export function foldValue(value: Value): Value {
  return foldWithin(value, 0);
}

/** Holes within holes are folded up to this depth; what lies deeper stands for any text. */
const DEPTH = 100;

function foldWithin(value: Value, depth: number): Value {
  if (depth > DEPTH) return [ANY_TEXT];
  // Pieces that touch are folded together, since a mark may combine with the character before it.
  const joined: Piece[] = [];
  for (const piece of value) {
    const before = joined.at(-1);
    if (typeof piece === "string" && typeof before === "string") joined[joined.length - 1] = before + piece;
    else joined.push(piece);
  }
  return joined.map((piece) => (typeof piece === "string" ? fold(piece) : foldHole(piece, depth)));
}

function foldHole(hole: Hole, depth: number): Hole {
  if (hole.kind === "text") return hole;
  if (hole.kind === "choice")
    return { kind: "choice", options: hole.options.map((option) => foldWithin(option, depth + 1)) };
  if (hole.kind === "repeat") return { kind: "repeat", value: foldWithin(hole.value, depth + 1) };
  const { min, max, among, except, notFirst } = hole;
  if (among !== undefined) {
    const folded = Array.from(among, fold);
    const single = folded.every((text) => Array.from(text).length === 1);
    return single ? { kind: "characters", min, max, among: folded.join("") } : { kind: "characters", min, max: null };
  }
  const folded: Hole = {
    kind: "characters",
    min,
    max,
    ...(except === undefined ? {} : { except: caseless(except) }),
    ...(notFirst === undefined ? {} : { notFirst: caseless(notFirst) }),
  };
  return max === null ? folded : { kind: "choice", options: [[folded], ...expansions().map((text) => [text])] };
}

let known: readonly string[] | null = null;

/** What the characters fold to that fold to several. Only the first two planes of Unicode have such characters. */
function expansions(): readonly string[] {
  if (known === null) {
    const all = new Set<string>();
    for (let code = 0x80; code <= 0x1ffff; code++) {
      const folded = fold(String.fromCodePoint(code));
      if (Array.from(folded).length > 1) all.add(folded);
    }
    known = [...all];
  }
  return known;
}

/** The characters that no other character folds to. */
function caseless(characters: string): string {
  return Array.from(characters)
    .filter((character) => character.toUpperCase() === character.toLowerCase())
    .join("");
}

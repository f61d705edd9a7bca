/**
 * Atoms: what the parts of a word expand to, before it is split into words.
 */
import { ANY_CHARACTERS, knownText } from "../../text.ts";
import type { Hole, Value } from "../../text.ts";
import type { ProcessSubstitutionPart } from "../syntax.ts";
import { choiceOf, compact, isNumber, NUMBER } from "../value.ts";
import { hasWildcard } from "./glob.ts";

export type Atom =
  /** `split`: text out of an unquoted expansion, which is split into words; only unquoted text is globbed. */
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean; readonly split: boolean }
  /** Unless quoted, it may be split into any number of words. */
  | { readonly kind: "hole"; readonly hole: Hole; readonly quoted: boolean }
  /** Between two elements of a list: a word ends here. `joint` stands there where they are one text. */
  | { readonly kind: "break"; readonly joint: Value }
  /** Any number of words; with `lines`, each is one of the lines that the hole stands for. */
  | { readonly kind: "words"; readonly lines?: Hole }
  /** The name of a file under /dev/fd. */
  | { readonly kind: "process"; readonly part: ProcessSubstitutionPart };

export const ANY_WORDS: Atom = { kind: "words" };

/** A value as an expansion gives it. An empty value in quotes is an empty word, without them it is nothing. */
export function atomsOfValue(value: Value, quoted: boolean): Atom[] {
  if (value.length === 0) return quoted ? [{ kind: "text", text: "", quoted, split: false }] : [];
  return value.map((piece) =>
    typeof piece === "string"
      ? { kind: "text", text: piece, quoted, split: !quoted }
      : { kind: "hole", hole: piece, quoted },
  );
}

/** The elements of a list, each a word of its own; `joint` stands between them where they are one text. */
export function atomsOfList(elements: readonly Value[], open: boolean, quoted: boolean, joint: Value): Atom[] {
  const atoms: Atom[] = [];
  for (const [index, element] of elements.entries()) {
    if (index > 0) atoms.push({ kind: "break", joint });
    atoms.push(...atomsOfValue(element, quoted));
  }
  // What follows may be nothing, and then the last word goes on with what stands behind the list.
  if (open) atoms.push(ANY_WORDS);
  return atoms;
}

/** One of several expansions: a choice where each is surely one word, else anything. */
export function oneOf(ways: readonly (readonly Atom[])[], quoted: boolean): readonly Atom[] {
  const [first] = ways;
  if (first === undefined) return [ANY_WORDS];
  if (ways.length === 1) return first;
  const values: Value[] = [];
  for (const way of ways) {
    const value = singleWord(way);
    if (value === null) return quoted && !ways.flat().some(isSeveral) ? [unknownAtom(true)] : [ANY_WORDS];
    values.push(value);
  }
  const whole = quoted || ways.flat().every((atom) => "quoted" in atom && atom.quoted);
  return atomsOfValue(choiceOf(values), whole);
}

export function unknownAtom(quoted: boolean): Atom {
  return { kind: "hole", hole: ANY_CHARACTERS, quoted };
}

/** A number, or one that only the run knows. */
export function numberAtom(number: number | null, quoted: boolean): Atom {
  if (number === null) return { kind: "hole", hole: NUMBER, quoted };
  return { kind: "text", text: String(number), quoted, split: !quoted };
}

function isSeveral(atom: Atom): boolean {
  return atom.kind === "break" || atom.kind === "words";
}

/** The value of atoms that are one word where `IFS` is made of blanks, and no glob; else null. */
function singleWord(atoms: readonly Atom[]): Value | null {
  if (atoms.length === 0) return null;
  const pieces: (string | Hole)[] = [];
  let quoted = false;
  for (const atom of atoms) {
    if (atom.kind === "text") {
      if (!atom.quoted && (/\s/.test(atom.text) || hasWildcard(atom.text))) return null;
      quoted ||= atom.quoted;
      pieces.push(atom.text);
    } else if (atom.kind === "hole" && (atom.quoted || isNumber(atom.hole))) {
      quoted = true;
      pieces.push(atom.hole);
    } else return null;
  }
  const value = compact(pieces);
  return value.length === 0 && !quoted ? null : value;
}

/** The value of atoms as one word that is neither split nor globbed: an assignment's, a here-document's. */
export function joinedValue(atoms: readonly Atom[]): Value {
  const pieces: (string | Hole)[] = [];
  for (const atom of atoms) {
    switch (atom.kind) {
      case "text":
        pieces.push(atom.text);
        break;
      case "hole":
        pieces.push(atom.hole);
        break;
      case "break":
        pieces.push(...atom.joint);
        break;
      case "words":
        pieces.push(ANY_CHARACTERS);
        break;
      case "process":
        pieces.push("/dev/fd/", ANY_CHARACTERS);
        break;
    }
  }
  return compact(pieces);
}

/** The known text of atoms, or null. */
export function textOfAtoms(atoms: readonly Atom[]): string | null {
  return knownText(joinedValue(atoms));
}

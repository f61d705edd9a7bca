/**
 * A word as far as it is known: its front up to the first hole, and what the rest could make of it.
 */
import { isBoundary } from "../../text.ts";
import type { Hole, Piece, Value } from "../../text.ts";
import { UNKNOWN_PART } from "./script-effects.ts";

/** How many words a word can turn out to be. */
type Multiplicity =
  | "one"
  /** Any number of words that begin alike, with a long option and its `=`: `--include=*.ts`. */
  | "alike"
  /** Any number of words, of which none begins with a dash: `src/*`. */
  | "operands"
  /** Any number of any words: `$X`. */
  | "anything";

export interface Word {
  readonly value: Value;
  /** The known text up to the first hole. */
  readonly front: string;
  /** The front is the whole word. */
  readonly whole: boolean;
  readonly multiplicity: Multiplicity;
  /** The word, or one of its words, begins or may begin with a dash. */
  readonly mayBeOption: boolean;
}

/** A word, or the part of one from `start` on, that has a meaning. */
export interface Place {
  readonly word: number;
  readonly start: number;
}

/** The text of a word with a mark for each part that is not known. */
export function sketchOf(word: Word): string {
  if (word.whole) return word.front;
  return word.value.map((piece) => (typeof piece === "string" ? piece : UNKNOWN_PART)).join("");
}

/** Reads a word's value. Work is linear in the value's size. */
export function wordOf(value: Value): Word {
  if (value.length === 1 && typeof value[0] === "string") return literal(value, value[0]);
  let front = "";
  let index = 0;
  for (; index < value.length; index++) {
    const piece = value[index];
    if (typeof piece !== "string") break;
    front += piece;
  }
  if (index === value.length) return literal(value, front);
  const multiplicity = multiplicityOf(value, front);
  const dash = multiplicity === "anything" || (front === "" ? mayBeOption(value) : front.startsWith("-"));
  return { value, front, whole: false, multiplicity, mayBeOption: dash };
}

/** Whether a word that begins with a hole may be an option: whoever writes `"$URL/v1"` or `"$A..$B"` means a value. */
function mayBeOption(value: Value): boolean {
  const [hole, behind] = value;
  if (typeof hole === "object" && hole.kind === "characters" && typeof behind === "string") {
    if (/^(?:\/|:|\.\.)/.test(behind) && (behind.length > 1 || value.length > 2)) return false;
  }
  return mayBeginWithDash(value);
}

function literal(value: Value, text: string): Word {
  for (const mark of text) {
    if (isBoundary(mark)) return { value, front: "", whole: false, multiplicity: "anything", mayBeOption: true };
  }
  return { value, front: text, whole: true, multiplicity: "one", mayBeOption: text.startsWith("-") && text !== "-" };
}

function multiplicityOf(value: Value, front: string): Multiplicity {
  let result: Multiplicity = "one";
  for (const { piece, next } of flatten(value)) {
    if (typeof piece !== "string") {
      if (piece.kind === "text") return "anything";
      continue;
    }
    const kind = boundariesIn(piece, next, front);
    if (kind === "anything") return kind;
    if (kind !== "one") result = kind;
  }
  return result;
}

/** What the boundaries inside a text make of the word; `next` is the piece that follows the text. */
function boundariesIn(text: string, next: Piece | undefined, front: string): Multiplicity {
  const option = front.startsWith("--") && front.includes("=");
  let result: Multiplicity = "one";
  for (let at = 0; at < text.length; at++) {
    if (!isBoundary(text[at] ?? "")) continue;
    const rest = at + 1 < text.length ? text.slice(at + 1) : typeof next === "string" ? next : "";
    if (option) {
      if (!rest.startsWith(front)) return "anything";
      result = "alike";
    } else if (rest.startsWith("-") || (rest === "" && (next === undefined || mayBeginWithDash([next]))))
      return "anything";
    else result = "operands";
  }
  return result;
}

/** The pieces of a value with those inside its choices and repetitions, without recursion. */
function flatten(value: Value): { piece: Piece; next: Piece | undefined }[] {
  const found: { piece: Piece; next: Piece | undefined }[] = [];
  const open: Value[] = [value];
  for (let pieces = open.pop(); pieces !== undefined; pieces = open.pop()) {
    for (const [at, piece] of pieces.entries()) {
      found.push({ piece, next: pieces[at + 1] });
      if (typeof piece === "string") continue;
      if (piece.kind === "repeat") open.push(piece.value);
      else if (piece.kind === "choice") open.push(...piece.options);
    }
  }
  return found;
}

/** Whether a text of the value can begin with a dash; true where that is not plain to see. */
function mayBeginWithDash(value: Value): boolean {
  for (const piece of value) {
    if (typeof piece === "string") {
      if (piece === "") continue;
      return piece.startsWith("-");
    }
    if (piece.kind === "choice") {
      for (const option of piece.options) {
        const first = option.find((part) => part !== "");
        if (typeof first !== "string" || first.startsWith("-")) return true;
      }
      return false;
    }
    if (piece.kind !== "characters" || allowsDash(piece)) return true;
    if (piece.min === 1) return false;
  }
  return false;
}

function allowsDash(hole: Hole & { kind: "characters" }): boolean {
  if (hole.except?.includes("-") === true || hole.notFirst?.includes("-") === true) return false;
  return hole.among === undefined || hole.among.includes("-");
}

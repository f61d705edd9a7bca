/**
 * Patterns of approvals: as a person writes them in a policy, and as a table matches them, from one list of parts.
 */
import { ANY, MAY_END, marksAccess } from "../table/program.ts";
import { BOUNDARY, plain, READ, WRITE } from "../text.ts";

/** A piece of a pattern. */
export type Part =
  /** Characters that stand for themselves. */
  | { readonly kind: "literal"; readonly text: string }
  /** A boundary between two words of a command. */
  | { readonly kind: "boundary" }
  /** `*` */
  | { readonly kind: "any" }
  /** At the end of a path: the directory itself and everything below it. */
  | { readonly kind: "below" };

/** A pattern that answers for a question. */
export interface PatternChoice {
  readonly parts: readonly Part[];
  readonly exact: boolean;
  /** What else it would allow, as a person would write it; null where nothing. */
  readonly alsoAllows: string | null;
  /** It answers for what the command runs only in this very call. */
  readonly thisCall?: boolean;
}

export type Access = "read" | "write";

/** Most UTF-16 units of a pattern: a line that a person still reads. */
const LONGEST = 2_000;

/** Words that end a pattern, or that a reader would take for something else at its front. */
const WORDS: ReadonlySet<string> = new Set("with without because read write final allow ask deny".split(" "));

/** Characters that no policy can hold: see `invalid-character`, `bidirectional-character` and line breaks. */
const UNWRITABLE =
  // oxlint-disable-next-line eslint/no-control-regex -- Control characters are what is looked for.
  /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFEFF\p{Surrogate}]/u;

/** The pattern in the language of policies; null where it cannot be written on a line, or is too long to be read. */
export function patternText(parts: readonly Part[]): string | null {
  let text = "";
  let atFront = true;
  for (const part of parts) {
    if (part.kind === "literal") {
      if (UNWRITABLE.test(part.text)) return null;
      text += writtenWord(part.text, atFront);
    } else text += part.kind === "boundary" ? " " : part.kind === "any" ? "*" : "/";
    atFront = part.kind === "boundary";
  }
  return text.length > LONGEST ? null : text;
}

/** A text so that each of its characters stands for itself. */
function writtenWord(text: string, atFront: boolean): string {
  const isPlain = /^[A-Za-z0-9_%+=:./@^-]+$/.test(text) && !(atFront && (text.startsWith("@") || WORDS.has(text)));
  if (isPlain) return text;
  if (!text.includes("'")) return `'${text}'`;
  return `"${text.replace(/["\\$`]/g, "\\$&")}"`;
}

/** The pattern as a program of a table. */
export function patternProgram(parts: readonly Part[], surface: string, access: Access | null): string {
  const front = !marksAccess(surface) ? "" : access === "read" ? READ : access === "write" ? WRITE : "";
  const symbols: string[] = [];
  for (const part of parts) {
    if (part.kind === "literal") symbols.push(...plain(part.text));
    else if (part.kind === "boundary") symbols.push(BOUNDARY);
    else if (part.kind === "any") symbols.push(ANY);
    else symbols.push(MAY_END, "/", ANY);
  }
  // A trailing ` *` also matches nothing at all.
  if (symbols.at(-1) === ANY && symbols.at(-2) === BOUNDARY) symbols.splice(-2, 0, MAY_END);
  return front + symbols.join("");
}

/** Words of a command as parts. */
export function wordsParts(words: readonly string[]): Part[] {
  return words.flatMap((word, index): Part[] => {
    const literal: Part = { kind: "literal", text: word };
    return index === 0 ? [literal] : [{ kind: "boundary" }, literal];
  });
}

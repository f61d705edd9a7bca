/**
 * Pattern programs: what a pattern is in a table.
 *
 * A program is a string. Most of its characters stand for themselves; a few marks, from the same range of Unicode
 * noncharacters as the marks of texts, stand for more:
 *
 *     git push *        git␣push⏵␣∗      ⏵ MAY_END, ␣ BOUNDARY, ∗ ANY
 *     ~/.ssh/           ⌂/.ssh⏵/∗        ⌂ HOME
 */
import { BOUNDARY, HOME, OPTION_BOUNDARY, READ, VALUE_BOUNDARY, WRITE } from "../text.ts";

/** Any run of characters and boundaries. */
export const ANY = "\uFDE0";
/** One character that is no mark. */
export const ONE = "\uFDE1";
/** The program also matches a text that ends here. */
export const MAY_END = "\uFDE2";
/** The mark of a path that is read, or that of one that is written. */
export const ANY_ACCESS = "\uFDE3";

/** Surfaces whose texts are paths. */
const PATH_SURFACES: ReadonlySet<string> = new Set([
  "path",
  "external_directory",
  "read",
  "write",
  "edit",
  "grep",
  "find",
  "ls",
]);

/** True for a surface whose texts are paths. */
export function isPathSurface(surface: string): boolean {
  return PATH_SURFACES.has(surface);
}

/** True for a surface whose texts start with the mark of an access. */
export function marksAccess(surface: string): boolean {
  return surface === "path" || surface === "external_directory";
}

/** True for a character that is a mark of a text or of a program. */
export function isMark(character: string): boolean {
  return character >= "\uFDD0" && character <= "\uFDEF";
}

/** The characters that a symbol of a program other than `ANY`, `ONE` and `MAY_END` stands for. */
export function symbolCharacters(symbol: string): readonly string[] {
  if (symbol === BOUNDARY) return [BOUNDARY, VALUE_BOUNDARY, OPTION_BOUNDARY];
  if (symbol === ANY_ACCESS) return [READ, WRITE];
  return [symbol];
}

function isWildcard(symbol: string): boolean {
  return symbol === ANY || symbol === ONE;
}

/** How many words at the front of a program's texts are known whole. */
export function fixedWords(program: string): number {
  let words = 0;
  for (const symbol of program) {
    if (isWildcard(symbol)) return words;
    if (symbol === BOUNDARY) words++;
  }
  return words + 1;
}

/**
 * The directory at the front of a path program, without a mark of access: the characters before the last `/` that no
 * wildcard precedes. `/tmp/a*` gives `/tmp`, `~/dev/` the home mark and `/dev`; null where there is none, or where it
 * is the root.
 */
export function fixedDirectory(program: string): string | null {
  let path = "";
  let directory: string | null = null;
  for (const symbol of program) {
    if (isWildcard(symbol)) break;
    if (symbol === READ || symbol === WRITE || symbol === ANY_ACCESS || symbol === MAY_END) continue;
    if (symbol === "/") directory = path;
    path += symbol;
  }
  return directory === "" ? null : directory;
}

/**
 * The path that a path program is bound to, without a mark of access: all of it where it holds no wildcard, else the
 * directory before the first one; null where there is none. A backslash counts as a separator too.
 */
export function fixedPath(program: string): string | null {
  let path = "";
  let directory = "";
  for (const symbol of program) {
    if (isWildcard(symbol)) return directory === "" ? null : directory;
    if (symbol === READ || symbol === WRITE || symbol === ANY_ACCESS || symbol === MAY_END) continue;
    if (symbol === "/" || symbol === "\\") directory = path;
    path += symbol;
  }
  return path === "" || path === "/" ? null : path;
}

/** True where a program matches every text, or every text of one access. */
export function matchesAll(program: string): boolean {
  return (
    program === ANY || (program.length === 2 && program.endsWith(ANY) && "\uFDE3\uFDD4\uFDD5".includes(program[0]!))
  );
}

/** False where a text differs from a program before the first symbol that may stand for several characters, or none. */
export function beginsAlike(program: string, text: string): boolean {
  for (let at = 0; at < program.length; at++) {
    const symbol = program[at]!;
    if (isWildcard(symbol) || symbol === MAY_END) return true;
    if (symbol !== text[at] && !symbolCharacters(symbol).includes(text[at] ?? "")) return false;
  }
  return program.length === text.length;
}

/**
 * True for a program that a pattern can become: its marks are known ones, and `MAY_END` stands only where it means the
 * end of a pattern, before a last symbol and `ANY`.
 */
export function isWellFormed(program: string): boolean {
  return WELL_FORMED.test(program);
}

const PLAIN = `[^\\uFDD0-\\uFDEF]|[${BOUNDARY}${HOME}${READ}${WRITE}${ANY_ACCESS}]`;
/** Matched natively: every program of a table is put to it when the table is loaded. */
const WELL_FORMED = new RegExp(`^(?:${PLAIN}|[${ANY}${ONE}])*(?:${MAY_END}(?:${PLAIN})${ANY})?$`, "u");

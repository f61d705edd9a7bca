/** What may stand between two tokens. */
import type { Notes } from "./notes.ts";

export type Gap = "none" | "blanks" | "newline" | "text";

/**
 * What `source[start, end)` is to bash: nothing (also a line continuation alone), blanks, blanks with a newline, or
 * text. The grammar also passes over other white space, which bash reads as a part of words.
 */
export function gapBetween(source: string, start: number, end: number): Gap {
  let gap: Gap = "none";
  for (let at = start; at < end; at++) {
    const character = source[at];
    if (character === "\\" && source[at + 1] === "\n" && at + 1 < end) at++;
    else if (character === "\n") gap = "newline";
    else if (character !== " " && character !== "\t") return "text";
    else if (gap === "none") gap = "blanks";
  }
  return end < start ? "text" : gap;
}

/** Checks that a gap holds no text, and unless `newline` is true no newline; otherwise it is a fault. */
export function checkGap(source: string, start: number, end: number, newline: boolean, notes: Notes): Gap {
  const gap = gapBetween(source, start, end);
  if (gap === "text" || (gap === "newline" && !newline)) {
    notes.fault({ start: Math.min(start, end), end }, "this stands between two words, and was not understood");
  }
  return gap;
}

/** Words in which nothing is expanded but braces, tildes and globs. */
import type { Word } from "../syntax.ts";

/** The text of a word that is all literal, quoted or not; null for another. */
export function literalOf({ parts, assignment }: Word): string | null {
  if (assignment !== undefined) return null;
  let text = "";
  for (const part of parts) {
    if (part.kind !== "literal") return null;
    text += part.text;
  }
  return text;
}

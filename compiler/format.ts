/**
 * The canonical form of a policy file: one style, without options.
 *
 * A line keeps its words; only blanks, blank lines and indentation change, so that a formatted policy means what it
 * meant, and a change to one rule changes one line.
 */
import type { Diagnostic } from "./diagnostic.ts";
import { itemsOf, textOf } from "./formatting/items.ts";
import { layOut } from "./formatting/layout.ts";
import { parsePolicy, type ParsedPolicy } from "./parse.ts";

export interface FormattedPolicy {
  /** Null for a file with errors, which is left alone. */
  readonly text: string | null;
  /** What is wrong with the text. */
  readonly diagnostics: readonly Diagnostic[];
  readonly source: ParsedPolicy["source"];
}

/**
 * Formats the text of a policy file. Lines end as the first one of the file does, with LF or with CRLF; a byte order
 * mark goes. The file's name is only for places.
 *
 * Throws an Error where the formatted text would mean something else: a fault of this program.
 */
export function formatPolicy(text: string, file: string): FormattedPolicy {
  const parsed = parsePolicy(text, file);
  const { diagnostics, source } = parsed;
  if (diagnostics.some(({ severity }) => severity === "error")) return { text: null, diagnostics, source };
  const ending = /\r?\n/.exec(text)?.[0] ?? "\n";
  const formatted = layOut(itemsOf(parsed))
    .map((line) => line + ending)
    .join("");
  if (meaningOf(parsePolicy(formatted, file)) !== meaningOf(parsed)) {
    throw new Error(`formatting \`${file}\` would change what it means; the file is left as it is`);
  }
  return { text: formatted, diagnostics, source };
}

/** All that a file says, whatever its form: its tree without places, and its comments in their order. */
function meaningOf({ tree, diagnostics }: ParsedPolicy): string {
  const withoutPlaces = (key: string, value: unknown): unknown => (key === "span" ? undefined : value);
  const comments = tree.comments.map(textOf);
  return JSON.stringify([diagnostics.map(({ code }) => code), tree.statements, comments], withoutPlaces);
}

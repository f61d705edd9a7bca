/**
 * What becomes of a path's text before anything is opened: the tilde, and what agents' tools undo in an argument.
 */

/** What a leading tilde stands for. */
export interface Tilde {
  /**
   * The home directory; the current one (`~+`); or what the text does not tell: another user's home directory, the
   * previous directory (`~-`), an entry of the directory stack.
   */
  readonly kind: "home" | "here" | "unknown";
  /** What stands behind it: empty, or from a separator on. */
  readonly rest: string;
}

/** Reads a text that starts with a tilde, as bash does. */
export function readTilde(text: string, separators: string): Tilde {
  let end = 1;
  while (end < text.length && !separators.includes(text.charAt(end))) end += 1;
  const user = text.slice(1, end);
  return { kind: user === "" ? "home" : user === "+" ? "here" : "unknown", rest: text.slice(end) };
}

/** Blanks of other scripts and widths, which some tools turn into plain ones before they open a file. */
const BLANKS = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * The texts that a tool may make of a path argument, the one as typed first: some tools drop blanks around it, take
 * other blanks for plain ones, drop the `@` in front with which people mention a file, and know `$HOME`.
 */
export function toolSpellings(path: string): readonly string[] {
  const undone = path
    .trim()
    .replace(BLANKS, " ")
    .replace(/^@/, "")
    .replace(/^\$(?:HOME|\{HOME\})(?=[/\\]|$)/, "~");
  return undone === path || undone === "" ? [path] : [path, undone];
}

/**
 * Literal text between the expansions of a word: escapes and line continuations resolved, and a tripwire for
 * everything that bash would not take literally.
 *
 * A front end hands over the source between the nested nodes that it found. Text in which bash would see an expansion
 * or a quote that the front end did not is a hole in that front end's reading: it becomes an `unread` part and a fault,
 * never literal text.
 */
import type { Notes } from "./notes.ts";
import type { PartList } from "./part-list.ts";

/**
 * What surrounds the text.
 *
 * - `bare`: outside quotes. A backslash quotes the next character.
 * - `double`: inside double quotes. A backslash counts before `$`, a backtick, `"`, `\` and a newline.
 * - `body`: an unquoted here-document. As in double quotes, but `"` is a plain character.
 * - `operand`: the word of `"${X:-word}"`. As in double quotes, and a backslash also counts before `}`.
 * - `operand-double`: the word of `"${X:-"word"}"`. A backslash quotes every character.
 * - `arithmetic`: subscripts, offsets, expressions. Double quotes vanish, single quotes quote nothing, and since bash
 *   expands such text more than once, no `$` or backtick in it is ever literal.
 */
export type Surroundings = "bare" | "double" | "body" | "operand" | "operand-double" | "arithmetic";

const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

/** The characters that can be more than themselves in some surroundings. */
const SPECIAL = new Uint8Array(128);
for (const character of "\\`'\"<>$") SPECIAL[character.charCodeAt(0)] = 1;

/** Resolves `source[start, end)` into literal parts of `list`. */
export function readLiteral(
  source: string,
  start: number,
  end: number,
  surroundings: Surroundings,
  list: PartList,
  notes: Notes,
): void {
  const quoted = surroundings !== "bare";
  let from = start;
  let at = start;
  const flush = (): void => {
    if (at > from) list.literal(source.slice(from, at), quoted, from, at);
  };
  while (at < end) {
    const code = source.charCodeAt(at);
    if (code >= SPECIAL.length || SPECIAL[code] === 0) {
      at++;
      continue;
    }
    if (code === BACKSLASH) {
      const next = at + 1 < end ? source.charCodeAt(at + 1) : -1;
      if (next === NEWLINE) {
        flush();
        from = at += 2;
      } else if (next !== -1 && escapes(surroundings, next)) {
        flush();
        const after = at + 1 + String.fromCodePoint(source.codePointAt(at + 1)!).length;
        list.literal(source.slice(at + 1, after), true, at, after);
        from = at = after;
      } else {
        at++;
      }
      continue;
    }
    if (code === 0x22 && surroundings === "arithmetic") {
      flush();
      from = ++at;
      continue;
    }
    const active = activeAt(source, at, end, surroundings);
    if (active !== null) {
      flush();
      const span = { start: at, end };
      const detail = `${active} was not understood here`;
      list.unread(span, quoted, detail);
      notes.fault(span, detail);
      return;
    }
    at++;
  }
  flush();
}

/**
 * Resolves a piece of an unquoted here-document. With `strip`, its lines lose their leading tabs; a line that a
 * continuation joins to the one before it keeps them. `fresh` is true where the piece begins a line.
 */
export function readBodyText(
  source: string,
  start: number,
  end: number,
  strip: boolean,
  fresh: boolean,
  list: PartList,
  notes: Notes,
): void {
  if (!strip) {
    readLiteral(source, start, end, "body", list, notes);
    return;
  }
  for (let at = start, first = fresh; at < end; first = true) {
    if (first) while (at < end && source[at] === "\t") at++;
    let lineEnd = at;
    while (lineEnd < end && source[lineEnd] !== "\n") lineEnd += source[lineEnd] === "\\" ? 2 : 1;
    const stop = Math.min(lineEnd + 1, end);
    readLiteral(source, at, stop, "body", list, notes);
    at = stop;
  }
}

/** The text of a here-document with a quoted delimiter. */
export function quotedBody(text: string, strip: boolean): string {
  return strip ? text.replace(/(^|\n)\t+/g, "$1") : text;
}

/** A backslash at the very end escapes nothing, and stays. */
function escapes(surroundings: Surroundings, next: number): boolean {
  switch (surroundings) {
    case "bare":
    case "operand-double":
      return true;
    case "arithmetic":
      return next !== 0x24 && next !== 0x60;
    default:
      if (next === 0x24 || next === 0x60 || next === BACKSLASH) return true;
      return (next === 0x22 && surroundings !== "body") || (next === 0x7d && surroundings === "operand");
  }
}

/** What bash would see at a character that a front end took literally, or null for a plain character. */
function activeAt(source: string, at: number, end: number, surroundings: Surroundings): string | null {
  switch (source[at]) {
    case "`":
      return "a backtick";
    case "'":
      return surroundings === "bare" ? "a single quote" : null;
    case '"':
      return surroundings === "body" ? null : "a double quote";
    case "<":
    case ">":
      return surroundings === "bare" && followedBy(source, at + 1, end) === "(" ? "a process substitution" : null;
    case "$": {
      if (surroundings === "arithmetic") return "a `$`";
      const next = followedBy(source, at + 1, end);
      if (next === "'" || next === '"') return surroundings === "bare" || surroundings === "operand" ? "a quote" : null;
      return next !== "" && /[\w@*#?$!({[-]/.test(next) ? "an expansion" : null;
    }
    default:
      return null;
  }
}

/** The next character after any line continuations, or "". */
function followedBy(source: string, from: number, end: number): string {
  let at = from;
  while (at + 1 < end && source[at] === "\\" && source[at + 1] === "\n") at += 2;
  return at < end ? source[at]! : "";
}

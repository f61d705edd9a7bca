/** Redirections of unbash's tree. */
import type * as Unbash from "unbash";
import type { FileRedirection, Redirection, Span, Word } from "../syntax.ts";
import { decodeAnsiC } from "./ansi-c.ts";
import type { Notes } from "./notes.ts";
import { spanOf, type UnbashWords } from "./unbash-words.ts";

/** Plain text, escaped characters, closed quotes, and `$` where it stands for itself: nothing expands a delimiter. */
const PLAIN_DELIMITER = /^(?:[^\\'"$`]|\\.|'[^']*'|\$(?![({'"[`])|"(?:[^"\\$`]|\\.|\$(?![({'"[`]))*")+$/s;

/** An expansion that bash takes as it stands: what it reads of it has only one way to be written. */
const EXPANSION = /^(?:\$(?:\(\w+\)|\{\w+\}|\w+(?!\w)|\(\([^()'"\\`$\n]*\)\))|`[^`'"\\$\n]*`|[^\\'"$`\n])+$/;

/** Whether it is clear which line ends a here-document. */
function isUnderstood(delimiter: Unbash.HereDoc["delimiter"], end: number): boolean {
  if (delimiter === undefined) return false;
  const { text, value, quoted } = delimiter;
  if (PLAIN_DELIMITER.test(text)) return true;
  // The text's last backslash stands for itself.
  if (delimiter.end === end && text.endsWith("\\") && PLAIN_DELIMITER.test(text.slice(0, -1))) return true;
  if (!quoted) return value === text && EXPANSION.test(text);
  return !value.includes("\n") && unquoted(text) === value;
}

/** What quotes leave of a delimiter that also holds `$'…'` and `$"…"`, or null. */
function unquoted(text: string): string | null {
  let value = "";
  for (const part of text.matchAll(/\$'((?:[^'\\]|\\.)*)'|\$"([^"\\$`]*)"|'([^']*)'|([^\\'"$`])|([^])/gs)) {
    const [, escaped, translated, literal, plain] = part;
    const piece = escaped === undefined ? (translated ?? literal ?? plain) : decodeAnsiC(escaped);
    if (piece === undefined || piece === null) return null;
    value += piece;
  }
  return value;
}

export function readRedirection(
  node: Unbash.Redirection,
  source: string,
  words: UnbashWords,
  notes: Notes,
): Redirection {
  const span = spanOf(node);
  const descriptor = readDescriptor(node.descriptor, notes);
  switch (node.type) {
    case "HereDoc": {
      const quoted = node.delimiter?.quoted === true;
      if (!isUnderstood(node.delimiter, source.length)) {
        notes.fault(span, "the delimiter of this here-document was not understood");
      }
      const body = words.body(node.body, quoted, node.operator === "<<-");
      return { kind: "here-document", span, descriptor, quoted, body };
    }
    case "HereString":
      checkTarget(node.target, span, source, false, notes);
      return { kind: "here-string", span, descriptor, body: readTarget(node.target, span, words) };
    case "Redirect":
      checkTarget(node.target, span, source, node.operator.endsWith("&"), notes);
      return { kind: "file", span, operator: node.operator, descriptor, target: readTarget(node.target, span, words) };
  }
}

function readDescriptor(node: Unbash.RedirectDescriptor | undefined, notes: Notes): FileRedirection["descriptor"] {
  if (node === undefined) return null;
  if (node.type === "FileDescriptor") return node.value;
  if (!/^\w+(?:\[\w+\])?$/.test(node.name)) {
    notes.fault(spanOf(node), "a subscript in a redirection's variable was not understood");
  }
  return node.name;
}

/** A missing target was reported as an error. */
function readTarget(word: Unbash.Word | undefined, span: Span, words: UnbashWords): Word {
  if (word !== undefined) return words.separate(word);
  return { span, parts: [{ kind: "unread", span, quoted: false, detail: "a word is missing here" }] };
}

/** Faults where bash ends the redirection earlier than unbash. `duplicates`: the operator is `>&` or `<&`. */
function checkTarget(
  word: Unbash.Word | undefined,
  span: Span,
  source: string,
  duplicates: boolean,
  notes: Notes,
): void {
  if (word === undefined) return;
  const redirected = /[<>]/.test(source[word.end] ?? "");
  // In `> 2>f`, the number belongs to the second redirection; in `>&-f`, the first ends with the dash.
  const another = redirected && (duplicates ? /^\{\w+\}$/ : /^(?:[0-9]+|\{\w+\})$/).test(word.text);
  const dash = duplicates && word.text.length > 1 && word.text.startsWith("-");
  const nothing = word.end === source.length && /^\\(?:\n\\)*$/.test(word.text);
  if (another || dash || nothing) notes.fault(span, "a word is missing here");
}

/** Where the body of a here-document stands, with the line that ends it. */
export function bodyWithDelimiter(node: Unbash.HereDoc, source: string): Span {
  const { body, delimiter, closing } = node;
  if (closing !== undefined) return { start: body.pos, end: closing.end };
  // Without such a line, it ends at a bracket after the delimiter, or with the text.
  let at = body.end;
  if (node.operator === "<<-") while (source[at] === "\t") at++;
  const ends = delimiter !== undefined && source.startsWith(delimiter.value, at);
  return { start: body.pos, end: ends ? at + delimiter.value.length : body.end };
}

/** Here-documents of tree-sitter-bash's tree. */
import type { HereDocument, Span } from "../syntax.ts";
import { gapBetween } from "./gaps.ts";
import type { Notes } from "./notes.ts";
import type { TreeNode } from "./tree-sitter-tree.ts";
import { spanOf } from "./tree-sitter-kinds.ts";
import type { TreeSitterWords } from "./tree-sitter-words.ts";

const OPERATORS = new Set(["<<", "<<-"]);

/** Delimiters that are quoted as a whole or not at all. */
const DELIMITER = /^(?:[^\s'"\\$`]+|'[^'\n]+'|"[^"\\$`\n]+"|\\[^\s'"\\$`]+)$/;

/**
 * Reads a `heredoc_redirect`. Where its body begins and ends is found here as bash finds it: the grammar leaves out
 * white space at the front, and looks for the end in another way.
 */
export function readHereDocument(
  source: string,
  node: TreeNode,
  descriptor: HereDocument["descriptor"],
  words: TreeSitterWords,
  notes: Notes,
): HereDocument {
  const span = spanOf(node);
  const start = node.children.find((child) => child.type === "heredoc_start");
  const end = node.children.find((child) => child.type === "heredoc_end");
  const raw = start === undefined ? "" : source.slice(start.start, start.end);
  const delimiter = raw.replace(/['"\\]/g, "");
  const quoted = delimiter !== raw;
  const strip = node.children.some((child) => child.type === "<<-");
  const lines = end === undefined ? null : bodySpan(source, node, delimiter, strip, !quoted);
  if (end === undefined || lines === null || !DELIMITER.test(raw) || lines.after !== end.end) {
    notes.fault(span, "this here-document was not understood");
    return { kind: "here-document", span, descriptor, quoted, body: { span, parts: [] } };
  }
  const nodes = node.children.filter((child) => child.type === "heredoc_body");
  return {
    kind: "here-document",
    span,
    descriptor,
    quoted,
    body: words.body(nodes, lines.start, lines.end, quoted, strip),
  };
}

/** Where the body stands, and where the line of the delimiter ends; null where that is not clear. */
function bodySpan(
  source: string,
  node: TreeNode,
  delimiter: string,
  strip: boolean,
  joins: boolean,
): (Span & { readonly after: number }) | null {
  const before = node.children.findLast((child) => child.type !== "heredoc_body" && child.type !== "heredoc_end");
  if (before === undefined || OPERATORS.has(before.type)) return null;
  const newline = source.indexOf("\n", before.end);
  const start = node.children.find((child) => child.type === "heredoc_start")!;
  if (source.slice(start.end, newline).includes("\n")) return null;
  if (newline === -1 || gapBetween(source, before.end, newline) === "text" || source[newline - 1] === "\\") return null;
  for (let at = newline + 1; at <= source.length;) {
    let lineEnd = source.indexOf("\n", at);
    if (lineEnd === -1) lineEnd = source.length;
    if (joins && source[lineEnd - 1] === "\\") {
      // A continued line may hold the delimiter in pieces; such a line is not worth the second front end.
      return null;
    }
    let text = at;
    if (strip) while (source[text] === "\t") text++;
    if (source.slice(text, lineEnd) === delimiter) return { start: newline + 1, end: at, after: lineEnd };
    at = lineEnd + 1;
  }
  return null;
}

/**
 * The frontmatter at the front of a markdown file: YAML between a first line `---` and the next line that starts so.
 */
import type { Span } from "../ast.ts";
import type { Source } from "../source.ts";

export type Frontmatter =
  /** The range of the YAML, with the line break before the closing line. */
  | { readonly kind: "found"; readonly span: Span }
  | { readonly kind: "none" }
  /** It is meant to be there, and no agent would read it. */
  | { readonly kind: "broken"; readonly span: Span; readonly message: string; readonly help: string };

const FENCE = "---";

/** Finds the frontmatter of a file. It is asked of the text alone: what stands in it may be no YAML. */
export function findFrontmatter(source: Source): Frontmatter {
  const { text, start } = source;
  const first = source.lineSpan(1);
  const opening = text.slice(start, first.end);
  if (opening.trimEnd() !== FENCE) return misplaced(source);
  const yaml = source.lineSpan(2).start;
  for (let line = 2; line <= source.lineCount; line++) {
    const span = source.lineSpan(line);
    if (!text.startsWith(FENCE, span.start)) continue;
    if (source.slice(span).trimEnd() === FENCE) return { kind: "found", span: { start: yaml, end: span.start } };
    return {
      kind: "broken",
      span,
      message: "the line that ends the frontmatter holds more than `---`",
      help: "leave `---` alone on its line",
    };
  }
  return {
    kind: "broken",
    span: { start, end: first.end },
    message: "the frontmatter is not closed",
    help: "put `---` on a line of its own after it",
  };
}

/** A `---` that comes late, or with more beside it, opens nothing. It was meant to where `permission:` follows it. */
function misplaced(source: Source): Frontmatter {
  for (let line = 1; line <= source.lineCount; line++) {
    const span = source.lineSpan(line);
    const text = source.text.slice(line === 1 ? source.start : span.start, span.end);
    if (text.trim() === "") continue;
    const opens = text.trimStart().startsWith(FENCE);
    const next = source.text.slice(span.end, span.end + FAR);
    if (!opens || !/^[ \t]*permissions?[ \t]*:/im.test(next)) return { kind: "none" };
    return {
      kind: "broken",
      span,
      message: "this `---` opens no frontmatter",
      help: "leave it alone on the first line of the file",
    };
  }
  return { kind: "none" };
}

/** Characters after a misplaced `---` in which `permission:` is looked for. */
const FAR = 10_000;

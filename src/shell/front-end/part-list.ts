/** The parts of one word while it is read. */
import type { Span, WordPart } from "../syntax.ts";

/**
 * Parts in source order. Adjacent literals with the same quoting become one, so that every front end gives the same
 * parts for the same word, whatever tokens it found in it.
 */
export class PartList {
  readonly parts: WordPart[] = [];
  /** How often something was added. */
  private added = 0;

  /** Literal text; empty text counts only where it is quoted (`""` is a word, and keeps a `~` after it as it stands). */
  literal(text: string, quoted: boolean, start: number, end: number): void {
    if (text === "" && !quoted) return;
    this.added++;
    const last = this.parts.at(-1);
    if (last?.kind === "literal" && last.quoted === quoted) {
      const span = { start: last.span.start, end };
      this.parts[this.parts.length - 1] = { kind: "literal", span, text: last.text + text, quoted };
    } else {
      this.parts.push({ kind: "literal", span: { start, end }, text, quoted });
    }
  }

  /** Runs `read`, which adds what stands between two quotes; where that is nothing, the quotes are an empty literal. */
  quotes(span: Span, read: () => void): void {
    const before = this.added;
    read();
    if (this.added === before) this.literal("", true, span.start, span.end);
  }

  /** Source that bash reads as something that the front end did not see. */
  unread(span: Span, quoted: boolean, detail: string): void {
    this.add({ kind: "unread", span, quoted, detail });
  }

  /** A part of another word, literal or not. */
  append(part: WordPart): void {
    if (part.kind === "literal") this.literal(part.text, part.quoted, part.span.start, part.span.end);
    else this.add(part);
  }

  add(part: WordPart): void {
    this.added++;
    this.parts.push(part);
  }
}

/**
 * A policy's text and the places in it.
 *
 * Offsets are UTF-16 units from 0, as everywhere in JavaScript; lines and columns count from 1, columns in UTF-16
 * units as editors do. A line ends with LF or CRLF. A byte order mark at the front is no column.
 */
import type { Span } from "./ast.ts";

export interface Position {
  readonly line: number;
  readonly column: number;
}

const BYTE_ORDER_MARK = "\uFEFF";

export class Source {
  readonly file: string;
  readonly text: string;
  /** The offset at which the policy starts: 1 after a byte order mark. */
  readonly start: 0 | 1;
  /** The offset of the first character of each line. */
  #lineStarts: number[] | null = null;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  }

  get lineCount(): number {
    return this.#starts().length;
  }

  /** Where an offset stands. Offsets outside the text count as its ends. */
  position(offset: number): Position {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const lineStart = starts[low] ?? 0;
    return { line: low + 1, column: Math.max(0, Math.min(offset, this.text.length) - lineStart) + 1 };
  }

  /** The range of a line without its line break; the empty range at the end for a line that is not there. */
  lineSpan(line: number): Span {
    const starts = this.#starts();
    const start = starts[line - 1];
    if (start === undefined) return { start: this.text.length, end: this.text.length };
    const next = starts[line];
    if (next === undefined) return { start, end: this.text.length };
    const end = next - 1;
    return { start, end: end > start && this.text[end - 1] === "\r" ? end - 1 : end };
  }

  /** The text of a range. */
  slice(span: Span): string {
    return this.text.slice(span.start, span.end);
  }

  #starts(): number[] {
    if (this.#lineStarts !== null) return this.#lineStarts;
    const starts: number[] = [this.start];
    for (let at = this.text.indexOf("\n"); at !== -1; at = this.text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
    return starts;
  }
}

/**
 * A command with parts of it underlined.
 *
 *     git status; rm -rf "$DIR" > /etc/out
 *     1~~~~~~~~~  2~~~~~~~~~~~~   a~~~~~~~
 */
import { cellsOf, type Cell } from "../display.ts";
import type { Palette } from "./paint.ts";

export interface Underline {
  /** Stands at the front of the line. */
  readonly label: string;
  /** A half-open range of UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** How many lines of a command are shown. What decides is also shown by itself, so no more is needed. */
const MOST_LINES = 24;

/** A line of the command, as far as it fits on one line of the screen. Offsets are those of the whole command. */
interface Row {
  readonly cells: readonly Cell[];
  readonly start: number;
  readonly end: number;
}

/** The command in lines, indented by two columns, with the underlines that fit on each. */
export function sourceLines(
  source: string,
  underlines: readonly Underline[],
  columns: number,
  color: Palette,
): string[] {
  const rows: Row[] = [];
  let lineStart = 0;
  for (const line of source.split("\n")) {
    if (rows.length <= MOST_LINES) rows.push(...fold(line, lineStart, Math.max(20, columns - 2)));
    lineStart += line.length + 1;
  }
  const lines: string[] = [];
  for (const row of rows.slice(0, MOST_LINES)) {
    lines.push(`  ${row.cells.map((cell) => cell.text).join("")}`.trimEnd());
    for (const line of underlineLines(row, underlines)) lines.push(`  ${color.cyan(line)}`);
  }
  if (rows.length > MOST_LINES) lines.push(color.dim("  … and more lines"));
  return lines;
}

/** The rows that a line takes. */
function fold(line: string, lineStart: number, columns: number): Row[] {
  const rows: Row[] = [];
  let cells: Cell[] = [];
  let width = 0;
  let start = lineStart;
  for (const cell of cellsOf(line.slice(0, columns * (MOST_LINES + 1)))) {
    const offset = lineStart + cell.offset;
    if (width + cell.width > columns) {
      rows.push({ cells, start, end: offset });
      [cells, width, start] = [[], 0, offset];
    }
    cells.push({ ...cell, offset });
    width += cell.width;
  }
  rows.push({ cells, start, end: lineStart + line.length });
  return rows;
}

/** The underlines of a row in as few lines as keep them apart: an outer one stands above what lies inside it. */
function underlineLines(row: Row, underlines: readonly Underline[]): string[] {
  const here = underlines
    .filter((underline) => underline.start < row.end && underline.end > row.start)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const lines: string[] = [];
  for (const underline of here) {
    const from = columnOf(row, underline.start);
    const width = Math.max(underline.label.length, columnOf(row, underline.end) - from);
    const mark = underline.label.padEnd(width, "~");
    const free = lines.findIndex((taken) => taken.length < from || taken === "");
    if (free < 0) lines.push(" ".repeat(from) + mark);
    else lines[free] = (lines[free] ?? "").padEnd(from) + mark;
  }
  return lines;
}

/** The column at which an offset stands: the row's first for one before it, its end for one beyond it. */
function columnOf(row: Row, offset: number): number {
  let column = 0;
  for (const cell of row.cells) {
    if (cell.offset >= offset) break;
    column += cell.width;
  }
  return column;
}

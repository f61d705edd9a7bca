/**
 * How diagnostics look. This is the one place that draws code frames:
 *
 *     error[unknown-action]: `alow` is no action
 *       --> team.gate:3:3
 *        |
 *      3 |   alow git *
 *        |   ^^^^ did you mean `allow`?
 *        = help: a rule starts with `allow`, `ask` or `deny`
 */
import type { Diagnostic, Place, Related, Severity } from "./diagnostic.ts";
import { cellsOf, visible, type Cell } from "./display.ts";
import type { Source } from "./source.ts";

export interface RenderOptions {
  /** Colours of a terminal; none if absent. */
  readonly color?: boolean;
  /** The width to keep to, in columns; 100 if absent. Lines of a policy are cut to it, sentences are not. */
  readonly columns?: number;
}

/** Finds the text of a file that diagnostics name. */
export type FindSource = (file: string) => Source | undefined;

const COLUMNS = 100;
/** Narrower than this no code frame can be read. */
const FEWEST_COLUMNS = 40;

type Style = (text: string) => string;
type Styles = Readonly<Record<Severity | "bold" | "dim", Style>>;

const code =
  (on: number, off: number): Style =>
  (text) =>
    `\u001B[${on}m${text}\u001B[${off}m`;
const plain: Style = (text) => text;
const COLORED: Styles = {
  error: code(31, 39),
  warning: code(33, 39),
  hint: code(36, 39),
  bold: code(1, 22),
  dim: code(2, 22),
};
const PLAIN: Styles = { error: plain, warning: plain, hint: plain, bold: plain, dim: plain };

/** All diagnostics, a blank line between them, and how many there are in a last line. The empty text for none. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  find: FindSource,
  options: RenderOptions = {},
): string {
  if (diagnostics.length === 0) return "";
  const frames = diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, find, options));
  return [...frames, `${summary(diagnostics)}\n`].join("\n");
}

/** One diagnostic, several lines with a line break after each. */
export function renderDiagnostic(diagnostic: Diagnostic, find: FindSource, options: RenderOptions = {}): string {
  const styles = options.color === true ? COLORED : PLAIN;
  const tint = styles[diagnostic.severity];
  const places = [diagnostic, ...diagnostic.related];
  const gutter = Math.max(...places.map((place) => String(place.line).length)) + 1;
  const width = Math.max(FEWEST_COLUMNS, options.columns ?? COLUMNS) - gutter - 3;
  const bar = styles.dim(`${" ".repeat(gutter)} |`);
  const frame = (place: Place, label: string, mark: Style, sign: string): string[] => {
    const source = find(place.file);
    const arrow = styles.dim(`${" ".repeat(gutter)}-->`);
    const head = `${arrow} ${visible(place.file)}:${place.line}:${place.column}`;
    if (source === undefined) return [head];
    const { shown, blanks, marks } = excerpt(source, place, width);
    const number = styles.dim(`${String(place.line).padStart(gutter)} |`);
    const line = shown === "" ? number : `${number} ${shown}`;
    const under = `${bar} ${" ".repeat(blanks)}${mark(sign.repeat(marks))}`;
    return [head, bar, line, label === "" ? under : `${under} ${mark(label)}`];
  };
  const head = `${tint(styles.bold(`${diagnostic.severity}[${diagnostic.code}]`))}${styles.bold(`: ${visible(diagnostic.message)}`)}`;
  const lines = [head, ...frame(diagnostic, labelOf(diagnostic), tint, "^")];
  for (const related of diagnostic.related) lines.push(...frame(related, visible(related.message), styles.hint, "-"));
  if (diagnostic.help !== null) {
    lines.push(`${styles.dim(`${" ".repeat(gutter)} =`)} ${styles.bold("help")}: ${visible(diagnostic.help)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** `2 errors, 1 warning` */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const counts = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? "" : "s"}`];
  });
  return counts.join(", ");
}

/** What stands beside the underlined text. */
function labelOf({ suggestion, span }: Diagnostic): string {
  if (suggestion === null) return "";
  if (suggestion === " ") return span.start === span.end ? "insert a blank" : "write a blank";
  return span.start === span.end ? `insert \`${visible(suggestion)}\`` : `did you mean \`${visible(suggestion)}\`?`;
}

/** The part of a line that is shown, and how many columns stand before and under the marks. */
function excerpt(
  source: Source,
  place: Place | Related,
  width: number,
): { shown: string; blanks: number; marks: number } {
  const range = source.lineSpan(place.line);
  const cells = cellsOf(source.slice(range));
  const start = Math.max(0, place.span.start - range.start);
  const end = Math.min(place.span.end, range.end) - range.start;
  const first = firstCell(cells, start, width);
  const last = lastCell(cells, first, width);
  const before = first > 0 ? "…" : "";
  const after = last < cells.length ? "…" : "";
  let blanks = before.length;
  let marks = 0;
  let shown = before;
  for (const cell of cells.slice(first, last)) {
    shown += cell.text;
    if (cell.offset < start) blanks += cell.width;
    else if (cell.offset < end) marks += cell.width;
  }
  if (after !== "" && end > (cells[last]?.offset ?? 0)) marks += after.length;
  return { shown: (shown + after).trimEnd(), blanks, marks: Math.max(1, marks) };
}

/** The first cell that is shown: the start of the line, or a third of the width before what is marked. */
function firstCell(cells: readonly Cell[], start: number, width: number): number {
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  if (total <= width) return 0;
  let before = 0;
  let index = cells.findIndex((cell) => cell.offset >= start);
  if (index === -1) index = cells.length;
  const room = Math.floor((width * (index === cells.length ? 2 : 1)) / 3);
  while (index > 0 && before + (cells[index - 1]?.width ?? 0) <= room) {
    index--;
    before += cells[index]?.width ?? 0;
  }
  return index;
}

/** The cell after the last one that is shown. */
function lastCell(cells: readonly Cell[], first: number, width: number): number {
  const room = width - (first > 0 ? 1 : 0);
  let taken = 0;
  let index = first;
  while (index < cells.length && taken + (cells[index]?.width ?? 0) <= room) {
    taken += cells[index]?.width ?? 0;
    index++;
  }
  // One column is for the sign that the line goes on.
  while (index < cells.length && taken > room - 1 && index > first) {
    index--;
    taken -= cells[index]?.width ?? 0;
  }
  return index;
}

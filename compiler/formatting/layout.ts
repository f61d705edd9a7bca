/**
 * Where items stand: indentation, blank lines between them, and comments behind them.
 */
import { INDENT, type Item } from "./items.ts";

/** Columns before a comment that follows something on its line, where there is room. */
const TRAIL = 35;
/** Blanks before it where there is not. */
const FEWEST_BLANKS = 2;

/** The lines of a file. */
export function layOut(items: readonly Item[]): string[] {
  const indents = indentsOf(items);
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && isSpaced(items, indents, index)) lines.push("");
    const front = " ".repeat(indents[index]!);
    // Blank lines of a command between fences stay empty.
    const own = item.lines.map((line) => (line === "" ? "" : front + line));
    if (item.trail !== null) {
      const last = own.pop() ?? "";
      own.push(last.padEnd(Math.max(TRAIL, last.length + FEWEST_BLANKS)) + item.trail);
    }
    lines.push(...own);
  }
  return lines;
}

/**
 * The indentation of each item. A comment in front of a line of a block goes with it. At the end of a block only how it
 * is indented in the file tells whether a comment belongs to the block or to what follows.
 */
function indentsOf(items: readonly Item[]): number[] {
  const indents = items.map(({ indent, kind }) => (kind === "comment" ? 0 : indent));
  let next: Item | null = null;
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!;
    if (item.kind !== "comment") next = item;
    else if (next?.kind === "body") indents[index] = next.indent;
  }
  let isInBlock = false;
  for (const [index, item] of items.entries()) {
    if (item.kind === "statement") isInBlock = item.isBlock;
    else if (item.kind === "comment" && indents[index] === 0) {
      isInBlock &&= item.indent > 0;
      if (isInBlock) indents[index] = INDENT;
    }
  }
  return indents;
}

/** True where a blank line stands before an item. */
function isSpaced(items: readonly Item[], indents: readonly number[], index: number): boolean {
  const item = items[index]!;
  const before = items[index - 1]!;
  const wasSpaced = item.first - before.last > 1;
  if (indents[index]! > 0) return wasSpaced && before.kind !== "statement";
  if (before.kind === "comment" && indents[index - 1] === 0) return wasSpaced;
  return wasSpaced || before.kind !== "statement" || before.isBlock || leadsToBlock(items, index);
}

/** True for a statement with a block, and for the comments right in front of one. */
function leadsToBlock(items: readonly Item[], index: number): boolean {
  for (let at = index; at < items.length; at++) {
    const item = items[at]!;
    if (item.kind !== "comment") return item.isBlock;
    const next = items[at + 1];
    if (next === undefined || next.first - item.last > 1) return false;
  }
  return false;
}

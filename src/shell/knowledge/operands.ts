/**
 * What each operand is, by its position among the operands, as far as positions are known.
 */
import type { OperandList } from "./entry.ts";
import { UNKNOWN } from "./notation.ts";
import type { Meaning } from "./notation.ts";

/** An operand as it was found; it may turn out to be no operand, or many. */
export interface Operand {
  readonly word: number;
  /** 0 where it may be the value of an option or an option itself. */
  readonly min: 0 | 1;
  /** Null for any number. */
  readonly max: 1 | null;
  /** Only counted: the word is read as something else. */
  readonly ghost: boolean;
}

/** Fewest and most. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * The meanings that each operand can have under any of the lists. Linear in the number of operands: the fixed parts of
 * a list are short.
 */
export function meaningsOf(operands: readonly Operand[], lists: readonly OperandList[]): Set<Meaning>[] {
  const later = countsAfter(operands);
  const total = later[0] ?? { min: 0, max: 0 };
  let before: Range = { min: 0, max: 0 };
  return operands.map((operand, index) => {
    const after = later[index + 1] ?? { min: 0, max: 0 };
    const others = (operand.max ?? Infinity) - 1;
    const position = { min: before.min, max: before.max + others };
    const fromEnd = { min: after.min, max: after.max + others };
    const meanings = new Set<Meaning>();
    for (const list of lists) addMeanings(meanings, list, position, fromEnd, total);
    before = { min: before.min + operand.min, max: before.max + others + 1 };
    return meanings;
  });
}

/** How many operands there are from each one on, itself included; one entry more than operands. */
function countsAfter(operands: readonly Operand[]): Range[] {
  const counts: Range[] = [];
  let count: Range = { min: 0, max: 0 };
  counts[operands.length] = count;
  for (let at = operands.length - 1; at >= 0; at--) {
    const operand = operands[at];
    count = { min: count.min + (operand?.min ?? 0), max: count.max + (operand?.max ?? Infinity) };
    counts[at] = count;
  }
  return counts;
}

function addMeanings(meanings: Set<Meaning>, list: OperandList, position: Range, fromEnd: Range, total: Range): void {
  const { front, rest, back } = list;
  for (let at = position.min; at < front.length && at <= position.max; at++) meanings.add(front[at] ?? UNKNOWN);
  if (position.max < front.length) return;
  const enough = front.length + back.length + 1;
  if (back.length > 0 && total.max >= enough) {
    for (let at = fromEnd.min; at < back.length && at <= fromEnd.max; at++)
      meanings.add(back[back.length - 1 - at] ?? UNKNOWN);
  }
  if (fromEnd.max >= back.length || total.min < enough) meanings.add(rest ?? UNKNOWN);
}

/**
 * The mark beside a log: where its chain ends, so that a loss at the end shows.
 */
import type { ChainEnd } from "./chain.ts";

export interface Mark extends ChainEnd {
  /** The log's size in bytes with the record that is marked. */
  readonly size: number;
}

/** Number, hash and size, each of a fixed width, so that one write replaces the mark whole. */
export const MARK_LENGTH: number = 16 + 1 + 64 + 1 + 16 + 1;

/** A mark as the file holds it. */
export function markText({ seq, hash, size }: Mark): string {
  return `${String(seq).padStart(16, "0")} ${hash} ${String(size).padStart(16, "0")}\n`;
}

/** The mark in a file's text, or null where there is none. */
export function parseMark(text: string): Mark | null {
  const found = /^([0-9]{16}) ([0-9a-f]{64}) ([0-9]{16})\n$/.exec(text);
  return found === null ? null : { seq: Number(found[1]), hash: found[2]!, size: Number(found[3]) };
}

/**
 * Lines of a byte stream, without ever holding more than one line that is too long.
 */

/** One line, without its end. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Null for a line above the limit, whose bytes are thrown away. */
  readonly bytes: Uint8Array | null;
}

const NEWLINE = 0x0a;

/**
 * The lines of a stream, in one list for each chunk that completes some. A last line without a newline counts.
 *
 * @param limit longest line in bytes
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<readonly Line[]> {
  let number = 0;
  let held: Uint8Array[] = [];
  let heldLength = 0;
  const take = (part: Uint8Array): void => {
    heldLength += part.length;
    if (heldLength > limit) held = [];
    else held.push(part);
  };
  const finish = (): Line => {
    const bytes = heldLength > limit ? null : joined(held);
    held = [];
    heldLength = 0;
    return { number: ++number, bytes };
  };

  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end));
      lines.push(finish());
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (heldLength > 0) yield [finish()];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

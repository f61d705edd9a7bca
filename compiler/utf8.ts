/**
 * Bytes as text, alike wherever files are read.
 */

const withoutMark = new TextDecoder("utf-8", { fatal: true });
const withMark = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes, without a byte order mark; null where they are no UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  return decoded(bytes, withoutMark);
}

/** The same with the mark, for what is written back or judged to the byte. */
export function wholeTextOf(bytes: Uint8Array): string | null {
  return decoded(bytes, withMark);
}

function decoded(bytes: Uint8Array, decoder: typeof withMark): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

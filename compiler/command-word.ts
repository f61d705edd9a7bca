/**
 * Command lines that people are told, to be typed as they are.
 */

/** A word as every POSIX shell reads it, quoted only where it has to be. */
export function commandWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

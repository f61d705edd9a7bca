/**
 * Near misses: what a person who wrote a word that means nothing probably wanted to write.
 */

/** Words beyond this length are nobody's typing mistake, and comparing them would cost. */
const LONGEST_WORD = 64;

/**
 * The candidate nearest to a word, or null where none is near. Near is one slip (a letter too many, too few, another
 * one, or two swapped) for every three letters of the word, and three at most; case, `-` and `_` do not count. Among equals the first candidate wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > LONGEST_WORD) return null;
  const plainWord = plain(word);
  let best: string | null = null;
  let bestDistance = Math.min(3, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) > 3) continue;
    const distance = slips(plainWord, plain(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The number of slips between two words: insertions, deletions, replacements and swaps of neighbours. */
export function slips(a: string, b: string): number {
  const from = Array.from(a);
  const to = Array.from(b);
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      let distance = Math.min(
        (last[column + 1] ?? 0) + 1,
        (current[column] ?? 0) + 1,
        (last[column] ?? 0) + (letter === other ? 0 : 1),
      );
      if (row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other) {
        distance = Math.min(distance, (beforeLast[column - 1] ?? 0) + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_]/g, "");
}

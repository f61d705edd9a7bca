/**
 * How much text the parser takes. Beyond a bound it says so and goes on, so that no file can keep it busy or make it
 * fail: reading a line takes time in proportion to its length, with a factor that these bounds keep small.
 */

/** UTF-16 units of a file: room for some 25,000 rules. */
export const LONGEST_FILE = 1024 * 1024;

/** UTF-16 units of a line. The text between fences has no such bound. */
export const LONGEST_LINE = 4096;

/** Alternatives in alternatives. */
const DEEPEST_BRACES = 4;

/** Opening braces of one line. */
const MOST_BRACES = 64;

/** The offset in a line of the brace that is one too many, or null. Quoted and escaped braces do not count. */
export function braceBeyondBounds(line: string): number | null {
  let depth = 0;
  let count = 0;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (quote !== null) {
      if (character === "\\" && quote === '"') at++;
      else if (character === quote) quote = null;
    } else if (character === "\\") at++;
    else if ((character === '"' || character === "'") && line.includes(character, at + 1)) quote = character;
    else if (character === "}") depth = Math.max(0, depth - 1);
    else if (character === "{") {
      depth++;
      count++;
      if (depth > DEEPEST_BRACES || count > MOST_BRACES) return at;
    }
  }
  return null;
}

/** The text of a backtick substitution: bash takes one level of backslashes out before it reads the script. */

/**
 * The script that begins at `start`, just after the backtick. `end` is where the closing backtick stands; `text` is
 * null where the script stands in the source as it is. Null where no backtick closes it.
 *
 * A backslash counts before `$`, a backtick and a backslash; inside double quotes also before a double quote. Line
 * continuations vanish wherever they stand in the script, even in its comments and single quotes.
 */
export function decodeBackticks(
  source: string,
  start: number,
  quoted: boolean,
): { text: string | null; end: number } | null {
  let text = "";
  let from = start;
  let changed = false;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === "`") return { text: changed ? text + source.slice(from, at) : null, end: at };
    if (character !== "\\") continue;
    const next = source[at + 1];
    changed = true;
    if (next === "\n") {
      text += source.slice(from, at);
      from = at + 2;
    } else if (next === "$" || next === "`" || next === "\\" || (quoted && next === '"')) {
      text += source.slice(from, at);
      from = at + 1;
    }
    at++;
  }
  return null;
}

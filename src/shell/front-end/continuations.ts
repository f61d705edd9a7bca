/**
 * Line continuations that stand inside of an operator or a name.
 *
 * bash takes every backslash before a newline out of the text before it looks for tokens, so `>\⏎>` is `>>` and
 * `$\⏎HOME` is `$HOME`. unbash does so only between and inside of plain words.
 */

/** A character before the continuation and one after it that together may be more than each by itself. */
const OPERATOR_BEFORE = "&|;<>(";
const OPERATOR_AFTER = "&|;<>()-";

/** Where a continuation splits an operator, a name or a number, or -1 for nowhere. */
export function splitToken(source: string): number {
  for (let at = source.indexOf("\\\n"); at !== -1;) {
    let after = at + 2;
    while (source.startsWith("\\\n", after)) after += 2;
    const before = source[at - 1] ?? " ";
    const next = source[after] ?? " ";
    const joins =
      before === "$" ||
      (OPERATOR_BEFORE.includes(before) && OPERATOR_AFTER.includes(next)) ||
      (/[0-9}]/.test(before) && (next === "<" || next === ">")) ||
      (/\w/.test(before) && /\w/.test(next) && namesVariable(source, at)) ||
      (before === "{" && source[at - 2] === "$") ||
      (before === "#" && source[at - 2] === "{");
    if (joins) return at;
    at = source.indexOf("\\\n", after);
  }
  return -1;
}

/** True where the word characters that end at `end` follow a `$` or `${`. */
function namesVariable(source: string, end: number): boolean {
  let at = end - 1;
  while (at >= 0 && /\w/.test(source[at]!)) at--;
  return (
    source[at] === "$" ||
    (source[at] === "{" && source[at - 1] === "$") ||
    (source[at] === "!" && source[at - 2] === "$")
  );
}

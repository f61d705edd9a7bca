/**
 * Text that unbash takes wrongly, made plain for it: a copy of the same length in which such characters are others.
 *
 * In a substitution, unbash takes every word `case` for the start of a `case` (`$(grep case f)`), and in
 * `${X/$(cmd /a)/b}` it takes the `/` in the substitution for the end of the pattern. The copy says nothing about what
 * bash makes of the text: its reading counts only where it is the same as tree-sitter's of the text itself.
 */

/** What a command can begin behind, so that a `case` there is one. */
const BEFORE_COMMAND = /(?:^|[\n;&|({`!]|(?:^|\s)(?:then|do|else|elif|if|while|until|time))[ \t]*$/;
/** As much of the text before a word as tells. */
const LOOK_BACK = 64;

/** The copy, or null where nothing in the text is of these kinds. */
export function masked(source: string): string | null {
  const marks = [...argumentsNamedCase(source), ...slashesInPatterns(source)];
  if (marks.length === 0) return null;
  const characters = source.split("");
  for (const at of marks) characters[at] = "_";
  return characters.join("");
}

/** Where the second letter of each word `case` stands that is no first word. */
function argumentsNamedCase(source: string): number[] {
  const found: number[] = [];
  for (let at = source.indexOf("case"); at >= 0; at = source.indexOf("case", at + 4)) {
    const word = /^\s?case(?:[\s)|;&<>]|$)/.test(source.slice(Math.max(0, at - 1), at + 5)) && at > 0;
    const before = source.slice(Math.max(0, at - LOOK_BACK), at);
    if (word && /\s$/.test(before) && !BEFORE_COMMAND.test(before)) found.push(at + 1);
  }
  return found;
}

/** Where a `/` stands in a substitution that is in the pattern of `${X/pattern/word}`. */
function slashesInPatterns(source: string): number[] {
  const found: number[] = [];
  for (const head of source.matchAll(/\$\{!?(?:\w{1,64}|[@*])(?:\[[^\]\n]{0,64}\])?\/{1,2}/g)) {
    let depth = 0;
    for (let at = head.index + head[0].length; at < source.length && at < head.index + MOST_PATTERN; at++) {
      const character = source[at];
      if (character === "\\") at++;
      else if (character === "(") depth++;
      else if (character === ")") depth--;
      else if (character === "/" && depth > 0) found.push(at);
      else if (depth <= 0 && (character === "/" || character === "}")) break;
    }
  }
  return found;
}

/** Longest pattern that is looked through. */
const MOST_PATTERN = 512;

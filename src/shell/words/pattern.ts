/**
 * The patterns of `${X#pattern}`, `${X/pattern/text}` and their kin, on known text.
 *
 * A matcher follows all positions of the pattern at once, so that the work is bounded by text times pattern.
 */

type Token =
  | { readonly kind: "literal"; readonly character: string }
  | { readonly kind: "any" }
  | { readonly kind: "one" };

export type Pattern = readonly Token[];

/** A stretch of a pattern's text. */
export interface PatternRun {
  readonly text: string;
  readonly quoted: boolean;
}

/**
 * The pattern that stretches of text make, or null for one that is not worked out here (brackets, whose meaning a
 * locale decides, and extended globs).
 */
export function patternOf(runs: readonly PatternRun[]): Pattern | null {
  const tokens: Token[] = [];
  for (const { text, quoted } of runs) {
    for (const character of text) {
      if (quoted) tokens.push({ kind: "literal", character });
      else if (character === "*") tokens.push({ kind: "any" });
      else if (character === "?") tokens.push({ kind: "one" });
      else if (character === "[" || character === "\\" || character === "(") return null;
      else tokens.push({ kind: "literal", character });
    }
  }
  return tokens;
}

/** Whether it makes a difference to what the pattern matches whether letters count as their other case too. */
export function holdsLetters(pattern: Pattern): boolean {
  return pattern.some((one) => one.kind === "literal" && one.character.toLowerCase() !== one.character.toUpperCase());
}

/** Lengths, in characters, of the front parts of `text` that the pattern matches, shortest first. */
function matchingFronts(text: readonly string[], pattern: Pattern): number[] {
  const lengths: number[] = [];
  let positions = closure(new Set([0]), pattern);
  for (let length = 0; ; length++) {
    if (positions.has(pattern.length)) lengths.push(length);
    const character = text[length];
    if (character === undefined || positions.size === 0) return lengths;
    const next = new Set<number>();
    for (const position of positions) {
      const token = pattern[position];
      if (token === undefined) continue;
      if (token.kind === "any") next.add(position);
      else if (token.kind === "one" || token.character === character) next.add(position + 1);
    }
    positions = closure(next, pattern);
  }
}

/** The positions with those behind a `*` that matches nothing. */
function closure(positions: Set<number>, pattern: Pattern): Set<number> {
  for (const position of positions) {
    if (pattern[position]?.kind === "any") positions.add(position + 1);
  }
  return positions;
}

/** The text without what the pattern matches at its front, or at its back. */
export function withoutMatch(text: string, pattern: Pattern, side: "front" | "back", longest: boolean): string {
  const characters = side === "front" ? [...text] : [...text].toReversed();
  const lengths = matchingFronts(characters, side === "front" ? pattern : pattern.toReversed());
  const length = longest ? lengths.at(-1) : lengths[0];
  if (length === undefined) return text;
  const rest = characters.slice(length);
  return (side === "front" ? rest : rest.toReversed()).join("");
}

/** The text with what the pattern matches replaced: the first match, all of them, or one at the front or back alone. */
export function withReplacement(
  text: string,
  pattern: Pattern,
  replacement: string,
  where: "first" | "all" | "front" | "back",
): string {
  const characters = [...text];
  if (pattern.length === 0 && where !== "front" && where !== "back") return text;
  if (where === "front") {
    const length = matchingFronts(characters, pattern).at(-1);
    return length === undefined ? text : replacement + characters.slice(length).join("");
  }
  if (where === "back") {
    const reversed = pattern.toReversed();
    const length = matchingFronts(characters.toReversed(), reversed).at(-1);
    return length === undefined ? text : characters.slice(0, characters.length - length).join("") + replacement;
  }
  if (text === "" && pattern.every((token) => token.kind === "any")) return replacement;
  let result = "";
  let at = 0;
  while (at < characters.length) {
    const length = matchingFronts(characters.slice(at), pattern).at(-1) ?? 0;
    if (length === 0) {
      result += characters[at] ?? "";
      at++;
      continue;
    }
    result += replacement;
    at += length;
    if (where === "first") return result + characters.slice(at).join("");
  }
  return result;
}

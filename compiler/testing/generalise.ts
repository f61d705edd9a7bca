/**
 * Patterns that match more than a given one: what a rule may become by a slip, or by a change that seemed harmless.
 *
 *     git push *         git *, * push *
 *     git branch         git branch *, git *, * branch
 *     ~/.config/git/     ~/.config/*, *
 *     github:{get,list}  github:*, *
 */
import type { Pattern, PatternItem } from "../ast.ts";
import { patternKind } from "../surfaces.ts";

type Items = readonly PatternItem[];

const span = { start: 0, end: 0 };
const ANY: PatternItem = { kind: "any", span };
const GAP: PatternItem = { kind: "boundary", span };

/** The patterns that a pattern of a surface is generalised to, the least general first. */
export function generalised(pattern: Pattern, surface: string): Pattern[] {
  const { items } = pattern;
  const variants = patternKind(surface) === "command" ? generalisedWords(wordsOf(items)) : generalisedText(items);
  return variants.map((variant) => ({ ...pattern, items: variant }));
}

/** The words of a pattern: its items between the blanks outside braces. */
function wordsOf(items: Items): PatternItem[][] {
  const words: PatternItem[][] = [[]];
  for (const item of items) {
    if (item.kind === "boundary") words.push([]);
    else words.at(-1)!.push(item);
  }
  return words;
}

function generalisedWords(words: readonly Items[]): Items[] {
  const variants: Items[][] = [];
  const last = words.at(-1)!;
  // More words may follow; or, where they may already, the last known word is gone.
  if (!isAny(last)) variants.push([...words, [ANY]]);
  else if (words.length > 2) variants.push([...words.slice(0, -2), last]);
  for (const [index, word] of words.entries()) {
    if (!isAny(word)) variants.push(words.with(index, [ANY]));
  }
  return variants.map(joined);
}

/** A path or a name: everything behind its last known folder or mark is open, each of its alternatives, or all of it. */
function generalisedText(items: Items): Items[] {
  const variants: Items[] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind === "alternatives" && items.length > 1) variants.push(items.with(index, ANY));
  }
  const cut = withoutEnd(items);
  if (cut !== null) variants.push([...cut, ANY]);
  if (!isAny(items)) variants.push([ANY]);
  return variants;
}

/** The items up to the last `/`, `:` or `_` outside braces that something follows; null where there is none. */
function withoutEnd(items: Items): Items | null {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!;
    if (item.kind !== "literal") continue;
    // At the end of a folder's name it says only that it is a folder, and behind it all is open before a `*`.
    const next = items[index + 1];
    const text = next === undefined || next.kind === "any" ? item.text.slice(0, -1) : item.text;
    const at = Math.max(text.lastIndexOf("/"), text.lastIndexOf(":"), text.lastIndexOf("_"));
    if (at !== -1) return [...items.slice(0, index), { ...item, text: text.slice(0, at + 1) }];
  }
  return null;
}

function isAny(word: Items): boolean {
  return word.length === 1 && word[0]!.kind === "any";
}

function joined(words: readonly Items[]): Items {
  return words.flatMap((word, index) => (index === 0 ? word : [GAP, ...word]));
}

/**
 * Pattern trees for tests, without a parser.
 */
import type { Pattern, PatternItem } from "../../compiler/ast.ts";

const span = { start: 0, end: 0 };

export const gap: PatternItem = { kind: "boundary", span };
export const any: PatternItem = { kind: "any", span };
export const one: PatternItem = { kind: "one", span };

export function literal(text: string): PatternItem {
  return { kind: "literal", text, quoted: false, span };
}

export function quoted(text: string): PatternItem {
  return { kind: "literal", text, quoted: true, span };
}

export function either(...options: (readonly PatternItem[])[]): PatternItem {
  return { kind: "alternatives", options, span };
}

/** A pattern of items. */
export function tree(...items: PatternItem[]): Pattern {
  return { kind: "pattern", items, span };
}

/** A pattern of a simple text: `*`, `?` and blanks have their meaning, all else stands for itself. */
export function treeOf(text: string): Pattern {
  const items: PatternItem[] = [];
  for (const part of text.match(/[*]|[?]| +|[^*? ]+/gu) ?? []) {
    if (part === "*") items.push(any);
    else if (part === "?") items.push(one);
    else if (part.startsWith(" ")) items.push(gap);
    else items.push(literal(part));
  }
  return tree(...items);
}

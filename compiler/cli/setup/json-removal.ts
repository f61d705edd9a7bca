/**
 * Taking out of a JSON file what was put in: by exact ranges, so that every byte of others stays, comments too.
 */
import type { Node } from "jsonc-parser";
import { blanksBefore, commaBetween, nodeAt, readTree, tokensIn, type Insertion, type Place } from "./json-edit.ts";

/**
 * The text without the entry at `entry`, which is an item of the list at `list` or lies in one. `insertion` tells how it
 * was put in: what was made on the way to the list goes as well where nothing else is in it by now. Without it, only the
 * entry goes. Throws {@link JsonProblem} where the text is none that can be read.
 */
export function removeEntry(text: string, list: Place, entry: Place, insertion: Insertion | null): string {
  const tree = readTree(text);
  const node = nodeAt(tree, entry);
  if (node === undefined) return text;
  if (insertion === null || entry.length !== list.length + 1) return cutOut(text, node, null);
  for (let depth = insertion.depth + 1; depth <= list.length; depth++) {
    const made = nodeAt(tree, list.slice(0, depth))?.parent;
    if (made === undefined || !holdsOnly(text, made, node)) continue;
    return cutOut(text, made, depth === insertion.depth + 1 ? insertion : null);
  }
  return cutOut(text, node, insertion.depth === list.length ? insertion : null);
}

/** True where a member leads to a node and to nothing else, and no comment stands beside that. */
function holdsOnly(text: string, member: Node, node: Node): boolean {
  for (let inner = node; inner !== member; inner = inner.parent!) {
    const siblings = inner.parent?.type === "property" ? 2 : 1;
    if (inner.parent === undefined || inner.parent.children?.length !== siblings) return false;
  }
  const around = [
    ...tokensIn(text, member.offset, node.offset),
    ...tokensIn(text, node.offset + node.length, member.offset + member.length),
  ];
  return !around.some((token) => /^\/[/*]/.test(token.text));
}

type Range = readonly [from: number, to: number];

/** Cuts a member or an item out, with one comma and the blanks that came with it. */
function cutOut(text: string, node: Node, insertion: Omit<Insertion, "depth"> | null): string {
  const container = node.parent;
  const siblings = container?.children ?? [];
  const index = siblings.indexOf(node);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  const [start, end] = [node.offset, node.offset + node.length];
  const limit = next?.offset ?? (container === undefined ? end : container.offset + container.length - 1);

  const behind = commaBetween(text, end, limit);
  const before = previous === undefined ? null : commaBetween(text, previous.offset + previous.length, start);
  // A comma that stood there before the entry did stays where it is; the last of a list may then be followed by one.
  const comma = insertion?.trailing === true || before === null ? behind : before;
  const separator: Range[] = comma === null ? [] : [[comma, comma + 1]];

  const blanks = blanksBefore(text, start);
  const given = insertion !== null && insertion.lead !== "" && blanks.endsWith(insertion.lead);
  const lead = given ? insertion.lead : blanks;
  const tail = insertion !== null && next === undefined && text.startsWith(insertion.tail, end) ? insertion.tail : "";
  const close: Range = [start - lead.length, end + tail.length];
  const tight = without(text, [...separator, close]);
  const loose = without(text, [...separator, [start, end]]);
  // The end of the line may be what ends a comment.
  return isAlike(tight, loose) ? tight : loose;
}

function without(text: string, ranges: readonly Range[]): string {
  let left = "";
  let from = 0;
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    left += text.slice(from, start);
    from = end;
  }
  return left + text.slice(from);
}

/** True for texts that differ in blanks only. */
function isAlike(one: string, other: string): boolean {
  const [some, others] = [one, other].map((text) => tokensIn(text, 0, text.length));
  return some!.length === others!.length && some!.every((token, index) => token.text === others![index]!.text);
}

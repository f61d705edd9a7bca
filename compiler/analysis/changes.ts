/**
 * What keeps a comparison to the texts that can differ.
 *
 * Rules that two lists share, in the same order, cannot make a difference by themselves: where the last matching rules
 * of a text differ, one of them is a rule that the other list does not have, or has elsewhere. So places from which no
 * such *changed* rule can win any more need no look.
 */
import type { RuleData } from "../../src/table/format.ts";
import type { State } from "../../src/table/machine.ts";
import type { Node } from "../../src/table/trie.ts";
import type { Standing } from "./search.ts";

/** Which ranks of a list are changed, and whether a text that no rule matches is as well. */
export class ChangedRules {
  readonly #ranks: ReadonlySet<number>;
  /** The highest changed rank that a node can still lead to, by node. */
  readonly #ofNode = new Map<Node, number>();
  readonly #ofState = new Map<State, number>();

  /** `ranks` may hold -1, for the text that no rule matches. */
  constructor(ranks: ReadonlySet<number>) {
    this.#ranks = ranks;
  }

  /** True where a changed rule wins, or can still win. */
  matter({ state, best }: Standing): boolean {
    return this.#ranks.has(best) || (state !== null && this.#topOf(state) > best);
  }

  #topOf(state: State): number {
    let top = this.#ofState.get(state);
    if (top === undefined) {
      top = -1;
      for (const node of state.residents.nodes) top = Math.max(top, this.#topOfNode(node));
      for (const node of state.movers) top = Math.max(top, this.#topOfNode(node));
      this.#ofState.set(state, top);
    }
    return top;
  }

  /** Of a node and all below it. Programs can be long, so the way down is a list and not the stack. */
  #topOfNode(node: Node): number {
    const known = this.#ofNode.get(node);
    if (known !== undefined) return known;
    const way = [node];
    for (const one of way) {
      if (this.#ofNode.has(one)) continue;
      way.push(...one.children);
      if (one.starChild !== null) way.push(one.starChild);
    }
    for (const one of way.toReversed()) {
      if (this.#ofNode.has(one)) continue;
      let top = -1;
      for (const rank of [one.end, one.permanent]) if (rank > top && this.#ranks.has(rank)) top = rank;
      for (const child of one.children) top = Math.max(top, this.#ofNode.get(child) ?? -1);
      if (one.starChild !== null) top = Math.max(top, this.#ofNode.get(one.starChild) ?? -1);
      this.#ofNode.set(one, top);
    }
    return this.#ofNode.get(node)!;
  }
}

/** The ranks of each list that are not part of a common row of rules. */
export function changedRanks(
  old: readonly RuleData[],
  now: readonly RuleData[],
): { readonly old: Set<number>; readonly new: Set<number> } {
  const places = new Map<string, number[]>();
  for (const [rank, rule] of now.entries()) {
    const key = contentOf(rule);
    const others = places.get(key);
    if (others === undefined) places.set(key, [rank]);
    else others.push(rank);
  }
  const seen = new Map<string, number>();
  const pairs = old.flatMap((rule, rank) => {
    const key = contentOf(rule);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const other = places.get(key)?.[count];
    return other === undefined ? [] : [{ old: rank, new: other }];
  });
  const changed = { old: new Set(old.keys()), new: new Set(now.keys()) };
  for (const pair of longestRise(pairs)) {
    changed.old.delete(pair.old);
    changed.new.delete(pair.new);
  }
  return changed;
}

/** What of a rule decides how texts are answered. */
function contentOf({ action, final, programs, with: some, without }: RuleData): string {
  return JSON.stringify([action, final, programs, some, without]);
}

/** The longest row of pairs in which both numbers rise; the first number of the pairs given rises already. */
function longestRise<Pair extends { readonly new: number }>(pairs: readonly Pair[]): Pair[] {
  /** For each length, the index of the pair that ends a row of that length with the smallest number. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.new < pair.new) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? -1 : ends[low - 1]!);
    ends[low] = index;
  }
  const row: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at]!) row.push(pairs[at]!);
  return row.toReversed();
}

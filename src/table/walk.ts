/**
 * Follows automata through a value with holes: which rules can win over all texts that the holes can become.
 *
 * Several automata are followed at once, so that what they say belongs to the same text.
 */
import type { Value } from "../text.ts";
import type { Alphabet } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";
import { Product } from "./product.ts";
import { graphOf, type Node } from "./value-graph.ts";

/** A bound on work. What finds it used up gives no answer. */
export interface StepBudget {
  left: number;
}

/** What a walk costs beside its steps, in steps: most values with holes are decided within fewer. */
const BEGIN = 100;
/** More than there can be bases of places: each costs a step. */
const MOST_BASES = 2 ** 26;

/**
 * The ranks of the winners (-1 for none), one for each automaton, over all texts of a value; each combination once.
 * Null where the budget did not suffice, or where holes are nested too deeply. `enough` is told each combination as it
 * is found, and ends the search where it is true.
 */
export function possibleWinners(
  automata: readonly Automaton[],
  alphabet: Alphabet,
  value: Value,
  budget: StepBudget,
  enough: (ranks: readonly number[]) => boolean,
): number[][] | null {
  budget.left -= BEGIN;
  if (budget.left < 0) return null;
  const start = graphOf(value, alphabet);
  return start === null ? null : new Walk(new Product(automata), alphabet, budget, enough).from(start);
}

/**
 * A search through the pairs of a node of the value and a place of the automata. It goes deep first, and first along
 * what rules spell out: an answer that only few texts get is found early, and mostly two answers are enough.
 */
class Walk {
  readonly #automata: Product;
  readonly #budget: StepBudget;
  readonly #enough: (ranks: readonly number[]) => boolean;
  readonly #winners: number[][] = [];
  /** The pairs that are open. */
  readonly #nodes: Node[] = [];
  readonly #places: number[] = [];
  /** By number of a node the places in which it was met: one, or several. */
  readonly #seen: (number | Set<number>)[] = [];
  /** By node of a text, and by where in it: the same. */
  readonly #seenWithin = new Map<Node, Set<number>[]>();
  /** By node of a run and base of places, the classes that have not been followed from the base. */
  readonly #open = new Map<number, readonly number[]>();
  /** By class, 1 for those for which a place differs from its base. */
  readonly #differs: Uint8Array;

  constructor(
    automata: Product,
    alphabet: Alphabet,
    budget: StepBudget,
    enough: (ranks: readonly number[]) => boolean,
  ) {
    this.#automata = automata;
    this.#budget = budget;
    this.#enough = enough;
    this.#differs = new Uint8Array(alphabet.size);
  }

  from(start: Node): number[][] | null {
    this.#meet(start, this.#automata.start());
    for (let node = this.#nodes.pop(); node !== undefined; node = this.#nodes.pop()) {
      const place = this.#places.pop()!;
      if (node.kind === "end") {
        if (this.#end(place)) return this.#winners;
        continue;
      }
      const before = this.#automata.made();
      const steps = this.#follow(node, place);
      // Making states costs more than following them.
      this.#budget.left -= 1 + steps + this.#automata.made() - before;
      if (this.#budget.left < 0) return null;
    }
    return this.#winners;
  }

  #meet(node: Node, place: number): void {
    const seen = this.#seen[node.id];
    if (seen === undefined) this.#seen[node.id] = place;
    else if (typeof seen === "number") {
      if (seen === place) return;
      this.#seen[node.id] = new Set([seen, place]);
    } else {
      if (seen.has(place)) return;
      seen.add(place);
    }
    this.#nodes.push(node);
    this.#places.push(place);
  }

  /** A text can end here: true where nothing more has to be known. */
  #end(place: number): boolean {
    const winners = this.#automata.freshWinners(place);
    if (winners === null) return false;
    this.#winners.push(winners);
    return this.#enough(winners);
  }

  /** Meets what a node leads to from a place, and answers how many steps that took. What is met last is next. */
  #follow(node: Exclude<Node, { kind: "end" }>, place: number): number {
    switch (node.kind) {
      case "fork":
        for (const way of node.ways) this.#meet(way, place);
        return node.ways.length;
      case "one":
        for (const of of node.classes.list) this.#meet(node.next, this.#automata.next(place, of));
        return node.classes.list.length;
      case "text":
        return this.#followText(node, place);
      case "run": {
        const steps = this.#followRun(node, place);
        this.#meet(node.next, place);
        return steps;
      }
    }
  }

  #followText(node: Node & { kind: "text" }, from: number): number {
    const { classes, next } = node;
    let within = this.#seenWithin.get(node);
    if (within === undefined) this.#seenWithin.set(node, (within = []));
    let place = from;
    for (let at = 0; at < classes.length; at++) {
      // Places from which a text is followed become one after few characters: looked for at 1, 2, 4, 8, …
      if ((at & (at - 1)) === 0 && at > 0) {
        const seen = (within[Math.clz32(at)] ??= new Set());
        if (seen.has(place)) return at;
        seen.add(place);
      }
      place = this.#automata.next(place, classes[at]!);
    }
    this.#meet(next, place);
    return classes.length;
  }

  #followRun(node: Node & { kind: "run" }, place: number): number {
    // Places of one base go the same way for most classes: those are followed once.
    const base = node.id * MOST_BASES + this.#automata.base(place);
    const left = this.#open.get(base) ?? node.classes.list;
    const own: number[] = [];
    this.#automata.addDiffering(place, own);
    if (left.length > 0) {
      for (const of of own) this.#differs[of] = 1;
      const kept: number[] = [];
      for (const of of left) {
        if (this.#differs[of] === 1) kept.push(of);
        else this.#meet(node, this.#automata.next(place, of));
      }
      this.#open.set(base, kept);
      for (const of of own) this.#differs[of] = 0;
    }
    for (const of of own) if (node.classes.has[of] === 1) this.#meet(node, this.#automata.next(place, of));
    return own.length + left.length;
  }
}

/**
 * Explores all states of a stepping machine and writes them down as an automaton for the table.
 */
import { OTHER } from "../src/table/alphabet.ts";
import type { AutomatonData } from "../src/table/format.ts";
import type { Machine, State } from "../src/table/machine.ts";

/**
 * What may be spent on the automata of one table. It grows linearly with the policy, so that none costs more than in
 * proportion to its size; what is left out is made by the runtime as texts come.
 *
 * Measured, rules on prefixes, suffixes and infixes cost about 20 steps of work a symbol, and a million steps take
 * about a third of a second. What costs much more has patterns with several `*` that multiply each other.
 */
export class WorkBudget {
  #left: number;

  /** `length`: how many symbols the programs of all rules have. */
  constructor(length: number) {
    this.#left = 2_500_000 + 60 * length;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** The work that may go into one automaton, for rules of a length. */
  forRules(length: number): number {
    return Math.min(this.#left, 400_000 + 30 * length);
  }

  spend(work: number): void {
    this.#left -= work;
  }
}

/** An automaton before it has a place in a table, and its alphabet with it. */
export type UnnumberedAutomaton = Omit<AutomatonData, "alphabet">;

/**
 * The automaton of a machine, states and rows numbered breadth first; null where it would take more than `work`, as the
 * machine counts it.
 */
export function buildAutomaton(machine: Machine, work: number): UnnumberedAutomaton | null {
  const rows: number[][] = [];
  const rowOf = new Map<number, number>();
  const bases: number[] = [];
  const edges: number[] = [];
  const hits: number[] = [];
  const ends: number[] = [];
  const states: State[] = [];
  const numbers = new Map<number, number>();
  const numberOf = (state: State): number => {
    let number = numbers.get(state.id);
    if (number === undefined) {
      number = states.length;
      numbers.set(state.id, number);
      states.push(state);
      if (state.hit !== -1) hits.push(number, state.hit);
      if (state.end !== -1) ends.push(number, state.end);
    }
    return number;
  };

  const writeRow = (base: State): number => {
    const other = machine.next(base, OTHER);
    const row = [numberOf(other)];
    for (const of of machine.branching(base)) {
      const next = machine.next(base, of);
      if (next !== other) row.push(of, numberOf(next));
    }
    rows.push(row);
    return rows.length - 1;
  };

  numberOf(machine.start());
  // The list grows while it is walked: `states` is the queue of the search.
  for (const state of states) {
    const base = machine.base(state);
    let row = rowOf.get(base.id);
    if (row === undefined) rowOf.set(base.id, (row = writeRow(base)));
    if (bases.at(-1) === row) bases[bases.length - 2]!++;
    else bases.push(1, row);

    const at = edges.push(0) - 1;
    for (const of of machine.differing(state)) {
      const next = machine.next(state, of, false);
      if (next === machine.next(base, of)) continue;
      edges.push(of, numberOf(next));
      edges[at]!++;
    }
    if (machine.work > work) return null;
  }
  return { rows, bases, edges, hits, ends };
}

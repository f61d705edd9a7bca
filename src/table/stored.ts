/**
 * An automaton as it is stored in a table, unpacked into arrays of numbers.
 */
import type { Alphabet } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";
import type { AutomatonData } from "./format.ts";

/** Rows are spread out, one cell for each class, up to this many cells; above it they are searched. */
const SPREAD_CELLS = 1 << 20;
/** Up to this many transitions of a state are looked through one by one. */
const LINEAR = 8;

export class StoredAutomaton implements Automaton {
  readonly #alphabet: Alphabet;
  readonly #hit: Int32Array;
  readonly #end: Int32Array;
  /** The row of each state. */
  readonly #row: Uint32Array;
  /** Where the transitions of each state begin in the two arrays that follow; one more entry for the end. */
  readonly #edgeStart: Uint32Array;
  readonly #edgeClass: Uint32Array;
  readonly #edgeTarget: Uint32Array;
  readonly #rowDefault: Uint32Array;
  readonly #rowStart: Uint32Array;
  readonly #rowClass: Uint32Array;
  readonly #rowTarget: Uint32Array;
  /** Cell by row and class, or null where that would be too large. */
  readonly #spread: Uint32Array | null;
  /** A state that nothing leads out of and where no rule wins, so that a text need not be followed further; or -1. */
  readonly #dead: number;
  #top: Int32Array | null = null;
  /** How many rules a list needs for every rank of the automaton to be one of them. */
  readonly ranks: number;

  /** Throws a RangeError that says what is wrong where an index is out of its bounds. */
  constructor(data: AutomatonData, alphabet: Alphabet) {
    this.#alphabet = alphabet;
    const rows = data.rows.length;
    // Every state has at least its count of transitions.
    this.#row = unpackBases(data.bases, rows, data.edges.length);
    const states = this.#row.length;

    const transitions = (data.edges.length - states) / 2;
    if (!Number.isInteger(transitions) || transitions < 0) throw new RangeError("the transitions do not add up");
    this.#edgeStart = new Uint32Array(states + 1);
    this.#edgeClass = new Uint32Array(transitions);
    this.#edgeTarget = new Uint32Array(transitions);
    let read = 0;
    let written = 0;
    for (let state = 0; state < states; state++) {
      const count = below(data.edges[read++], transitions - written + 1, "a count of transitions");
      written = copyPairs(data.edges, read, count, this.#edgeClass, this.#edgeTarget, written, alphabet.size, states);
      read += 2 * count;
      this.#edgeStart[state + 1] = written;
    }
    if (written !== transitions) throw new RangeError("the transitions do not add up");

    this.#rowDefault = new Uint32Array(rows);
    this.#rowStart = new Uint32Array(rows + 1);
    const cells = data.rows.reduce((sum, row) => sum + (row.length >> 1), 0);
    this.#rowClass = new Uint32Array(cells);
    this.#rowTarget = new Uint32Array(cells);
    written = 0;
    for (const [index, row] of data.rows.entries()) {
      if (row.length % 2 !== 1) throw new RangeError("a row does not add up");
      this.#rowDefault[index] = below(row[0], states, "a state");
      const count = row.length >> 1;
      written = copyPairs(row, 1, count, this.#rowClass, this.#rowTarget, written, alphabet.size, states);
      this.#rowStart[index + 1] = written;
    }
    // A table must not make the process hold much more than it holds itself.
    const spread = rows * alphabet.size <= Math.min(SPREAD_CELLS, 4096 + 16 * (cells + states));
    this.#spread = spread ? this.#spreadRows(rows) : null;

    this.#hit = unpackRanks(data.hits, states);
    this.#end = unpackRanks(data.ends, states);
    this.ranks = 1 + Math.max(highest(this.#hit), highest(this.#end));
    this.#dead = this.#row.findIndex((_, state) => this.#isDead(state));
  }

  begin(): number {
    return 0;
  }

  next(state: number, of: number): number {
    let low = this.#edgeStart[state]!;
    let high = this.#edgeStart[state + 1]!;
    const classes = this.#edgeClass;
    if (high - low > LINEAR) {
      const at = search(classes, low, high, of);
      if (at !== -1) return this.#edgeTarget[at]!;
    } else {
      for (; low < high; low++) if (classes[low] === of) return this.#edgeTarget[low]!;
    }
    const row = this.#row[state]!;
    if (this.#spread !== null) return this.#spread[row * this.#alphabet.size + of]!;
    low = this.#rowStart[row]!;
    high = this.#rowStart[row + 1]!;
    const at = search(this.#rowClass, low, high, of);
    return at === -1 ? this.#rowDefault[row]! : this.#rowTarget[at]!;
  }

  base(state: number): number {
    return this.#row[state]!;
  }

  addDiffering(state: number, into: number[]): void {
    const end = this.#edgeStart[state + 1]!;
    for (let at = this.#edgeStart[state]!; at < end; at++) into.push(this.#edgeClass[at]!);
  }

  hit(state: number): number {
    return this.#hit[state]!;
  }

  end(state: number): number {
    return this.#end[state]!;
  }

  top(state: number): number {
    this.#top ??= this.#findTops();
    return this.#top[state]!;
  }

  made(): number {
    return 0;
  }

  winner(text: string): number {
    const { ascii } = this.#alphabet;
    const hits = this.#hit;
    const dead = this.#dead;
    let state = 0;
    let best = hits[0]!;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      let of: number;
      if (unit < 128) of = ascii[unit]!;
      else {
        const code = text.codePointAt(index)!;
        if (code > 0xffff) index++;
        of = this.#alphabet.classOf(code);
      }
      state = this.next(state, of);
      if (state === dead) return best;
      const hit = hits[state]!;
      if (hit > best) best = hit;
    }
    return Math.max(best, this.#end[state]!);
  }

  #isDead(state: number): boolean {
    const row = this.#row[state]!;
    return (
      this.#edgeStart[state] === this.#edgeStart[state + 1] &&
      this.#rowStart[row] === this.#rowStart[row + 1] &&
      this.#rowDefault[row] === state &&
      Math.max(this.#hit[state]!, this.#end[state]!) === -1
    );
  }

  #spreadRows(rows: number): Uint32Array {
    const { size } = this.#alphabet;
    const cells = new Uint32Array(rows * size);
    for (let row = 0; row < rows; row++) {
      cells.fill(this.#rowDefault[row]!, row * size, (row + 1) * size);
      for (let at = this.#rowStart[row]!; at < this.#rowStart[row + 1]!; at++) {
        cells[row * size + this.#rowClass[at]!] = this.#rowTarget[at]!;
      }
    }
    return cells;
  }

  /** The highest hit or end that can be reached from each state: from the highest down, backwards. */
  #findTops(): Int32Array {
    const states = this.#row.length;
    const rows = this.#rowDefault.length;
    // Nodes of the graph: the states, then the rows. A state leads to its row, a row to its targets.
    const into = new Predecessors(states + rows);
    for (let state = 0; state < states; state++) {
      into.add(state, states + this.#row[state]!);
      for (let at = this.#edgeStart[state]!; at < this.#edgeStart[state + 1]!; at++) {
        into.add(state, this.#edgeTarget[at]!);
      }
    }
    for (let row = 0; row < rows; row++) {
      into.add(states + row, this.#rowDefault[row]!);
      for (let at = this.#rowStart[row]!; at < this.#rowStart[row + 1]!; at++) {
        into.add(states + row, this.#rowTarget[at]!);
      }
    }
    const top = new Int32Array(states + rows).fill(-1);
    const winning = Array.from({ length: states }, (_, state) => state)
      .filter((state) => Math.max(this.#hit[state]!, this.#end[state]!) !== -1)
      .map((state) => ({ state, rank: Math.max(this.#hit[state]!, this.#end[state]!) }))
      .toSorted((a, b) => b.rank - a.rank);
    for (const { state, rank } of winning) {
      if (top[state] !== -1) continue;
      top[state] = rank;
      const queue = [state];
      for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
        into.forEach(node, (before) => {
          if (top[before] !== -1) return;
          top[before] = rank;
          queue.push(before);
        });
      }
    }
    return top.subarray(0, states);
  }
}

/** For each node of a graph, the nodes with an edge to it: linked lists in two arrays. */
class Predecessors {
  readonly #last: Int32Array;
  readonly #from: number[] = [];
  readonly #before: number[] = [];

  constructor(nodes: number) {
    this.#last = new Int32Array(nodes).fill(-1);
  }

  add(from: number, to: number): void {
    this.#before.push(this.#last[to]!);
    this.#last[to] = this.#from.push(from) - 1;
  }

  forEach(node: number, visit: (from: number) => void): void {
    for (let at = this.#last[node]!; at !== -1; at = this.#before[at]!) visit(this.#from[at]!);
  }
}

function below(value: number | undefined, bound: number, what: string): number {
  if (value === undefined || !Number.isInteger(value) || value < 0 || value >= bound) {
    throw new RangeError(`${what} is out of its bounds`);
  }
  return value;
}

function unpackBases(bases: readonly number[], rows: number, most: number): Uint32Array {
  if (bases.length === 0 || bases.length % 2 !== 0) throw new RangeError("the rows of the states do not add up");
  let states = 0;
  for (let at = 0; at < bases.length; at += 2) states += below(bases[at], most - states + 1, "a count of states");
  const row = new Uint32Array(states);
  let state = 0;
  for (let at = 0; at < bases.length; at += 2) {
    const until = state + bases[at]!;
    row.fill(below(bases[at + 1], rows, "a row"), state, until);
    state = until;
  }
  if (states === 0) throw new RangeError("an automaton has no state");
  return row;
}

/** Copies pairs of class and target, classes ascending; gives the new end of the arrays. */
function copyPairs(
  from: readonly number[],
  start: number,
  count: number,
  classes: Uint32Array,
  targets: Uint32Array,
  end: number,
  size: number,
  states: number,
): number {
  let previous = -1;
  let written = end;
  for (let at = start; at < start + 2 * count; at += 2) {
    const of = below(from[at], size, "a class of characters");
    if (of <= previous) throw new RangeError("classes of characters are not in order");
    previous = of;
    classes[written] = of;
    targets[written] = below(from[at + 1], states, "a state");
    written++;
  }
  return written;
}

function unpackRanks(pairs: readonly number[], states: number): Int32Array {
  if (pairs.length % 2 !== 0) throw new RangeError("the rules of the states do not add up");
  const result = new Int32Array(states).fill(-1);
  for (let at = 0; at < pairs.length; at += 2) {
    result[below(pairs[at], states, "a state")] = below(pairs[at + 1], MAX_RANK, "a rule");
  }
  return result;
}

const MAX_RANK = 0x7fffffff;

function highest(ranks: Int32Array): number {
  return ranks.reduce((most, rank) => Math.max(most, rank), -1);
}

/** Index of `value` in an ascending stretch of an array, or -1. */
function search(list: Uint32Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = list[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle;
  }
  return -1;
}

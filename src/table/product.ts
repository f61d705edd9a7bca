/**
 * Several automata side by side, followed as one.
 *
 * A *place* is where a text has led: for each automaton its state, and the highest rule that was certain to match on the
 * way. Places are numbered as they are met, so that a set of places is a set of small numbers.
 */
import type { Automaton } from "./automaton.ts";

/** State of an automaton whose answer cannot change any more. */
const SETTLED = -1;

export class Product {
  readonly #automata: readonly Automaton[];
  readonly #places: Tuples;
  readonly #bases: Tuples;
  /** For each automaton the state and the highest hit, of the place that is being made. */
  readonly #scratch: Int32Array;

  constructor(automata: readonly Automaton[]) {
    this.#automata = automata;
    const width = 2 * automata.length;
    this.#places = new Tuples(width);
    this.#bases = new Tuples(width);
    this.#scratch = new Int32Array(width);
  }

  /** The place before the first character. Voids what the automata gave out before. */
  start(): number {
    for (let index = 0; index < this.#automata.length; index++) {
      const automaton = this.#automata[index]!;
      const state = automaton.begin();
      this.#enter(index, state, automaton.hit(state));
    }
    return this.#places.numberOf(this.#scratch);
  }

  /** The place after a character of a class. */
  next(place: number, of: number): number {
    const at = place * this.#scratch.length;
    for (let index = 0; index < this.#automata.length; index++) {
      const { cells } = this.#places;
      const state = cells[at + 2 * index]!;
      const best = cells[at + 2 * index + 1]!;
      if (state === SETTLED) {
        this.#scratch[2 * index] = SETTLED;
        this.#scratch[2 * index + 1] = best;
        continue;
      }
      const automaton = this.#automata[index]!;
      const next = automaton.next(state, of);
      const hit = automaton.hit(next);
      this.#enter(index, next, hit > best ? hit : best);
    }
    return this.#places.numberOf(this.#scratch);
  }

  /** A number that places share which differ from each other for the classes of {@link addDiffering} alone. */
  base(place: number): number {
    const at = place * this.#scratch.length;
    const { cells } = this.#places;
    for (let index = 0; index < this.#automata.length; index++) {
      const state = cells[at + 2 * index]!;
      this.#scratch[2 * index] = state === SETTLED ? SETTLED : this.#automata[index]!.base(state);
      this.#scratch[2 * index + 1] = cells[at + 2 * index + 1]!;
    }
    return this.#bases.numberOf(this.#scratch);
  }

  /** Adds the classes for which a place may differ from the others of its base; some more than once. */
  addDiffering(place: number, into: number[]): void {
    const at = place * this.#scratch.length;
    for (let index = 0; index < this.#automata.length; index++) {
      const state = this.#places.cells[at + 2 * index]!;
      if (state !== SETTLED) this.#automata[index]!.addDiffering(state, into);
    }
  }

  /** For each automaton the rank of the winner if the text ends in the place; -1 for none. */
  winners(place: number): number[] {
    const at = place * this.#scratch.length;
    return this.#automata.map((automaton, index) => {
      const state = this.#places.cells[at + 2 * index]!;
      const best = this.#places.cells[at + 2 * index + 1]!;
      return state === SETTLED ? best : Math.max(best, automaton.end(state));
    });
  }

  /** A measure of the work that went into making states so far. */
  made(): number {
    let made = 0;
    for (const automaton of this.#automata) made += automaton.made();
    return made;
  }

  #enter(index: number, state: number, best: number): void {
    // Settled where nothing above the highest hit can come any more.
    this.#scratch[2 * index] = this.#automata[index]!.top(state) <= best ? SETTLED : state;
    this.#scratch[2 * index + 1] = best;
  }
}

/** How many tuples there is room for at first. */
const ROOM = 32;

/** Numbers tuples of numbers from 0 on, in the order in which they are met. */
class Tuples {
  readonly #width: number;
  #size = 0;
  #cells: Int32Array;
  /** By hash the number of a tuple and one more; 0 for none. Twice as many as there is room for, at least. */
  #slots: Int32Array;

  constructor(width: number) {
    this.#width = width;
    this.#cells = new Int32Array(ROOM * width);
    this.#slots = new Int32Array(2 * ROOM);
  }

  /** The tuples, one after the other. Another array once there are more. */
  get cells(): Int32Array {
    return this.#cells;
  }

  numberOf(tuple: Int32Array): number {
    const slots = this.#slots;
    let slot = hash(tuple, 0, this.#width) & (slots.length - 1);
    for (let found = slots[slot]!; found !== 0; found = slots[slot]!) {
      if (this.#holds(found - 1, tuple)) return found - 1;
      slot = (slot + 1) & (slots.length - 1);
    }
    if (2 * (this.#size + 1) > slots.length) {
      this.#grow();
      return this.numberOf(tuple);
    }
    this.#cells.set(tuple, this.#size * this.#width);
    slots[slot] = ++this.#size;
    return this.#size - 1;
  }

  #holds(number: number, tuple: Int32Array): boolean {
    const at = number * this.#width;
    for (let index = 0; index < this.#width; index++) {
      if (this.#cells[at + index] !== tuple[index]) return false;
    }
    return true;
  }

  #grow(): void {
    const cells = new Int32Array(2 * this.#cells.length);
    cells.set(this.#cells);
    this.#cells = cells;
    const slots = new Int32Array(2 * this.#slots.length);
    for (let number = 0; number < this.#size; number++) {
      let slot = hash(cells, number * this.#width, this.#width) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** Murmur3's mixing of 32-bit words. */
function hash(cells: Int32Array, from: number, width: number): number {
  let sum = 0;
  for (let at = from; at < from + width; at++) {
    let word = Math.imul(cells[at]!, 0xcc9e2d51);
    word = (word << 15) | (word >>> 17);
    sum ^= Math.imul(word, 0x1b873593);
    sum = (sum << 13) | (sum >>> 19);
    sum = (Math.imul(sum, 5) + 0xe6546b64) | 0;
  }
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  return sum ^ (sum >>> 13);
}

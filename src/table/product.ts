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
  readonly #outcomes: Tuples;
  /** For each automaton the state and the highest hit, of the place that is being made. */
  readonly #scratch: Int32Array;

  constructor(automata: readonly Automaton[]) {
    this.#automata = automata;
    const width = 2 * automata.length;
    this.#places = new Tuples(width);
    this.#bases = new Tuples(width);
    this.#outcomes = new Tuples(width);
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

  /** For each automaton the rank of the winner (-1 for none) if the text ends in the place; null for the same again. */
  freshWinners(place: number): number[] | null {
    const at = place * this.#scratch.length;
    const { cells } = this.#places;
    this.#scratch.fill(0);
    for (let index = 0; index < this.#automata.length; index++) {
      const state = cells[at + 2 * index]!;
      const best = cells[at + 2 * index + 1]!;
      this.#scratch[index] = state === SETTLED ? best : Math.max(best, this.#automata[index]!.end(state));
    }
    const known = this.#outcomes.size;
    if (this.#outcomes.numberOf(this.#scratch) < known) return null;
    return [...this.#scratch.subarray(0, this.#automata.length)];
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

/** Up to this many tuples are looked through one by one: most values lead to few places. */
const FEW = 8;

/** Numbers tuples of numbers from 0 on, in the order in which they are met. */
class Tuples {
  readonly #width: number;
  /** The tuples, one after the other. */
  readonly cells: number[] = [];
  size = 0;
  /** By hash the number of a tuple and one more, 0 for none; at least twice as many as tuples. Null for a few. */
  #slots: Int32Array | null = null;

  constructor(width: number) {
    this.#width = width;
  }

  numberOf(tuple: Int32Array): number {
    const slots = this.#slots;
    if (slots === null) {
      for (let number = 0; number < this.size; number++) if (this.#holds(number, tuple)) return number;
      return this.#add(tuple);
    }
    let slot = this.#slotOf(tuple, 0, slots);
    for (let found = slots[slot]!; found !== 0; found = slots[slot]!) {
      if (this.#holds(found - 1, tuple)) return found - 1;
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = this.size + 1;
    return this.#add(tuple);
  }

  #holds(number: number, tuple: Int32Array): boolean {
    const at = number * this.#width;
    for (let index = 0; index < this.#width; index++) {
      if (this.cells[at + index] !== tuple[index]) return false;
    }
    return true;
  }

  #add(tuple: Int32Array): number {
    for (let index = 0; index < this.#width; index++) this.cells.push(tuple[index]!);
    this.size += 1;
    if (this.size >= FEW && 2 * this.size > (this.#slots?.length ?? 0)) this.#slots = this.#hashed(8 * this.size);
    return this.size - 1;
  }

  /** All tuples by their hashes, in a number of slots that is a power of two and at least `least`. */
  #hashed(least: number): Int32Array {
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(least)));
    for (let number = 0; number < this.size; number++) {
      let slot = this.#slotOf(this.cells, number * this.#width, slots);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    return slots;
  }

  /** Where a tuple is looked for first: by Murmur3's mixing of 32-bit words. */
  #slotOf(cells: ArrayLike<number>, from: number, slots: Int32Array): number {
    let sum = 0;
    for (let at = from; at < from + this.#width; at++) {
      let word = Math.imul(cells[at]!, 0xcc9e2d51);
      word = (word << 15) | (word >>> 17);
      sum ^= Math.imul(word, 0x1b873593);
      sum = (sum << 13) | (sum >>> 19);
      sum = (Math.imul(sum, 5) + 0xe6546b64) | 0;
    }
    sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
    return (sum ^ (sum >>> 13)) & (slots.length - 1);
  }
}

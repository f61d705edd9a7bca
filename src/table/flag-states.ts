/**
 * Where all flag trackers of a machine stand together, and what that says of the conditions of its rules.
 */
import { BOUNDARY, OPTION_BOUNDARY, VALUE_BOUNDARY } from "../text.ts";
import type { Alphabet } from "./alphabet.ts";
import { ABSENT, type Condition, FlagTracker, PRESENT } from "./flags.ts";

/** Where the trackers in use stand: a number for each, in the order of the trackers. Equal ones are one object. */
export interface FlagState {
  readonly id: number;
  readonly places: readonly number[];
  readonly next: Map<number, FlagState>;
}

/** Whether some conditions hold: decided for every continuation of a text, or `open`. */
export type Holding = "holds" | "fails" | "open";

export class FlagStates {
  readonly #alphabet: Alphabet;
  readonly #trackers: FlagTracker[] = [];
  /** For each group of rules with the same conditions, which trackers have to tell what. */
  readonly #groups: (readonly { readonly tracker: number; readonly present: boolean }[])[];
  /** States of all trackers, numbered together. */
  readonly #places: { readonly tracker: number; readonly state: number }[] = [];
  readonly #placeNumbers = new Map<string, number>();
  #known = new Map<string, FlagState>();
  #weight = 0;

  /** `groups`: the conditions of each group. */
  constructor(groups: readonly (readonly Condition[])[], alphabet: Alphabet) {
    this.#alphabet = alphabet;
    const numbers = new Map<string, number>();
    this.#groups = groups.map((conditions) =>
      conditions.map(({ flags, judgement, present }) => {
        const key = JSON.stringify([judgement, flags]);
        let tracker = numbers.get(key);
        if (tracker === undefined) {
          numbers.set(key, (tracker = this.#trackers.length));
          this.#trackers.push(new FlagTracker(flags, judgement));
        }
        return { tracker, present };
      }),
    );
  }

  /** About how many numbers the states that have been met hold. */
  get weight(): number {
    return this.#weight;
  }

  /** Forgets all states. */
  forget(): void {
    this.#known = new Map();
    this.#weight = 0;
  }

  /** All trackers before the first character. */
  start(): FlagState {
    return this.of(this.#trackers.map((tracker, index) => this.#placeNumber(index, tracker.start)));
  }

  /** No trackers. */
  none(): FlagState {
    return this.of([]);
  }

  /** The state of some places. */
  of(places: readonly number[]): FlagState {
    const key = places.join();
    let state = this.#known.get(key);
    if (state === undefined) {
      state = { id: this.#known.size, places, next: new Map() };
      this.#known.set(key, state);
      this.#weight += places.length + 8;
    }
    return state;
  }

  /** The state after a character of a class. */
  next(state: FlagState, of: number): FlagState {
    if (state.places.length === 0) return state;
    let next = state.next.get(of);
    if (next === undefined) {
      const character = this.#alphabet.representative(of);
      next = this.of(
        state.places.map((number) => {
          const place = this.#places[number]!;
          return this.#placeNumber(place.tracker, this.#trackers[place.tracker]!.step(place.state, character));
        }),
      );
      state.next.set(of, next);
      this.#weight += 4;
    }
    return next;
  }

  /** The state of the trackers that some groups need, and of no others. */
  restrict(state: FlagState, groups: Iterable<number>): FlagState {
    if (state.places.length === 0) return state;
    const needed = new Set<number>();
    for (const group of groups) for (const { tracker } of this.#groups[group]!) needed.add(tracker);
    const places = state.places.filter((number) => needed.has(this.#places[number]!.tracker));
    return places.length === state.places.length ? state : this.of(places);
  }

  /** Adds the classes that may lead elsewhere than a character that no rule names. */
  addBranching(state: FlagState, classes: Set<number>): void {
    for (const number of state.places) {
      const place = this.#places[number]!;
      if (place.state === PRESENT || place.state === ABSENT) continue;
      const branching = this.#trackers[place.tracker]!.branching(place.state);
      for (const character of [BOUNDARY, VALUE_BOUNDARY, OPTION_BOUNDARY, ...branching]) {
        classes.add(this.#alphabet.classOfCharacter(character));
      }
    }
  }

  /** True for a group with conditions. */
  hasConditions(group: number): boolean {
    return this.#groups[group]!.length > 0;
  }

  holding(group: number, state: FlagState): Holding {
    let holding: Holding = "holds";
    for (const { tracker, present } of this.#groups[group]!) {
      const at = this.#stateOf(tracker, state);
      if (at === (present ? ABSENT : PRESENT)) return "fails";
      if (at !== (present ? PRESENT : ABSENT)) holding = "open";
    }
    return holding;
  }

  /** True where the conditions of a group hold for a text that ends here. */
  holdsAtEnd(group: number, state: FlagState): boolean {
    return this.#groups[group]!.every(
      ({ tracker, present }) => this.#trackers[tracker]!.presentAtEnd(this.#stateOf(tracker, state)) === present,
    );
  }

  #stateOf(tracker: number, state: FlagState): number {
    for (const number of state.places) {
      const place = this.#places[number]!;
      if (place.tracker === tracker) return place.state;
    }
    throw new Error("a condition without its tracker");
  }

  #placeNumber(tracker: number, state: number): number {
    const key = `${tracker},${state}`;
    let number = this.#placeNumbers.get(key);
    if (number === undefined) {
      number = this.#places.push({ tracker, state }) - 1;
      this.#placeNumbers.set(key, number);
    }
    return number;
  }
}

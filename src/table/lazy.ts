/**
 * An automaton that is made as texts come, for rules whose automaton is too large to be stored. What has been made is
 * kept, up to a bound.
 */
import type { Automaton } from "./automaton.ts";
import type { Machine, State } from "./machine.ts";

/** What is kept, in numbers held: some ten bytes each, so a few megabytes. */
const KEPT = 300_000;

export class LazyAutomaton implements Automaton {
  readonly #make: () => Machine;
  #kept: number;
  #machine: Machine | null = null;
  #start: State | null = null;

  /** `make` gives the machine, when it is first needed. */
  constructor(make: () => Machine, kept = KEPT) {
    this.#make = make;
    this.#kept = kept;
  }

  begin(): number {
    return this.#begin().id;
  }

  next(state: number, of: number): number {
    const machine = this.#machine!;
    return machine.next(machine.state(state), of).id;
  }

  base(state: number): number {
    const machine = this.#machine!;
    return machine.base(machine.state(state)).id;
  }

  addDiffering(state: number, into: number[]): void {
    const machine = this.#machine!;
    for (const of of machine.differing(machine.state(state))) into.push(of);
  }

  hit(state: number): number {
    return this.#machine!.state(state).hit;
  }

  end(state: number): number {
    return this.#machine!.state(state).end;
  }

  top(state: number): number {
    return this.#machine!.state(state).top;
  }

  made(): number {
    return this.#machine === null ? 0 : this.#machine.work;
  }

  winner(text: string): number {
    let state = this.#begin();
    const machine = this.#machine!;
    const { alphabet } = machine;
    let best = state.hit;
    for (const character of text) {
      if (state.top <= best) return best;
      if (machine.weight > this.#kept) {
        state = machine.forget(state);
        this.#start = null;
      }
      state = machine.next(state, alphabet.classOf(character.codePointAt(0)!));
      if (state.hit > best) best = state.hit;
    }
    return Math.max(best, state.end);
  }

  #begin(): State {
    if (this.#machine === null) {
      this.#machine = this.#make();
      this.#start = this.#machine.start();
      // Room beside what a single state of many rules holds.
      this.#kept += 4 * this.#machine.weight;
    }
    if (this.#start !== null && this.#machine.weight > this.#kept) {
      this.#start = this.#machine.forget(this.#start);
    }
    return (this.#start ??= this.#machine.start());
  }
}

/**
 * The search for shortest texts: all texts of a form, followed through several automata at once, shortest first.
 *
 * A *place* is where the automata and the form stand after a text. Texts that lead to the same place have the same
 * future, so each place is looked at once, and what comes first is shortest.
 */
import { type Alphabet, OTHER } from "../../src/table/alphabet.ts";
import type { Machine, State } from "../../src/table/machine.ts";
import type { Form } from "./forms.ts";

/** What a search may cost. Shared by all searches that are given the same object. */
export interface SearchBudget {
  /** Steps through all automata. */
  steps: number;
}

/** Places that one search may keep: some hundred bytes each. */
const MOST_PLACES = 1_000_000;
/** Numbers that the automata of one search may hold. */
const MOST_WEIGHT = 12_000_000;

/** Where one automaton stands: its state, null once nothing can change its answer, and its highest hit. */
export interface Standing {
  readonly state: State | null;
  readonly best: number;
}

interface Place {
  /** Emptied once the place has been looked at, to keep less. */
  standings: readonly Standing[];
  /** The form's phase; -1 for a text that ends here. */
  readonly phase: number;
  readonly before: Place | null;
  readonly character: string;
  /** The same for places with the same future. */
  readonly key: string;
}

const ENDED = -1;

export interface Search {
  /** All over the alphabet. */
  readonly machines: readonly Machine[];
  readonly alphabet: Alphabet;
  readonly form: Form;
  readonly budget: SearchBudget;
  /** False where no text that leads on from here matters. */
  readonly matters?: (standings: readonly Standing[]) => boolean;
  /** Told the rank that wins in each automaton and a shortest text for it, in the order of length; true ends all. */
  readonly found: (ranks: readonly number[], text: () => string) => boolean;
}

/** `all`: every text was covered. `ended`: `found` ended it. `budget`: it would take too long, or too much memory. */
export type SearchEnd = "all" | "ended" | "budget";

/** Searches. */
export function search(options: Search): SearchEnd {
  return new Searching(options).run();
}

class Searching {
  readonly #options: Search;
  readonly #filler: string;
  /** Places by length. */
  readonly #queue: Place[][] = [];
  readonly #lengths = new Map<string, number>();
  /** For each base with its hits and phase, the characters that have not been followed from it. */
  readonly #open = new Map<string, Set<string>>();

  constructor(options: Search) {
    this.#options = options;
    this.#filler = fillerOf(options.alphabet);
  }

  run(): SearchEnd {
    const { machines, form, budget, found } = this.#options;
    const standings = machines.map((machine) => {
      const state = machine.start();
      return settled(machine, state, state.hit);
    });
    this.#push(standings, form.start, null, "", 0);
    // The queue grows while it is walked.
    for (let length = 0; length < this.#queue.length; length++) {
      const places = this.#queue[length];
      if (places === undefined) continue;
      // Steps without a character can add to the list that is being walked only at a greater length.
      for (const place of places) {
        if (place.phase === ENDED) {
          if (found(ranksOf(place.standings), () => textOf(place))) return "ended";
          continue;
        }
        if (this.#lengths.get(place.key) !== length) continue;
        if (budget.steps <= 0 || this.#lengths.size > MOST_PLACES || this.#weight() > MOST_WEIGHT) return "budget";
        const end = form.end(place.phase);
        if (end === 0) {
          if (found(ranksOf(place.standings), () => textOf(place))) return "ended";
        } else if (end !== null) {
          this.#enqueue({ ...place, phase: ENDED, before: place, character: "" }, length + end);
        }
        this.#expand(place, length);
        place.standings = [];
      }
      this.#queue[length] = [];
    }
    return "all";
  }

  #weight(): number {
    return this.#options.machines.reduce((sum, machine) => sum + machine.weight, 0);
  }

  #expand(place: Place, length: number): void {
    const { alphabet, form } = this.#options;
    const idle = form.idle(place.phase);
    if (idle !== null) {
      this.#push(place.standings, idle.phase, place, "", length + idle.cost);
    }
    for (const character of this.#characters(place)) {
      const step = form.step(place.phase, character);
      if (step === null) continue;
      const of = alphabet.classOfCharacter(character);
      this.#options.budget.steps -= place.standings.length;
      const standings = place.standings.map((standing, index) => {
        const { state, best } = standing;
        if (state === null) return standing;
        const next = this.#options.machines[index]!.next(state, of);
        return settled(this.#options.machines[index]!, next, Math.max(best, next.hit));
      });
      this.#push(standings, step.phase, place, character, length + step.cost);
    }
  }

  /**
   * One character for each way on from a place that has not been taken, one that no rule names first.
   *
   * States of one base go the same way for most characters. Those are followed once, from the first place: no other
   * leads there on a shorter way.
   */
  #characters(place: Place): string[] {
    const { alphabet, machines, form } = this.#options;
    const own = new Set<string>();
    const bases: Standing[] = [];
    for (const [index, standing] of place.standings.entries()) {
      const { state, best } = standing;
      if (state === null) {
        bases.push(standing);
        continue;
      }
      const machine = machines[index]!;
      bases.push({ state: machine.base(state), best });
      for (const of of machine.differing(state)) this.#addCharacter(own, of);
    }
    for (const character of form.special) {
      if (own.has(this.#representative(alphabet.classOfCharacter(character)) ?? "")) own.add(character);
    }
    const key = keyOf(bases, place.phase);
    let left = this.#open.get(key);
    if (left === undefined) {
      left = new Set([this.#filler, ...form.special]);
      for (const [index, { state }] of bases.entries()) {
        if (state === null) continue;
        for (const of of machines[index]!.branching(state)) this.#addCharacter(left, of);
      }
      this.#open.set(key, left);
    }
    const due = [...left].filter((character) => !own.has(character));
    for (const character of due) left.delete(character);
    return [...due, ...own];
  }

  #addCharacter(to: Set<string>, of: number): void {
    const character = this.#representative(of);
    if (character !== null) to.add(character);
  }

  #representative(of: number): string | null {
    return of === OTHER ? this.#filler : this.#options.alphabet.representative(of);
  }

  #push(standings: readonly Standing[], phase: number, before: Place | null, character: string, length: number): void {
    const { matters } = this.#options;
    if (matters !== undefined && !matters(standings)) return;
    const key = keyOf(standings, phase);
    const known = this.#lengths.get(key);
    if (known !== undefined && known <= length) return;
    this.#lengths.set(key, length);
    this.#enqueue({ standings, phase, before, character, key }, length);
  }

  #enqueue(place: Place, length: number): void {
    const places = this.#queue[length];
    if (places === undefined) this.#queue[length] = [place];
    else places.push(place);
  }
}

/** A standing, without what of its state cannot come to anything above its highest hit. */
function settled(machine: Machine, state: State, best: number): Standing {
  return { state: state.top <= best ? null : machine.above(state, best), best };
}

function ranksOf(standings: readonly Standing[]): number[] {
  return standings.map(({ state, best }) => (state === null ? best : Math.max(best, state.end)));
}

function keyOf(standings: readonly Standing[], phase: number): string {
  let key = String(phase);
  for (const { state, best } of standings) key += `,${state === null ? "" : state.id}:${best}`;
  return key;
}

function textOf(place: Place): string {
  const characters: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.before) characters.push(at.character);
  return characters.toReversed().join("");
}

/** Characters that stand for all that no rule names, the most readable first. */
const FILLERS = "xyzabcdefghijklmnopqrstuvwXYZABCDEFGHIJKLMNOPQRSTUVW0123456789_éüßñøλж";

function fillerOf(alphabet: Alphabet): string {
  for (const character of FILLERS) if (alphabet.classOfCharacter(character) === OTHER) return character;
  // A policy that names all of these leaves others: Unicode has more letters than a policy can hold.
  let code = 0x4e00;
  while (alphabet.classOf(code) !== OTHER) code++;
  return String.fromCodePoint(code);
}

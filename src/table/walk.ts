/**
 * Follows automata through a value with holes: which rules can win over all texts that the holes can become.
 *
 * Several automata are followed at once, so that what they say belongs to the same text.
 */
import { BOUNDARY, type CharactersHole, HOME, OPTION_BOUNDARY, VALUE_BOUNDARY, type Value } from "../text.ts";
import { type Alphabet, OTHER } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";
import { Product } from "./product.ts";

/** A bound on work. What finds it used up gives no answer. */
export interface StepBudget {
  left: number;
}

/** Holes within holes are followed up to this depth. */
const DEPTH = 100;
/** What a walk costs beside its steps, in steps: most values with holes are decided within fewer. */
const BEGIN = 100;

/** Places of the automata, by their numbers. */
type Places = Set<number>;
/** Told a place that a value can end in; true ends the search. */
type Found = (place: number) => boolean;

const NOTHING: Found = () => false;

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
  return budget.left < 0 ? null : new Walk(new Product(automata), alphabet, budget).winners(value, enough);
}

class Walk {
  readonly #automata: Product;
  readonly #alphabet: Alphabet;
  readonly #budget: StepBudget;
  #failed = false;

  constructor(automata: Product, alphabet: Alphabet, budget: StepBudget) {
    this.#automata = automata;
    this.#alphabet = alphabet;
    this.#budget = budget;
  }

  winners(value: Value, enough: (ranks: readonly number[]) => boolean): number[][] | null {
    const winners = new Map<string, number[]>();
    let done = false;
    const end = (place: number): boolean => {
      const ranks = this.#automata.winners(place);
      const key = ranks.join();
      if (!winners.has(key)) {
        winners.set(key, ranks);
        done = enough(ranks);
      }
      return done;
    };
    const before = this.#follow(value.slice(0, -1), new Set([this.#automata.start()]), 0);
    const last = value.at(-1);
    // What the last piece leads to is looked at as it is found, so that a search can end early.
    if (last !== undefined && typeof last !== "string" && last.kind === "text") {
      this.#closure(before, this.#anyText(), end);
    } else if (last !== undefined && typeof last !== "string" && last.kind === "characters") {
      this.#throughCharacters(last, before, end);
    } else if (last !== undefined && typeof last !== "string" && last.kind === "repeat") {
      this.#repeat(last.value, before, 0, end);
    } else {
      for (const place of this.#follow(last === undefined ? [] : [last], before, 0)) if (end(place)) break;
    }
    return this.#failed && !done ? null : [...winners.values()];
  }

  #spend(steps: number): boolean {
    this.#budget.left -= steps;
    if (this.#budget.left < 0) this.#failed = true;
    return !this.#failed;
  }

  #follow(value: Value, from: Places, depth: number): Places {
    if (depth > DEPTH) this.#failed = true;
    let places = from;
    for (const piece of value) {
      if (this.#failed) break;
      if (typeof piece === "string") places = this.#throughText(piece, places);
      else if (piece.kind === "characters") places = this.#throughCharacters(piece, places);
      else if (piece.kind === "text") places = this.#closure(places, this.#anyText());
      else if (piece.kind === "choice") {
        const all: Places = new Set();
        for (const option of piece.options) {
          for (const place of this.#follow(option, places, depth + 1)) all.add(place);
        }
        places = all;
      } else places = this.#repeat(piece.value, places, depth);
    }
    return places;
  }

  #throughText(text: string, from: Places): Places {
    let places = from;
    for (const character of text) {
      if (this.#failed) break;
      places = this.#stepAll(places, [this.#alphabet.classOf(character.codePointAt(0)!)]);
    }
    return places;
  }

  #throughCharacters(hole: CharactersHole, from: Places, found: Found = NOTHING): Places {
    const rest = this.#classesOf(hole, new Set(hole.except));
    const first =
      hole.notFirst === undefined ? rest : this.#classesOf(hole, new Set(hole.notFirst + (hole.except ?? "")));
    if (hole.min === 0 && hole.max === null && first === rest) return this.#closure(from, rest, found);
    if (hole.min === 0) for (const place of from) if (found(place)) return from;
    const once = this.#stepAll(from, first);
    const all = hole.max === 1 ? once : this.#closure(once, rest, found);
    if (hole.max === 1) for (const place of once) if (found(place)) return once;
    return hole.min === 1 ? all : new Set([...from, ...all]);
  }

  /** Everything that a value leads to, none or more times over. Ends where `found` is true for a place. */
  #repeat(value: Value, from: Places, depth: number, found: Found = NOTHING): Places {
    const all: Places = new Set(from);
    for (const place of from) if (found(place)) return all;
    let fresh: Places = from;
    while (fresh.size > 0 && this.#spend(1)) {
      const next: Places = new Set();
      for (const place of this.#follow(value, fresh, depth + 1)) {
        if (all.has(place)) continue;
        all.add(place);
        next.add(place);
        if (found(place)) return all;
      }
      fresh = next;
    }
    return all;
  }

  /** Everything that characters of some classes, none or more, lead to. Ends where `found` is true for a place. */
  #closure(from: Places, classes: readonly number[], found: Found = NOTHING): Places {
    const all: Places = new Set(from);
    for (const place of from) if (found(place)) return all;
    const allowed = new Uint8Array(this.#alphabet.size);
    for (const of of classes) allowed[of] = 1;
    /** For each base, the classes that have not been followed from it. */
    const open = new Map<number, readonly number[]>();
    const due: number[] = [];
    const queue = [...from];
    for (let place = queue.pop(); place !== undefined && !this.#failed; place = queue.pop()) {
      // Places of one base go the same way for most classes: those are followed once.
      due.length = 0;
      this.#automata.addDiffering(place, due);
      const own = due.length;
      const base = this.#automata.base(place);
      const left = open.get(base) ?? classes;
      if (left.length > 0) {
        const differing = new Set(due);
        open.set(
          base,
          left.filter((of) => differing.has(of)),
        );
        for (const of of left) if (!differing.has(of)) due.push(of);
      }
      const before = this.#automata.made();
      let previous = -1;
      for (let at = 0; at < due.length; at++) {
        const of = due[at]!;
        if (at < own && allowed[of] === 0) continue;
        const next = this.#automata.next(place, of);
        // Most classes lead where the one before led.
        if (next === previous || all.has(next)) continue;
        previous = next;
        all.add(next);
        if (found(next)) return all;
        queue.push(next);
      }
      // Making states costs more than following them.
      this.#spend(due.length + 1 + this.#automata.made() - before);
    }
    return all;
  }

  #stepAll(from: Places, classes: readonly number[]): Places {
    const to: Places = new Set();
    const before = this.#automata.made();
    for (const place of from) {
      if (!this.#spend(classes.length)) break;
      for (const of of classes) to.add(this.#automata.next(place, of));
    }
    this.#spend(this.#automata.made() - before);
    return to;
  }

  /** The classes of which some character can stand in a hole. */
  #classesOf(hole: CharactersHole, except: ReadonlySet<string>): number[] {
    if (hole.among !== undefined) {
      const characters = [...hole.among].filter((character) => !except.has(character));
      return [...new Set(characters.map((character) => this.#alphabet.classOf(character.codePointAt(0)!)))];
    }
    const classes = this.#alphabet.nonMarks.filter(
      (of) => of === OTHER || [...this.#alphabet.classes[of - 2]!].some((character) => !except.has(character)),
    );
    // A name of which nothing is known may be one below the home directory.
    if (hole.max === null && hole.except === undefined && hole.notFirst === undefined) this.#addHome(classes);
    return classes;
  }

  #anyText(): number[] {
    const classes = [...this.#alphabet.nonMarks];
    for (const boundary of [BOUNDARY, VALUE_BOUNDARY, OPTION_BOUNDARY]) {
      const of = this.#alphabet.classOf(boundary.codePointAt(0)!);
      if (!classes.includes(of)) classes.push(of);
    }
    this.#addHome(classes);
    return classes;
  }

  #addHome(classes: number[]): void {
    const home = this.#alphabet.classOf(HOME.codePointAt(0)!);
    if (this.#alphabet.representative(home) !== null && !classes.includes(home)) classes.push(home);
  }
}

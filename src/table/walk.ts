/**
 * Follows automata through a value with holes: which rules can win over all texts that the holes can become.
 *
 * Several automata are followed at once, so that what they say belongs to the same text.
 */
import { BOUNDARY, type CharactersHole, HOME, OPTION_BOUNDARY, VALUE_BOUNDARY, type Value } from "../text.ts";
import { type Alphabet, OTHER } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";

/** A bound on work. What finds it used up gives no answer. */
export interface StepBudget {
  left: number;
}

/** Holes within holes are followed up to this depth. */
const DEPTH = 100;
/** State number of an automaton whose answer cannot change any more. */
const SETTLED = -1;

/** For each automaton its state and its highest hit so far. */
type Place = readonly number[];
type Places = Map<string, Place>;
/** Told a place that a value can end in; true ends the search. */
type Found = (place: Place) => boolean;

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
  return new Walk(automata, alphabet, budget).winners(value, enough);
}

class Walk {
  readonly #automata: readonly Automaton[];
  readonly #alphabet: Alphabet;
  readonly #budget: StepBudget;
  #failed = false;

  constructor(automata: readonly Automaton[], alphabet: Alphabet, budget: StepBudget) {
    this.#automata = automata;
    this.#alphabet = alphabet;
    this.#budget = budget;
  }

  winners(value: Value, enough: (ranks: readonly number[]) => boolean): number[][] | null {
    const start: number[] = [];
    for (const automaton of this.#automata) {
      const state = automaton.begin();
      start.push(state, automaton.hit(state));
    }
    const winners = new Map<string, number[]>();
    let done = false;
    const end = (place: Place): boolean => {
      const ranks = this.#automata.map((automaton, index) => {
        const state = place[2 * index]!;
        const best = place[2 * index + 1]!;
        return state === SETTLED ? best : Math.max(best, automaton.end(state));
      });
      const key = ranks.join();
      if (!winners.has(key)) {
        winners.set(key, ranks);
        done = enough(ranks);
      }
      return done;
    };
    this.#settle(start);
    const before = this.#follow(value.slice(0, -1), new Map([[keyOf(start), start]]), 0);
    const last = value.at(-1);
    // What the last piece leads to is looked at as it is found, so that a search can end early.
    if (last !== undefined && typeof last !== "string" && last.kind === "text") {
      this.#closure(before, this.#anyText(), end);
    } else if (last !== undefined && typeof last !== "string" && last.kind === "characters") {
      this.#throughCharacters(last, before, end);
    } else if (last !== undefined && typeof last !== "string" && last.kind === "repeat") {
      this.#repeat(last.value, before, 0, end);
    } else {
      for (const place of this.#follow(last === undefined ? [] : [last], before, 0).values()) if (end(place)) break;
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
        const all: Places = new Map();
        for (const option of piece.options) {
          for (const [key, place] of this.#follow(option, places, depth + 1)) all.set(key, place);
        }
        places = all;
      } else places = this.#repeat(piece.value, places, depth);
    }
    return places;
  }

  #throughText(text: string, from: Places): Places {
    const classes: number[] = [];
    for (const character of text) classes.push(this.#alphabet.classOf(character.codePointAt(0)!));
    const to: Places = new Map();
    for (const place of from.values()) {
      if (!this.#spend(classes.length + 1)) break;
      const next = [...place];
      for (const of of classes) this.#step(next, of);
      this.#settle(next);
      to.set(keyOf(next), next);
    }
    return to;
  }

  #throughCharacters(hole: CharactersHole, from: Places, found: Found = NOTHING): Places {
    const rest = this.#classesOf(hole, new Set(hole.except));
    const first =
      hole.notFirst === undefined ? rest : this.#classesOf(hole, new Set(hole.notFirst + (hole.except ?? "")));
    if (hole.min === 0 && hole.max === null && first === rest) return this.#closure(from, rest, found);
    if (hole.min === 0) for (const place of from.values()) if (found(place)) return from;
    const once = this.#stepAll(from, first);
    const all = hole.max === 1 ? once : this.#closure(once, rest, found);
    if (hole.max === 1) for (const place of once.values()) if (found(place)) return once;
    return hole.min === 1 ? all : new Map([...from, ...all]);
  }

  /** Everything that a value leads to, none or more times over. Ends where `found` is true for a place. */
  #repeat(value: Value, from: Places, depth: number, found: Found = NOTHING): Places {
    const all: Places = new Map(from);
    for (const place of from.values()) if (found(place)) return all;
    let fresh: Places = from;
    while (fresh.size > 0 && this.#spend(1)) {
      const next: Places = new Map();
      for (const [key, place] of this.#follow(value, fresh, depth + 1)) {
        if (all.has(key)) continue;
        all.set(key, place);
        next.set(key, place);
        if (found(place)) return all;
      }
      fresh = next;
    }
    return all;
  }

  /** Everything that characters of some classes, none or more, lead to. Ends where `found` is true for a place. */
  #closure(from: Places, classes: readonly number[], found: Found = NOTHING): Places {
    const all: Places = new Map(from);
    for (const place of from.values()) if (found(place)) return all;
    const allowed = new Set(classes);
    /** For each base with its hits, the classes that have not been followed from it. */
    const open = new Map<string, Set<number>>();
    const queue = [...from.values()];
    for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
      // States of one base go the same way for most classes: those are followed once.
      const own = new Set<number>();
      for (const of of this.#differing(place)) if (allowed.has(of)) own.add(of);
      const base = this.#baseOf(place);
      let left = open.get(base);
      if (left === undefined) open.set(base, (left = new Set(allowed)));
      const due = [...own];
      for (const of of left) {
        if (own.has(of)) continue;
        due.push(of);
        left.delete(of);
      }
      for (const next of this.#branch(place, due)) {
        const key = keyOf(next);
        if (all.has(key)) continue;
        all.set(key, next);
        if (found(next)) return all;
        queue.push(next);
      }
      if (this.#failed) break;
    }
    return all;
  }

  #stepAll(from: Places, classes: readonly number[]): Places {
    const to: Places = new Map();
    for (const place of from.values()) {
      for (const next of this.#branch(place, classes)) to.set(keyOf(next), next);
      if (this.#failed) break;
    }
    return to;
  }

  /** Where a character of each class leads. */
  #branch(place: Place, classes: readonly number[]): Place[] {
    const places: Place[] = [];
    if (!this.#spend(classes.length + 1)) return places;
    const before = this.#made();
    let previous: Place | null = null;
    for (const of of classes) {
      const next = [...place];
      this.#step(next, of);
      this.#settle(next);
      // Most classes lead where the one before led.
      if (previous !== null && same(previous, next)) continue;
      previous = next;
      places.push(next);
    }
    // Making states costs more than following them.
    this.#spend(this.#made() - before);
    return places;
  }

  #differing(place: Place): number[] {
    const classes: number[] = [];
    for (const [index, automaton] of this.#automata.entries()) {
      const state = place[2 * index]!;
      if (state !== SETTLED) classes.push(...automaton.differing(state));
    }
    return classes;
  }

  #baseOf(place: Place): string {
    return place
      .map((number, at) => {
        const automaton = at % 2 === 0 ? this.#automata[at / 2] : undefined;
        return automaton === undefined || number === SETTLED ? number : automaton.base(number);
      })
      .join();
  }

  #made(): number {
    let made = 0;
    for (const automaton of this.#automata) made += automaton.made();
    return made;
  }

  /** Moves a place by one character, in place. */
  #step(place: number[], of: number): void {
    for (let index = 0; index < this.#automata.length; index++) {
      const state = place[2 * index]!;
      if (state === SETTLED) continue;
      const automaton = this.#automata[index]!;
      const next = automaton.next(state, of);
      place[2 * index] = next;
      place[2 * index + 1] = Math.max(place[2 * index + 1]!, automaton.hit(next));
    }
  }

  /** Marks as settled each automaton in which nothing above the highest hit can come any more. */
  #settle(place: number[]): void {
    for (let index = 0; index < this.#automata.length; index++) {
      const state = place[2 * index]!;
      if (state !== SETTLED && this.#automata[index]!.top(state) <= place[2 * index + 1]!) place[2 * index] = SETTLED;
    }
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

function same(a: Place, b: Place): boolean {
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** A short text that no other place has: two characters a number. */
function keyOf(place: Place): string {
  let key = "";
  for (const number of place) key += String.fromCharCode((number + 1) & 0xffff, (number + 1) >>> 16);
  return key;
}

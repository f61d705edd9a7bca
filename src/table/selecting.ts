/**
 * An automaton for a process that asks about a few texts: to take all rules up takes it longer than all that it asks.
 * So the first texts are each matched by the rules alone that begin as they do.
 */
import type { Alphabet } from "./alphabet.ts";
import { fold } from "./fold.ts";
import { LazyAutomaton } from "./lazy.ts";
import { Alphabets, isFolded, machineFor, type PartName } from "./list.ts";
import { beginsAlike } from "./program.ts";
import type { TableRule } from "./rule.ts";

/** After so many texts it is cheaper to take all rules up. */
const FIRST_TEXTS = 20;

export class SelectingAutomaton extends LazyAutomaton {
  readonly #rules: () => readonly TableRule[];
  readonly #part: PartName;
  #asked = 0;

  /** `rules` are those of the part by rank; `alphabet` is the one of their surface. Both are asked for when needed. */
  constructor(rules: () => readonly TableRule[], alphabet: () => Alphabet, part: PartName) {
    super(() => machineFor(rules(), alphabet(), part));
    this.#rules = rules;
    this.#part = part;
  }

  override winner(text: string): number {
    if (this.made() > 0 || ++this.#asked > FIRST_TEXTS) return super.winner(text);
    const folded = isFolded(this.#part);
    const ranks: number[] = [];
    const selected: TableRule[] = [];
    for (const [rank, rule] of this.#rules().entries()) {
      if (!rule.programs.some((program) => beginsAlike(folded ? fold(program) : program, text))) continue;
      ranks.push(rank);
      selected.push(rule);
    }
    const [first] = selected;
    if (first === undefined) return -1;
    const alphabet = new Alphabets(selected).of(first.surface)[folded ? "folded" : "plain"];
    return ranks[new LazyAutomaton(() => machineFor(selected, alphabet, this.#part)).winner(text)] ?? -1;
  }
}

/**
 * Finds texts of a value that rules may tell apart, to be judged by the oracle.
 */
import type { Alphabet } from "../../src/table/alphabet.ts";
import type { Automaton } from "../../src/table/automaton.ts";
import type { Piece, Value } from "../../src/text.ts";
import { canStand } from "./last-match.ts";

/**
 * For each way in which some automata can end, one text of the value that ends so: a plain breadth-first search, one
 * character at a time. The texts are guesses until an oracle has judged them; that they are texts of the value is sure.
 */
export function witnesses(
  value: Value,
  automata: readonly Automaton[],
  alphabet: Alphabet,
  characters: readonly string[],
): string[] {
  return [...follow(value, new Map([[keyOf(""), ""]]), characters).values()];

  /** Where the automata stand after a text. */
  function keyOf(text: string): string {
    return automata
      .map((automaton) => {
        let state = automaton.begin();
        let best = automaton.hit(state);
        for (const character of text) {
          state = automaton.next(state, alphabet.classOfCharacter(character));
          best = Math.max(best, automaton.hit(state));
        }
        return `${state}:${best}`;
      })
      .join();
  }

  type Ends = ReadonlyMap<string, string>;

  function follow(pieces: Value, from: Ends, letters: readonly string[]): Ends {
    let ends = from;
    for (const piece of pieces) ends = followPiece(piece, ends, letters);
    return ends;
  }

  function followPiece(piece: Piece, from: Ends, letters: readonly string[]): Ends {
    const append = (texts: Iterable<string>, more: readonly string[]): Ends => {
      const ends = new Map<string, string>();
      for (const text of texts) for (const end of more) setFirst(ends, keyOf(text + end), text + end);
      return ends;
    };
    if (typeof piece === "string") return append(from.values(), [piece]);
    if (piece.kind === "choice") return union(...piece.options.map((option) => follow(option, from, letters)));
    if (piece.kind === "repeat") return fixpoint(from, (ends) => follow(piece.value, ends, letters));
    if (piece.kind === "text") return fixpoint(from, (ends) => append(ends.values(), letters));
    const allowed = (at: number): string[] => letters.filter((letter) => canStand(piece, letter, at));
    const once = append(from.values(), allowed(0));
    const more = piece.max === 1 ? once : fixpoint(once, (ends) => append(ends.values(), allowed(1)));
    return piece.min === 1 ? more : union(from, more);
  }

  function fixpoint(from: Ends, step: (ends: Ends) => Ends): Ends {
    let all = from;
    for (let fresh = from; fresh.size > 0;) {
      const before = all;
      fresh = new Map([...step(fresh)].filter(([key]) => !before.has(key)));
      all = union(all, fresh);
    }
    return all;
  }

  function union(...some: readonly Ends[]): Ends {
    const all = new Map<string, string>();
    for (const ends of some) for (const [key, text] of ends) setFirst(all, key, text);
    return all;
  }

  function setFirst(ends: Map<string, string>, key: string, text: string): void {
    if (!ends.has(key)) ends.set(key, text);
  }
}

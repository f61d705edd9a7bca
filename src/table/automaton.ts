/**
 * What a lookup needs of an automaton, whether it is stored in the table or made as texts come.
 */
export interface Automaton {
  /** The state before the first character. Voids the numbers of states that were given out before. */
  begin(): number;
  /** The state after a character of a class. */
  next(state: number, of: number): number;
  /** A number that states share which differ from each other for the classes that {@link addDiffering} names alone. */
  base(state: number): number;
  /** Adds the classes for which a state differs from the others of its base. */
  addDiffering(state: number, into: number[]): void;
  /** Rank of the rule that is certain to match once the state is entered; -1 for none. */
  hit(state: number): number;
  /** Rank of the rule that matches if the text ends in the state; -1 for none. */
  end(state: number): number;
  /** No rule above this rank can win from the state on; -1 for none. */
  top(state: number): number;
  /** A measure of the work that went into making states so far; 0 for a stored automaton. */
  made(): number;
  /** Rank of the last rule that matches a text; -1 for none. */
  winner(text: string): number;
}

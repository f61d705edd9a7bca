/**
 * A value as a graph: what its texts pass on their way from the first character to the last, each character as its
 * class.
 */
import {
  BOUNDARY,
  type CharactersHole,
  HOME,
  OPTION_BOUNDARY,
  type Piece,
  type Value,
  VALUE_BOUNDARY,
} from "../text.ts";
import { type Alphabet, OTHER } from "./alphabet.ts";

/** A node, with a number of its own in the graph. */
export type Node = { readonly id: number } & (
  | { readonly kind: "end" }
  /** These characters, in order. */
  | { readonly kind: "text"; readonly classes: readonly number[]; readonly next: Node }
  /** One character of these classes. */
  | { readonly kind: "one"; readonly classes: Classes; readonly next: Node }
  /** Any number of characters of these classes. */
  | { readonly kind: "run"; readonly classes: Classes; readonly next: Node }
  /** Any of several ways on. */
  | { readonly kind: "fork"; readonly ways: readonly Node[] }
);

/** Some classes of an alphabet. */
export interface Classes {
  readonly list: readonly number[];
  /** By class, 1 where it is one of them. */
  readonly has: Uint8Array;
}

/** Holes within holes are followed up to this depth. */
const DEPTH = 100;

/** The first node of a value's graph, or null where its holes are nested too deeply. */
export function graphOf(value: Value, alphabet: Alphabet): Node | null {
  const graph = new Graph(alphabet);
  const start = graph.before(value, graph.end, 0);
  return graph.isTooDeep ? null : start;
}

class Graph {
  readonly end: Node = { id: 0, kind: "end" };
  isTooDeep = false;
  readonly #alphabet: Alphabet;
  readonly #classes = new Map<string, Classes>();
  #size = 1;

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  /** The node that a value's texts start from to come to a node. */
  before(value: Value, next: Node, depth: number): Node {
    if (depth > DEPTH) this.isTooDeep = true;
    let node = next;
    for (let at = value.length - 1; at >= 0 && !this.isTooDeep; at--) node = this.#beforePiece(value[at]!, node, depth);
    return node;
  }

  #beforePiece(piece: Piece, next: Node, depth: number): Node {
    if (typeof piece === "string") return this.#text(piece, next);
    switch (piece.kind) {
      case "text":
        return { id: this.#size++, kind: "run", classes: this.#anyText(), next };
      case "characters":
        return this.#characters(piece, next);
      case "choice":
        return this.#fork(piece.options.map((option) => this.before(option, next, depth + 1)));
      case "repeat": {
        const ways = [next];
        const again = this.#fork(ways);
        ways.push(this.before(piece.value, again, depth + 1));
        return again;
      }
    }
  }

  #text(text: string, next: Node): Node {
    const classes: number[] = [];
    for (const character of text) classes.push(this.#alphabet.classOf(character.codePointAt(0)!));
    return { id: this.#size++, kind: "text", classes, next };
  }

  #fork(ways: readonly Node[]): Node {
    return { id: this.#size++, kind: "fork", ways };
  }

  #characters(hole: CharactersHole, next: Node): Node {
    const { min, max, notFirst = "", except = "", among } = hole;
    const rest = this.#classesOf(among, except);
    const run = (): Node => ({ id: this.#size++, kind: "run", classes: rest, next });
    if (notFirst === "" && min === 0 && max === null) return run();
    const first = this.#classesOf(among, notFirst + except);
    const one: Node = { id: this.#size++, kind: "one", classes: first, next: max === 1 ? next : run() };
    return min === 1 ? one : this.#fork([next, one]);
  }

  /** The classes of which some character can stand in a hole: one among some, where that is given, or any but some. */
  #classesOf(among: string | undefined, except: string): Classes {
    const key = among === undefined ? except : `${among}\0${except}`;
    let classes = this.#classes.get(key);
    if (classes !== undefined) return classes;
    const excluded = new Set(except);
    const isPossible = (character: string): boolean => !excluded.has(character);
    const { nonMarks } = this.#alphabet;
    const list =
      among === undefined
        ? nonMarks.filter((of) => of === OTHER || [...this.#alphabet.classes[of - 2]!].some(isPossible))
        : [...among].filter(isPossible).map((character) => this.#alphabet.classOfCharacter(character));
    // A name of which nothing is known may be one below the home directory.
    if (among === undefined && except === "") list.push(...this.#home());
    this.#classes.set(key, (classes = this.#set(list)));
    return classes;
  }

  #anyText(): Classes {
    const boundaries = [BOUNDARY, VALUE_BOUNDARY, OPTION_BOUNDARY].map((mark) => this.#alphabet.classOfCharacter(mark));
    return this.#set([...this.#alphabet.nonMarks, ...boundaries, ...this.#home()]);
  }

  /** The class of the mark of the home directory, where some rule names it. */
  #home(): number[] {
    const home = this.#alphabet.classOfCharacter(HOME);
    return this.#alphabet.representative(home) === null ? [] : [home];
  }

  #set(classes: Iterable<number>): Classes {
    const list = [...new Set(classes)];
    const has = new Uint8Array(this.#alphabet.size);
    for (const of of list) has[of] = 1;
    return { list, has };
  }
}

/**
 * The stepping machine: all rules of a list, matched at once.
 *
 * A text is matched by *threads*, each at a node of the rules' trie. A thread on a `*` stays where it is, a
 * *resident*; any other moves or dies with the next character, a *mover*. The machine turns sets of threads into
 * states of a last-match automaton as they are asked for. The compiler asks for all of them and stores them; the
 * runtime asks for those that it meets.
 *
 * A rule that matches whatever follows is not kept as a thread: the state is entered with a *hit*, and whoever follows
 * the automaton keeps the highest hit. So rules that are already decided do not multiply states; without this, fifty
 * rules on infixes would need a state for every subset of them. Where a hit is above all that can still match, all
 * threads are dropped.
 */
import { type Alphabet, OTHER } from "./alphabet.ts";
import { type FlagState, FlagStates } from "./flag-states.ts";
import { addChildren, type Node, type RankedRule, Trie } from "./trie.ts";

/** The threads that stay. */
interface Residents {
  readonly id: number;
  readonly nodes: readonly Node[];
  /** Those that match a text that ends here, if their conditions hold. */
  readonly ending: readonly Node[];
  readonly groups: ReadonlySet<number>;
  readonly top: number;
  /** Nodes that a class of characters leads to, found when first asked. */
  spawns: Map<number, Node[]> | null;
  /** Nodes that any character but a mark leads to. */
  readonly spawnsByAny: Node[];
  readonly with: Map<number, Residents>;
}

export interface State {
  readonly id: number;
  readonly residents: Residents;
  readonly flags: FlagState;
  readonly movers: readonly Node[];
  /** Rank of the highest rule that matches from here on whatever follows, told on entering; -1 for none. */
  readonly hit: number;
  /** Rank of the highest rule that matches if the text ends here; -1 for none. Hits are not repeated. */
  readonly end: number;
  /** No rule above this rank can still match; -1 for none. */
  readonly top: number;
  next: Map<number, State> | null;
  base: State | null;
}

export class Machine {
  readonly alphabet: Alphabet;
  readonly #trie: Trie;
  readonly #flags: FlagStates;

  // What has been met so far.
  #residents = new Map<string, Residents>();
  #states = new Map<string, State>();
  #byId: State[] = [];
  #weight = 0;
  #steps = 0;

  constructor(rules: readonly RankedRule[], alphabet: Alphabet) {
    this.alphabet = alphabet;
    this.#trie = new Trie(rules, alphabet);
    this.#flags = new FlagStates(this.#trie.conditions, alphabet);
  }

  /** About how many numbers the states that have been met hold: what they cost in memory. */
  get weight(): number {
    return this.#weight + this.#flags.weight;
  }

  /** A measure of what has been done: numbers held, and transitions followed, by the threads and trackers of each. */
  get work(): number {
    return this.weight + this.#steps;
  }

  /** The state of a number. */
  state(id: number): State {
    return this.#byId[id]!;
  }

  /** Forgets all states but one, which gets a new number. Numbers and states given out before are void. */
  forget(keep: State): State {
    this.#flags.forget();
    this.#residents = new Map();
    this.#states = new Map();
    this.#byId = [];
    this.#weight = 0;
    const residents = this.#internResidents(keep.residents.nodes);
    return this.#intern(residents, this.#flags.of(keep.flags.places), keep.movers, keep.hit);
  }

  /** The state before the first character. */
  start(): State {
    const flags = this.#flags.start();
    return this.#settle(this.#internResidents([]), this.#trie.roots, flags, flags);
  }

  /** The state after a character of a class. What was found is remembered, for a state with movers only on demand. */
  next(state: State, of: number, remember = true): State {
    const known = state.next?.get(of);
    if (known !== undefined) return known;
    const base = this.base(state);
    this.#steps += 1 + state.movers.length + state.flags.places.length;
    const arrived: Node[] = [];
    for (const node of state.movers) addChildren(node, of, this.alphabet, arrived);
    let next: State;
    if (arrived.length === 0 && state !== base) next = this.next(base, of);
    else {
      this.#spawn(state.residents, of, arrived);
      next = this.#settle(state.residents, arrived, this.#flags.next(state.flags, of), state.flags);
    }
    if (remember || state === base) {
      state.next ??= new Map();
      state.next.set(of, next);
      this.#weight += 4;
    }
    return next;
  }

  /**
   * The state without the threads that cannot come to a rule above a rank, and without its hit. For whoever has a hit
   * of that rank it leads to the same winners; where several such states become one, there is less to follow.
   */
  above(state: State, rank: number): State {
    const nodes = state.residents.nodes.filter((node) => node.top > rank);
    const movers = state.movers.filter((node) => node.top > rank);
    const fewer = nodes.length < state.residents.nodes.length;
    if (!fewer && movers.length === state.movers.length && state.hit === -1) return state;
    const residents = fewer ? this.#internResidents(nodes) : state.residents;
    return this.#intern(residents, this.#restrict(state.flags, residents, movers), movers, -1);
  }

  /** The state that a state behaves like for every class that none of its movers matches: the same without movers. */
  base(state: State): State {
    if (state.base === null) {
      const flags = this.#flags.restrict(state.flags, state.residents.groups);
      const isBase = state.movers.length === 0 && state.hit === -1 && flags === state.flags;
      state.base = isBase ? state : this.#intern(state.residents, flags, [], -1);
    }
    return state.base;
  }

  /** The classes, ascending, for which a state may differ from its base. */
  differing(state: State): readonly number[] {
    // Most states of a large policy stand within one word of one rule.
    if (state.movers.length === 1 && state.movers[0]!.children.length === 1) {
      return state.movers[0]!.children[0]!.classes ?? this.alphabet.nonMarks;
    }
    const classes = new Set<number>();
    for (const node of state.movers) {
      for (const child of node.children) for (const of of child.classes ?? this.alphabet.nonMarks) classes.add(of);
    }
    return [...classes].toSorted(ascending);
  }

  /** The classes, ascending, for which a base may differ from what it does on a character that no rule names. */
  branching(base: State): number[] {
    const classes = new Set<number>(this.#spawnsOf(base.residents).keys());
    if (base.residents.spawnsByAny.length > 0) for (const of of this.alphabet.marks) classes.add(of);
    this.#flags.addBranching(base.flags, classes);
    classes.delete(OTHER);
    return [...classes].toSorted(ascending);
  }

  #spawnsOf(residents: Residents): Map<number, Node[]> {
    if (residents.spawns === null) {
      residents.spawns = new Map();
      for (const resident of residents.nodes) {
        for (const child of resident.children) {
          if (child.classes === null) residents.spawnsByAny.push(child);
          for (const of of child.classes ?? []) {
            const spawned = residents.spawns.get(of);
            if (spawned === undefined) residents.spawns.set(of, [child]);
            else spawned.push(child);
          }
          this.#weight += 2;
        }
      }
    }
    return residents.spawns;
  }

  #spawn(residents: Residents, of: number, into: Node[]): void {
    for (const node of this.#spawnsOf(residents).get(of) ?? []) into.push(node);
    if (residents.spawnsByAny.length === 0 || this.alphabet.isMarkClass(of)) return;
    for (const node of residents.spawnsByAny) into.push(node);
  }

  /** Makes a state of the residents so far and of the nodes that threads have come to. */
  #settle(staying: Residents, arrived: readonly Node[], flags: FlagState, flagsBefore: FlagState): State {
    let residents = staying;
    let hit = -1;
    if (flags !== flagsBefore) {
      // A flag that turned up, or cannot any more, may have decided the conditions of threads that stay.
      const left: Node[] = [];
      for (const node of residents.nodes) {
        const holding = this.#flags.holding(node.group, flags);
        if (holding === "holds" && this.#flags.holding(node.group, flagsBefore) === "open") {
          hit = Math.max(hit, node.permanent);
        }
        if (holding === "open" || (holding === "holds" && node.children.length > 0)) left.push(node);
      }
      if (left.length < residents.nodes.length) residents = this.#internResidents(left);
    }
    let movers: Node[] = [];
    for (const node of arrived) {
      const holding = this.#flags.holding(node.group, flags);
      if (holding === "fails") continue;
      if (node.children.length > 0 || node.end !== -1) movers.push(node);
      const star = node.starChild;
      if (star === null) continue;
      if (holding === "holds") hit = Math.max(hit, star.permanent);
      if (holding === "open" || star.children.length > 0) residents = this.#withResident(residents, star);
    }
    let { top } = residents;
    for (const node of movers) if (node.top > top) top = node.top;
    if (top <= hit) return this.#intern(this.#internResidents([]), this.#flags.none(), [], hit);
    if (movers.length > 1) movers = [...new Set(movers)].toSorted(byNumber);
    return this.#intern(residents, this.#restrict(flags, residents, movers), movers, hit);
  }

  #restrict(flags: FlagState, residents: Residents, movers: readonly Node[]): FlagState {
    if (flags.places.length === 0) return flags;
    return this.#flags.restrict(flags, [...residents.groups, ...movers.map((node) => node.group)]);
  }

  #withResident(residents: Residents, node: Node): Residents {
    let result = residents.with.get(node.id);
    if (result === undefined) {
      const known = residents.nodes.includes(node);
      result = known ? residents : this.#internResidents([...residents.nodes, node].toSorted(byNumber));
      residents.with.set(node.id, result);
      this.#weight += 4;
    }
    return result;
  }

  #internResidents(nodes: readonly Node[]): Residents {
    const key = numbersOf(nodes);
    let residents = this.#residents.get(key);
    if (residents === undefined) {
      residents = {
        id: this.#residents.size,
        nodes,
        ending: nodes.filter((node) => this.#endOf(node) !== -1),
        groups: new Set(nodes.map((node) => node.group)),
        top: nodes.reduce((top, node) => Math.max(top, node.top), -1),
        spawns: null,
        spawnsByAny: [],
        with: new Map(),
      };
      this.#residents.set(key, residents);
      this.#weight += 2 * nodes.length + 16;
    }
    return residents;
  }

  /** The rule that a resident matches if the text ends here and its conditions hold. Without any it was a hit before. */
  #endOf(node: Node): number {
    return this.#flags.hasConditions(node.group) ? Math.max(node.end, node.permanent) : node.end;
  }

  #intern(residents: Residents, flags: FlagState, movers: readonly Node[], hit: number): State {
    const key = `${residents.id},${flags.id},${hit},${numbersOf(movers)}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      let end = -1;
      let { top } = residents;
      for (const node of movers) {
        if (node.top > top) top = node.top;
        if (node.end > end && this.#flags.holdsAtEnd(node.group, flags)) end = node.end;
      }
      for (const node of residents.ending) {
        const rank = this.#endOf(node);
        if (rank > end && this.#flags.holdsAtEnd(node.group, flags)) end = rank;
      }
      state = { id: this.#byId.length, residents, flags, movers, hit, end, top, next: null, base: null };
      this.#states.set(key, state);
      this.#byId.push(state);
      this.#weight += movers.length + 16;
    }
    return state;
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}

function byNumber(a: Node, b: Node): number {
  return a.id - b.id;
}

function numbersOf(nodes: readonly Node[]): string {
  let key = "";
  for (const node of nodes) key += `${node.id},`;
  return key;
}

/**
 * The programs of a list of rules as one tree: rules that begin alike share nodes, so that a text is matched against
 * their common front once.
 */
import type { Alphabet } from "./alphabet.ts";
import type { Condition } from "./flags.ts";
import { ANY, MAY_END, ONE } from "./program.ts";

/** Up to this many children are looked through one by one. */
const FEW = 16;

/** What matching needs of a rule. The place of a rule in its list is its *rank*. */
export interface RankedRule {
  readonly programs: readonly string[];
  readonly conditions: readonly Condition[];
}

/** A place in some programs: everything before it has been matched. */
export interface Node {
  readonly id: number;
  /** The group of rules with the same conditions that the node belongs to. */
  readonly group: number;
  /** True where the node stands on a `*`, and so stays whatever comes. */
  readonly star: boolean;
  /** The symbol that leads here from the parent; empty for a root. */
  readonly symbol: string;
  /** The classes of characters that lead here from the parent; null where every character but a mark does. */
  readonly classes: readonly number[] | null;
  /** The children that one character leads to. */
  readonly children: Node[];
  /** The same by symbol and by class, made where they are many. */
  bySymbol: Map<string, Node> | null;
  byClass: Map<number, Node[]> | null;
  /** The child that stands on a `*`, reached without a character. */
  starChild: Node | null;
  /** Highest rank of the rules that match a text that ends here; -1 for none. */
  end: number;
  /** On a `*`: highest rank of the rules whose program it ends, so that they match whatever follows; -1 for none. */
  permanent: number;
  /** Highest rank of the rules that the node can lead to; -1 for none. */
  top: number;
}

export class Trie {
  /** A root for each group, at the index of the group. */
  readonly roots: readonly Node[];
  /** The conditions of each group. */
  readonly conditions: readonly (readonly Condition[])[];
  /** All nodes, by their number. */
  readonly nodes: readonly Node[];

  constructor(rules: readonly RankedRule[], alphabet: Alphabet) {
    const nodes: Node[] = [];
    const roots: Node[] = [];
    const conditions: (readonly Condition[])[] = [];
    const groups = new Map<string, number>();
    const classes = new Map<string, readonly number[]>();

    const add = (group: number, symbol: string): Node => {
      let enteredBy: readonly number[] | null = [];
      if (symbol === ONE) enteredBy = null;
      else if (symbol !== "" && symbol !== ANY) {
        enteredBy = classes.get(symbol) ?? alphabet.symbolClasses(symbol);
        classes.set(symbol, enteredBy);
      }
      const node: Node = {
        id: nodes.length,
        group,
        star: symbol === ANY,
        symbol,
        classes: enteredBy,
        children: [],
        bySymbol: null,
        byClass: null,
        starChild: null,
        end: -1,
        permanent: -1,
        top: -1,
      };
      nodes.push(node);
      return node;
    };

    const childOf = (parent: Node, symbol: string): Node => {
      if (symbol === ANY) return (parent.starChild ??= add(parent.group, symbol));
      const { bySymbol } = parent;
      let child = bySymbol === null ? parent.children.find((one) => one.symbol === symbol) : bySymbol.get(symbol);
      if (child === undefined) {
        child = add(parent.group, symbol);
        parent.children.push(child);
        if (parent.children.length > FEW) {
          parent.bySymbol ??= new Map(parent.children.map((one) => [one.symbol, one]));
          parent.bySymbol.set(symbol, child);
        }
      }
      return child;
    };

    for (const [rank, rule] of rules.entries()) {
      const key = JSON.stringify(rule.conditions);
      let group = groups.get(key);
      if (group === undefined) {
        group = roots.length;
        groups.set(key, group);
        conditions.push(rule.conditions);
        roots.push(add(group, ""));
      }
      // Ranks ascend, so the last rule that comes by is the highest.
      for (const program of rule.programs) {
        let node = roots[group]!;
        node.top = rank;
        for (const symbol of program) {
          if (symbol === MAY_END) node.end = rank;
          else {
            node = childOf(node, symbol);
            node.top = rank;
          }
        }
        if (node.star) node.permanent = rank;
        else node.end = rank;
      }
    }
    this.roots = roots;
    this.conditions = conditions;
    this.nodes = nodes;
  }
}

/** Adds the children that a character of a class leads to. */
export function addChildren(node: Node, of: number, alphabet: Alphabet, into: Node[]): void {
  if (node.children.length <= FEW) {
    for (const child of node.children) {
      if (child.classes === null ? !alphabet.isMarkClass(of) : child.classes.includes(of)) into.push(child);
    }
    return;
  }
  if (node.byClass === null) {
    node.byClass = new Map();
    for (const child of node.children) {
      for (const entering of child.classes ?? alphabet.nonMarks) {
        const others = node.byClass.get(entering);
        if (others === undefined) node.byClass.set(entering, [child]);
        else others.push(child);
      }
    }
  }
  for (const child of node.byClass.get(of) ?? []) into.push(child);
}

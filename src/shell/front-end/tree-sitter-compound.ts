/** Compound commands of tree-sitter-bash's tree. */
import type { CompoundBody, Statement, Word } from "../syntax.ts";
import { checkGap } from "./gaps.ts";
import type { Places } from "./tree-sitter-places.ts";
import { readTest } from "./tree-sitter-test.ts";
import type { TreeNode } from "./tree-sitter-tree.ts";
import { spanOf } from "./tree-sitter-kinds.ts";
import type { TreeSitterWords } from "./tree-sitter-words.ts";

type CaseItem = Extract<CompoundBody, { kind: "case" }>["items"][number];

export class CompoundReader {
  private readonly places: Places;
  private readonly words: TreeSitterWords;
  private readonly statements: (nodes: readonly TreeNode[], start: number, end: number) => Statement[];

  /** `statements` reads the statements that fill a part of the source. */
  constructor(
    places: Places,
    words: TreeSitterWords,
    statements: (nodes: readonly TreeNode[], start: number, end: number) => Statement[],
  ) {
    this.places = places;
    this.words = words;
    this.statements = statements;
  }

  /** Null for a node that is no compound command, or not one that is understood. */
  body(node: TreeNode): CompoundBody | null {
    const { children } = node;
    this.places.gaps(node);
    switch (node.type) {
      case "subshell":
        if (this.places.source[node.start + 1] === "(") return null;
        return { kind: "subshell", statements: this.between(children, "(", ")") };
      case "compound_statement":
        if (children[0]?.type === "((") {
          return {
            kind: "arithmetic",
            expression: this.words.arithmetic(children.slice(1, -1), node.start + 2, node.end - 2),
          };
        }
        if (this.places.gap(node.start + 1, children[1]?.start ?? node.end) === "none") this.places.unexpected(node);
        return { kind: "group", statements: this.between(children, "{", "}") };
      case "if_statement":
        return this.conditional(children);
      case "while_statement": {
        const group = children.at(-1);
        const until = children[0]?.type === "until";
        if (group?.type !== "do_group") return null;
        const condition = this.some(children.slice(1, -1), children[0]!.end, group.start);
        return { kind: "while", until, condition, body: this.doGroup(group) };
      }
      case "for_statement":
        return this.loop(node);
      case "c_style_for_statement":
        return this.arithmeticLoop(node);
      case "case_statement":
        return this.case(node);
      case "test_command":
        if (
          !/\s/.test(this.places.source.slice(node.start + 2, node.start + 3)) ||
          !/\s/.test(this.places.source[node.end - 3] ?? "")
        )
          return null;
        return { kind: "test", operands: readTest(children.slice(1, -1), this.places, this.words) };
      default:
        return null;
    }
  }

  private between(children: readonly TreeNode[], open: string, close: string): Statement[] {
    const [first, last] = [children[0], children.at(-1)];
    if (first?.type !== open || last?.type !== close) {
      if (first !== undefined) this.places.unexpected(first);
      return [];
    }
    return this.some(children.slice(1, -1), first.end, last.start);
  }

  /** Statements where bash wants at least one. */
  private some(nodes: readonly TreeNode[], start: number, end: number): Statement[] {
    const statements = this.statements(nodes, start, end);
    if (statements.length === 0) this.places.notes.fault({ start, end }, "a command is missing here");
    return statements;
  }

  private doGroup(group: TreeNode): Statement[] {
    this.places.gaps(group);
    return this.between(group.children, "do", "done");
  }

  private conditional(children: readonly TreeNode[]): CompoundBody | null {
    const branches: { condition: Statement[]; body: Statement[] }[] = [];
    let otherwise: Statement[] | null = null;
    const branch = (nodes: readonly TreeNode[], end: number): void => {
      const then = nodes.findIndex((child) => child.type === "then");
      if (then === -1) {
        this.places.notes.fault(spanOf(nodes[0]!), "`then` is missing");
        return;
      }
      const condition = this.some(nodes.slice(1, then), nodes[0]!.end, nodes[then]!.start);
      const body = this.some(nodes.slice(then + 1), nodes[then]!.end, end);
      branches.push({ condition, body });
    };
    const clause = children.findIndex((child) => child.type === "elif_clause" || child.type === "else_clause");
    const fi = children.at(-1)!;
    const first = clause === -1 ? children.slice(0, -1) : children.slice(0, clause);
    branch(first, clause === -1 ? fi.start : children[clause]!.start);
    for (const child of clause === -1 ? [] : children.slice(clause, -1)) {
      if (child.type === "elif_clause") {
        branch(child.children, child.end);
      } else if (child.type === "else_clause") {
        otherwise = this.some(child.children.slice(1), child.children[0]!.end, child.end);
      } else if (child.type === "comment") {
        this.places.comment(child);
      } else {
        this.places.unexpected(child);
      }
    }
    return { kind: "if", branches, otherwise };
  }

  private loop(node: TreeNode): CompoundBody | null {
    const { children } = node;
    const [keyword, variable] = children;
    const group = children.at(-1);
    if (keyword === undefined || variable?.type !== "variable_name" || group?.type !== "do_group") return null;
    const name = this.places.source.slice(variable.start, variable.end);
    if (!/^\w+$/.test(name)) return null;
    const listed = children[2]?.type === "in";
    const values = children.filter((child) => child.field === "value");
    const known = new Set<TreeNode>([keyword, variable, group, ...values]);
    for (const child of children) {
      if (child.type === "comment") this.places.comment(child);
      else if (!known.has(child) && !(child.type === "in" && listed) && child.type !== ";" && child.type !== "\n")
        return null;
    }
    return {
      kind: keyword.type === "select" ? "select" : "for",
      variable: name,
      list: listed ? this.runs(values, false) : null,
      body: this.doGroup(group),
    };
  }

  /** Words that follow each other: nodes without a gap between them are one word. */
  private runs(nodes: readonly TreeNode[], newline: boolean, ends?: RegExp): Word[] {
    const runs: TreeNode[][] = [];
    let end = -1;
    for (const node of nodes) {
      if (node.start === end) runs.at(-1)!.push(node);
      else runs.push([node]);
      if (end !== -1 && node.start !== end) checkGap(this.places.source, end, node.start, newline, this.places.notes);
      end = node.end;
    }
    return runs.map((run) => this.words.separate(run, run[0]!.start, run.at(-1)!.end, ends));
  }

  private arithmeticLoop(node: TreeNode): CompoundBody | null {
    const { children } = node;
    const open = children.findIndex((child) => child.type === "((");
    const close = children.findIndex((child) => child.type === "))");
    const group = children.at(-1)!;
    if (open === -1 || close < open) return null;
    const expression = this.words.arithmetic(
      children.slice(open + 1, close),
      children[open]!.end,
      children[close]!.start,
    );
    const body = group.type === "do_group" ? this.doGroup(group) : this.between(group.children, "{", "}");
    return { kind: "arithmetic-for", expressions: [expression], body };
  }

  private case(node: TreeNode): CompoundBody | null {
    const { children } = node;
    const keyword = children.findIndex((child) => child.type === "in");
    const subject = children.slice(1, keyword).filter((child) => child.type !== "\n");
    if (keyword === -1 || subject.length === 0 || subject.some((child) => child.field !== "value")) return null;
    const items: CaseItem[] = [];
    for (const child of children.slice(keyword + 1, -1)) {
      if (child.type === "case_item") items.push(this.item(child));
      else if (child.type === "comment") this.places.comment(child);
      else if (child.type !== "\n") this.places.unexpected(child);
    }
    return { kind: "case", subject: this.runs(subject, true)[0]!, items };
  }

  private item(node: TreeNode): CaseItem {
    this.places.gaps(node);
    const { children } = node;
    const close = children.findIndex((child) => child.type === ")");
    const patterns: TreeNode[][] = [[]];
    for (const child of children.slice(0, close)) {
      if (child.type === "|") patterns.push([]);
      else if (child.type !== "(") patterns.at(-1)!.push(child);
    }
    const last = children.at(-1)!;
    const ended = last.field === "termination" || last.field === "fallthrough" || last.type === ";;";
    const body = children.slice(close + 1, ended ? -1 : undefined);
    const words = patterns.flatMap((nodes) => this.runs(nodes, false, /[ \t\n]/));
    if (close === -1 || words.length !== patterns.length) this.places.unexpected(node);
    return {
      patterns: words,
      body: this.statements(body, children[Math.max(close, 0)]!.end, ended ? last.start : node.end),
      terminator: last.type === ";&" || last.type === ";;&" ? last.type : ";;",
    };
  }
}

/**
 * The statement whose block is being read, and what its lines add to it.
 */
import type { Decider, Expectation, GroupMember, RuleNode, ShellToolNode, Span, Statement } from "../ast.ts";
import { takesAccess } from "../surfaces.ts";
import type { Block, GroupLine, LineNode, ShellToolsLine, SurfaceLine, TestLine } from "./line.ts";

type Head = ShellToolsLine | GroupLine | SurfaceLine | TestLine;

export class OpenStatement {
  /** What lines can be here. */
  readonly block: Block;
  readonly #head: Head | null;
  readonly #rules: RuleNode[] = [];
  readonly #members: GroupMember[] = [];
  readonly #tools: ShellToolNode[] = [];
  readonly #expectations: Expectation[] = [];
  #end: number;

  constructor(head: Head | null, block: Block = blockOf(head)) {
    this.block = block;
    this.#head = head;
    this.#end = head?.span.end ?? 0;
    if (head?.kind === "surface" && head.rule !== null) this.#rules.push(head.rule);
  }

  /** A block of rules without a surface: they are read for their own mistakes alone. */
  static lost(): OpenStatement {
    return new OpenStatement(null, "Surface");
  }

  /** Rules have a place here. */
  get takesRules(): boolean {
    return this.block === "Surface" || this.block === "Access";
  }

  /** True for a line that can only be an expectation here, whose input is not read. */
  holdsExpectation(line: string): boolean {
    return this.block === "Test" && /^[ \t]*(?:allow|ask|deny|final)[ \t]/.test(line);
  }

  /** Takes in a line of the block; false where it has no place in it. */
  add(node: LineNode): boolean {
    if (node.kind === "rule" && this.takesRules) return this.#push(this.#rules, node, node.span);
    if (node.kind === "member" && this.block === "Group")
      return this.#push(this.#members, node.member, node.member.span);
    if (node.kind === "tool" && this.block === "Tools") return this.#push(this.#tools, node.tool, node.tool.span);
    if (node.kind === "expectation" && this.block === "Test") {
      return this.#push(this.#expectations, node.expectation, node.expectation.span);
    }
    return false;
  }

  /** Names the rule that has to decide the last expectation; false where there is none without one. */
  addDecider(decider: Decider): boolean {
    const last = this.#expectations.at(-1);
    if (last === undefined || last.by !== null) return false;
    this.#expectations[this.#expectations.length - 1] = { ...last, by: decider };
    this.#end = decider.span.end;
    return true;
  }

  #push<T>(list: T[], item: T, span: Span): true {
    list.push(item);
    this.#end = span.end;
    return true;
  }

  /** The statement with everything that was added, or null where none is open. */
  statement(): Statement | null {
    const head = this.#head;
    if (head === null) return null;
    const span = { start: head.span.start, end: this.#end };
    if (head.kind === "shellTools") return { kind: "shellTools", span, tools: this.#tools };
    if (head.kind === "group") return { kind: "group", span, name: head.name, members: this.#members };
    if (head.kind === "test") return { ...head, span, expectations: this.#expectations };
    return { kind: "surface", span, surface: head.surface, agent: head.agent, rules: this.#rules };
  }
}

function blockOf(head: Head | null): Block {
  if (head === null) return "Outside";
  if (head.kind === "surface") return takesAccess(head.surface.text) ? "Access" : "Surface";
  return head.kind === "group" ? "Group" : head.kind === "test" ? "Test" : "Tools";
}

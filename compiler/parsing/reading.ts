/**
 * What all semantic actions share: the line that is read, ranges in its file, and typed names for Ohm's operations.
 */
import type { IterationNode, Node } from "ohm-js";
import type { Action } from "../../src/decision.ts";
import type { Comment, FlagClause, Name, PatternItem, RuleNode, Span } from "../ast.ts";
import type { Details, DiagnosticCode, Report } from "../diagnostic.ts";
import type { LineNode } from "./line.ts";

/** Where the line stands in its file, and who hears what is found in it. */
export interface LinePlace {
  readonly text: string;
  /** Of the line's first character. */
  readonly offset: number;
  readonly report: Report;
  readonly comments: Comment[];
}

/** The line that is read just now: Ohm hands its actions nothing but nodes. */
let place: LinePlace;

/** Runs the reading of a line at its place. */
export function atPlace<T>(where: LinePlace, reading: () => T): T {
  place = where;
  return reading();
}

/** The place of the line that is read just now. */
export function here(): LinePlace {
  return place;
}

/** The range of a node, or from one node to another, in the file. */
export function span(from: Node, to: Node = from): Span {
  return { start: from.source.startIdx + place.offset, end: to.source.endIdx + place.offset };
}

/** The text of a range of the line. */
export function written(where: Span): string {
  return place.text.slice(where.start - place.offset, where.end - place.offset);
}

/** Reports what is wrong with a range of the line. */
export function complain(code: DiagnosticCode, where: Span, message: string, details?: Details): void {
  place.report(code, where, message, details);
}

/** The empty range after a node: where something is missing. */
export function after(node: Node): Span {
  const { end } = span(node);
  return { start: end, end };
}

/** What the operations of our semantics give. */
interface Reading {
  line(): LineNode;
  rule(): RuleNode;
  subject(): NonNullable<RuleNode["subject"]>;
  /** Null where there is nothing left of a clause with a mistake. */
  clause(): FlagClause | null;
  items(): PatternItem[];
  word(): Name;
  noteComment(): void;
}

/** A node, or a whole match, with our operations. */
export function read(node: object): Reading {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Ohm adds operations to its nodes without types.
  return node as Reading;
}

/** The node of an optional part, or null. */
export function optional(node: IterationNode): Node | null {
  return node.children[0] ?? null;
}

/** The action that a word names, or null. */
export function actionNamed(word: string): Action | null {
  return word === "allow" || word === "ask" || word === "deny" ? word : null;
}

/** A text without the blanks at its end. */
export function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(0, end);
}

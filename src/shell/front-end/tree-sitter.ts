/**
 * The second front end: the tree of tree-sitter-bash, read into our syntax.
 *
 * The grammar is made for editors: it groups `a && b >f | c` otherwise than bash, hangs what follows a here-document's
 * start on the same line below the here-document, takes words after a redirection for more targets of it, and in places
 * gives clean trees for text that bash reads as something else. So lists and pipelines are flattened and grouped anew,
 * words are made of the text between blanks, and everything that is not on a closed list of kinds, or stands in a place
 * where bash would read it differently, is a fault: then this reading does not count.
 */
import type { Command, Pipeline, Reading, Redirection, Script, Span, Statement } from "../syntax.ts";
import { splitToken } from "./continuations.ts";
import { checkGap, gapBetween } from "./gaps.ts";
import { Notes } from "./notes.ts";
import { CompoundReader } from "./tree-sitter-compound.ts";
import { Places } from "./tree-sitter-places.ts";
import { SimpleBuilder } from "./tree-sitter-simple.ts";
import type { TreeNode, TreeParser } from "./tree-sitter-tree.ts";
import { spanOf } from "./tree-sitter-kinds.ts";
import { TreeSitterWords } from "./tree-sitter-words.ts";

/** Reads a command. A tree with an error in it, and whatever of a tree bash would read differently, is a fault. */
export function readWithTreeSitter(parser: TreeParser, command: string): Reading {
  const notes = new Notes(command.length);
  const script = readText(parser, command, notes, { start: 0, end: command.length });
  return { script, faults: notes.faults };
}

/** The text of a whole script; `place` is where it stands. */
function readText(parser: TreeParser, text: string, notes: Notes, place: Span): Script {
  const nothing: Script = { source: text, statements: [] };
  const split = splitToken(text);
  if (split !== -1) {
    notes.fault({ start: split, end: split + 2 }, "this line continuation splits an operator or a name");
    return nothing;
  }
  const parsed = parser.parse(text);
  if (parsed.kind === "tree") return new TreeReader(parser, text, notes).program(parsed.root);
  if (parsed.kind === "bound") notes.fault(place, "this is too much for the second front end", "steps");
  else notes.fault({ start: parsed.start, end: parsed.end }, "this is not understood");
  return nothing;
}

/** One stage of a pipeline, while what belongs to it is gathered. */
interface Stage {
  operator: "&&" | "||" | "|" | "|&" | null;
  negated: boolean;
  /** Null where only redirections were seen. */
  node: TreeNode | null;
  /** Redirections and words that stand after the node. */
  readonly extra: TreeNode[];
}

/** Kinds that are a simple command, or the words and assignments of one. */
const SIMPLE = new Set([
  "command",
  "variable_assignment",
  "variable_assignments",
  "declaration_command",
  "unset_command",
]);

class TreeReader {
  private readonly source: string;
  private readonly notes: Notes;
  private readonly words: TreeSitterWords;
  private readonly places: Places;
  private readonly compounds: CompoundReader;

  constructor(parser: TreeParser, source: string, notes: Notes) {
    this.source = source;
    this.notes = notes;
    this.places = new Places(source, notes);
    this.words = new TreeSitterWords(source, notes, {
      inPlace: (nodes, start, end) => ({ source, statements: this.statements(nodes, start, end) }),
      ownText: (text, span) => notes.within(span, () => readText(parser, text, notes, span)),
    });
    this.compounds = new CompoundReader(this.places, this.words, (nodes, start, end) =>
      this.statements(nodes, start, end),
    );
  }

  program(root: TreeNode): Script {
    return { source: this.source, statements: this.statements(root.children, 0, this.source.length) };
  }

  /** Statements and what separates them, which fill `source[start, end)`. */
  private statements(nodes: readonly TreeNode[], start: number, end: number): Statement[] {
    const statements: Statement[] = [];
    let at = start;
    let state: "start" | "command" | "ended" | "line" = "start";
    for (const node of nodes) {
      if (this.places.gap(at, node.start) === "newline" && state === "command") state = "line";
      at = node.end;
      if (node.type === "comment") {
        this.places.comment(node);
      } else if (node.type === "\n") {
        if (state === "command") state = "line";
      } else if (node.type === ";" || node.type === "&") {
        const last = statements.at(-1);
        if (last === undefined || state !== "command") this.places.unexpected(node);
        else if (node.type === "&") statements[statements.length - 1] = { ...last, background: true };
        state = "ended";
      } else {
        if (state === "command") this.notes.fault(spanOf(node), "nothing separates this from the command before it");
        statements.push(this.statement(node));
        state = "command";
      }
    }
    this.places.gap(at, end);
    return statements;
  }

  /** An and-or list, however the grammar groups it. */
  private statement(node: TreeNode): Statement {
    const stages = this.stages(node);
    const pipelines: { operator: "&&" | "||" | null; pipeline: Pipeline; stages: Command[] }[] = [];
    for (const stage of stages) {
      const { command, timed } = this.command(stage);
      const { operator } = stage;
      const last = pipelines.at(-1);
      if (last !== undefined && (operator === "|" || operator === "|&")) {
        if (stage.negated || timed || last.stages.length === 0)
          this.notes.fault(command.span, "`!` or `time` stands inside of a pipeline");
        last.stages.push(command);
      } else {
        const parts = timed && command.kind === "simple" && isEmpty(command) ? [] : [command];
        const pipeline = { span: command.span, negated: stage.negated, timed, stages: parts };
        pipelines.push({ operator: operator === "&&" || operator === "||" ? operator : null, pipeline, stages: parts });
      }
    }
    return { span: spanOf(node), pipelines, background: false };
  }

  /** The commands of a list in the order of the source, each with the operator before it and what stands after it. */
  private stages(root: TreeNode): Stage[] {
    const stages: Stage[] = [];
    let operator: Stage["operator"] = null;
    let negated = false;
    let waiting = true;
    const pending: TreeNode[] = [root];
    const later = (nodes: readonly TreeNode[]): void => {
      for (const node of nodes.toReversed()) pending.push(node);
    };
    const stage = (node: TreeNode | null): Stage => {
      const next: Stage = { operator, negated, node, extra: [] };
      stages.push(next);
      operator = null;
      negated = waiting = false;
      return next;
    };
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      switch (node.type) {
        case "list":
        case "pipeline":
        case "redirected_statement":
          this.places.gaps(node);
          later(node.children);
          break;
        case "negated_command":
          if (!waiting || !this.negates(node)) this.places.unexpected(node);
          negated = !negated;
          later(node.children.slice(1));
          break;
        case "&&":
        case "||":
        case "|":
        case "|&":
          if (waiting) this.places.unexpected(node);
          operator = node.type;
          waiting = true;
          break;
        case "comment":
          this.places.comment(node);
          break;
        case "heredoc_redirect": {
          const target = waiting ? stage(null) : stages.at(-1)!;
          target.extra.push(node);
          later(this.afterDelimiter(node));
          break;
        }
        case "file_redirect":
        case "herestring_redirect":
          (waiting ? stage(null) : stages.at(-1)!).extra.push(node);
          break;
        default:
          if (waiting) stage(node);
          else stages.at(-1)!.extra.push(node);
      }
    }
    if (waiting) this.places.unexpected(root);
    return stages;
  }

  /** What stands behind a here-document's delimiter on the same line. */
  private afterDelimiter(node: TreeNode): TreeNode[] {
    const start = node.children.findIndex((child) => child.type === "heredoc_start");
    const rest = node.children
      .slice(start + 1)
      .filter((child) => child.type !== "heredoc_body" && child.type !== "heredoc_end");
    let at = node.children[start]?.end ?? node.start;
    for (const child of rest) {
      checkGap(this.source, at, child.start, false, this.notes);
      at = child.end;
    }
    return rest;
  }

  /** A `!` is a word of its own, or stands before a bracket. */
  private negates(node: TreeNode): boolean {
    const [sign, negated] = node.children;
    if (sign?.type !== "!" || negated === undefined || node.children.length > 2) return false;
    const gap = gapBetween(this.source, sign.end, negated.start);
    return gap === "blanks" || (gap === "none" && this.source[negated.start] === "(");
  }

  private command(stage: Stage): { command: Command; timed: boolean } {
    const first = stage.node ?? stage.extra[0]!;
    const last = stage.extra.at(-1) ?? first;
    const span = { start: first.start, end: last.end };
    const read = this.notes.deeper(span, () => {
      const { node } = stage;
      if (node === null || SIMPLE.has(node.type) || isBracketTest(node)) return this.simple(stage, span);
      return { command: this.compound(node, stage.extra, span), timed: false };
    });
    return read ?? { command: { kind: "unread", span, detail: "this is over a bound" }, timed: false };
  }

  private simple(stage: Stage, span: Span): { command: Command; timed: boolean } {
    const builder = new SimpleBuilder(this.source, this.notes, this.words);
    if (stage.node !== null) {
      if (isBracketTest(stage.node)) for (const leaf of this.bracketWords(stage.node)) builder.add(leaf);
      else builder.add(stage.node);
    }
    for (const node of stage.extra) builder.add(node);
    return builder.build(span);
  }

  /** The words of `[ … ]`, which is a command like any other: every operator and operand is one. */
  private bracketWords(node: TreeNode): TreeNode[] {
    const leaves: TreeNode[] = [];
    const pending = [node];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (GROUPS.has(next.type)) for (const child of next.children.toReversed()) pending.push(child);
      else if (/^[|&;()<>]/.test(next.type)) this.places.unexpected(next);
      else leaves.push(next);
    }
    return leaves;
  }

  private compound(node: TreeNode, extra: readonly TreeNode[], span: Span): Command {
    if (node.type === "function_definition") return this.definition(node, extra, span);
    const body = this.compounds.body(node);
    if (body === null) {
      const detail = `\`${node.type}\` was not understood`;
      this.notes.fault(spanOf(node), detail);
      return { kind: "unread", span, detail };
    }
    return { kind: "compound", span, body, redirections: this.redirections(extra, node.end) };
  }

  /** Redirections of a compound command: nothing else may follow it. */
  private redirections(nodes: readonly TreeNode[], start: number): Redirection[] {
    if (nodes.length === 0) return [];
    const builder = new SimpleBuilder(this.source, this.notes, this.words);
    for (const node of nodes) builder.add(node);
    const span = { start, end: nodes.at(-1)!.end };
    const { command } = builder.build(span);
    if (command.words.length > 0 || command.assignments.length > 0) {
      this.notes.fault(span, "words stand after a compound command");
    }
    return [...command.redirections];
  }

  private definition(node: TreeNode, extra: readonly TreeNode[], span: Span): Command {
    const name = node.children.find((child) => child.field === "name");
    const body = node.children.find((child) => child.field === "body");
    this.places.gaps(node);
    if (name === undefined || body === undefined) {
      this.places.unexpected(node);
      return { kind: "unread", span, detail: "this function was not understood" };
    }
    const text = this.source.slice(name.start, name.end);
    if (!/^[^\s\\'"$`]+$/.test(text)) this.notes.fault(spanOf(name), "this is no plain name");
    const redirects = [...node.children.filter((child) => child.field === "redirect"), ...extra];
    const inner: Stage = { operator: null, negated: false, node: body, extra: redirects };
    return { kind: "function", span, name: text, body: this.command(inner).command };
  }
}

/** Kinds of expressions inside of `[ … ]`, whose leaves are words. */
const GROUPS = new Set([
  "test_command",
  "unary_expression",
  "binary_expression",
  "ternary_expression",
  "postfix_expression",
  "parenthesized_expression",
  "redirected_statement",
]);

function isBracketTest(node: TreeNode): boolean {
  return node.type === "test_command" && node.children[0]?.type === "[";
}

function isEmpty(command: Extract<Command, { kind: "simple" }>): boolean {
  return command.words.length + command.assignments.length + command.redirections.length === 0;
}

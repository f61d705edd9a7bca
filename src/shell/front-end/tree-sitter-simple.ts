/** Simple commands of tree-sitter-bash's tree: assignments, words and redirections in the order of the source. */
import type { Assignment, FileRedirection, Redirection, SimpleCommand, Span, Word } from "../syntax.ts";
import { checkKey } from "./arithmetic.ts";
import { assignmentWord } from "./assignment-word.ts";
import { checkGap, gapBetween } from "./gaps.ts";
import { readHereDocument } from "./here-document.ts";
import type { Notes } from "./notes.ts";
import type { TreeNode } from "./tree-sitter-tree.ts";
import { spanOf } from "./tree-sitter-kinds.ts";
import type { TreeSitterWords } from "./tree-sitter-words.ts";

/** Nodes without a blank between them are one word. */
interface Run {
  readonly nodes: TreeNode[];
  readonly start: number;
  end: number;
  /** Set for the words of a declaration builtin that are assignments. */
  readonly assignment: TreeNode | null;
}

/** Words that are no command's name where a command may begin; the grammar takes some of them for one. */
const RESERVED = new Set(
  "if then else elif fi do done case esac while until for select function { } ! [[ ]] coproc".split(" "),
);

const DECLARATIONS = new Set(["declare", "typeset", "export", "readonly", "local"]);

const OPERATORS = new Map<string, FileRedirection["operator"]>([
  ["<", "<"],
  [">", ">"],
  [">>", ">>"],
  ["&>", "&>"],
  ["&>>", "&>>"],
  ["<&", "<&"],
  [">&", ">&"],
  [">|", ">|"],
  ["<&-", "<&"],
  [">&-", ">&"],
]);

export class SimpleBuilder {
  private readonly source: string;
  private readonly notes: Notes;
  private readonly words: TreeSitterWords;
  private readonly assignments: Assignment[] = [];
  private readonly runs: Run[] = [];
  private readonly redirections: Redirection[] = [];
  /** True where something stands before the first word, so that it cannot be a reserved word. */
  private prefixed = false;
  private declares = false;
  private at = -1;

  constructor(source: string, notes: Notes, words: TreeSitterWords) {
    this.source = source;
    this.notes = notes;
    this.words = words;
  }

  /** A whole node of a simple command, or one that stands after it. */
  add(node: TreeNode): void {
    switch (node.type) {
      case "command":
      case "unset_command":
      case "variable_assignments":
        for (const child of node.children) this.add(child);
        return;
      case "declaration_command":
        this.declares = true;
        for (const child of node.children) this.add(child);
        return;
      case "command_name":
        this.piece(node);
        return;
      case "variable_assignment":
        this.assignment(node);
        return;
      case "file_redirect":
        this.fileRedirect(node);
        return;
      case "herestring_redirect":
        this.hereString(node);
        return;
      case "heredoc_redirect":
        this.hereDocument(node);
        return;
      case "subshell":
      case "comment":
        this.notes.fault(spanOf(node), "this was not expected among the words of a command");
        return;
      default:
        this.piece(node);
    }
  }

  /** The command, and whether it stands behind `time`. */
  build(span: Span): { command: SimpleCommand; timed: boolean } {
    const first = this.runs[0];
    let words = this.runs;
    let timed = false;
    if (first !== undefined && !this.prefixed) {
      if (this.text(first) === "time") {
        timed = true;
        const options = this.runs.slice(1);
        if (options[0] !== undefined && this.text(options[0]) === "-p") options.shift();
        if (options[0] !== undefined && this.text(options[0]) === "--") options.shift();
        words = options;
        const next = words[0];
        if (next !== undefined && (this.isReserved(next) || this.text(next) === "time" || this.looksAssigned(next))) {
          this.notes.fault({ start: next.start, end: next.end }, "the command behind `time` was not understood");
        }
      } else if (this.isReserved(first)) {
        this.notes.fault({ start: first.start, end: first.end }, "this word has a meaning of its own here");
      }
    }
    if (words[0] !== undefined && /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/.test(this.text(words[0]))) {
      this.notes.fault(span, "this is an assignment");
    }
    const name = words[0] === undefined ? "" : this.text(words[0]);
    if (this.declares && !DECLARATIONS.has(name)) this.notes.fault(span, "this is no declaration");
    if (!this.declares && DECLARATIONS.has(name) && words.some((run) => this.looksAssigned(run))) {
      this.notes.fault(span, "the assignments of this builtin were not understood");
    }
    const command: SimpleCommand = {
      kind: "simple",
      span,
      assignments: this.assignments,
      words: words.map((run) => this.word(run)),
      redirections: this.redirections,
    };
    return { command, timed };
  }

  private word(run: Run): Word {
    if (run.assignment === null) {
      if (this.declares && this.looksAssigned(run)) {
        this.notes.fault({ start: run.start, end: run.end }, "this may be an assignment");
      }
      return this.words.separate(run.nodes, run.start, run.end);
    }
    const assignment = this.readAssignment(run.assignment);
    return { ...assignmentWord(assignment), assignment };
  }

  private piece(node: TreeNode): void {
    const last = this.runs.at(-1);
    const joined = last !== undefined && last.end === this.at && last.assignment === null;
    if (joined && gapBetween(this.source, this.at, node.start) === "none") {
      last.nodes.push(node);
      last.end = this.at = node.end;
      return;
    }
    this.step(node);
    this.runs.push({ nodes: [node], start: node.start, end: node.end, assignment: null });
    if (this.runs.length === 1 && this.prefixed && this.looksAssigned(this.runs[0]!)) {
      this.notes.fault(spanOf(node), "this may be an assignment");
    }
  }

  private assignment(node: TreeNode): void {
    this.step(node);
    if (this.declares) {
      this.runs.push({ nodes: [node], start: node.start, end: node.end, assignment: node });
      return;
    }
    if (this.runs.length > 0) this.notes.fault(spanOf(node), "this assignment stands after a word");
    this.assignments.push(this.readAssignment(node));
    this.prefixed = true;
  }

  private readAssignment(node: TreeNode): Assignment {
    const [target, operator, ...value] = node.children;
    const span = spanOf(node);
    if (target === undefined || operator === undefined || (operator.type !== "=" && operator.type !== "+=")) {
      this.notes.fault(span, "this assignment was not understood");
      return { span, name: "", subscript: null, append: false, value: null };
    }
    const name = target.type === "subscript" ? target.children[0]! : target;
    const text = this.source.slice(name.start, name.end);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) || target.end !== operator.start) {
      this.notes.fault(spanOf(name), "this is no name of a variable");
    }
    const append = operator.type === "+=";
    return {
      span,
      name: text,
      subscript: this.subscript(target),
      append,
      value: this.value(value, operator.end, node.end),
    };
  }

  private subscript(target: TreeNode): Word | null {
    if (target.type !== "subscript") return null;
    const open = target.children[1];
    if (open === undefined || open.type !== "[" || closingBracket(this.source, open.end) !== target.end - 1) {
      this.notes.fault(spanOf(target), "this subscript was not understood");
      return null;
    }
    return this.words.word(target.children.slice(2, -1), open.end, target.end - 1, "arithmetic");
  }

  private value(nodes: readonly TreeNode[], start: number, end: number): Word | Word[] {
    const array = nodes[0];
    if (nodes.length === 1 && array?.type === "array" && array.start === start && array.end === end) {
      return this.elements(array);
    }
    if (nodes[0] !== undefined && nodes[0].start !== start) {
      this.notes.fault({ start, end }, "this value was not understood");
    }
    return this.words.separate(nodes, start, end);
  }

  private elements(array: TreeNode): Word[] {
    const runs: Run[] = [];
    let at = array.start + 1;
    for (const node of array.children.slice(1, -1)) {
      if (node.type === "comment") {
        this.notes.fault(spanOf(node), "this comment was not understood");
        continue;
      }
      const last = runs.at(-1);
      const gap = checkGap(this.source, at, node.start, true, this.notes);
      if (gap === "none" && last !== undefined) {
        last.nodes.push(node);
        last.end = node.end;
      } else {
        runs.push({ nodes: [node], start: node.start, end: node.end, assignment: null });
      }
      at = node.end;
    }
    checkGap(this.source, at, array.end - 1, true, this.notes);
    return runs.map((run) => {
      const element = this.words.separate(run.nodes, run.start, run.end);
      if (this.source[run.start] === "[") {
        if (!/^\[[^\s\]]+\]\+?=/.test(this.source.slice(run.start, run.end))) {
          this.notes.fault({ start: run.start, end: run.end }, "this element was not understood");
        }
        checkKey(element, this.notes);
      }
      return element;
    });
  }

  private fileRedirect(node: TreeNode): void {
    const children = [...node.children];
    let descriptor: FileRedirection["descriptor"] = null;
    let start = node.start;
    if (children[0]?.type === "file_descriptor") {
      if (this.runs.length > 0 && this.at === node.start) {
        this.notes.fault(spanOf(node), "this number belongs to the word before it");
      }
      descriptor = this.descriptor(children[0]);
      children.shift();
    } else {
      const taken = this.takeDescriptor(node.start);
      if (taken !== null) ({ descriptor, start } = taken);
    }
    if (start === node.start) this.step(node, true);
    const operator = children.shift();
    const sign = OPERATORS.get(operator?.type ?? "");
    if (operator === undefined || sign === undefined) {
      this.notes.fault(spanOf(node), "this redirection was not understood");
      return;
    }
    const closes = operator.type.endsWith("-");
    const targetStart = closes ? operator.end - 1 : (children[0]?.start ?? operator.end);
    let end = closes ? operator.end : targetStart;
    if (!closes) checkGap(this.source, operator.end, targetStart, false, this.notes);
    const nodes: TreeNode[] = [];
    // What closes a descriptor has its target in the operator.
    const targets = closes ? [] : children;
    while (targets[0] !== undefined && targets[0].start === end) {
      nodes.push(targets[0]);
      end = targets.shift()!.end;
    }
    // In `> 2>f`, the number belongs to the second redirection.
    const target = this.source.slice(targetStart, end);
    if (!/&-?$/.test(operator.type) && /^(?:[0-9]+|\{\w+\})$/.test(target) && /[<>]/.test(this.source[end] ?? "")) {
      this.notes.fault(spanOf(node), "the target of this redirection is missing");
    }
    // In `>&-f`, the redirection ends with the dash.
    if (operator.type.endsWith("&") && end > targetStart + 1 && this.source[targetStart] === "-") {
      this.notes.fault(spanOf(node), "this redirection ends earlier");
    }
    if (end === targetStart) this.notes.fault(spanOf(node), "the target of this redirection is missing");
    this.redirections.push({
      kind: "file",
      span: { start, end },
      operator: sign,
      descriptor,
      target: this.words.separate(nodes, targetStart, end),
    });
    this.at = end;
    if (this.runs.length === 0) this.prefixed = true;
    for (const child of children) this.add(child);
  }

  private descriptor(node: TreeNode): number | string {
    const text = this.source.slice(node.start, node.end);
    if (/^[0-9]+$/.test(text)) return Number(text);
    const name = /^\{(\w+)\}$/.exec(text)?.[1];
    if (name === undefined) this.notes.fault(spanOf(node), "this redirection was not understood");
    return name ?? "";
  }

  /** `{fd}` or a number that stands right before a redirection was taken for a word. */
  private takeDescriptor(start: number): { descriptor: number | string; start: number } | null {
    const last = this.runs.at(-1);
    if (last === undefined || last.end !== start || last.assignment !== null) return null;
    const match = /^(?:([0-9]+)|\{([A-Za-z_][A-Za-z0-9_]*)\})$/.exec(this.text(last));
    if (match === null) return null;
    this.runs.pop();
    return { descriptor: match[2] ?? Number(match[1]), start: last.start };
  }

  private hereString(node: TreeNode): void {
    const children = [...node.children];
    const taken = children[0]?.type === "file_descriptor" ? null : this.takeDescriptor(node.start);
    if (taken === null) this.step(node, true);
    const descriptor =
      children[0]?.type === "file_descriptor" ? this.descriptor(children.shift()!) : (taken?.descriptor ?? null);
    const operator = children.shift();
    const first = children[0];
    if (operator?.type !== "<<<" || first === undefined) {
      this.notes.fault(spanOf(node), "this here-string was not understood");
      return;
    }
    checkGap(this.source, operator.end, first.start, false, this.notes);
    const span = { start: taken?.start ?? node.start, end: node.end };
    this.redirections.push({
      kind: "here-string",
      span,
      descriptor,
      body: this.words.separate(children, first.start, node.end),
    });
    if (this.runs.length === 0) this.prefixed = true;
  }

  /** The words and redirections that follow on its line come as nodes of their own. */
  private hereDocument(node: TreeNode): void {
    const first = node.children[0];
    const taken = first?.type === "file_descriptor" ? null : this.takeDescriptor(node.start);
    const start = node.children.find((child) => child.type === "heredoc_start");
    if (taken === null) this.step({ ...node, end: start?.end ?? node.end }, true);
    else this.at = start?.end ?? node.end;
    const descriptor = first?.type === "file_descriptor" ? this.descriptor(first) : (taken?.descriptor ?? null);
    this.redirections.push(readHereDocument(this.source, node, descriptor, this.words, this.notes));
    if (this.runs.length === 0) this.prefixed = true;
  }

  /** Goes on to a node; between two words there must be a blank, and there never is a newline. */
  private step(node: TreeNode, redirection = false): void {
    if (this.at !== -1) {
      const gap = checkGap(this.source, this.at, node.start, false, this.notes);
      if (gap === "none" && !redirection)
        this.notes.fault(spanOf(node), "no blank separates this from the word before it");
    }
    this.at = node.end;
  }

  private text(run: Run): string {
    return this.source.slice(run.start, run.end).replaceAll("\\\n", "");
  }

  private isReserved(run: Run): boolean {
    return RESERVED.has(this.text(run));
  }

  private looksAssigned(run: Run): boolean {
    return run.assignment === null && /^[A-Za-z_][A-Za-z0-9_]*(?:\[|\+?=)/.test(this.text(run));
  }
}

/** Where the bracket stands that closes the one before `start`; quotes and expansions are not looked into. */
function closingBracket(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at++) {
    if (source[at] === "[") depth++;
    else if (source[at] === "]" && --depth === 0) return at;
  }
  return -1;
}

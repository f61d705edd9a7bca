/** The first front end: unbash's tree, read into our syntax. */
import * as Unbash from "unbash";
import type {
  Arithmetic,
  Assignment,
  Command,
  Compound,
  CompoundBody,
  Pipeline,
  Reading,
  Redirection,
  Script,
  SimpleCommand,
  Span,
  Statement,
  TestOperand,
  Word,
} from "../syntax.ts";
import { assignmentWord } from "./assignment-word.ts";
import { uncovered } from "./coverage.ts";
import { splitToken } from "./continuations.ts";
import { Notes } from "./notes.ts";
import { bodyWithDelimiter, readRedirection } from "./unbash-redirections.ts";
import { spanOf, UnbashWords } from "./unbash-words.ts";

/**
 * Reads a command. What unbash reports as an error, leaves out, or reads in a way that bash does not, is a fault.
 *
 * @param parsed what unbash gets for it: a text in which other characters stand at the same places ({@link masked}).
 */
export function readWithUnbash(command: string, parsed: string = command): Reading {
  const notes = new Notes(command.length);
  const script = readScript(command, notes, parsed);
  if (/\bextglob\b/.test(command) && command.includes("!(")) {
    notes.fault({ start: 0, end: command.length }, "where `extglob` is on, `!(…)` may be a pattern");
  }
  return { script, faults: notes.faults };
}

function readScript(command: string, notes: Notes, parsed: string = command): Script {
  try {
    return new UnbashReader(command, notes).script(Unbash.parse(parsed));
  } catch (error) {
    // Functions and coprocesses inside one another are the nesting that unbash itself does not bound.
    if (!(error instanceof RangeError)) throw error;
    notes.fault({ start: 0, end: command.length }, "this is nested too deeply", "nesting");
    return { source: command, statements: [] };
  }
}

class UnbashReader {
  private readonly source: string;
  private readonly notes: Notes;
  private readonly words: UnbashWords;
  /** Where the nodes of the script stand that is being read. */
  private taken: Span[] = [];

  constructor(source: string, notes: Notes) {
    this.source = source;
    this.notes = notes;
    this.words = new UnbashWords(source, notes, {
      parsed: (script, span) => this.nested(script, span),
      text: (text, span) => this.joined(text, span),
    });
    const split = splitToken(source);
    if (split !== -1)
      notes.fault({ start: split, end: split + 2 }, "this line continuation splits an operator or a name");
  }

  script(script: Unbash.Script & { readonly errors?: readonly Unbash.ParseError[] | undefined }): Script {
    for (const error of script.errors ?? []) {
      const bound = /nesting depth/.test(error.message) ? "nesting" : undefined;
      this.notes.fault({ start: error.pos, end: Math.min(error.pos + 1, this.source.length) }, error.message, bound);
    }
    const outer = this.taken;
    this.taken = [];
    const statements = this.statements(script.commands);
    const left = this.notes.stopped ? -1 : uncovered(this.source, script.pos, script.end, this.taken);
    this.taken = outer;
    if (left !== -1) this.notes.fault({ start: left, end: Math.max(left, script.end) }, "this was left out");
    return { source: this.source, statements };
  }

  private take(node: { readonly pos: number; readonly end: number }): void {
    this.taken.push(spanOf(node));
  }

  /** The script of a substitution: in this source, or where escaped backticks were resolved in one of its own. */
  private nested(script: Unbash.Script, span: Span): Script {
    const own = script.source;
    if (!this.notes.nests(span) || !this.notes.command(span)) return { source: own ?? this.source, statements: [] };
    if (own === undefined) return this.script(script);
    return this.notes.within(span, () => new UnbashReader(own, this.notes).script(script));
  }

  /** The script of a backtick substitution with line continuations in it, which unbash leaves in the text. */
  private joined(text: string, span: Span): Script {
    if (!this.notes.nests(span) || !this.notes.command(span)) return { source: text, statements: [] };
    return this.notes.within(span, () => readScript(text, this.notes));
  }

  private statements(statements: readonly Unbash.Statement[]): Statement[] {
    return statements.map((statement) => this.statement(statement));
  }

  private statement(statement: Unbash.Statement): Statement {
    const { command } = statement;
    const [nodes, operators] = command.type === "AndOr" ? [command.commands, command.operators] : [[command], []];
    return {
      span: spanOf(statement),
      pipelines: nodes.map((node, index) => ({
        operator: index === 0 ? null : operators[index - 1]!,
        pipeline: this.pipeline(node),
      })),
      background: statement.background === true,
    };
  }

  private pipeline(node: Unbash.PipelineNode): Pipeline {
    const stages = node.type === "Pipeline" ? node.commands : [node];
    const prefixes = node.type === "Pipeline" ? node.prefixes : [];
    return {
      span: spanOf(node),
      negated: prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1,
      timed: prefixes.some((prefix) => prefix.type === "Time"),
      stages: stages.map((stage) => this.command(stage)),
    };
  }

  private command(node: Unbash.CommandNode | Unbash.CompoundList): Command {
    const span = spanOf(node);
    const read = this.notes.command(span) ? this.notes.deeper(span, () => this.anyCommand(node, span)) : null;
    return read ?? { kind: "unread", span, detail: "this is over a bound" };
  }

  private anyCommand(node: Unbash.CommandNode | Unbash.CompoundList, span: Span): Command {
    switch (node.type) {
      case "Command":
        return this.simple(node);
      case "Function":
        return { kind: "function", span, name: this.name(node.name), body: this.command(node.body) };
      case "Coproc":
        return {
          kind: "coprocess",
          span,
          name: node.name === undefined ? null : this.name(node.name),
          body: this.command(node.body),
        };
      case "Redirected":
        return { ...this.compound(node.command, span), redirections: this.redirections(node.redirects) };
      case "CompoundList":
        // Only where unbash recovers from an error, which it reports.
        return {
          kind: "compound",
          span,
          body: { kind: "group", statements: this.statements(node.commands) },
          redirections: [],
        };
      default:
        return this.compound(node, span);
    }
  }

  private simple(node: Unbash.Command): SimpleCommand {
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    const declares = node.name !== undefined && node.name.text !== "alias";
    let end = -1;
    for (const item of [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]) {
      if (
        item.pos === end &&
        (item.type === "Assignment" || (item.type === "Word" && words.at(-1)?.span.end !== end))
      ) {
        this.notes.fault(spanOf(item), "no blank separates this from what stands before it");
      }
      if (item.pos === end && "descriptor" in item && item.descriptor !== undefined) {
        this.notes.fault(spanOf(item), "this number belongs to the word before it");
      }
      end = item.end;
      if (item.type === "Word" || item.type === "Assignment") this.take(item);
      if (item.type === "Word") this.words.push(item, words);
      else if (item.type !== "Assignment") redirections.push(this.redirection(item));
      else if (words.length === 0) assignments.push(this.assignment(item));
      else words.push(this.assignmentWord(item, declares));
    }
    return { kind: "simple", span: spanOf(node), assignments, words, redirections };
  }

  private assignment(node: Unbash.Assignment): Assignment {
    const value = node.value;
    return {
      span: spanOf(node),
      name: node.name,
      subscript: node.index === undefined ? null : this.words.word(node.index, "arithmetic"),
      append: node.append === true,
      value:
        value.type === "Word" ? this.words.word(value) : value.elements.map((element) => this.words.element(element)),
    };
  }

  /** `A=1` after `export`: a word, and an assignment. */
  private assignmentWord(node: Unbash.Assignment, declares: boolean): Word {
    const assignment = this.assignment(node);
    const word = assignmentWord(assignment);
    return declares ? { ...word, assignment } : word;
  }

  private redirections(nodes: readonly Unbash.Redirection[]): Redirection[] {
    return nodes.map((node) => this.redirection(node));
  }

  private redirection(node: Unbash.Redirection): Redirection {
    this.take(node);
    if (node.type === "HereDoc") this.taken.push(bodyWithDelimiter(node, this.source));
    return readRedirection(node, this.source, this.words, this.notes);
  }

  /** The name of a function, a loop's variable or a coprocess: literal text, or a fault. */
  private name(word: Unbash.Word): string {
    this.take(word);
    const parts = this.words.word(word).parts;
    const text = parts.map((part) => (part.kind === "literal" ? part.text : "")).join("");
    if (text === "" || parts.some((part) => part.kind !== "literal" || part.quoted)) {
      this.notes.fault(spanOf(word), "this is no plain name");
    }
    return text;
  }

  private compound(node: Unbash.CompoundCommand, span: Span): Compound {
    return { kind: "compound", span, body: this.body(node), redirections: [] };
  }

  private within(node: Unbash.CompoundList): Statement[] {
    return this.statements(node.commands);
  }

  private list(words: readonly Unbash.Word[]): Word[] {
    for (const word of words) this.take(word);
    return this.words.list(words);
  }

  private body(node: Unbash.CompoundCommand): CompoundBody {
    switch (node.type) {
      case "Subshell": {
        // A `((` that turns out not to be arithmetic: bash loses text of the next line there.
        const text = this.source.slice(node.pos, node.end);
        if (text.startsWith("((") && text.includes("\n")) {
          this.notes.fault(spanOf(node), "bash reads `((` over several lines in ways of its own");
        }
        return { kind: "subshell", statements: this.within(node.body) };
      }
      case "BraceGroup":
        return { kind: "group", statements: this.within(node.body) };
      case "If":
        return {
          kind: "if",
          branches: [node, ...node.elif].map((branch) => ({
            condition: this.within(branch.clause),
            body: this.within(branch.then),
          })),
          otherwise: node.else === undefined ? null : this.within(node.else),
        };
      case "While":
        return {
          kind: "while",
          until: node.kind === "until",
          condition: this.within(node.clause),
          body: this.within(node.body),
        };
      case "For":
      case "Select":
        return {
          kind: node.type === "For" ? "for" : "select",
          variable: this.name(node.name),
          list: node.wordlist === undefined ? null : this.list(node.wordlist),
          body: this.within(node.body),
        };
      case "ArithmeticFor":
        return { kind: "arithmetic-for", expressions: this.header(node), body: this.within(node.body) };
      case "Case":
        return {
          kind: "case",
          subject: this.list([node.word])[0]!,
          items: node.items.map((item) => ({
            patterns: this.list(item.pattern),
            body: this.within(item.body),
            terminator: item.terminator ?? ";;",
          })),
        };
      case "TestCommand":
        return { kind: "test", operands: this.test(node) };
      case "ArithmeticCommand": {
        this.take(node);
        const start = node.pos + 2;
        return {
          kind: "arithmetic",
          expression: this.words.arithmetic([node.expression], start, start + node.body.length),
        };
      }
    }
  }

  /** The three expressions of `for ((…; …; …))` as one, so that no text between them is left out. */
  private header(node: Unbash.ArithmeticFor): Arithmetic[] {
    const start = this.source.indexOf("((", node.pos) + 2;
    const end = this.source.lastIndexOf("))", node.body.pos);
    if (start < 2 || end < start) {
      this.notes.fault(spanOf(node), "the head of this loop was not understood");
      return [];
    }
    this.taken.push({ start: start - 2, end: end + 2 });
    return [this.words.arithmetic([node.initialize, node.test, node.update], start, end)];
  }

  private test(node: Unbash.TestCommand): TestOperand[] {
    this.take(node);
    const operands = this.operands(node.expression);
    for (const { word } of operands) {
      if (/^[;&|]/.test(this.source.slice(word.span.start, word.span.end))) {
        this.notes.fault(word.span, "an operand is missing here");
      }
    }
    const left = uncovered(
      this.source,
      node.pos,
      node.end,
      operands.map((operand) => operand.word.span),
      true,
    );
    if (left !== -1) this.notes.fault({ start: left, end: Math.max(left, node.end) }, "this was left out");
    return operands;
  }

  private operands(expression: Unbash.TestExpression): TestOperand[] {
    const operands: TestOperand[] = [];
    const pending = [expression];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      switch (node.type) {
        case "TestUnary": {
          const lone = node.pos === node.operand.pos;
          operands.push({ word: this.words.word(node.operand), operator: lone ? null : node.operator });
          break;
        }
        case "TestBinary":
          operands.push({ word: this.words.word(node.left), operator: node.operator });
          operands.push({ word: this.words.word(node.right), operator: node.operator });
          break;
        case "TestLogical":
          for (const operand of node.operands.toReversed()) pending.push(operand);
          break;
        case "TestNot":
          pending.push(node.operand);
          break;
        case "TestGroup":
          pending.push(node.expression);
          break;
      }
    }
    return operands;
  }
}

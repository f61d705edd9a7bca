/**
 * The text of a policy file as a tree. Parsing never fails: it gives what it understood and a list of what is wrong.
 *
 * The language is line-oriented, so a file is read line by line with the grammar's rules for lines; only a line that is
 * not of the language is read a second time, with the grammar of mistakes.
 */
import type { Comment, Name, PolicyFile, Span, Statement } from "./ast.ts";
import { diagnose, MOST_PROBLEMS, tick, type Details, type Diagnostic, type DiagnosticCode } from "./diagnostic.ts";
import { OpenStatement } from "./parsing/block.ts";
import { braceBeyondBounds, LONGEST_FILE, LONGEST_LINE } from "./parsing/bounds.ts";
import { checkCharacters } from "./parsing/characters.ts";
import { readFence } from "./parsing/fence.ts";
import type { LineNode } from "./parsing/line.ts";
import { intentOf } from "./parsing/meant.ts";
import { readLine } from "./parsing/read-line.ts";
import { readMistake } from "./parsing/read-mistake.ts";
import { Source } from "./source.ts";
import { isBuiltInSurface } from "./surfaces.ts";

export interface ParsedPolicy {
  readonly tree: PolicyFile;
  readonly source: Source;
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The tree of a policy's text. The file's name is only for places. Never throws. */
export function parsePolicy(text: string, file: string): ParsedPolicy {
  return new Parser(new Source(file, text)).parse();
}

class Parser {
  readonly #source: Source;
  readonly #statements: Statement[] = [];
  readonly #comments: Comment[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #open = new OpenStatement(null);
  /** Where the next line starts. */
  #next: number;

  constructor(source: Source) {
    this.#source = source;
    this.#next = source.start;
  }

  parse(): ParsedPolicy {
    const { text } = this.#source;
    if (text.length > LONGEST_FILE) {
      this.#report("file-too-large", { start: 0, end: 0 }, `the file holds more than ${LONGEST_FILE} characters`, {
        help: "split it and include the parts, or write fewer and broader rules",
      });
    } else {
      checkCharacters(this.#source, (...problem) => this.#report(...problem));
      while (this.#next <= text.length && !this.#full) this.#readLine(this.#takeLine());
      if (this.#full) this.#giveUp();
    }
    this.#close(null);
    this.#diagnostics.sort((a, b) => a.span.start - b.span.start);
    return {
      tree: { statements: this.#statements, comments: this.#comments },
      source: this.#source,
      diagnostics: this.#diagnostics,
    };
  }

  get #full(): boolean {
    return this.#diagnostics.length > MOST_PROBLEMS;
  }

  #giveUp(): void {
    this.#diagnostics.sort((a, b) => a.span.start - b.span.start);
    this.#diagnostics.length = MOST_PROBLEMS;
    const at = Math.min(this.#next, this.#source.text.length);
    this.#report("too-many-problems", { start: at, end: at }, `more than ${MOST_PROBLEMS} problems were found`, {
      help: "mend these first; the file was not read to its end",
    });
  }

  #report(code: DiagnosticCode, span: Span, message: string, details?: Details): void {
    if (this.#diagnostics.length <= MOST_PROBLEMS + 1) {
      this.#diagnostics.push(diagnose(this.#source, code, span, message, details));
    }
  }

  /** The range of the next line without its line break. */
  #takeLine(): Span {
    const { text } = this.#source;
    const start = this.#next;
    const newline = text.indexOf("\n", start);
    this.#next = newline === -1 ? text.length + 1 : newline + 1;
    if (newline === -1) return { start, end: text.length };
    return { start, end: newline > start && text[newline - 1] === "\r" ? newline - 1 : newline };
  }

  #readLine(line: Span): void {
    const text = this.#source.slice(line);
    if (text === "") return;
    if (text.length > LONGEST_LINE) {
      this.#report("line-too-long", line, `the line holds more than ${LONGEST_LINE} characters`, {
        help: "put a long command of a test between fences",
      });
      return;
    }
    const brace = this.#open.holdsExpectation(text) ? null : braceBeyondBounds(text);
    if (brace !== null) {
      const span = { start: line.start + brace, end: line.start + brace + 1 };
      this.#report("nesting-too-deep", span, "the line holds too many braces, or braces too deep in each other", {
        help: "write several patterns, or put braces that are meant as they are in quotes",
      });
      return;
    }
    const node = this.#nodeOf(text, line);
    if (node !== null) this.#take(node);
  }

  #nodeOf(text: string, line: Span): LineNode | null {
    const problems = new LineProblems();
    const where = { text, offset: line.start, report: problems.report, comments: this.#comments };
    let node = readLine(where, this.#open.block);
    if (node === null) {
      node = this.#mistakenNodeOf(where);
      if (problems.isEmpty && !(node?.kind === "rule" && !this.#open.takesRules)) {
        const start = line.start + text.length - text.trimStart().length;
        problems.report("unknown-statement", { start, end: line.end }, "this line is not of the language");
      }
    }
    for (const problem of problems.all()) this.#report(...problem);
    return node;
  }

  /** What is left of a line that is not of the language. */
  #mistakenNodeOf(where: Parameters<typeof readMistake>[0]): LineNode | null {
    const intent = intentOf(where.text, this.#open.block);
    const start = where.offset + where.text.length - where.text.trimStart().length;
    if (intent === "fence") {
      where.report("malformed-fence", { start, end: start + where.text.trim().length }, "a fence stands here alone", {
        help: "a fence opens at the end of its expectation's line and closes on a line of its own",
      });
      return null;
    }
    if (intent === "unknown") {
      const word = where.text.trim().split(/[ \t]/)[0] ?? "";
      if (word.startsWith(":")) {
        where.report("missing-name", { start, end: start }, "a name is missing in front of the `:`", {
          help: "write the surface's name, as in `bash:`",
        });
        return null;
      }
      where.report("unknown-statement", { start, end: start + word.length }, `${tick(word)} starts no statement`, {
        help: "a statement is `include`, `default`, `never allow`, `shellTools`, `group`, `test` or a surface with a `:`",
      });
      return null;
    }
    return readMistake(where, intent);
  }

  #take(node: LineNode): void {
    switch (node.kind) {
      case "empty":
        return;
      case "include":
      case "default":
      case "never":
        this.#close(null);
        this.#statements.push(node);
        return;
      case "surface":
        if (this.#isToolWithoutFields(node)) this.#complainOfMissingFields(node.surface);
        else this.#close(node);
        return;
      case "shellTools":
      case "group":
      case "test":
        this.#close(node);
        return;
      case "fence":
        this.#takeFence(node);
        return;
      case "decider":
        if (!this.#open.addDecider(node.decider)) this.#complainOfDecider(node.decider.span);
        return;
      case "rule":
      case "member":
      case "tool":
      case "expectation":
        if (!this.#open.add(node) && node.kind === "rule") this.#complainOfLostRule(node.action.span);
    }
  }

  #takeFence(node: Extract<LineNode, { kind: "fence" }>): void {
    const fence = readFence(this.#source.text, this.#next);
    this.#next = fence.next;
    if (!fence.closed) {
      this.#report("unclosed-fence", node.expectation.rest.span, "the fence is not closed", {
        help: "close it with three backticks on a line of their own",
      });
    }
    const span = { start: node.expectation.span.start, end: Math.max(node.expectation.span.end, fence.end) };
    this.#open.add({ kind: "expectation", expectation: { ...node.expectation, span, rest: fence.text } });
  }

  #complainOfDecider(span: Span): void {
    this.#report("malformed-expectation", span, "no expectation stands above this `by`", {
      help: "`by` names what decides the one expectation above it",
    });
  }

  /** `exec_command:` among shell tools, with no rule after it: an entry that lacks its fields, and no surface. */
  #isToolWithoutFields(node: Extract<LineNode, { kind: "surface" }>): boolean {
    if (this.#open.block !== "Tools" || node.rule !== null || isBuiltInSurface(node.surface.text)) return false;
    const { text } = this.#source;
    let at = this.#next;
    while (at < text.length) {
      const newline = text.indexOf("\n", at);
      const end = newline === -1 ? text.length : newline;
      const line = text.slice(at, Math.min(end, at + LONGEST_LINE)).trim();
      if (line !== "" && !line.startsWith("#")) return !/^(?:allow|ask|deny|final)(?:[ \t]|$)/.test(line);
      at = end + 1;
    }
    return true;
  }

  #complainOfMissingFields(tool: Name): void {
    this.#report("missing-field", tool.span, `${tick(tool.text)} does not say which argument holds its command`, {
      help: `write \`${tool.text}: commandArgument=NAME\``,
    });
  }

  /** A rule where no surface is open. The rules that follow it are part of the same mistake. */
  #complainOfLostRule(span: Span): void {
    this.#report("missing-surface", span, "the rule stands under no surface", {
      help: "open one on a line above it: `bash:`",
    });
    this.#close(null);
    this.#open = OpenStatement.lost();
  }

  /** Ends the open statement and opens another one. */
  #close(next: ConstructorParameters<typeof OpenStatement>[0]): void {
    const statement = this.#open.statement();
    if (statement !== null) this.#statements.push(statement);
    this.#open = new OpenStatement(next);
  }
}

type Problem = [code: DiagnosticCode, span: Span, message: string, details?: Details];

/** The problems of one line, without those that only follow from another one. */
class LineProblems {
  readonly #problems: Problem[] = [];

  readonly report = (...problem: Problem): void => {
    this.#problems.push(problem);
  };

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  all(): Problem[] {
    const [quote] = this.#problems.filter(([code]) => code === "unterminated-quote").map(([, span]) => span);
    const seen = new Set<string>();
    return this.#problems.filter(([code, span]) => {
      const key = `${code} ${span.start} ${span.end}`;
      if (seen.has(key)) return false;
      seen.add(key);
      // What an open quote took in is missing elsewhere.
      return quote === undefined || (span.start <= quote.start && code !== "unclosed-alternatives");
    });
  }
}

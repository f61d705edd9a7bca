/** Words of unbash's tree, read into parts of our syntax. */
import type * as Unbash from "unbash";
import type { Arithmetic, ParameterOperation, Script, Span, Word, WordPart } from "../syntax.ts";
import { decodeAnsiC } from "./ansi-c.ts";
import { checkKey, readArithmeticText } from "./arithmetic.ts";
import { decodeBackticks } from "./backticks.ts";
import { splitReplacement } from "./expansion-head.ts";
import { quotedBody, readBodyText, readLiteral, type Surroundings } from "./literal-text.ts";
import type { Notes } from "./notes.ts";
import { PartList } from "./part-list.ts";
import { reprintFault } from "./reprinted.ts";

/** A nested part that is not literal text. */
type Inner = Exclude<Unbash.WordPart, Unbash.LiteralPart | Unbash.GlobPart | Unbash.BraceExpansionPart>;

/** Reads the script of a substitution that stands at `span`: one that unbash parsed, or a text. */
export interface UnbashScripts {
  parsed(script: Unbash.Script, span: Span): Script;
  text(text: string, span: Span): Script;
}

export class UnbashWords {
  private readonly source: string;
  private readonly notes: Notes;
  private readonly scripts: UnbashScripts;

  constructor(source: string, notes: Notes, scripts: UnbashScripts) {
    this.source = source;
    this.notes = notes;
    this.scripts = scripts;
  }

  /**
   * Words that follow each other. unbash ends a word before `<(` and `>(`, where bash goes on with it: words without a
   * blank between them are one.
   */
  list(words: readonly Unbash.Word[]): Word[] {
    const list: Word[] = [];
    for (const word of words) this.push(word, list);
    return list;
  }

  /** A word between blanks: no unquoted text in it may end a word. */
  separate(word: Unbash.Word): Word {
    const read = this.word(word);
    for (const part of read.parts) {
      if (part.kind === "literal" && !part.quoted && /[ \t\n;&|()<>]/.test(part.text)) {
        this.notes.fault(part.span, "a word ends within this");
      }
    }
    return read;
  }

  /** Adds a word to a list, or to the last word in it. */
  push(word: Unbash.Word, list: Word[]): void {
    const last = list.at(-1);
    const read = this.separate(word);
    if (last?.span.end !== read.span.start) {
      list.push(read);
      return;
    }
    if (last.assignment !== undefined)
      this.notes.fault(read.span, "no blank separates this from the assignment before it");
    const parts = new PartList();
    for (const part of [...last.parts, ...read.parts]) parts.append(part);
    list[list.length - 1] = { span: { start: last.span.start, end: read.span.end }, parts: parts.parts };
  }

  word(word: Unbash.Word, surroundings: Surroundings = "bare"): Word {
    const span = spanOf(word);
    const list = new PartList();
    const read = this.notes.deeper(span, () => {
      this.fill(word.pos, word.end, word.parts, surroundings, list);
      return true;
    });
    if (read === null) list.unread(span, surroundings !== "bare", "this is nested too deeply");
    return { span, parts: list.parts };
  }

  /** An element of `A=(…)`. Its key (`[key]=value`) is arithmetic: quotes in it quote nothing. */
  element(element: Unbash.Word): Word {
    const word = this.word(element);
    if (this.source[element.pos] === "[") checkKey(word, this.notes);
    return word;
  }

  /** The body of a here-document without its leading tabs, where `strip` says so. */
  body(body: Unbash.HereDocBody, quoted: boolean, strip: boolean): Word {
    const span = spanOf(body);
    const list = new PartList();
    if (quoted) {
      list.literal(quotedBody(this.source.slice(body.pos, body.end), strip), true, body.pos, body.end);
      return { span, parts: list.parts };
    }
    let at = body.pos;
    const text = (end: number): void => readBodyText(this.source, at, end, strip, at === body.pos, list, this.notes);
    for (const part of structured(body.parts ?? [])) {
      if (strip && this.source.slice(part.pos, part.end).includes("\n\t")) {
        this.notes.fault(spanOf(part), "tabs are taken out of this expansion, and it may hold quoted ones");
      }
      text(part.pos);
      this.inner(part, "body", list);
      at = part.end;
    }
    text(body.end);
    return { span, parts: list.parts };
  }

  /** `$(( … ))`, `(( … ))` and their kin; `[start, end)` is the text between the brackets. */
  arithmetic(
    expressions: readonly (Unbash.ArithmeticExpression | undefined)[],
    start: number,
    end: number,
  ): Arithmetic {
    const span = { start, end };
    const list = new PartList();
    if (!this.notes.nests(span))
      return { span, parts: [{ kind: "unread", span, quoted: true, detail: "too much is nested" }] };
    if (!isPaired(this.source.slice(start, end)))
      return { span, parts: [{ kind: "unread", span, quoted: true, detail: "bash may take this for a subshell" }] };
    const read = this.notes.deeper(span, () => {
      let at = start;
      const pending = expressions.filter((expression) => expression !== undefined);
      const found: Inner[] = [];
      while (pending.length > 0) collect(pending.pop()!, pending, found);
      found.sort((a, b) => a.pos - b.pos);
      for (const part of found) {
        if (part.pos < at) {
          this.notes.fault(spanOf(part), "this was read twice");
          continue;
        }
        readArithmeticText(this.source, at, part.pos, list, this.notes);
        this.inner(part, "arithmetic", list);
        at = part.end;
      }
      readArithmeticText(this.source, at, end, list, this.notes);
      return true;
    });
    if (read === null) list.unread(span, true, "this is nested too deeply");
    return { span, parts: list.parts };
  }

  private fill(
    start: number,
    end: number,
    parts: readonly Unbash.WordPart[] | undefined,
    surroundings: Surroundings,
    list: PartList,
  ): void {
    let at = start;
    const found = surroundings === "arithmetic" ? expanding(parts ?? []) : structured(parts ?? []);
    for (const part of found) {
      if (part.pos < at || part.end > end) {
        this.notes.fault({ start, end }, "the parts of this word overlap");
        list.unread({ start, end }, surroundings !== "bare", "its parts overlap");
        return;
      }
      readLiteral(this.source, at, part.pos, surroundings, list, this.notes);
      this.inner(part, surroundings, list);
      at = part.end;
    }
    readLiteral(this.source, at, end, surroundings, list, this.notes);
  }

  private inner(part: Inner, surroundings: Surroundings, list: PartList): void {
    const span = spanOf(part);
    const quoted = surroundings !== "bare";
    if (!this.closed(part)) {
      this.notes.fault(span, "this does not end where it has to");
      list.unread(span, quoted, "it does not end where it has to");
      return;
    }
    switch (part.type) {
      case "SingleQuoted":
        list.literal(this.source.slice(part.pos + 1, part.end - 1), true, part.pos, part.end);
        return;
      case "AnsiCQuoted": {
        const text = decodeAnsiC(this.source.slice(part.pos + 2, part.end - 1));
        if (text === null) list.unread(span, true, "these bytes are no text");
        else list.literal(text, true, part.pos, part.end);
        return;
      }
      case "DoubleQuoted":
      case "LocaleString": {
        const from = part.pos + (part.type === "LocaleString" ? 2 : 1);
        const inside = surroundings === "operand" ? "operand-double" : "double";
        list.quotes(span, () => this.fill(from, part.end - 1, part.parts, inside, list));
        return;
      }
      case "SimpleExpansion":
        list.add(parameter(span, quoted, this.source.slice(part.pos + 1, part.end)));
        return;
      case "ParameterExpansion":
        list.add(this.expansion(part, surroundings));
        return;
      case "CommandExpansion":
      case "ProcessSubstitution":
        list.add(this.substitution(part, quoted));
        return;
      case "ArithmeticExpansion": {
        const legacy = this.source[part.pos + 1] === "[";
        const [open, close] = legacy ? [2, 1] : [3, 2];
        const expression = this.arithmetic([part.expression], part.pos + open, part.end - close);
        list.add({ kind: "arithmetic", span, quoted, expression });
        return;
      }
      case "ExtendedGlob": {
        const inside = new PartList();
        const open = this.source.indexOf("(", part.pos) + 1;
        const read = this.notes.deeper(span, () => {
          this.fill(open, part.end - 1, part.parts, "bare", inside);
          return true;
        });
        if (read === null) list.unread(span, quoted, "this is nested too deeply");
        else list.add({ kind: "extended-glob", span, operator: part.operator, parts: inside.parts });
        return;
      }
    }
  }

  /** False where the end of what the part was read in came before the part's own. */
  private closed(part: Inner): boolean {
    const text = this.source.slice(part.pos, part.end);
    switch (part.type) {
      case "SingleQuoted":
        return text.length > 1 && text.endsWith("'");
      case "AnsiCQuoted":
        return text.length > 2 && text.endsWith("'");
      case "DoubleQuoted":
        return text.length > 1 && text.endsWith('"');
      case "LocaleString":
        return text.length > 2 && text.endsWith('"');
      case "ParameterExpansion":
        return text.endsWith("}");
      case "ArithmeticExpansion":
        return text.endsWith(text[1] === "[" ? "]" : "))");
      case "ExtendedGlob":
        return text.endsWith(")");
      case "CommandExpansion":
        if (text.startsWith("`")) return text.length > 1 && text.endsWith("`");
        if (text.startsWith("${")) return text.endsWith("}");
        return text.endsWith(")") && part.script?.end !== part.end;
      case "ProcessSubstitution":
        return text.endsWith(")") && part.script?.end !== part.end;
      case "SimpleExpansion":
        return true;
    }
  }

  private substitution(part: Unbash.CommandExpansionPart | Unbash.ProcessSubstitutionPart, quoted: boolean): WordPart {
    const span = spanOf(part);
    const joined = this.joined(part, quoted);
    const script = this.notes.deeper(span, () => {
      if (joined !== null) return this.scripts.text(joined, span);
      return part.script === undefined ? null : this.scripts.parsed(part.script, span);
    });
    const fault = script === null || this.source[part.pos] === "`" ? null : reprintFault(script);
    if (fault !== null) this.notes.fault(span, fault);
    if (script === null) {
      if (part.script === undefined) this.notes.fault(span, "this is nested too deeply", "nesting");
      return { kind: "unread", span, quoted, detail: "this is nested too deeply" };
    }
    if (part.type === "ProcessSubstitution") {
      return { kind: "process-substitution", span, direction: part.operator, script };
    }
    if (this.source.startsWith("${", part.pos)) {
      this.notes.fault(span, "only newer versions of bash run `${ command; }`");
    }
    return { kind: "command-substitution", span, quoted, script };
  }

  /** The text of a backtick substitution with line continuations in it, or null for any other. */
  private joined(part: Unbash.CommandExpansionPart | Unbash.ProcessSubstitutionPart, quoted: boolean): string | null {
    if (this.source[part.pos] !== "`" || !this.source.slice(part.pos, part.end).includes("\\\n")) return null;
    return decodeBackticks(this.source, part.pos + 1, quoted)?.text ?? null;
  }

  private expansion(part: Unbash.ParameterExpansionPart, surroundings: Surroundings): WordPart {
    const span = spanOf(part);
    const quoted = surroundings !== "bare";
    const operation = part.operation;
    if (!this.notes.nests(span)) return { kind: "unread", span, quoted, detail: "too much is nested" };
    const unclear =
      part.parameter === ""
        ? "no variable is named here"
        : operation?.type === "Unknown" && !/^~~?$/.test(operation.operator)
          ? `\`${operation.operator}\` is no operation on a variable`
          : surroundings === "body" && operation?.type === "Default" && /['"\\]/.test(part.text)
            ? "quotes in a here-document's expansion were not understood"
            : null;
    if (unclear !== null) {
      this.notes.fault(span, unclear);
      return { kind: "unread", span, quoted, detail: unclear };
    }
    return {
      ...parameter(span, quoted, part.parameter),
      subscript: part.index === undefined ? null : this.word(part.index, "arithmetic"),
      indirect: part.prefix === "!",
      length: part.prefix === "#",
      operation: operation === undefined ? null : this.operation(operation, surroundings),
    };
  }

  private operation(operation: Unbash.ParameterOperation, surroundings: Surroundings): ParameterOperation {
    const operator = operation.operator;
    const read = (words: (Unbash.Word | undefined)[], inside: Surroundings): Word[] =>
      words.filter((word) => word !== undefined).map((word) => this.word(word, inside));
    switch (operation.type) {
      case "Default":
        return { operator, operands: read([operation.operand], surroundings === "bare" ? "bare" : "operand") };
      case "Remove":
      case "CaseModification":
      case "Transform":
        return { operator, operands: read([operation.operand], "bare") };
      case "Replace": {
        const nested = [operation.pattern, operation.replacement].flatMap((word) => [...structured(word.parts ?? [])]);
        const split = splitReplacement(this.source, operation.operatorEnd, operation.end, operator, nested.map(spanOf));
        if ((split === -1 ? operation.end : split) !== operation.pattern.end) {
          this.notes.fault(spanOf(operation), "where the replacement begins was not understood");
        }
        return { operator, operands: read([operation.pattern, operation.replacement], "bare") };
      }
      case "Slice":
        return { operator, operands: read([operation.offset, operation.length], "arithmetic") };
      case "Names":
      case "Unknown":
        return { operator, operands: [] };
    }
  }
}

/** The parts that are not literal text; those inside of brackets and braces are given where they stand. */
function* structured(parts: readonly Unbash.WordPart[]): Generator<Inner> {
  const pending: Unbash.WordPart[] = parts.toReversed();
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.type === "Literal") continue;
    if (part.type === "Glob" || part.type === "BraceExpansion") {
      for (const child of (part.parts ?? []).toReversed()) pending.push(child);
    } else {
      yield part;
    }
  }
}

/** Adds what one node of an expression holds: its parts to `found`, its operands to `pending`. */
function collect(node: Unbash.ArithmeticExpression, pending: Unbash.ArithmeticExpression[], found: Inner[]): void {
  switch (node.type) {
    case "ArithmeticBinary":
      pending.push(node.left, node.right);
      return;
    case "ArithmeticUnary":
      pending.push(node.operand);
      return;
    case "ArithmeticTernary":
      pending.push(node.test, node.consequent, node.alternate);
      return;
    case "ArithmeticGroup":
      pending.push(node.expression);
      return;
    case "ArithmeticCommandExpansion":
      found.push({ ...node, type: "CommandExpansion", script: node.script });
      return;
    case "ArithmeticWord":
      if (node.parts === undefined && /^\$(?:[A-Za-z_]\w*|[0-9@*#?!$-])$/.test(node.value)) {
        found.push({ type: "SimpleExpansion", pos: node.pos, end: node.end, text: node.value });
      }
      for (const part of expanding(node.parts ?? [])) found.push(part);
      return;
  }
}

const QUOTED = /\\.|"(?:\\.|[^"\\])*"|'[^']*'/gs;

/** Whether parentheses pair, quoted ones aside. Where they do not, even in backticks, `((` may be two of them to bash. */
function isPaired(text: string): boolean {
  let depth = 0;
  for (const character of text.replace(QUOTED, "")) {
    if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

/** The parts that arithmetic expands: double quotes are passed over, and other quotes quote nothing. */
function* expanding(parts: readonly Unbash.WordPart[]): Generator<Inner> {
  for (const part of structured(parts)) {
    if (part.type === "DoubleQuoted" || part.type === "LocaleString") yield* structured(part.parts);
    else if (part.type !== "SingleQuoted" && part.type !== "AnsiCQuoted") yield part;
  }
}

function parameter(span: Span, quoted: boolean, name: string): Extract<WordPart, { kind: "parameter" }> {
  return { kind: "parameter", span, quoted, name, subscript: null, indirect: false, length: false, operation: null };
}

export function spanOf(node: { readonly pos: number; readonly end: number }): Span {
  return { start: node.pos, end: node.end };
}

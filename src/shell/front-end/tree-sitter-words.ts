/**
 * Words of tree-sitter-bash's tree, read into parts of our syntax.
 *
 * The grammar gives many kinds of node for the text of a word, and several times reads such text otherwise than bash.
 * So only the nodes that nest something are taken from it; every other character of a word is read here, where text
 * that bash would expand is a fault.
 */
import type { Arithmetic, ParameterOperation, Script, Span, Word, WordPart } from "../syntax.ts";
import { decodeAnsiC } from "./ansi-c.ts";
import { readArithmeticText } from "./arithmetic.ts";
import { decodeBackticks } from "./backticks.ts";
import { readExpansionHead, splitOffset, splitReplacement } from "./expansion-head.ts";
import { quotedBody, readBodyText, readLiteral, type Surroundings } from "./literal-text.ts";
import type { Notes } from "./notes.ts";
import { PartList } from "./part-list.ts";
import { reprintFault } from "./reprinted.ts";
import { counts, descendant, isNesting, isText, QUOTES, spanOf, within } from "./tree-sitter-kinds.ts";
import type { TreeNode } from "./tree-sitter-tree.ts";

/** Reads the script of a substitution: the nodes between its brackets, or a text of its own. */
export interface Scripts {
  inPlace(nodes: readonly TreeNode[], start: number, end: number): Script;
  ownText(text: string, span: Span): Script;
}

export class TreeSitterWords {
  private readonly source: string;
  private readonly notes: Notes;
  private readonly scripts: Scripts;

  constructor(source: string, notes: Notes, scripts: Scripts) {
    this.source = source;
    this.notes = notes;
    this.scripts = scripts;
  }

  /** The word that `source[start, end)` is; `nodes` are those that the grammar found in it. */
  word(nodes: readonly TreeNode[], start: number, end: number, surroundings: Surroundings = "bare"): Word {
    const span = { start, end };
    const list = new PartList();
    const read = this.notes.deeper(span, () => {
      this.fill(nodes, start, end, surroundings, list);
      return true;
    });
    if (read === null) list.unread(span, surroundings !== "bare", "this is nested too deeply");
    return { span, parts: list.parts };
  }

  /** A word between blanks: the grammar at times joins several into one, so none may hold what ends a word. */
  separate(nodes: readonly TreeNode[], start: number, end: number, ends: RegExp = /[ \t\n;&|()<>]/): Word {
    const word = this.word(nodes, start, end);
    for (const part of word.parts) {
      if (part.kind === "literal" && !part.quoted && ends.test(part.text)) {
        this.notes.fault(part.span, "a word ends within this");
      }
    }
    return word;
  }

  /** The expression that `source[start, end)` is. */
  arithmetic(nodes: readonly TreeNode[], start: number, end: number): Arithmetic {
    const span = { start, end };
    const list = new PartList();
    const read = this.notes.deeper(span, () => {
      let at = start;
      for (const node of this.nesting(nodes, "arithmetic")) {
        readArithmeticText(this.source, at, node.start, list, this.notes);
        this.nested(node, "arithmetic", list);
        at = node.end;
      }
      readArithmeticText(this.source, at, end, list, this.notes);
      return true;
    });
    if (read === null) list.unread(span, true, "this is nested too deeply");
    return { span, parts: list.parts };
  }

  /** The body of a here-document. */
  body(nodes: readonly TreeNode[], start: number, end: number, quoted: boolean, strip: boolean): Word {
    const span = { start, end };
    const list = new PartList();
    if (quoted) {
      list.literal(quotedBody(this.source.slice(start, end), strip), true, start, end);
      return { span, parts: list.parts };
    }
    let at = start;
    const text = (to: number): void => readBodyText(this.source, at, to, strip, at === start, list, this.notes);
    for (const node of this.nesting(nodes, "body")) {
      if (strip && this.source.slice(node.start, node.end).includes("\n\t")) {
        this.notes.fault(spanOf(node), "tabs are taken out of this expansion, and it may hold quoted ones");
      }
      text(node.start);
      this.nested(node, "body", list);
      at = node.end;
    }
    text(end);
    return { span, parts: list.parts };
  }

  private fill(
    nodes: readonly TreeNode[],
    start: number,
    end: number,
    surroundings: Surroundings,
    list: PartList,
  ): void {
    let at = start;
    for (const node of this.nesting(nodes, surroundings)) {
      if (node.start < at || node.end > end) continue;
      const locale = QUOTES.has(node.type) && surroundings === "bare" && this.opensLocale(node, at);
      readLiteral(this.source, at, locale ? node.start - 1 : node.start, surroundings, list, this.notes);
      this.nested(node, surroundings, list);
      at = node.end;
    }
    readLiteral(this.source, at, end, surroundings, list, this.notes);
  }

  /** True for a string whose `$` (as in `$"…"`) the grammar takes for literal text before it. */
  private opensLocale(node: TreeNode, from: number): boolean {
    const at = node.start - 1;
    if (at < from || this.source[at] !== "$") return false;
    if (node.type !== "string" || "\\\n$".includes(this.source[at - 1] ?? " ")) {
      this.notes.fault({ start: at, end: at + 1 }, "this `$` was not understood");
    }
    return true;
  }

  /** The nesting nodes in and below `nodes`, outermost only, in source order. */
  private *nesting(nodes: readonly TreeNode[], surroundings: Surroundings): Generator<TreeNode> {
    const pending = nodes.toReversed();
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (isNesting(node) && counts(node.type, surroundings)) {
        yield this.trimmed(node);
        continue;
      }
      if (node.children.length === 0) continue;
      if (!isText(node) && !isNesting(node)) {
        this.notes.fault(spanOf(node), `\`${node.type}\` was not expected in a word`);
        continue;
      }
      for (const child of node.children.toReversed()) pending.push(child);
    }
  }

  /** The node without the white space in front of it, which the grammar puts into it inside of quotes. */
  private trimmed(node: TreeNode): TreeNode {
    let start = node.start;
    while (start < node.end && /\s/.test(this.source[start]!)) start++;
    return start === node.start ? node : { ...node, start };
  }

  private nested(node: TreeNode, surroundings: Surroundings, list: PartList): void {
    const span = spanOf(node);
    const quoted = surroundings !== "bare";
    switch (node.type) {
      case "raw_string":
        list.literal(this.source.slice(node.start + 1, node.end - 1), true, node.start, node.end);
        return;
      case "ansi_c_string": {
        if (closingQuote(this.source, node.start + 2) !== node.end - 1) {
          this.unread(span, true, "this quoted text ends elsewhere", list);
          return;
        }
        const text = decodeAnsiC(this.source.slice(node.start + 2, node.end - 1));
        if (text === null) list.unread(span, true, "these bytes are no text");
        else list.literal(text, true, node.start, node.end);
        return;
      }
      case "string":
      case "translated_string": {
        const from = node.start + (node.type === "string" ? 1 : 2);
        const inside = surroundings === "operand" ? "operand-double" : "double";
        list.quotes(span, () => this.fill(node.children, from, node.end - 1, inside, list));
        return;
      }
      case "simple_expansion":
        this.simpleExpansion(node, quoted, list);
        return;
      case "expansion":
        this.expansion(node, surroundings, list);
        return;
      case "arithmetic_expansion": {
        const open = this.source[node.start + 1] === "[" ? 2 : 3;
        const expression = this.arithmetic(node.children, node.start + open, node.end - (open - 1));
        list.add({ kind: "arithmetic", span, quoted, expression });
        return;
      }
      case "command_substitution":
      case "process_substitution":
        list.add(this.substitution(node, surroundings));
        return;
      default:
        this.unread(span, quoted, `\`${node.type}\` was not expected in a word`, list);
    }
  }

  /** The grammar takes `$10` and `$1a` for names, and letters of every script; bash's names end earlier. */
  private simpleExpansion(node: TreeNode, quoted: boolean, list: PartList): void {
    const text = this.source.slice(node.start + 1, node.end).replaceAll("\\\n", "");
    const name = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])/.exec(text)?.[0];
    if (name === undefined) {
      this.unread(spanOf(node), quoted, "no variable is named here", list);
      return;
    }
    list.add(parameter(spanOf(node), quoted, name));
    const rest = text.length - name.length;
    if (rest > 0) list.literal(text.slice(name.length), quoted, node.end - rest, node.end);
  }

  private expansion(node: TreeNode, surroundings: Surroundings, list: PartList): void {
    const span = spanOf(node);
    const quoted = surroundings !== "bare";
    const end = node.end - 1;
    const subscript = descendant(node, "subscript", node.start + 2, 2);
    const head = readExpansionHead(this.source, node.start + 2, end, subscript?.end ?? null);
    if (head === null) {
      this.unread(span, quoted, "this expansion was not understood", list);
      return;
    }
    const { name, indirect, length, operator, bracket, operandStart } = head;
    const defaults = operator !== null && /^:?[-=+?]$/.test(operator);
    if (surroundings === "body" && defaults && /['"\\]/.test(this.source.slice(node.start, node.end))) {
      this.unread(span, quoted, "quotes in a here-document's expansion were not understood", list);
      return;
    }
    if (this.endsEarlier(node, operandStart, end)) {
      this.unread(span, quoted, "this expansion ends earlier", list);
      return;
    }
    let operation: ParameterOperation | null = null;
    if (operator !== null) {
      const cuts = this.cuts(node, operator, operandStart, end);
      if (cuts === null) {
        this.unread(span, quoted, "this expansion was not understood", list);
        return;
      }
      const inside = defaults ? (quoted ? "operand" : "bare") : operator === ":" ? "arithmetic" : "bare";
      operation = {
        operator,
        operands: cuts.map(([from, to]) => this.word(within(node.children, from, to), from, to, inside)),
      };
    }
    list.add({
      ...parameter(span, quoted, name),
      subscript:
        bracket === null
          ? null
          : this.word(within(node.children, bracket.start, bracket.end), bracket.start, bracket.end, "arithmetic"),
      indirect,
      length,
      operation,
    });
  }

  /** True where a brace that is not nested closes the expansion before the grammar does: others do not count to bash. */
  private endsEarlier(node: TreeNode, start: number, end: number): boolean {
    const ends = new Map([...this.nesting(node.children, "bare")].map((inner) => [inner.start, inner.end]));
    for (let at = start; at < end; at++) {
      const after = ends.get(at);
      if (after !== undefined) at = after - 1;
      else if (this.source[at] === "\\") at++;
      else if (this.source[at] === "}") return true;
    }
    return false;
  }

  /** Where the operands of an operator stand, or null where that is not clear. */
  private cuts(node: TreeNode, operator: string, start: number, end: number): [number, number][] | null {
    if (operator === "*" || (operator === "@" && start === end)) return [];
    if (/^[,^]/.test(operator) && start === end) return [];
    const skip = [...this.nesting(node.children, "bare")];
    if (operator.startsWith("/")) {
      const at = splitReplacement(this.source, start, end, operator, skip);
      return at === -1
        ? [
            [start, end],
            [end, end],
          ]
        : [
            [start, at],
            [at + 1, end],
          ];
    }
    if (operator === ":") {
      const at = splitOffset(this.source, start, end, skip);
      if (at === null) return null;
      return at === -1
        ? [[start, end]]
        : [
            [start, at],
            [at + 1, end],
          ];
    }
    return [[start, end]];
  }

  private substitution(node: TreeNode, surroundings: Surroundings): WordPart {
    const span = spanOf(node);
    const quoted = surroundings !== "bare";
    const open = node.children[0]!;
    const script = this.notes.deeper(span, () => {
      if (this.source.startsWith("$((", node.start)) return null;
      if (open.type.endsWith("(")) return this.scripts.inPlace(node.children.slice(1, -1), open.end, node.end - 1);
      if (open.type !== "`") return null;
      const inner = decodeBackticks(this.source, node.start + 1, surroundings !== "bare" && surroundings !== "body");
      if (inner === null || inner.end !== node.end - 1) return null;
      if (inner.text === null) return this.scripts.inPlace(node.children.slice(1, -1), open.end, node.end - 1);
      return this.scripts.ownText(inner.text, span);
    });
    if (script === null) {
      const detail = "this substitution was not understood";
      this.notes.fault(span, detail);
      return { kind: "unread", span, quoted, detail };
    }
    const fault = open.type === "`" ? null : reprintFault(script);
    if (fault !== null) this.notes.fault(span, fault);
    if (node.type === "process_substitution") {
      return { kind: "process-substitution", span, direction: open.type === "<(" ? "<" : ">", script };
    }
    return { kind: "command-substitution", span, quoted, script };
  }

  private unread(span: Span, quoted: boolean, detail: string, list: PartList): void {
    this.notes.fault(span, detail);
    list.unread(span, quoted, detail);
  }
}

/** Where the quote that ends `$'…'` stands, whose text begins at `at`; -1 for nowhere. */
function closingQuote(source: string, at: number): number {
  for (let index = at; index < source.length; index++) {
    if (source[index] === "\\") index++;
    else if (source[index] === "'") return index;
  }
  return -1;
}

function parameter(span: Span, quoted: boolean, name: string): Extract<WordPart, { kind: "parameter" }> {
  return { kind: "parameter", span, quoted, name, subscript: null, indirect: false, length: false, operation: null };
}

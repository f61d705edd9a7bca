/**
 * Brace expansion: `a{b,c}d` is two words, `{1..3}` three. It is done on the text, before anything else in a word, and
 * takes expansions and quoted text as they stand.
 */
import { MAX_BRACE_DEPTH, MAX_BRACE_STEPS, MAX_BRACE_WORDS } from "../limits.ts";
import type { Span, WordPart } from "../syntax.ts";

/** A piece of a word: one of the three characters that matter, or a part that does not. */
type Token = "{" | "," | "}" | WordPart;

/** The words that the braces of a word become, or null where they are over the bound. */
export function expandBraces(parts: readonly WordPart[]): readonly (readonly WordPart[])[] | null {
  if (!mayExpand(parts)) return [parts];
  if (parts.some(holdsBraces) || parts.some((part, index) => hidesBrace(part, parts[index + 1]))) return null;
  const tokens = tokenize(parts);
  const words: WordPart[][] = [];
  for (const word of new Expansion(tokens).expand(0, tokens.length, 0) ?? [null]) {
    const joined = word === null ? null : rejoined(word);
    if (joined === null) return null;
    words.push(joined);
  }
  return words;
}

/**
 * A word that braces made, as bash reads it: the text is put together before expansions are looked for, so that
 * `{1,$a}x` is `1x` and `$ax`. Null where that makes something else than a longer name.
 */
function rejoined(parts: readonly WordPart[]): WordPart[] | null {
  const result: WordPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const text = part.kind === "literal" && !part.quoted ? part.text : "";
    if (last?.kind === "literal" && !last.quoted) {
      if (text !== "") {
        result[result.length - 1] = { ...last, text: last.text + text };
        continue;
      }
      // `{$,x}'a'` may make a quote, or an expansion.
      if (last.text.endsWith("$")) return null;
    }
    const longer =
      last?.kind === "parameter" && !last.quoted && isBare(last) ? (/^[A-Za-z0-9_]+/.exec(text)?.[0] ?? "") : "";
    if (longer !== "" && last?.kind === "parameter") {
      const { start, end } = last.span;
      result[result.length - 1] = { ...last, name: last.name + longer, span: { start, end: end + longer.length } };
      if (text.length > longer.length) result.push(literal(text.slice(longer.length), part.span));
    } else result.push(part);
  }
  return result.some((part) => part.kind === "literal" && !part.quoted && /\$[\w@*#?!${(-]/.test(part.text))
    ? null
    : result;
}

/** `$name`, without braces. */
function isBare(part: WordPart & { kind: "parameter" }): boolean {
  return /^[A-Za-z_]/.test(part.name) && part.span.end - part.span.start === part.name.length + 1;
}

/** Whether a word holds what looks like a brace expansion. */
export function mayExpand(parts: readonly WordPart[]): boolean {
  let opened = false;
  for (const part of parts) {
    if (part.kind !== "literal" || part.quoted) continue;
    if (opened ? part.text.includes("}") : /\{[^]*\}/.test(part.text)) return true;
    opened ||= part.text.includes("{");
  }
  return false;
}

/** Whether brace expansion leaves a word as it is: `{a}` stays, `{3..3}` is another word. */
export function hasNoBraces(parts: readonly WordPart[]): boolean {
  if (!mayExpand(parts)) return true;
  const [only, ...others] = expandBraces(parts) ?? [];
  return only !== undefined && others.length === 0 && textOf(only) === textOf(parts);
}

function textOf(parts: readonly WordPart[]): string {
  return parts.map((part) => (part.kind === "literal" ? part.text : "$")).join("");
}

/** Braces in the operand of an expansion: bash counts them here, before it looks for where the expansion ends. */
function holdsBraces(part: WordPart): boolean {
  if (part.kind !== "parameter" || part.operation === null) return false;
  return part.operation.operands.some((word) =>
    word.parts.some((inner) =>
      inner.kind === "literal" ? !inner.quoted && /[{}]/.test(inner.text) : holdsBraces(inner),
    ),
  );
}

/** `$${a,b}`: to bash the second dollar begins an expansion here, whose braces are not to be expanded. */
function hidesBrace(part: WordPart, next: WordPart | undefined): boolean {
  if (part.kind !== "parameter" || part.name !== "$" || part.span.end - part.span.start !== 2) return false;
  return next?.kind === "literal" && !next.quoted && next.text.startsWith("{");
}

function tokenize(parts: readonly WordPart[]): Token[] {
  const tokens: Token[] = [];
  for (const part of parts) {
    if (part.kind !== "literal" || part.quoted) {
      tokens.push(part);
      continue;
    }
    for (const text of part.text.split(/([{},])/)) {
      if (text === "{" || text === "," || text === "}") tokens.push(text);
      else if (text !== "") tokens.push(literal(text, part.span));
    }
  }
  return tokens;
}

function literal(text: string, span: Span): WordPart {
  return { kind: "literal", span, text, quoted: false };
}

class Expansion {
  private readonly tokens: readonly Token[];
  /** Tokens that may still be looked at: the search for closing braces is quadratic on text made for it. */
  private steps = MAX_BRACE_STEPS;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** What `tokens[from, to)` become. */
  expand(from: number, to: number, depth: number): WordPart[][] | null {
    if (depth > MAX_BRACE_DEPTH) return null;
    let words: WordPart[][] = [[]];
    const appended = (choices: readonly (readonly WordPart[])[]): boolean => {
      if (words.length * choices.length > MAX_BRACE_WORDS) return false;
      words = words.flatMap((word) => choices.map((choice) => [...word, ...choice]));
      return true;
    };
    let at = from;
    while (at < to) {
      const token = this.tokens[at];
      if (token === undefined) break;
      const end = token === "{" ? this.closing(at, to) : null;
      if (this.steps < 0) return null;
      const choices = end === null ? "literal" : this.choices(at, end, depth);
      if (choices === null || (choices !== "literal" && !appended(choices))) return null;
      const next = choices === "literal" && end === null ? at + 1 : (end ?? at) + 1;
      if (choices === "literal") {
        // Braces that are no expansion stand for themselves, with all that is in them.
        const parts = this.tokens.slice(at, next).map((plain) => this.partOf(plain, at));
        for (const word of words) word.push(...parts);
      }
      at = next;
    }
    return words;
  }

  /**
   * The brace that closes the one at `start`, or null. As bash looks for it: a closing brace counts only after a comma
   * or `..` outside of inner braces, and `{}` at the front of a word is no brace at all.
   */
  private closing(start: number, to: number): number | null {
    if (start === 0 && this.tokens[1] === "}") return null;
    let level = 0;
    let separated = false;
    for (let at = start + 1; at < to; at++) {
      if (--this.steps < 0) return null;
      const token = this.tokens[at];
      if (token === "{") level++;
      else if (token === "}") {
        if (level === 0 && separated) return at;
        if (level > 0) level--;
      } else if (level === 0) separated ||= token === "," || (typeof token !== "string" && this.isRange(at));
    }
    return null;
  }

  /** A literal with `..` that the closing brace does not follow at once. */
  private isRange(at: number): boolean {
    const token = this.tokens[at];
    if (token === undefined || typeof token === "string" || token.kind !== "literal" || token.quoted) return false;
    const dots = token.text.indexOf("..");
    return dots >= 0 && (dots + 2 < token.text.length || this.tokens[at + 1] !== "}");
  }

  /** What stands between two braces as the choices that it gives; `literal` where the braces are plain characters. */
  private choices(start: number, end: number, depth: number): WordPart[][] | "literal" | null {
    if (!this.tokens.slice(start + 1, end).includes(",")) {
      const sequence = this.sequence(start, end);
      return sequence === "none" ? "literal" : sequence;
    }
    const choices: WordPart[][] = [];
    let from = start + 1;
    for (const to of [...this.commas(start, end), end]) {
      const words = this.expand(from, to, depth + 1);
      if (words === null || choices.length + words.length > MAX_BRACE_WORDS) return null;
      choices.push(...words);
      from = to + 1;
    }
    return choices;
  }

  /** The commas between two braces outside of inner braces. */
  private commas(start: number, end: number): number[] {
    const commas: number[] = [];
    let level = 0;
    for (let at = start + 1; at < end; at++) {
      const token = this.tokens[at];
      if (token === "{") level++;
      else if (token === "}" && level > 0) level--;
      else if (token === "," && level === 0) commas.push(at);
    }
    return commas;
  }

  /** `{1..5}`, `{01..10..2}`, `{a..e}`. */
  private sequence(start: number, end: number): WordPart[][] | "none" | null {
    const token = this.tokens[start + 1];
    if (end !== start + 2 || token === undefined || typeof token === "string") return "none";
    if (token.kind !== "literal" || token.quoted || token.text.length > 64) return "none";
    const texts = sequenceOf(token.text);
    return texts === "none" || texts === null ? texts : texts.map((text) => [literal(text, token.span)]);
  }

  private partOf(token: Token, near: number): WordPart {
    if (typeof token !== "string") return token;
    for (let at = near; at >= 0; at--) {
      const other = this.tokens[at];
      if (other !== undefined && typeof other !== "string") return literal(token, other.span);
    }
    const other = this.tokens.find((one) => typeof one !== "string");
    return literal(token, typeof other === "object" ? other.span : { start: 0, end: 0 });
  }
}

function sequenceOf(text: string): string[] | "none" | null {
  const numbers = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.(-?\d{1,15}))?$/.exec(text);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,15}))?$/.exec(text);
  const [, from = "", to = "", by = "1"] = numbers ?? letters ?? [];
  if (from === "") return "none";
  const [first, last] = numbers === null ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  const step = Math.abs(Number(by)) || 1;
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  if (count > MAX_BRACE_WORDS) return null;
  const padded = numbers !== null && [from, to].some((bound) => /^-?0\d/.test(bound));
  const width = padded ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = first + (first <= last ? index : -index) * step;
    if (numbers === null) return String.fromCharCode(value);
    const digits = String(Math.abs(value)).padStart(value < 0 ? width - 1 : width, "0");
    return value < 0 ? `-${digits}` : digits;
  });
}

/**
 * Scripts of `awk`: `system(…)`, pipes, `getline` and redirected `print`.
 *
 * The script is split into tokens once; then each construct that leaves the language is looked at where it stands.
 */
import { Effects, UNKNOWN_PART } from "./script-effects.ts";
import type { ScriptEffects } from "./script-effects.ts";

interface Token {
  readonly kind: "string" | "regex" | "name" | "number" | "operator" | "end";
  /** A string's value with its escapes resolved; else the text as it stands. */
  readonly text: string;
}

const END: Token = { kind: "end", text: "" };

/** Values that variables may have, by name. */
export type AwkVariables = ReadonlyMap<string, readonly string[]>;

/** Reads an awk script. `given` is what is assigned to its variables on the command line. */
export function inspectAwk(text: string, given: AwkVariables = new Map()): ScriptEffects {
  const effects = new Effects();
  const tokens = tokensOf(text, effects);
  const texts = new Texts(tokens, given);
  /** How many parentheses are open. */
  let depth = 0;
  /** How many are around the `print` of this statement, or null for none; and which token that is. */
  let printing: number | null = null;
  let printed = 0;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1] ?? END;
    if (token.kind === "end") printing = null;
    else if (token.kind === "name") {
      if (token.text === "print" || token.text === "printf") {
        printing = depth;
        printed = at;
      } else if (token.text === "system") {
        if (next.text === "(") texts.addRuns(effects, at + 2, texts.endOf(at + 2, ")"), null);
        else effects.opaque = true;
      } else if (token.text === "getline") addInput(effects, tokens, at);
      else if (token.text === "ARGV" || token.text === "ARGC") effects.opaque = true;
    } else if (token.kind === "operator") {
      if (token.text === "(") depth++;
      else if (token.text === ")") depth--;
      else if (token.text === "@") {
        effects.opaque = true;
        // `@f("rm x")` calls the function that is named by what f holds.
        if (tokens[at + 2]?.text === "(" && texts.mayBe(next.text, "system"))
          texts.addRuns(effects, at + 3, texts.endOf(at + 3, ")"), null);
      } else if ((token.text === ">" || token.text === ">>") && printing === depth) {
        addLiteral(effects, "writes", next, tokens[at + 2]);
      } else if (token.text === "|" || token.text === "|&") {
        if (next.kind === "name" && next.text === "getline") {
          texts.addRuns(effects, texts.startOf(at), at, null);
          // Some take only what stands beside the bar.
          if (tokens[at - 1]?.kind === "string") texts.addRuns(effects, at - 1, at, null);
        } else {
          const input = printing === depth ? texts.printedBy(printed, at) : UNKNOWN_PART;
          texts.addRuns(effects, at + 1, texts.endOf(at + 1, ""), input);
        }
      }
    }
  }
  return effects;
}

/** `getline < "file"`, `getline line < "file"` */
function addInput(effects: Effects, tokens: readonly Token[], at: number): void {
  // The variable of a getline is a few tokens long.
  for (let each = at + 1; each < at + 12; each++) {
    const token = tokens[each] ?? END;
    if (token.kind === "end" || token.text === ")" || token.text === "&&" || token.text === "||" || token.text === ">")
      return;
    if (token.text !== "<") continue;
    addLiteral(effects, "reads", tokens[each + 1], tokens[each + 2]);
    return;
  }
  effects.opaque = true;
}

/** A name that is one literal; where something is joined to it, it is not known. `beside` is the token behind it. */
function addLiteral(
  effects: Effects,
  kind: "reads" | "writes",
  token: Token | undefined,
  beside: Token | undefined,
): void {
  const alone =
    beside === undefined ||
    beside.kind === "end" ||
    (beside.kind === "operator" && ");}|&,>".includes(beside.text[0] ?? "-"));
  if (token?.kind === "string" && alone) effects.add(kind, token.text);
  else effects.opaque = true;
}

/** Most texts that one expression is followed to. */
const MOST_TEXTS = 8;

/** Longest text that is put together, in UTF-16 units: variables that hold one another make it longer by leaps. */
const LONGEST_TEXT = 4_096;

/** Most tokens of one expression that are looked at; what a longer one comes to is not known. */
const MOST_TOKENS = 64;

/** The texts that a script's expressions come to, where they join literals and variables that hold such. */
class Texts {
  private readonly tokens: readonly Token[];
  private readonly values = new Map<string, readonly string[]>();
  /** Whether the expression that is followed holds the line that was read: `$0`. */
  private record = false;

  constructor(tokens: readonly Token[], given: AwkVariables) {
    this.tokens = tokens;
    for (const [name, texts] of given) this.values.set(name, texts);
    // A variable may be given the value of one that is assigned further on.
    for (let round = 0; round < 2; round++) this.readAssignments();
  }

  /** Adds the shell programs that an expression comes to. */
  addRuns(effects: Effects, start: number, end: number, input: string | null): void {
    this.record = false;
    for (const text of this.textsIn(start, end)) effects.addRun(text, input);
    if (this.record) effects.runsRecords = true;
  }

  /** Whether a variable may hold a text. */
  mayBe(name: string, text: string): boolean {
    const values = this.values.get(name);
    return values === undefined || values.some((value) => value === text || value.includes(UNKNOWN_PART));
  }

  /** What `print` gives to a command: its words and the end of the line. */
  printedBy(print: number, end: number): string {
    let start = print + 1;
    let last = end;
    if (
      this.tokens[start]?.text === "(" &&
      this.tokens[end - 1]?.text === ")" &&
      this.endOf(start + 1, ")") === end - 1
    ) {
      start++;
      last--;
    }
    if (start >= last) return UNKNOWN_PART;
    const formatted = this.tokens[print]?.text === "printf";
    const words = this.argumentsIn(start, last).map(([from, to]) => this.textsIn(from, to)[0] ?? UNKNOWN_PART);
    if (!formatted) return `${words.join(" ")}\n`;
    const [format = UNKNOWN_PART, ...values] = words;
    return filledIn(format, values);
  }

  /**
   * Where an expression ends that begins at a token: at the bracket that closes what is around it, or with its
   * statement; where nothing closes it, also at a comma or an operator that binds less than joining does.
   */
  endOf(start: number, closing: ")" | ""): number {
    let depth = 0;
    for (let at = start; at < this.tokens.length && at < start + MOST_TOKENS; at++) {
      const { kind, text } = this.tokens[at] ?? END;
      if (kind === "end") return at;
      if (kind !== "operator") continue;
      if (text === "(" || text === "[") depth++;
      else if ((text === ")" || text === "]") && --depth < 0) return at;
      else if (closing === "" && depth === 0 && [",", "&&", "||", "|", "|&", ">", ">>", "<"].includes(text)) return at;
    }
    return Math.min(this.tokens.length, start + MOST_TOKENS);
  }

  /** Where an expression begins that ends before a token. */
  startOf(end: number): number {
    let depth = 0;
    for (let at = end - 1; at >= 0 && at > end - MOST_TOKENS; at--) {
      const { kind, text } = this.tokens[at] ?? END;
      if (kind === "end") return at + 1;
      if (kind === "name" && ["print", "printf", "return", "if", "while", "do", "else"].includes(text)) return at + 1;
      if (kind !== "operator") continue;
      if (text === ")" || text === "]") depth++;
      else if ((text === "(" || text === "[") && --depth < 0) return at + 1;
      else if (depth === 0 && [",", "&&", "||", "|", "!", "=", "?", ":", "<"].includes(text)) return at + 1;
    }
    return Math.max(0, end - MOST_TOKENS);
  }

  /** What variables are given, and those that may change otherwise: by `getline`, a loop, or a function. */
  private readAssignments(): void {
    for (const [at, token] of this.tokens.entries()) {
      if (token.kind !== "name") continue;
      const next = this.tokens[at + 1]?.text ?? "";
      const before = this.tokens[at - 1] ?? END;
      if (next === "=") {
        if (before.text !== "$") this.assign(token.text, this.textsIn(at + 2, this.endOf(at + 2, "")));
      } else if (["+", "-", "*", "/", "%", "^"].includes(next) && this.tokens[at + 2]?.text === "=")
        this.assign(token.text, [UNKNOWN_PART]);
      else if (before.text === "getline" || this.tokens[at + 1]?.text === "in") this.assign(token.text, [UNKNOWN_PART]);
      else if (["sub", "gsub", "split", "function", "func"].includes(token.text)) {
        const open = this.tokens[at + 1]?.text === "(" ? at + 1 : at + 2;
        const end = this.endOf(open + 1, ")");
        for (const each of this.tokens.slice(open + 1, end))
          if (each.kind === "name") this.assign(each.text, [UNKNOWN_PART]);
      }
    }
  }

  private assign(name: string, texts: readonly string[]): void {
    const known = new Set([...(this.values.get(name) ?? []), ...texts]);
    this.values.set(name, known.size > MOST_TEXTS ? [UNKNOWN_PART] : [...known]);
  }

  /** The texts of an expression. One that another operator than joining makes is each of its operands, or not known. */
  private textsIn(start: number, end: number): readonly string[] {
    if (end - start >= MOST_TOKENS) return [UNKNOWN_PART];
    const parts: string[][] = [[""]];
    for (let at = start; at < end; at++) {
      const { kind, text } = this.tokens[at] ?? END;
      let options: readonly string[] = [UNKNOWN_PART];
      if (kind === "string" || kind === "number") options = [text];
      else if (kind === "name") {
        const next = this.tokens[at + 1]?.text ?? "";
        if (next === "(" || next === "[") {
          const close = Math.min(end, this.endOf(at + 2, ")"));
          if (text === "sprintf") options = this.formatted(at + 2, close);
          at = close;
        } else options = this.values.get(text) ?? [UNKNOWN_PART];
      } else if (kind === "operator" && text === "$") {
        if (this.tokens[at + 1]?.text === "0") this.record = true;
        at = this.tokens[at + 1]?.text === "(" ? Math.min(end, this.endOf(at + 2, ")")) : at + 1;
      } else if (kind === "operator" && (text === "(" || text === ")")) continue;
      else {
        parts.push([""]);
        continue;
      }
      const last = parts.at(-1) ?? [""];
      const joined = last.flatMap((front) =>
        options.map((option) => (front.length + option.length > LONGEST_TEXT ? UNKNOWN_PART : front + option)),
      );
      parts[parts.length - 1] = joined.slice(0, MOST_TEXTS);
      if (joined.length > MOST_TEXTS) parts.push([UNKNOWN_PART], [""]);
    }
    const texts = parts.flat().filter((text) => text !== "");
    return parts.length === 1 ? texts : [...new Set([...texts, UNKNOWN_PART])];
  }

  /** `sprintf("rm %s", x)` */
  private formatted(start: number, end: number): readonly string[] {
    const [first] = this.argumentsIn(start, end);
    return first === undefined ? [UNKNOWN_PART] : this.textsIn(first[0], first[1]).map((format) => filledIn(format));
  }

  /** Where the expressions between commas begin and end. */
  private argumentsIn(start: number, end: number): [number, number][] {
    const found: [number, number][] = [];
    let depth = 0;
    let from = start;
    for (let at = start; at < end; at++) {
      const { kind, text } = this.tokens[at] ?? END;
      if (kind !== "operator") continue;
      if (text === "(" || text === "[") depth++;
      else if (text === ")" || text === "]") depth--;
      else if (text === "," && depth === 0) {
        found.push([from, at]);
        from = at + 1;
      }
    }
    found.push([from, end]);
    return found;
  }
}

/** What a format comes to; values that are not given are not known. */
function filledIn(format: string, values: readonly string[] = []): string {
  let next = 0;
  return format.replace(/%(%|[^a-zA-Z%]{0,20}[a-zA-Z])/g, (_, what: string) => {
    if (what === "%") return "%";
    const value = values[next++];
    return what === "s" && value !== undefined ? value : UNKNOWN_PART;
  });
}

function tokensOf(text: string, effects: Effects): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === " " || character === "\t" || character === "\r") at++;
    else if (character === "\\" && text[at + 1] === "\n") at += 2;
    else if (character === "\n" || character === ";" || character === "}" || character === "{") {
      tokens.push({ kind: "end", text: character });
      at++;
    } else if (character === "#") {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (character === '"') {
      const end = endOfString(text, at + 1);
      tokens.push({ kind: "string", text: unescape(text.slice(at + 1, end)) });
      at = end + 1;
    } else if (character === "/" && regexMayBegin(tokens.at(-1))) {
      const end = endOfRegex(text, at + 1, effects);
      tokens.push({ kind: "regex", text: "" });
      at = end + 1;
    } else if (isNameStart(character)) {
      const start = at;
      while (at < text.length && isNamePart(text[at] ?? "")) at++;
      tokens.push({ kind: "name", text: text.slice(start, at) });
    } else if (character >= "0" && character <= "9") {
      const start = at;
      while (at < text.length && /[0-9.xa-fA-F]/.test(text[at] ?? "")) at++;
      tokens.push({ kind: "number", text: text.slice(start, at) });
    } else {
      // A part that is not known, outside a string: it may be any code.
      if (character === UNKNOWN_PART) effects.opaque = true;
      const two = text.slice(at, at + 2);
      const operator = ["||", "&&", ">>", "|&", ">=", "<=", "==", "!=", "++", "--"].includes(two) ? two : character;
      tokens.push({ kind: "operator", text: operator });
      at += operator.length;
    }
  }
  return tokens;
}

/** Where a string ends. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Where a regular expression ends. Awks differ on a slash inside brackets: the script then is opaque. */
function endOfRegex(text: string, start: number, effects: Effects): number {
  let inBrackets = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "[" && !inBrackets) {
      inBrackets = true;
      if (text[at + 1] === "^") at++;
      if (text[at + 1] === "]") at++;
    } else if (character === "]") inBrackets = false;
    else if (character === "/") {
      if (inBrackets) effects.opaque = true;
      return at;
    }
  }
  return text.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

/** A string's value: `\n`, `\162` and `\x72`; any other escaped character stands for itself. */
export function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|(.))/gs,
    (_, octal?: string, hex?: string, other?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      const character = other ?? "";
      return ESCAPES[character] ?? character;
    },
  );
}

/** After an operand a slash divides. */
function regexMayBegin(before: Token | undefined): boolean {
  if (before === undefined || before.kind === "end") return true;
  if (before.kind === "name") return ["in", "return", "print", "printf", "case"].includes(before.text);
  return before.kind === "operator" && !")]".includes(before.text) && before.text !== "++" && before.text !== "--";
}

function isNameStart(character: string): boolean {
  return /[A-Za-z_]/.test(character);
}

function isNamePart(character: string): boolean {
  return /[A-Za-z0-9_]/.test(character);
}

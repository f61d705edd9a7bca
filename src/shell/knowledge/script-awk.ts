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

/** Reads an awk script in one pass. */
export function inspectAwk(text: string): ScriptEffects {
  const effects = new Effects();
  const tokens = tokensOf(text, effects);
  /** Depth of parentheses, and the depth at which the present `print` stands, or null. */
  let depth = 0;
  let printing: number | null = null;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1] ?? END;
    if (token.kind === "end") printing = null;
    else if (token.kind === "name") {
      if (token.text === "print" || token.text === "printf") printing = depth;
      else if (token.text === "system") addCall(effects, tokens, at);
      else if (token.text === "getline") addInput(effects, tokens, at);
      else if (token.text === "ARGV" || token.text === "ARGC") effects.opaque = true;
    } else if (token.kind === "operator") {
      if (token.text === "(") depth++;
      else if (token.text === ")") depth--;
      else if (token.text === "@") effects.opaque = true;
      else if ((token.text === ">" || token.text === ">>") && printing === depth) {
        addLiteral(effects, "writes", next, tokens[at + 2]);
      } else if (token.text === "|" || token.text === "|&") {
        if (next.kind === "name" && next.text === "getline")
          addLiteral(effects, "runs", tokens[at - 1], tokens[at - 2], true);
        else addLiteral(effects, "runs", next, tokens[at + 2]);
      }
    }
  }
  return effects;
}

/** `system("cmd")` */
function addCall(effects: Effects, tokens: readonly Token[], at: number): void {
  const argument = tokens[at + 2];
  const closing = tokens[at + 3];
  if (argument?.kind === "string" && closing?.text === ")") effects.add("runs", argument.text);
  else effects.opaque = true;
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

/** A name that is one literal; where something is joined to it, it is not known. `beside` is the token on its far side. */
function addLiteral(
  effects: Effects,
  kind: "reads" | "writes" | "runs",
  token: Token | undefined,
  beside: Token | undefined,
  before = false,
): void {
  const alone =
    beside === undefined ||
    beside.kind === "end" ||
    (beside.kind === "operator" && (before ? "({;,!=&|" : ");}|&,>").includes(beside.text[0] ?? "-"));
  if (token?.kind === "string" && alone) effects.add(kind, token.text);
  else effects.opaque = true;
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
      while (at < text.length && /[0-9.xa-fA-F]/.test(text[at] ?? "")) at++;
      tokens.push({ kind: "number", text: "" });
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
function unescape(text: string): string {
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

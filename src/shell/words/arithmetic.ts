/** Arithmetic expressions of known numbers: `$((2 * (n + 1)))`. What is not plain to see stays a number. */
import { knownText } from "../../text.ts";
import { optionsOf } from "../state.ts";
import type { Arithmetic } from "../syntax.ts";
import type { Scope } from "./scope.ts";

/** Longest expression that is worked out, in UTF-16 units. */
const LONGEST = 128;
const TOKEN = /\s*(?:([0-9]+)|\$?\{?([A-Za-z_][A-Za-z0-9_]*)\}?|(\*\*|[-+*/%()]))/y;

/** The value of an expression, or null where it is not worked out. */
export function evaluate({ span }: Arithmetic, scope: Scope): number | null {
  const text = scope.source.slice(span.start, span.end).trimEnd();
  if (text.length === 0 || text.length > LONGEST) return null;
  // What sets a variable is its value before or after.
  if (/\+\+|--/.test(text)) return null;
  const tokens = tokenize(text, scope);
  if (tokens === null) return null;
  const value = new Evaluation(tokens).whole();
  return value !== null && Number.isSafeInteger(value) ? value : null;
}

/** Whether an expression sets a variable. */
export function assigns({ span }: Arithmetic, scope: Scope): boolean {
  return /[^=!<>]=[^=]|<<=|>>=|\+\+|--/.test(scope.source.slice(span.start, span.end));
}

/** The number that digits alone are in an expression: with a zero in front, an octal one. Null for any other text. */
export function integerOf(text: string): number | null {
  if (/^-?(?:0|[1-9][0-9]{0,14})$/.test(text)) return Number(text) + 0;
  if (!/^-?0[0-7]{1,15}$/.test(text)) return null;
  const size = Number.parseInt(text.replace("-", ""), 8);
  return text.startsWith("-") ? 0 - size : size;
}

type Token = number | string;

function tokenize(text: string, scope: Scope): Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const [, digits, name, operator] = match;
    if (operator !== undefined) {
      tokens.push(operator);
      continue;
    }
    const number = integerOf(digits ?? (name === undefined ? "" : (numberOf(name, scope) ?? "")));
    if (number === null) return null;
    tokens.push(number);
  }
  return tokens;
}

function numberOf(name: string, scope: Scope): string | null {
  const pinned = scope.pins.get(name);
  const options = pinned === undefined ? optionsOf(scope.state, name) : [pinned];
  const [only] = options;
  return options.length === 1 && only !== undefined && only !== null ? knownText(only) : null;
}

/** Precedence climbing; the depth is bounded by the length of the expression. */
class Evaluation {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): number | null {
    const value = this.sum();
    return this.at === this.tokens.length ? value : null;
  }

  private sum(): number | null {
    let value = this.product();
    for (let operator = this.take("+", "-"); operator !== null; operator = this.take("+", "-")) {
      const right = this.product();
      if (value === null || right === null) return null;
      value = operator === "+" ? value + right : value - right;
    }
    return value;
  }

  private product(): number | null {
    let value = this.unary();
    for (let operator = this.take("*", "/", "%"); operator !== null; operator = this.take("*", "/", "%")) {
      const right = this.unary();
      if (value === null || right === null || (operator !== "*" && right === 0)) return null;
      value = operator === "*" ? value * right : operator === "/" ? Math.trunc(value / right) : value % right;
      if (!Number.isSafeInteger(value)) return null;
      value += 0;
    }
    return value;
  }

  private unary(): number | null {
    const sign = this.take("+", "-");
    if (sign !== null) {
      const value = this.unary();
      return value === null ? null : sign === "-" ? 0 - value : value;
    }
    if (this.take("(") !== null) {
      const value = this.sum();
      return this.take(")") === null ? null : value;
    }
    const token = this.tokens[this.at];
    if (typeof token !== "number") return null;
    this.at++;
    return token;
  }

  private take(...operators: readonly string[]): string | null {
    const token = this.tokens[this.at];
    if (typeof token !== "string" || !operators.includes(token)) return null;
    this.at++;
    return token;
  }
}

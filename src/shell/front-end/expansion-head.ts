/** The head of `${…}`: what is expanded, and how. */
import type { Span } from "../syntax.ts";

export interface ExpansionHead {
  readonly name: string;
  readonly indirect: boolean;
  readonly length: boolean;
  /** Between `[` and `]`. */
  readonly bracket: Span | null;
  readonly operator: string | null;
  readonly operandStart: number;
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]/y;
const OPERATOR = /:[-=+?]|[-=+?]|##?|%%?|\/[/#%]?|\^\^?|,,?|~~?|@|:/y;

/**
 * Reads `source[start, end)`, the text between `${` and `}`. `subscriptEnd` is where the subscript that the front end
 * found ends, just after its `]`. Null where the text is no expansion that is known.
 */
export function readExpansionHead(
  source: string,
  start: number,
  end: number,
  subscriptEnd: number | null,
): ExpansionHead | null {
  const first = source[start];
  if (first === "#") {
    const length = target(source, start + 1, end, subscriptEnd);
    if (length !== null && length.end === end) {
      return { ...length, indirect: false, length: true, operator: null, operandStart: end };
    }
  }
  const indirect = first === "!" && end > start + 1;
  const found = target(source, indirect ? start + 1 : start, end, subscriptEnd);
  if (found === null) return null;
  const head = { name: found.name, bracket: found.bracket, indirect, length: false };
  if (found.end === end) return { ...head, operator: null, operandStart: end };
  if (indirect && found.bracket === null && found.end + 1 === end && /[@*]/.test(source[found.end]!)) {
    return { ...head, operator: source[found.end]!, operandStart: end };
  }
  OPERATOR.lastIndex = found.end;
  const operator = OPERATOR.exec(source)?.[0];
  if (operator === undefined || found.end + operator.length > end) return null;
  return { ...head, operator, operandStart: found.end + operator.length };
}

function target(
  source: string,
  start: number,
  end: number,
  subscriptEnd: number | null,
): { name: string; bracket: Span | null; end: number } | null {
  NAME.lastIndex = start;
  const name = NAME.exec(source)?.[0];
  if (name === undefined || start + name.length > end) return null;
  const after = start + name.length;
  if (source[after] !== "[" || after >= end) return { name, bracket: null, end: after };
  if (subscriptEnd === null || subscriptEnd > end) return null;
  return { name, bracket: { start: after + 1, end: subscriptEnd - 1 }, end: subscriptEnd };
}

/** Where the `/` between pattern and replacement stands, or -1. `skip`: spans with a text of their own. */
export function splitReplacement(
  source: string,
  start: number,
  end: number,
  operator: string,
  skip: readonly Span[],
): number {
  // After `//`, one more slash belongs to the pattern.
  const from = operator === "//" && source[start] === "/" ? start + 1 : start;
  const ends = new Map(skip.map((span) => [span.start, span.end]));
  for (let at = from; at < end; at++) {
    const after = ends.get(at);
    if (after !== undefined) at = after - 1;
    else if (source[at] === "\\") at++;
    else if (source[at] === "/") return at;
  }
  return -1;
}

/** Where the `:` between offset and length stands, or -1; null where brackets or a ternary make that unclear. */
export function splitOffset(source: string, start: number, end: number, skip: readonly Span[]): number | null {
  const ends = new Map(skip.map((span) => [span.start, span.end]));
  for (let at = start; at < end; at++) {
    const after = ends.get(at);
    if (after !== undefined) at = after - 1;
    else if (/[?{}\\'"]/.test(source[at]!)) return null;
    else if (source[at] === ":") return at;
  }
  return -1;
}

/** `${X##pattern}`, `${X/pattern/text}`, `${X:1:2}`, `${X^^}` …: what an operation makes of a value. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { MAX_PATTERN_STEPS, MAX_PATTERN_SUBJECT } from "../limits.ts";
import type { ParameterOperation, Word } from "../syntax.ts";
import { choiceOf, compact, holdsNoSlash, NAME_PART } from "../value.ts";
import { integerOf } from "./arithmetic.ts";
import { textOfAtoms } from "./atom.ts";
import type { Atom } from "./atom.ts";
import type { ExpansionBudget } from "./scope.ts";
import { holdsLetters, patternOf, withoutMatch, withReplacement } from "./pattern.ts";
import type { Pattern, PatternRun } from "./pattern.ts";

/** Expands the parts of a word one level deeper. */
export type ExpandOperand = (word: Word, quoted: boolean) => readonly Atom[];

/** Characters that are several in some locales. */
export const BEYOND_ASCII = /[^ -~\s]/;

/** The value that an operation on text gives, or null where that is not worked out. */
export function change(
  value: Value,
  operation: ParameterOperation,
  expand: ExpandOperand,
  anyCase: boolean,
  budget: ExpansionBudget,
): Value | null {
  const text = knownText(value);
  if (text === null) return changeUnknown(value, operation, expand, anyCase);
  if (text.length > MAX_PATTERN_SUBJECT) return null;
  const changed = changeText(text, operation, expand, anyCase, budget);
  return changed === null ? null : changed === "" ? [] : [changed];
}

/** Whether it depends on the locale what a `?` takes. */
function countsCharacters(pattern: Pattern, text: string): boolean {
  return BEYOND_ASCII.test(text) && pattern.some((token) => token.kind === "one");
}

function changeText(
  text: string,
  operation: ParameterOperation,
  expand: ExpandOperand,
  anyCase: boolean,
  budget: ExpansionBudget,
): string | null {
  const { operator, operands } = operation;
  switch (operator) {
    case "#":
    case "##":
    case "%":
    case "%%": {
      const pattern = operandPattern(operands[0], expand);
      if (pattern === null || countsCharacters(pattern, text)) return null;
      if (!budget.spendSteps(text.length * pattern.length)) return null;
      return withoutMatch(text, pattern, operator.startsWith("#") ? "front" : "back", operator.length === 2);
    }
    case "/":
    case "//":
    case "/#":
    case "/%": {
      const replaced = replacedBy(operation, expand, anyCase);
      const replacement = operands[1] === undefined ? "" : textOfAtoms(expand(operands[1], false));
      if (replaced === null || countsCharacters(replaced.pattern, text)) return null;
      const { pattern, where } = replaced;
      const steps = text.length * text.length * pattern.length;
      if (steps > MAX_PATTERN_STEPS || !budget.spendSteps(steps)) return null;
      // An `&` in a replacement may stand for what matched.
      if (replacement === null || replacement.includes("&") || replacement.includes("\\")) return null;
      return withReplacement(text, pattern, replacement, where);
    }
    case ":": {
      // Characters beyond ASCII are several in some locales.
      if (BEYOND_ASCII.test(text)) return null;
      const numbers = integersOf(operation, expand);
      return numbers === null ? null : slice([...text], numbers);
    }
    case "^":
    case "^^":
    case ",":
    case ",,":
    case "~":
    case "~~": {
      if (BEYOND_ASCII.test(text)) return null;
      if (operands.length > 0 && operands[0]?.parts.length !== 0) return null;
      const end = operator.length === 2 ? text.length : 1;
      return inCase(text.slice(0, end), operator) + text.slice(end);
    }
    case "@": {
      const name = operands[0] === undefined ? null : textOfAtoms(expand(operands[0], true));
      if (BEYOND_ASCII.test(text)) return null;
      if (name === "U") return text.toUpperCase();
      if (name === "L") return text.toLowerCase();
      return null;
    }
    default:
      return null;
  }
}

/** Text in the case that an operator gives it; `~` turns each letter's over. */
function inCase(text: string, operator: string): string {
  if (operator.startsWith("^")) return text.toUpperCase();
  if (operator.startsWith(",")) return text.toLowerCase();
  return text.replaceAll(/[a-z]+|[A-Z]+/g, (run) => (/[a-z]/.test(run) ? run.toUpperCase() : run.toLowerCase()));
}

/** Taking known text off a value whose back or front is known: `${f%.ts}` of `*.ts`, `${f##*\/}` of `src/*`. */
function changeUnknown(
  value: Value,
  operation: ParameterOperation,
  expand: ExpandOperand,
  anyCase: boolean,
): Value | null {
  const { operator, operands } = operation;
  if (operator.startsWith("/")) {
    const replaced = replacedBy(operation, expand, anyCase);
    return replaced === null || replaced.where === "front" ? null : replaceUnknown(value, replaced, operation, expand);
  }
  const pattern = operandPattern(operands[0], expand);
  if (pattern === null) return null;
  const literal = pattern.map((token) => (token.kind === "literal" ? token.character : "*")).join("");
  const [first] = value;
  const last = value.at(-1);
  if (operator.startsWith("%") && !literal.includes("*") && typeof last === "string" && last.endsWith(literal)) {
    return compact([...value.slice(0, -1), last.slice(0, last.length - literal.length)]);
  }
  if (operator.startsWith("#") && !literal.includes("*") && typeof first === "string" && first.startsWith(literal)) {
    return compact([first.slice(literal.length), ...value.slice(1)]);
  }
  if (operator === "##" && literal === "*/") {
    const index = value.findLastIndex((piece) => typeof piece === "string" && piece.includes("/"));
    const piece = value[index];
    const rest = value.slice(index + 1);
    if (typeof piece === "string" && rest.every(holdsNoSlash)) {
      return compact([piece.slice(piece.lastIndexOf("/") + 1), ...rest]);
    }
    if (index === -1 && value.every(holdsNoSlash)) return value;
  }
  return null;
}

/**
 * A replacement in a value whose end is known: `${f/.ts/.mts}` of `src/*.ts`. It is made there, or somewhere in what is
 * not known; that then is any part of a name.
 */
function replaceUnknown(
  value: Value,
  { pattern, where }: Replaced,
  operation: ParameterOperation,
  expand: ExpandOperand,
): Value | null {
  const from = pattern.map((token) => (token.kind === "literal" ? token.character : "/")).join("");
  const to = operation.operands[1] === undefined ? "" : textOfAtoms(expand(operation.operands[1], false));
  const [first, ...others] = value;
  const last = others.at(-1);
  if (to === null || from === "" || /[/&\\]/.test(from + to) || typeof last !== "string" || !last.endsWith(from))
    return null;
  // Nothing that begins before the known end may be what is replaced.
  for (let length = 1; length < from.length; length++) if (last.startsWith(from.slice(-length))) return null;
  const ended = compact([...others.slice(0, -1), last.slice(0, last.length - from.length), to]);
  if (where === "back") return compact([first ?? "", ...ended]);
  const front = typeof first === "string" ? first : "";
  const middle = front === "" ? value.slice(0, -1) : others.slice(0, -1);
  if (front.includes(from) || last.slice(0, -1).includes(from) || !middle.every(holdsNoSlash)) return null;
  // A name that the front begins may be changed where the two meet.
  const kept = front.slice(0, front.lastIndexOf("/") + 1);
  return compact([kept, NAME_PART, ...choiceOf([[last], [last.slice(0, last.length - from.length) + to]])]);
}

function operandPattern(word: Word | undefined, expand: ExpandOperand): Pattern | null {
  const runs = runsOf(word, expand);
  return runs === null ? null : patternOf(runs);
}

/** The stretches of known text that a pattern is made of, or null where it is not known. */
function runsOf(word: Word | undefined, expand: ExpandOperand): readonly PatternRun[] | null {
  const runs: PatternRun[] = [];
  for (const atom of word === undefined ? [] : expand(word, false)) {
    if (atom.kind !== "text") return null;
    runs.push(atom);
  }
  return runs;
}

/** What a replacement replaces. */
interface Replaced {
  readonly pattern: Pattern;
  readonly where: "first" | "all" | "front" | "back";
}

const WHERE: Readonly<Record<string, Replaced["where"]>> = { "/": "first", "//": "all", "/#": "front", "/%": "back" };

/** What `${X/pattern/text}` and its kin replace, or null where it is not known. */
function replacedBy(
  { operator, operands: [word] }: ParameterOperation,
  expand: ExpandOperand,
  anyCase: boolean,
): Replaced | null {
  const where = WHERE[operator];
  const anchored = where === "front" || where === "back";
  const runs = runsOf(anchored ? withoutTilde(word) : word, expand);
  if (runs === null || where === undefined) return null;
  const replaced = where === "first" ? anchoredBy(runs) : { runs, where };
  const pattern = replaced === null ? null : patternOf(replaced.runs);
  if (replaced === null || pattern === null || (anyCase && holdsLetters(pattern))) return null;
  return { pattern, where: replaced.where };
}

/** `b='#'; ${X/$b/text}`: what an expansion puts in front may say where the pattern has to match. */
function anchoredBy(
  runs: readonly PatternRun[],
): { readonly runs: readonly PatternRun[]; readonly where: Replaced["where"] } | null {
  const [first, ...rest] = runs.filter((run) => run.text !== "");
  const anchor = first === undefined || first.quoted ? "" : (/^[#%]/.exec(first.text)?.[0] ?? "");
  if (first === undefined || anchor === "") return { runs, where: "first" };
  // Whether empty quotes stand before it is not followed.
  if (runs[0]?.quoted === true) return null;
  return { runs: [{ ...first, text: first.text.slice(1) }, ...rest], where: anchor === "#" ? "front" : "back" };
}

/** The pattern of `${X/#~/text}`, in which a tilde does not stand in front. */
function withoutTilde(word: Word | undefined): Word | undefined {
  const [first, ...rest] = word?.parts ?? [];
  if (word === undefined || first?.kind !== "literal" || first.quoted || !first.text.startsWith("~")) return word;
  return { ...word, parts: [{ ...first, text: "~", quoted: true }, { ...first, text: first.text.slice(1) }, ...rest] };
}

/** The offset and length of a slice, where they are plain numbers. */
export function integersOf(operation: ParameterOperation | null, expand: ExpandOperand): number[] | null {
  const numbers: number[] = [];
  for (const operand of operation?.operands ?? []) {
    const number = integerOf(textOfAtoms(expand(operand, true))?.trim() ?? "");
    if (number === null) return null;
    numbers.push(number);
  }
  return numbers;
}

function slice(characters: readonly string[], [offset = 0, length]: readonly number[]): string {
  const start = offset < 0 ? characters.length + offset : offset;
  if (start < 0 || start > characters.length) return "";
  const end = length === undefined ? characters.length : length < 0 ? characters.length + length : start + length;
  return characters.slice(start, Math.max(start, end)).join("");
}

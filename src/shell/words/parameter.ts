/** `$X`, `${X:-word}`, `${X##pattern}`, `"$@"` …: what a parameter expansion gives. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { absoluteDirectories } from "../directory.ts";
import { MAX_PATTERN_STEPS, MAX_PATTERN_SUBJECT } from "../limits.ts";
import { assignedDirectory } from "../options.ts";
import { optionsOf } from "../state.ts";
import type { ParameterOperation, ParameterPart, Word } from "../syntax.ts";
import { choiceOf, compact, holdsNoSlash, isUnknown, NAME_PART, NUMBER, sizeOf, UNKNOWN } from "../value.ts";
import { ANY_WORDS, atomsOfList, atomsOfValue, numberAtom, oneOf, textOfAtoms, unknownAtom } from "./atom.ts";
import type { Atom } from "./atom.ts";
import { linesOf } from "./field.ts";
import { patternOf, withoutMatch, withReplacement } from "./pattern.ts";
import type { Pattern } from "./pattern.ts";
import type { Scope } from "./scope.ts";
import { separatorsOf } from "./separators.ts";

/** Expands the parts of a word one level deeper. */
export type ExpandOperand = (word: Word, quoted: boolean) => readonly Atom[];

const BEYOND_ASCII = /[^ -~\s]/;

const NUMBERS: ReadonlySet<string> = new Set(
  "? $ BASHPID PPID UID EUID RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS OPTIND HISTCMD".split(" "),
);

/** Operations whose answer depends on whether the variable is set. */
const DEFAULTS: ReadonlySet<string> = new Set([":-", "-", ":=", "=", ":+", "+", ":?", "?"]);

/** What the expansion gives. */
export function expandParameter(part: ParameterPart, scope: Scope, expand: ExpandOperand): readonly Atom[] {
  const { quoted, operation } = part;
  if (part.indirect) return expandIndirect(part, scope, expand);
  if (part.length) return [lengthAtom(part, scope)];
  const list = listOf(part, scope);
  if (list !== null) return expandList(list, part, scope, expand);
  const ways = valuesOf(part, scope).map((value) => apply(value, operation, part, scope, expand));
  return oneOf(ways, quoted);
}

/**
 * The values that a variable may have, as far as that makes a difference to this expansion: null for unset. Empty for a
 * list.
 */
export function valuesOf(part: ParameterPart, scope: Scope): readonly (Value | null)[] {
  const { name, subscript } = part;
  const pinned = scope.pins.get(name);
  if (pinned !== undefined) return [pinned];
  // `${X:?}` is an error where the variable is not set, and then nothing is run.
  const operator = part.operation?.operator ?? "";
  const asksIfSet = DEFAULTS.has(operator) && !operator.endsWith("?");
  if (subscript !== null) return elementsOf(part, scope, asksIfSet);
  const { state } = scope;
  const { positional } = state;
  if (/^[0-9]+$/.test(name)) {
    if (Number(name) === 0) return [positional.zero];
    return [positional.known[Number(name) - 1] ?? (positional.open ? UNKNOWN : null)];
  }
  const binding = state.variables.get(name);
  if (binding !== undefined) {
    const options = optionsOf(state, name);
    const unsure =
      asksIfSet && !options.includes(null) && options.some((option) => option !== null && isUnknown(option));
    return unsure ? [null, ...options] : options;
  }
  if (name === "#") return positional.open ? [[NUMBER]] : [[String(positional.known.length)]];
  if (NUMBERS.has(name)) return [[NUMBER]];
  // Empty until something was started in the background.
  if (name === "!") return [[{ ...NUMBER, min: 0 }]];
  if ((name === "PWD" || name === "OLDPWD") && assignedDirectory(state, name) === null) {
    const directories = absoluteDirectories(name === "PWD" ? state.base : state.previous, scope.settings.cwd);
    return directories === null ? [UNKNOWN] : directories.map((directory) => [directory]);
  }
  // It may be unset, which matters only where the operation asks for that.
  return asksIfSet ? [null, UNKNOWN] : [UNKNOWN];
}

/** The values that an element of an array may have: null where there is none. */
function elementsOf(part: ParameterPart, scope: Scope, asksIfSet: boolean): readonly (Value | null)[] {
  const binding = scope.state.variables.get(part.name);
  const index = part.subscript?.parts.map((one) => (one.kind === "literal" ? one.text : " ")).join("") ?? "";
  if (binding?.kind !== "array" || !/^-?[0-9]{1,9}$/.test(index)) return asksIfSet ? [null, UNKNOWN] : [UNKNOWN];
  if (binding.open === true) return [choiceOf([...binding.elements, []]), ...(asksIfSet ? [null] : [])];
  return [binding.elements.at(Number(index)) ?? null];
}

interface List {
  readonly elements: readonly Value[];
  readonly open: boolean;
  /** What each of the elements that are not told is one of; absent for anything. */
  readonly each?: readonly Value[];
}

/** The list that `$@`, `$*`, `${A[@]}` or `${A[*]}` stands for; null for any other parameter. */
function listOf(part: ParameterPart, scope: Scope): List | null {
  const { state } = scope;
  if (part.name === "@" || part.name === "*") {
    if (scope.pins.get("@") === null) return { elements: [], open: false };
    return { elements: state.positional.known, open: state.positional.open };
  }
  const subscript = part.subscript === null ? null : part.subscript.parts;
  const only = subscript?.length === 1 ? subscript[0] : undefined;
  if (only?.kind !== "literal" || (only.text !== "@" && only.text !== "*")) return null;
  const binding = state.variables.get(part.name);
  if (binding?.kind === "array") {
    if (binding.open === true) return { elements: [], open: true, each: binding.elements };
    return { elements: binding.elements, open: false };
  }
  const options = scope.pins.has(part.name) ? [scope.pins.get(part.name) ?? null] : optionsOf(state, part.name);
  const [value] = options;
  if (options.length === 1 && value !== undefined && (value === null || !isUnknown(value))) {
    return { elements: value === null ? [] : [value], open: false };
  }
  return { elements: [], open: true };
}

function expandList(list: List, part: ParameterPart, scope: Scope, expand: ExpandOperand): readonly Atom[] {
  const { quoted, operation } = part;
  const star = quoted && (part.name === "*" || starred(part));
  let { elements, open } = list;
  if (list.each !== undefined && operation === null && !star) {
    return [{ kind: "hole", hole: linesOf(list.each), quoted: false }];
  }
  if (operation !== null) {
    const { operator } = operation;
    if (operator === ":") {
      const sliced = sliceList(list, part, scope, expand);
      if (sliced === null) return [star ? unknownAtom(true) : ANY_WORDS];
      ({ elements, open } = sliced);
    } else if (DEFAULTS.has(operator)) {
      if (open || elements.length > 0) {
        if (operator.includes("+") && !open) return expandDefault(operation, quoted, expand);
        if (open || operator.includes("+")) return [star ? unknownAtom(true) : ANY_WORDS];
      } else {
        return operator.includes("+") ? [] : expandDefault(operation, quoted, expand);
      }
    } else {
      const changed = elements.map((element) => apply(element, operation, part, scope, expand));
      const texts = changed.map(textOfAtoms);
      if (texts.includes(null)) return [star ? unknownAtom(true) : ANY_WORDS];
      elements = texts.map((text) => (text === null || text === "" ? [] : [text]));
    }
  }
  const separators = separatorsOf(scope.state);
  const [separator = ""] = separators ?? [];
  const isStar = part.name === "*" || starred(part);
  // Without quotes, `$*` is joined and split again, which only a separator that is no blank makes a difference to.
  if (!isStar || (!quoted && (separator === "" || separator.trim() === "") && separators !== null)) {
    return atomsOfList(elements, open, quoted);
  }
  if (open || (separators === null && elements.length > 1)) return quoted ? [unknownAtom(true)] : [ANY_WORDS];
  const pieces = elements.flatMap((element, index) => (index === 0 ? element : [separator, ...element]));
  return atomsOfValue(compact(pieces), quoted);
}

function starred(part: ParameterPart): boolean {
  const first = part.subscript?.parts[0];
  return first?.kind === "literal" && first.text === "*";
}

/** `${@:2}`, `${A[@]:1:3}` with known numbers. */
function sliceList(list: List, part: ParameterPart, scope: Scope, expand: ExpandOperand): List | null {
  const numbers = integersOf(part.operation, expand);
  if (numbers === null || numbers.some((number) => number < 0)) return null;
  const [offset = 0, length] = numbers;
  const isPositional = part.name === "@" || part.name === "*";
  const { positional } = scope.state;
  const elements = isPositional ? [positional.zero, ...list.elements] : list.elements;
  if (list.open && offset > elements.length) return { elements: [], open: true };
  const end = length === undefined ? undefined : offset + length;
  const open = list.open && (end === undefined || end > elements.length);
  return { elements: elements.slice(offset, end), open };
}

function lengthAtom(part: ParameterPart, scope: Scope): Atom {
  const list = listOf(part, scope);
  if (list !== null) {
    return numberAtom(list.open ? null : list.elements.length, part.quoted);
  }
  const values = valuesOf(part, scope);
  const text = values.length === 1 ? knownText(values[0] ?? []) : null;
  return numberAtom(text === null || BEYOND_ASCII.test(text) ? null : text.length, part.quoted);
}

/** `${!X}`: the variable that is named by a variable; `${!X*}` and `${!A[@]}`, lists of names. */
function expandIndirect(part: ParameterPart, scope: Scope, expand: ExpandOperand): readonly Atom[] {
  const operator = part.operation?.operator;
  if (operator === "*" || (operator === "@" && part.operation?.operands.length === 0)) return [ANY_WORDS];
  if (part.subscript !== null) return [ANY_WORDS];
  const ways = valuesOf({ ...part, indirect: false, operation: null }, scope).map((value): readonly Atom[] => {
    const name = value === null ? null : knownText(value);
    if (name === null || !/^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$])$/.test(name)) return [unknownAtom(part.quoted)];
    return expandParameter({ ...part, name, indirect: false }, scope, expand);
  });
  return oneOf(ways, part.quoted);
}

/** What the operation makes of one value. */
function apply(
  value: Value | null,
  operation: ParameterOperation | null,
  part: ParameterPart,
  scope: Scope,
  expand: ExpandOperand,
): readonly Atom[] {
  const { quoted } = part;
  if (operation === null) return spent(value ?? [], quoted, scope);
  const { operator } = operation;
  if (DEFAULTS.has(operator)) {
    const colon = operator.startsWith(":");
    const ways: (readonly Atom[])[] = [];
    // Where nothing is known, being unset is another of its values.
    const whenMissing = value === null || (colon && !isUnknown(value) && mayBeEmpty(value));
    const whenThere = value !== null && (!colon || value.length > 0);
    if (whenThere)
      ways.push(operator.includes("+") ? expandDefault(operation, quoted, expand) : spent(value, quoted, scope));
    if (whenMissing && !operator.endsWith("?")) {
      ways.push(operator.includes("+") ? atomsOfValue([], quoted) : expandDefault(operation, quoted, expand));
    }
    return ways.length === 0 ? [unknownAtom(quoted)] : oneOf(ways, quoted);
  }
  const changed = change(value ?? [], operation, expand);
  return changed === null ? [unknownAtom(quoted)] : spent(changed, quoted, scope);
}

function mayBeEmpty(value: Value): boolean {
  return value.every((piece) => {
    if (typeof piece === "string") return piece === "";
    if (piece.kind === "choice") return piece.options.some(mayBeEmpty);
    return piece.kind !== "characters" || piece.min === 0;
  });
}

function spent(value: Value, quoted: boolean, scope: Scope): readonly Atom[] {
  return scope.budget.spend(sizeOf(value)) ? atomsOfValue(value, quoted) : [unknownAtom(quoted)];
}

/** The word of `${X:-word}`: outside of quotes it is split as the value of a variable would be. */
function expandDefault(operation: ParameterOperation, quoted: boolean, expand: ExpandOperand): readonly Atom[] {
  const [word] = operation.operands;
  if (word === undefined) return atomsOfValue([], quoted);
  const atoms = expand(word, quoted).map((atom): Atom =>
    atom.kind === "text" && !quoted && !atom.quoted ? { ...atom, split: true } : atom,
  );
  return atoms.length === 0 ? atomsOfValue([], quoted) : atoms;
}

/** The value that an operation on text gives, or null where that is not worked out. */
function change(value: Value, operation: ParameterOperation, expand: ExpandOperand): Value | null {
  const text = knownText(value);
  if (text === null) return changeUnknown(value, operation, expand);
  if (text.length > MAX_PATTERN_SUBJECT) return null;
  const changed = changeText(text, operation, expand);
  return changed === null ? null : changed === "" ? [] : [changed];
}

/** Whether it depends on the locale what a `?` takes. */
function countsCharacters(pattern: Pattern, text: string): boolean {
  return BEYOND_ASCII.test(text) && pattern.some((token) => token.kind === "one");
}

function changeText(text: string, operation: ParameterOperation, expand: ExpandOperand): string | null {
  const { operator, operands } = operation;
  switch (operator) {
    case "#":
    case "##":
    case "%":
    case "%%": {
      const pattern = operandPattern(operands[0], expand);
      if (pattern === null || countsCharacters(pattern, text)) return null;
      return withoutMatch(text, pattern, operator.startsWith("#") ? "front" : "back", operator.length === 2);
    }
    case "/":
    case "//":
    case "/#":
    case "/%": {
      const pattern = operandPattern(operands[0], expand);
      const replacement = operands[1] === undefined ? "" : textOfAtoms(expand(operands[1], false));
      if (pattern === null || countsCharacters(pattern, text)) return null;
      if (text.length * text.length * pattern.length > MAX_PATTERN_STEPS) return null;
      // An `&` in a replacement may stand for what matched.
      if (replacement === null || replacement.includes("&") || replacement.includes("\\")) return null;
      const where = operator === "//" ? "all" : operator === "/#" ? "front" : operator === "/%" ? "back" : "first";
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
    case ",,": {
      if (BEYOND_ASCII.test(text)) return null;
      if (operands.length > 0 && operands[0]?.parts.length !== 0) return null;
      const upper = operator.startsWith("^");
      const [front, rest] = operator.length === 2 ? [text, ""] : [[...text][0] ?? "", [...text].slice(1).join("")];
      return (upper ? front.toUpperCase() : front.toLowerCase()) + rest;
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

/** Taking known text off a value whose back or front is known: `${f%.ts}` of `*.ts`, `${f##*\/}` of `src/*`. */
function changeUnknown(value: Value, operation: ParameterOperation, expand: ExpandOperand): Value | null {
  const { operator, operands } = operation;
  const pattern = operandPattern(operands[0], expand);
  if (pattern === null) return null;
  if (operator === "/" || operator === "//" || operator === "/%")
    return replaceUnknown(value, pattern, operation, expand);
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
  pattern: Pattern,
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
  if (operation.operator === "/%") return compact([first ?? "", ...ended]);
  const front = typeof first === "string" ? first : "";
  const middle = front === "" ? value.slice(0, -1) : others.slice(0, -1);
  if (front.includes(from) || last.slice(0, -1).includes(from) || !middle.every(holdsNoSlash)) return null;
  // A name that the front begins may be changed where the two meet.
  const kept = front.slice(0, front.lastIndexOf("/") + 1);
  return compact([kept, NAME_PART, ...choiceOf([[last], [last.slice(0, last.length - from.length) + to]])]);
}

function operandPattern(word: Word | undefined, expand: ExpandOperand): Pattern | null {
  if (word === undefined) return [];
  const runs: { text: string; quoted: boolean }[] = [];
  for (const atom of expand(word, false)) {
    if (atom.kind !== "text") return null;
    runs.push(atom);
  }
  return patternOf(runs);
}

/** The offset and length of a slice, where they are plain numbers. */
function integersOf(operation: ParameterOperation | null, expand: ExpandOperand): number[] | null {
  const numbers: number[] = [];
  for (const operand of operation?.operands ?? []) {
    const text = textOfAtoms(expand(operand, true))?.trim() ?? "";
    if (!/^-?[0-9]{1,9}$/.test(text)) return null;
    numbers.push(Number(text));
  }
  return numbers;
}

function slice(characters: readonly string[], [offset = 0, length]: readonly number[]): string {
  const start = offset < 0 ? characters.length + offset : offset;
  if (start < 0 || start > characters.length) return "";
  const end = length === undefined ? characters.length : length < 0 ? characters.length + length : start + length;
  return characters.slice(start, Math.max(start, end)).join("");
}

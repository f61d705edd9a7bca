/** `$X`, `${X:-word}`, `${X##pattern}`, `"$@"` …: what a parameter expansion gives. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { directoryValues } from "../directory.ts";
import { assignedDirectory } from "../options.ts";
import { assignedNumber, NUMBERS } from "../own-variables.ts";
import { mayBeList, optionsOf } from "../state.ts";
import type { ParameterOperation, ParameterPart } from "../syntax.ts";
import { choiceOf, compact, endOf, frontOf, isUnknown, mayBeEmpty, NUMBER, sizeOf, UNKNOWN } from "../value.ts";
import { integerOf } from "./arithmetic.ts";
import { ANY_WORDS, atomsOfList, atomsOfValue, numberAtom, oneOf, textOfAtoms, unknownAtom } from "./atom.ts";
import type { Atom } from "./atom.ts";
import { linesOf } from "./field.ts";
import { BEYOND_ASCII, change, integersOf } from "./operation.ts";
import type { ExpandOperand } from "./operation.ts";
import type { Scope } from "./scope.ts";
import { BLANKS, separatorsOf } from "./separators.ts";

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
  const pinned = subscript === null ? scope.pins.get(name) : undefined;
  if (pinned !== undefined) return [pinned];
  // `${X:?}` is an error where the variable is not set, and then nothing is run.
  const operator = part.operation?.operator ?? "";
  const asksIfSet = DEFAULTS.has(operator) && !operator.endsWith("?");
  if (subscript !== null) return elementsOf(part, scope, asksIfSet);
  const { state } = scope;
  const { positional } = state;
  if (/^[0-9]+$/.test(name)) {
    if (Number(name) === 0) return [positional.zero];
    const known = positional.known[Number(name) - 1];
    if (known !== undefined) return asksIfSet && isUnknown(known) ? [null, known] : [known];
    return positional.open ? [...(asksIfSet ? [null] : []), UNKNOWN] : [null];
  }
  const binding = state.variables.get(name);
  if (binding !== undefined) {
    const options = optionsOf(state, name);
    const unsure =
      asksIfSet && !options.includes(null) && options.some((option) => option !== null && isUnknown(option));
    return unsure ? [null, ...options] : options;
  }
  if (name === "#") return positional.open ? [[NUMBER]] : [[String(positional.known.length)]];
  if (NUMBERS.has(name) && !state.options.has(assignedNumber(name))) return [[NUMBER]];
  // Empty until something was started in the background.
  if (name === "!") return [[{ ...NUMBER, min: 0 }]];
  if ((name === "PWD" || name === "OLDPWD") && assignedDirectory(state, name) === null) {
    return directoryValues(name === "PWD" ? state.base : state.previous, scope.settings.cwd) ?? [UNKNOWN];
  }
  // It may be unset, which matters only where the operation asks for that.
  return asksIfSet ? [null, UNKNOWN] : [UNKNOWN];
}

/** The values that an element of an array may have: null where there is none. */
function elementsOf(part: ParameterPart, scope: Scope, asksIfSet: boolean): readonly (Value | null)[] {
  const binding = scope.state.variables.get(part.name);
  const index = integerOf(part.subscript?.parts.map((one) => (one.kind === "literal" ? one.text : " ")).join("") ?? "");
  if (binding?.kind !== "array" || index === null) return asksIfSet ? [null, UNKNOWN] : [UNKNOWN];
  if (binding.open === true) return [choiceOf([...binding.elements, []]), ...(asksIfSet ? [null] : [])];
  return [binding.elements.at(index) ?? null];
}

interface List {
  readonly elements: readonly Value[];
  readonly open: boolean;
  /** What each of the elements that are not told is one of; absent for anything. */
  readonly each?: readonly Value[];
  /** It is no list, but a plain variable that is read as one. */
  readonly plain?: true;
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
  // A plain value is the first element of what was an array before.
  if (mayBeList(state, part.name)) return { elements: [], open: true };
  const options = scope.pins.has(part.name) ? [scope.pins.get(part.name) ?? null] : optionsOf(state, part.name);
  const [value] = options;
  if (options.length === 1 && value !== undefined && (value === null || !isUnknown(value))) {
    return { elements: value === null ? [] : [value], open: false, plain: true };
  }
  return { elements: [], open: true };
}

function expandList(list: List, part: ParameterPart, scope: Scope, expand: ExpandOperand): readonly Atom[] {
  const { quoted, operation } = part;
  const isStar = part.name === "*" || starred(part);
  const star = quoted && isStar;
  const separators = separatorsOf(scope.state);
  let { elements, open } = list;
  if (list.each !== undefined && operation === null && !star) {
    return [{ kind: "words", lines: linesOf(list.each) }];
  }
  if (operation !== null) {
    const { operator } = operation;
    // Of a plain value, the slice is one of its text.
    if (operator === ":" && list.plain !== true) {
      const sliced = sliceList(list, part, scope, expand);
      if (sliced === null) return [star ? unknownAtom(true) : ANY_WORDS];
      ({ elements, open } = sliced);
    } else if (DEFAULTS.has(operator)) {
      const missing = isMissing(list, operator, separators);
      if (missing === null) return [star ? unknownAtom(true) : ANY_WORDS];
      if (missing !== operator.includes("+")) return expandDefault(operation, quoted, expand);
      // Without elements, `"${@:+word}"` is no word at all.
      if (missing) return star || elements.length > 0 ? atomsOfValue([], quoted) : [];
    } else {
      const changed = elements.map((element) => apply(element, operation, part, scope, expand));
      const texts = changed.map(textOfAtoms);
      // Behind the end of a plain value, `"${A[@]:9}"` is no word, not an empty one.
      const unsure = operator === ":" && quoted && texts.includes("");
      if (unsure || texts.includes(null)) return [star ? unknownAtom(true) : ANY_WORDS];
      elements = texts.map((text) => (text === null || text === "" ? [] : [text]));
    }
  }
  const joint = jointOf(separators, part, scope);
  const [separator = ""] = separators ?? [];
  // Without quotes, the list is joined and split again, which makes a difference where elements meet at a separator.
  if (!isStar || (!quoted && separators !== null && BLANKS.includes(separator))) {
    if (!quoted && separators !== null && mayMeet(elements, separators, operation)) return [ANY_WORDS];
    return atomsOfList(elements, open, quoted, joint);
  }
  if (open || (separators === null && elements.length > 1)) return quoted ? [unknownAtom(true)] : [ANY_WORDS];
  const pieces = elements.flatMap((element, index) => (index === 0 ? element : [...joint, ...element]));
  return atomsOfValue(compact(pieces), quoted);
}

/** Whether `${A[@]:-word}` is the word: one empty element counts as none, but two do not. Null where that is not known. */
function isMissing({ elements, open }: List, operator: string, separators: string | null): boolean | null {
  if (open) return null;
  const [only] = elements;
  if (only === undefined) return true;
  if (!operator.startsWith(":") || !elements.every(mayBeEmpty)) return false;
  if (elements.length > 1) return separators?.startsWith(" ") === true ? false : null;
  return only.length === 0 ? true : null;
}

/**
 * Whether elements that are joined and split again may become other words than each by itself: with a separator that is
 * no blank, where one is empty or a separator is at its end; without any, what some operations join stays together.
 */
function mayMeet(elements: readonly Value[], separators: string, operation: ParameterOperation | null): boolean {
  if (separators === "") return operation !== null && elements.length > 1;
  if ([...separators].every((one) => BLANKS.includes(one))) return false;
  return elements.some((element) => {
    const ends = [frontOf(element).slice(0, 1), endOf(element).slice(-1)];
    return element.length === 0 || ends.some((end) => end !== "" && separators.includes(end));
  });
}

/** What stands between the elements of a list where they are one text: in quotes, an assignment, a here-document. */
function jointOf(separators: string | null, part: ParameterPart, scope: Scope): Value {
  if (separators === null) return UNKNOWN;
  const [separator = ""] = separators;
  const own: Value = separator === "" ? [] : [separator];
  if (separator === " " || (scope.document !== true && (part.name === "*" || starred(part)))) return own;
  // Which of the two it is depends on the operation, and on where it stands.
  return choiceOf([[" "], own]);
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
  // Of what is not set, nothing is made, be it by a pattern that matches what is empty.
  const anyCase = scope.state.options.has("nocasematch");
  const changed = value === null ? [] : change(value, operation, expand, anyCase, scope.budget);
  return changed === null ? [unknownAtom(quoted)] : spent(changed, quoted, scope);
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

/**
 * Word expansion: what bash makes of a word, in its order: braces, tildes, parameters and substitutions, splitting,
 * globs.
 */
import { ANY_CHARACTERS } from "../../text.ts";
import type { Value } from "../../text.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { mayBeList, optionsOf } from "../state.ts";
import type { Assignment, LiteralPart, Span, Word } from "../syntax.ts";
import { choiceOf, clean, compact, concat, distinct, HOLE_MARK, isUnknown, NUMBER, waysOf } from "../value.ts";
import { integerOf } from "./arithmetic.ts";
import { joinedValue } from "./atom.ts";
import { expandBraces, hasNoBraces, mayExpand } from "./brace.ts";
import { atomsOf } from "./expansion.ts";
import type { Tilde } from "./expansion.ts";
import { anyFields, fieldOf, vanishing } from "./field.ts";
import type { Assigned, Field } from "./field.ts";
import type { Scope } from "./scope.ts";
import { splitAtoms } from "./split.ts";

/** The fields that the words of a command become. */
export function expandWords(words: readonly Word[], scope: Scope): Field[] {
  return words.flatMap((word) => expandWord(word, scope));
}

/** The fields that one word becomes. */
export function expandWord(word: Word, scope: Scope): readonly Field[] {
  // Of an assignment, braces make plain words: they are split, and the builtin reads each by itself.
  // In an array they belong to its elements.
  if (word.assignment !== undefined && (isArray(word.assignment) || hasNoBraces(word.parts))) {
    return [assignmentField(word.assignment, word.span, scope)];
  }
  const [only] = word.parts;
  if (word.parts.length === 1 && only?.kind === "process-substitution") {
    return [{ ...fieldOf(["/dev/fd/", NUMBER], word.span), process: only }];
  }
  if (word.parts.length === 1 && only?.kind === "literal" && isPlain(only)) {
    return [fieldOf(clean(only.text), word.span, !only.quoted)];
  }
  // Not every shell expands braces.
  const unsure = scope.budget.exhausted || scope.state.options.has("other shell");
  const alternatives = unsure && mayExpand(word.parts) ? null : expandBraces(word.parts);
  if (alternatives === null) return [anyFields(word.span)];
  if (alternatives.length > 1 && !scope.budget.spend(alternatives.length * WORD_COST)) return [anyFields(word.span)];
  return alternatives.flatMap((parts) => {
    const fields = splitAtoms(atomsOf(parts, scope, false, "word"), word.span, scope.state);
    const vanishes = scope.state.options.has("nullglob") && parts.some((part) => part.kind === "extended-glob");
    return vanishes ? fields.map(vanishing) : fields;
  });
}

function isArray({ value }: Assignment): boolean {
  return value !== null && !("parts" in value);
}

/** What a word that braces make takes out of the budget, in characters: words weigh more than their text. */
const WORD_COST = 64;

function isPlain(part: LiteralPart): boolean {
  return part.quoted || (!/[~*?[{]/.test(part.text) && !part.text.includes(HOLE_MARK));
}

/** The value of a word that is neither split nor globbed: of an assignment, a here-document, `case`. */
export function expandValue(word: Word, scope: Scope, tilde: Tilde = "none"): Value {
  return joinedValue(atomsOf(word.parts, scope, false, tilde));
}

/** What an assignment makes of its variable. */
export function expandAssignment(assignment: Assignment, scope: Scope): Assigned {
  const { name, value, append } = assignment;
  const unknown: Assigned = { name, binding: null, bare: value === null };
  if (value === null) return unknown;
  if (assignment.subscript !== null) return elementAssigned(assignment, scope) ?? unknown;
  if ("parts" in value) {
    const text = expandValue(value, scope, "assignment");
    if (!append) return { name, binding: { kind: "scalar", options: [text] }, bare: false };
    if (scope.state.variables.get(name)?.kind === "array") return unknown;
    const pinned = scope.pins.get(name);
    const before = pinned === undefined ? optionsOf(scope.state, name) : [pinned];
    const options = before.map((one) => concat(one ?? [], text));
    return { name, binding: { kind: "scalar", options }, bare: false, append };
  }
  const before = scope.state.variables.get(name);
  if (append && before?.kind !== "array") return unknown;
  // `([i]=x)` gives elements by their subscript.
  if (value.some((word) => word.parts[0]?.kind === "literal" && word.parts[0].text.startsWith("["))) return unknown;
  const fields = expandWords(value, scope);
  const front = append && before?.kind === "array" ? before.elements : [];
  const opened = append && before?.kind === "array" && before.open === true;
  if (opened || fields.some((field) => field.count !== "one")) {
    const each = fields.flatMap((field) => waysOf(field.each, MAX_OPTIONS));
    const told = fields.every((field) => field.uniform && field.origin === "text") && !each.some(isUnknown);
    const all = distinct([...front, ...each]);
    if (!told || all.length === 0 || all.length > MAX_OPTIONS) return unknown;
    return { name, binding: { kind: "array", elements: all, open: true }, bare: false, ...(append && { append }) };
  }
  const elements = [...front, ...fields.map((field) => field.value)];
  return { name, binding: { kind: "array", elements }, bare: false, ...(append && { append }) };
}

/** Highest index of an element that is followed. */
const MAX_INDEX = 9_999;

/** `A[1]=x`: the array with one element more, or another one, where it is known which. */
function elementAssigned({ name, subscript, value, append }: Assignment, scope: Scope): Assigned | null {
  const [part, ...more] = subscript?.parts ?? [];
  const index = part?.kind === "literal" && more.length === 0 ? integerOf(part.text) : null;
  if (index === null || index < 0 || index > MAX_INDEX) return null;
  if (append || value === null || !("parts" in value)) return null;
  const before = scope.state.variables.get(name);
  const open = before?.kind === "array" && before.open === true;
  if (before?.kind !== "array" && mayBeList(scope.state, name)) return null;
  // Of a plain variable, the value is the first element.
  const elements = before?.kind === "array" ? [...before.elements] : [];
  if (open || index > elements.length) return null;
  elements[index] = expandValue(value, scope, "assignment");
  return { name, binding: { kind: "array", elements }, bare: false };
}

/** `export A=1`: one word, whatever its value holds. */
function assignmentField(assignment: Assignment, span: Span, scope: Scope): Field {
  const assigned = expandAssignment(assignment, scope);
  const { binding, bare, name } = assigned;
  let value: Value = bare ? [] : [ANY_CHARACTERS];
  if (binding?.kind === "scalar") value = choiceOf(binding.options.map((option) => option ?? []));
  if (binding?.kind === "array" && binding.open !== true) {
    const elements = binding.elements.flatMap((element, index) => (index === 0 ? element : [" ", ...element]));
    value = ["(", ...elements, ")"];
  }
  const front = bare ? name : `${name}=`;
  return { ...fieldOf(compact([...clean(front), ...value]), span), assigned };
}

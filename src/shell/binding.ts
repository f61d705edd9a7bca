/** What is known of one variable. */
import { keyOf } from "../text.ts";
import type { Value } from "../text.ts";
import { MAX_OPTIONS, MAX_VALUE_CHARACTERS } from "./limits.ts";
import { choiceOf, distinct, isNumber, isUnknown, sizeOf, UNKNOWN } from "./value.ts";

export type Binding =
  /** One of these values; null for unset. */
  | { readonly kind: "scalar"; readonly options: readonly (Value | null)[] }
  /** Its elements in order; with `open`, any number of elements that are each one of these. */
  | { readonly kind: "array"; readonly elements: readonly Value[]; readonly open?: true };

/** The binding, or null where it tells nothing or is over the bounds: both are a variable of which nothing is known. */
export function withinBounds(binding: Binding): Binding | null {
  if (binding.kind === "array") {
    let size = 0;
    for (const element of binding.elements) size += sizeOf(element) + 1;
    return size > MAX_VALUE_CHARACTERS ? null : binding;
  }
  const options = distinct(binding.options);
  if (options.length === 0 || options.length > MAX_OPTIONS) return null;
  if (options.some((option) => option !== null && sizeOf(option) > MAX_VALUE_CHARACTERS)) return null;
  if (options.length === 1 && options[0] && isUnknown(options[0])) return null;
  return { kind: "scalar", options };
}

/** What a variable holds that is given a value: of an array, that is the first element. Null where nothing is known. */
export function assignedTo(before: Binding | undefined, given: Binding | null): Binding | null {
  if (before?.kind !== "array" || given?.kind !== "scalar") return given;
  const values = given.options.filter((option) => option !== null);
  if (values.length < given.options.length) return null;
  if (before.open === true) return { kind: "array", elements: distinct([...before.elements, ...values]), open: true };
  return { kind: "array", elements: [choiceOf(values), ...before.elements.slice(1)] };
}

/** What bindings were joined to: along a chain of `&&`, the same ones meet over and over. */
const joinedBefore = new WeakMap<Binding, WeakMap<Binding, { readonly binding: Binding | null }>>();

/** What is known of a variable at a point that two ways lead to, null for nothing; undefined where nothing was. */
export function joinBindings(a: Binding | undefined, b: Binding | undefined): Binding | null {
  if (a === undefined || b === undefined) return joinAnew(a, b);
  let cache = joinedBefore.get(a);
  if (cache === undefined) joinedBefore.set(a, (cache = new WeakMap()));
  let known = cache.get(b);
  if (known === undefined) cache.set(b, (known = { binding: joinAnew(a, b) }));
  return known.binding;
}

function joinAnew(a: Binding | undefined, b: Binding | undefined): Binding | null {
  if (a?.kind === "array" || b?.kind === "array") {
    return a !== undefined && b !== undefined && equalBindings(a, b) ? a : null;
  }
  const options = [...(a?.options ?? [UNKNOWN]), ...(b?.options ?? [UNKNOWN])];
  const joined = withinBounds({ kind: "scalar", options });
  return joined !== null && a !== undefined && equalBindings(a, joined) ? a : joined;
}

export function equalBindings(a: Binding, b: Binding): boolean {
  if (a === b) return true;
  const [x, y] = [valuesOf(a), valuesOf(b)];
  if (a.kind !== b.kind || x.length !== y.length || isOpen(a) !== isOpen(b)) return false;
  return x.every((value, index) => {
    const other = y[index];
    return value === null || other === null || other === undefined ? value === other : keyOf(value) === keyOf(other);
  });
}

function isOpen(binding: Binding): boolean {
  return binding.kind === "array" && binding.open === true;
}

function valuesOf(binding: Binding): readonly (Value | null)[] {
  return binding.kind === "array" ? binding.elements : binding.options;
}

/** Whether whatever the variable holds is a number. */
export function holdsNumber(binding: Binding): boolean {
  if (binding.kind === "array") return false;
  return binding.options.every((option) => {
    const [piece, ...more] = option ?? [];
    if (piece === undefined || more.length > 0) return false;
    return typeof piece === "string" ? /^-?[0-9]+$/.test(piece) : isNumber(piece);
  });
}

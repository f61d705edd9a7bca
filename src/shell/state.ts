/**
 * What is known of a shell at one point of a program. A state is never changed: every step makes a new one that shares
 * what stayed the same, so that ways through a program can part and join.
 */
import type { CharactersHole, Value } from "../text.ts";
import { equalBases, joinBases, UNKNOWN_BASE } from "./directory.ts";
import { MAX_DIRECTORIES, MAX_OPTIONS, MAX_VALUE_CHARACTERS, MAX_VARIABLES } from "./limits.ts";
import type { Base } from "./program.ts";
import type { FunctionDefinition, Span } from "./syntax.ts";
import { distinct, isNumber, isUnknown, keyOf, NUMBER, sizeOf, UNKNOWN } from "./value.ts";

export interface ShellState {
  /** Variables of which something is known. Of all others, nothing is: they may come from the environment. */
  readonly variables: ReadonlyMap<string, Binding>;
  /** Names that the program marked for export, of variables and functions. */
  readonly exported: ReadonlySet<string>;
  /** Names that the program assigned and that make later commands run something else (`PATH`). */
  readonly hazards: ReadonlySet<string>;
  readonly base: Base;
  /** Where `cd -` leads. */
  readonly previous: Base;
  /** The directories below the current one on the stack of `pushd`, nearest first; null where they are not known. */
  readonly stack: readonly Base[] | null;
  readonly functions: ReadonlyMap<string, FunctionBinding>;
  /** Program texts that an alias may stand for. */
  readonly aliases: ReadonlyMap<string, readonly Value[]>;
  readonly positional: Positional;
  /** Shell options that the program may have turned on. */
  readonly options: ReadonlySet<string>;
  /** No way leads here: the shell has exited, or the function returned. */
  readonly dead: boolean;
}

export type Binding =
  /** One of these values; null for unset. */
  | { readonly kind: "scalar"; readonly options: readonly (Value | null)[] }
  /** Its elements in order; with `open`, any number of elements that are each one of these. */
  | { readonly kind: "array"; readonly elements: readonly Value[]; readonly open?: true };

export interface FunctionBinding {
  readonly functions: readonly DefinedFunction[];
  /** On every way to here the name was defined; otherwise it may be a command of that name. */
  readonly certain: boolean;
}

/** A function, and where its text stands. */
export interface DefinedFunction {
  readonly definition: FunctionDefinition;
  readonly source: string;
  /** Where the text that holds the definition stands in the program, where it is not the program itself. */
  readonly anchor: Span | null;
  readonly origin: readonly string[];
}

export interface Positional {
  /** `$0` */
  readonly zero: Value;
  /** `$1`, `$2`, … as far as they are known. */
  readonly known: readonly Value[];
  /** Further ones that are not known may follow. */
  readonly open: boolean;
}

export const UNKNOWN_POSITIONAL: Positional = { zero: UNKNOWN, known: [], open: true };

/** What bash takes for the name of a variable. */
export const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const NOTHING: ReadonlySet<string> = new Set();

/** `PATH` as the program finds it. */
export const PATH_BEFORE: CharactersHole = { kind: "characters", min: 0, max: null, except: "\0" };

/** `PYTHONPATH` as the program finds it. */
export const PYTHONPATH_BEFORE: CharactersHole = { kind: "characters", min: 0, max: null, except: "\0" };

/** `IFS` as a shell starts with it: none takes it from its environment. */
export const BLANKS_ALONE: Binding = { kind: "scalar", options: [[" \t\n"]] };

/** The state of a shell that starts in `base`, of whose environment only the home directory is known. */
export function initialState(home: string, base: Base): ShellState {
  return {
    variables: new Map<string, Binding>([
      ["HOME", { kind: "scalar", options: [[home]] }],
      ["PATH", { kind: "scalar", options: [[PATH_BEFORE]] }],
      ["PYTHONPATH", { kind: "scalar", options: [[PYTHONPATH_BEFORE], null] }],
      ["IFS", BLANKS_ALONE],
    ]),
    exported: new Set(["HOME", "PATH", "PWD"]),
    hazards: NOTHING,
    base,
    previous: UNKNOWN_BASE,
    stack: [],
    functions: new Map(),
    aliases: new Map(),
    positional: UNKNOWN_POSITIONAL,
    options: NOTHING,
    dead: false,
  };
}

/**
 * A state of which nothing is known but what the program defined before: functions, aliases, options, hazards, and how
 * it splits words.
 */
export function forget(state: ShellState): ShellState {
  const separators = state.variables.get("IFS");
  return {
    ...state,
    variables: new Map(separators === undefined ? [] : [["IFS", separators]]),
    base: UNKNOWN_BASE,
    previous: UNKNOWN_BASE,
    stack: null,
    positional: UNKNOWN_POSITIONAL,
  };
}

/** Most names of aliases that are followed, and most texts of one. */
const MAX_ALIASES = 64;
const MAX_MEANINGS = 4;

/** The state in which a name may be an alias of a text too. */
export function withAlias(state: ShellState, name: string, text: Value): ShellState {
  if (state.aliases.size >= MAX_ALIASES && !state.aliases.has(name)) return state;
  const meanings = [...(state.aliases.get(name) ?? []), text].slice(-MAX_MEANINGS);
  return { ...state, aliases: new Map([...state.aliases, [name, meanings]]) };
}

/** The name among the aliases under which the file is kept that a command's name was made to stand for. */
export function hashedName(name: string): string {
  return `hash ${name}`;
}

/** The state in which an option may be on. */
export function withOption(state: ShellState, name: string): ShellState {
  return state.options.has(name) ? state : { ...state, options: new Set([...state.options, name]) };
}

/** Most options of a shell, and other things that are remembered beside them, that are followed. */
const MAX_NOTED = 128;

/**
 * The state with one more thing among its options of which there may be any number, since the program chooses its name.
 * Beyond the bound, the option `any` says that there are others.
 */
export function withNoted(state: ShellState, name: string, any: string): ShellState {
  return state.options.has(name) ? state : withOption(state, state.options.size > MAX_NOTED ? any : name);
}

/** Options of a variable's value; a variable of which nothing is known may hold anything, or be unset. */
export function optionsOf(state: ShellState, name: string): readonly (Value | null)[] {
  const binding = state.variables.get(name);
  if (binding === undefined) return [UNKNOWN];
  if (binding.kind === "scalar") return binding.options;
  return binding.open === true ? [...binding.elements, null] : [binding.elements[0] ?? null];
}

/** The state with a variable bound; with null, nothing is known of it. A value over the bounds is not followed. */
export function bind(state: ShellState, name: string, binding: Binding | null): ShellState {
  const followed = binding === null || state.options.has(`volatile ${name}`) ? null : withinBounds(binding);
  if (followed === null && !state.variables.has(name)) return state;
  const variables = new Map(state.variables);
  if (followed !== null && (variables.has(name) || variables.size < MAX_VARIABLES)) variables.set(name, followed);
  else variables.delete(name);
  return { ...state, variables };
}

function withinBounds(binding: Binding): Binding | null {
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

/** What is known at a point that two ways lead to. */
export function join(a: ShellState, b: ShellState): ShellState {
  if (a === b || b.dead) return a;
  if (a.dead) return b;
  return {
    variables: joinMaps(a.variables, b.variables, joinBindings),
    exported: joinSets(a.exported, b.exported),
    hazards: joinSets(a.hazards, b.hazards),
    base: joinBases(a.base, b.base),
    previous: joinBases(a.previous, b.previous),
    stack: joinStacks(a.stack, b.stack),
    functions: joinMaps(a.functions, b.functions, joinFunctions),
    aliases: joinMaps(a.aliases, b.aliases, (x, y) => distinct([...(x ?? []), ...(y ?? [])])),
    positional: equalPositional(a.positional, b.positional) ? a.positional : UNKNOWN_POSITIONAL,
    options: joinSets(a.options, b.options),
    dead: false,
  };
}

/** Whether a state holds nothing that the other does not: a further way to `b` that changes nothing. */
export function isCovered(a: ShellState, b: ShellState): boolean {
  const both = join(b, a);
  return (
    a === b ||
    a.dead ||
    (coversVariables(b, both) &&
      both.hazards.size === b.hazards.size &&
      both.options.size === b.options.size &&
      equalBases(both.base, b.base) &&
      equalBases(both.previous, b.previous) &&
      equalStacks(both.stack, b.stack) &&
      equalMaps(both.functions, b.functions, equalFunctions) &&
      equalMaps(both.aliases, b.aliases, (x, y) => x.length === y.length) &&
      equalPositional(both.positional, b.positional))
  );
}

/** A variable of which nothing is known covers every value. */
function coversVariables(b: ShellState, both: ShellState): boolean {
  for (const [name, binding] of b.variables) {
    if (binding.kind === "scalar" && binding.options.some((option) => option !== null && isUnknown(option))) continue;
    const other = both.variables.get(name);
    if (other === undefined || !equalBindings(binding, other)) return false;
  }
  return true;
}

/** What is sure however often a loop runs: everything that `later` has otherwise than `earlier` is unknown. */
export function widen(earlier: ShellState, later: ShellState): ShellState {
  const both = join(earlier, later);
  const variables = new Map<string, Binding>();
  for (const [name, binding] of earlier.variables) {
    const other = both.variables.get(name);
    if (other !== undefined && equalBindings(binding, other)) variables.set(name, binding);
    // What counts stays a number.
    else if (other !== undefined && holdsNumber(other)) variables.set(name, { kind: "scalar", options: [[NUMBER]] });
  }
  return {
    ...both,
    variables,
    base: equalBases(earlier.base, both.base) ? earlier.base : UNKNOWN_BASE,
    previous: equalBases(earlier.previous, both.previous) ? earlier.previous : UNKNOWN_BASE,
    stack: equalStacks(earlier.stack, both.stack) ? earlier.stack : null,
    positional: equalPositional(earlier.positional, both.positional) ? earlier.positional : UNKNOWN_POSITIONAL,
  };
}

function holdsNumber(binding: Binding): boolean {
  if (binding.kind === "array") return false;
  return binding.options.every((option) => {
    const [piece, ...more] = option ?? [];
    if (piece === undefined || more.length > 0) return false;
    return typeof piece === "string" ? /^-?[0-9]+$/.test(piece) : isNumber(piece);
  });
}

/** The state where what differs in the other may change at any time: it is not followed any more. */
export function withVolatile(state: ShellState, other: ShellState): ShellState {
  if (other.dead) return state;
  const names = new Set([...state.variables.keys(), ...other.variables.keys()]);
  const changed = [...names].filter((name) => state.variables.get(name) !== other.variables.get(name));
  const options = new Set([...state.options, ...changed.map((name) => `volatile ${name}`)]);
  const moved = !equalBases(state.base, other.base);
  if (moved) options.add(VOLATILE_BASE);
  const variables = new Map([...state.variables].filter(([name]) => !changed.includes(name)));
  return { ...state, variables, options, base: moved ? UNKNOWN_BASE : state.base };
}

/** The option of a state in which the working directory may change at any time. */
export const VOLATILE_BASE = "volatile base";

function joinMaps<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  joined: (x: T | undefined, y: T | undefined) => T | null,
): ReadonlyMap<string, T> {
  if (a === b) return a;
  const result = new Map<string, T>();
  let same = true;
  for (const [name, value] of a) {
    const other = b.get(name);
    const both = other === value ? value : joined(value, other);
    if (both !== value) same = false;
    if (both !== null) result.set(name, both);
  }
  for (const [name, value] of b) {
    if (a.has(name)) continue;
    const both = joined(undefined, value);
    if (both === null) continue;
    same = false;
    result.set(name, both);
  }
  return same ? a : result;
}

/** What bindings were joined to: along a chain of `&&`, the same ones meet over and over. */
const joinedBefore = new WeakMap<Binding, WeakMap<Binding, { readonly binding: Binding | null }>>();

function joinBindings(a: Binding | undefined, b: Binding | undefined): Binding | null {
  if (a === undefined || b === undefined) return joinOptions(a, b);
  let cache = joinedBefore.get(a);
  if (cache === undefined) joinedBefore.set(a, (cache = new WeakMap()));
  let known = cache.get(b);
  if (known === undefined) cache.set(b, (known = { binding: joinOptions(a, b) }));
  return known.binding;
}

function joinOptions(a: Binding | undefined, b: Binding | undefined): Binding | null {
  if (a?.kind === "array" || b?.kind === "array") {
    return a !== undefined && b !== undefined && equalBindings(a, b) ? a : null;
  }
  const options = [...(a?.options ?? [UNKNOWN]), ...(b?.options ?? [UNKNOWN])];
  const joined = withinBounds({ kind: "scalar", options });
  return joined !== null && a !== undefined && equalBindings(a, joined) ? a : joined;
}

function equalBindings(a: Binding, b: Binding): boolean {
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

function joinFunctions(a: FunctionBinding | undefined, b: FunctionBinding | undefined): FunctionBinding {
  const functions = [...(a?.functions ?? [])];
  for (const one of b?.functions ?? []) {
    if (!functions.some((other) => other.definition === one.definition)) functions.push(one);
  }
  const certain = a?.certain === true && b?.certain === true;
  return a !== undefined && a.certain === certain && a.functions.length === functions.length
    ? a
    : { functions, certain };
}

function equalFunctions(a: FunctionBinding, b: FunctionBinding): boolean {
  return a.certain === b.certain && a.functions.length === b.functions.length;
}

function joinSets(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a === b) return a;
  for (const name of b) if (!a.has(name)) return new Set([...a, ...b]);
  return a;
}

function joinStacks(a: readonly Base[] | null, b: readonly Base[] | null): readonly Base[] | null {
  if (a === b) return a;
  if (a === null || b === null || a.length !== b.length) return null;
  return a.map((base, index) => joinBases(base, b[index] ?? UNKNOWN_BASE));
}

function equalStacks(a: readonly Base[] | null, b: readonly Base[] | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.length !== b.length) return false;
  return a.every((base, index) => equalBases(base, b[index] ?? UNKNOWN_BASE));
}

/** The stack with a directory on it; a stack over the bound is not followed. */
export function pushed(stack: readonly Base[] | null, base: Base): readonly Base[] | null {
  return stack === null || stack.length >= MAX_DIRECTORIES ? null : [base, ...stack];
}

function equalPositional(a: Positional, b: Positional): boolean {
  if (a === b) return true;
  if (a.open !== b.open || a.known.length !== b.known.length || keyOf(a.zero) !== keyOf(b.zero)) return false;
  return a.known.every((value, index) => keyOf(value) === keyOf(b.known[index] ?? []));
}

function equalMaps<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>, equal: (x: T, y: T) => boolean): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === undefined || !equal(value, other)) return false;
  }
  return true;
}

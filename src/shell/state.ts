/**
 * What is known of a shell at one point of a program. A state is never changed: every step makes a new one that shares
 * what stayed the same, so that ways through a program can part and join.
 */
import { keyOf } from "../text.ts";
import type { CharactersHole, Value } from "../text.ts";
import { equalBases, joinBases, UNKNOWN_BASE } from "./directory.ts";
import { equalBindings, holdsNumber, joinBindings, withinBounds } from "./binding.ts";
import type { Binding } from "./binding.ts";
import { MAX_DIRECTORIES, MAX_VARIABLES } from "./limits.ts";
import type { Base } from "./program.ts";
import type { FunctionDefinition, Span } from "./syntax.ts";
import { equalMaps, joinMaps } from "./maps.ts";
import { equalShadows, joinShadows, lostShadow, lostShadows } from "./shadow.ts";
import type { Shadow } from "./shadow.ts";
import { choiceOf, distinct, isUnknown, NUMBER, UNKNOWN } from "./value.ts";

export interface ShellState {
  /** Variables of which something is known. Of all others, nothing is: they may come from the environment. */
  readonly variables: ReadonlyMap<string, Binding>;
  /** What the local variables of the functions around hide, by name: of each, the outermost first. */
  readonly shadows: ReadonlyMap<string, readonly Shadow[]>;
  /** How many functions of this shell are being called, one inside the other. */
  readonly level: number;
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
  /** What the files hold that the shell itself has opened to read (`exec < F`), by their descriptors; null for unknown. */
  readonly open: ReadonlyMap<number, Value | null>;
  /** Program texts that an alias may stand for. */
  readonly aliases: ReadonlyMap<string, readonly Value[]>;
  readonly positional: Positional;
  /** Shell options that the program may have turned on. */
  readonly options: ReadonlySet<string>;
  /** No way leads here: the shell has exited, or the function returned. */
  readonly dead: boolean;
}

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
    shadows: new Map(),
    level: 0,
    exported: new Set(["HOME", "PATH", "PWD"]),
    hazards: NOTHING,
    base,
    previous: UNKNOWN_BASE,
    stack: [],
    functions: new Map(),
    open: new Map(),
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
    shadows: lostShadows(state.shadows),
    base: UNKNOWN_BASE,
    previous: UNKNOWN_BASE,
    stack: null,
    positional: UNKNOWN_POSITIONAL,
  };
}

/** The state where nothing is known of any variable: it is not known which one was set, or which one was uncovered. */
export function withoutVariables(state: ShellState): ShellState {
  return { ...state, variables: new Map(), shadows: lostShadows(state.shadows) };
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
  const followed = binding === null || state.options.has(volatile(name)) ? null : withinBounds(binding);
  if (followed === null && !state.variables.has(name)) return state;
  const variables = new Map(state.variables);
  if (followed !== null && (variables.has(name) || variables.size < MAX_VARIABLES)) variables.set(name, followed);
  else variables.delete(name);
  return { ...state, variables };
}

/** What is known at a point that two ways lead to. */
export function join(a: ShellState, b: ShellState): ShellState {
  if (a === b || b.dead) return a;
  if (a.dead) return b;
  return {
    variables: joinMaps(a.variables, b.variables, joinBindings),
    shadows: joinMaps(a.shadows, b.shadows, joinShadows),
    level: Math.max(a.level, b.level),
    exported: joinSets(a.exported, b.exported),
    hazards: joinSets(a.hazards, b.hazards),
    base: joinBases(a.base, b.base),
    previous: joinBases(a.previous, b.previous),
    stack: joinStacks(a.stack, b.stack),
    functions: joinMaps(a.functions, b.functions, joinFunctions),
    open: a.open === b.open ? a.open : joinOpen(a.open, b.open),
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
      equalMaps(both.shadows, b.shadows, equalShadows) &&
      both.hazards.size === b.hazards.size &&
      both.options.size === b.options.size &&
      equalBases(both.base, b.base) &&
      equalBases(both.previous, b.previous) &&
      equalStacks(both.stack, b.stack) &&
      equalMaps(both.functions, b.functions, equalFunctions) &&
      equalMaps(both.open, b.open, equalInputs) &&
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
  const shadows = new Map(
    [...both.shadows].map(([name, list]) => [
      name,
      equalShadows(earlier.shadows.get(name) ?? [], list) ? list : list.map(lostShadow),
    ]),
  );
  return {
    ...both,
    variables,
    shadows,
    open: equalMaps(both.open, earlier.open, equalInputs) ? earlier.open : withoutInputs(both.open),
    base: equalBases(earlier.base, both.base) ? earlier.base : UNKNOWN_BASE,
    previous: equalBases(earlier.previous, both.previous) ? earlier.previous : UNKNOWN_BASE,
    stack: equalStacks(earlier.stack, both.stack) ? earlier.stack : null,
    positional: equalPositional(earlier.positional, both.positional) ? earlier.positional : UNKNOWN_POSITIONAL,
  };
}

/** The state where what differs in the other may change at any time: it is not followed any more. */
export function withVolatile(state: ShellState, other: ShellState): ShellState {
  if (other.dead) return state;
  const names = new Set([...state.variables.keys(), ...other.variables.keys()]);
  const changed = [...names, ...state.shadows.keys()].filter(
    (name) =>
      state.variables.get(name) !== other.variables.get(name) || state.shadows.get(name) !== other.shadows.get(name),
  );
  const options = new Set([...state.options, ...changed.map(volatile)]);
  const moved = !equalBases(state.base, other.base);
  if (moved) options.add(VOLATILE_BASE);
  const variables = new Map([...state.variables].filter(([name]) => !changed.includes(name)));
  const shadows = new Map(
    [...state.shadows].map(([name, list]) => [name, changed.includes(name) ? list.map(lostShadow) : list]),
  );
  return { ...state, variables, shadows, options, base: moved ? UNKNOWN_BASE : state.base };
}

/** The option of a state in which a variable may change at any time. */
export function volatile(name: string): string {
  return `volatile ${name}`;
}

/** The option of a state in which the working directory may change at any time. */
export const VOLATILE_BASE = "volatile base";

/** What one way did not open is the standard input of the program there, or nothing. */
function joinOpen(a: ShellState["open"], b: ShellState["open"]): ShellState["open"] {
  const joined = new Map<number, Value | null>();
  for (const descriptor of [...a.keys(), ...b.keys()]) {
    const [one = null, other = null] = [a.get(descriptor), b.get(descriptor)];
    joined.set(descriptor, one === null || other === null ? null : choiceOf([one, other]));
  }
  return joined;
}

function equalInputs(a: Value | null, b: Value | null): boolean {
  return a === null || b === null ? a === b : keyOf(a) === keyOf(b);
}

function withoutInputs(open: ShellState["open"]): ShellState["open"] {
  return new Map([...open.keys()].map((descriptor) => [descriptor, null]));
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

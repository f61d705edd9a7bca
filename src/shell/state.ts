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
import { equalFunctions, joinFunctions } from "./function-binding.ts";
import { equalMaps, joinMaps, joinSets, lacking } from "./maps.ts";
import { equalInputs, joinOpen, withoutInputs } from "./opened.ts";
import { assignedNumber, KEPT_BY_SHELL, NUMBERS } from "./own-variables.ts";
import { equalShadows, joinShadows, lostShadow, lostShadows } from "./shadow.ts";
import type { Shadow } from "./shadow.ts";
import { equalChanges, joinChanges, joinTexts } from "./trapped.ts";
import type { Changes, Trapped } from "./trapped.ts";
import { distinct, isUnknown, NUMBER, UNKNOWN } from "./value.ts";

export type { DefinedFunction, FunctionBinding } from "./function-binding.ts";

export interface ShellState extends Trapped {
  /** Variables of which something is known. Of all others, nothing is: they may come from the environment. */
  readonly variables: ReadonlyMap<string, Binding>;
  /** What the local variables of the functions around hide, by name: of each, the outermost first. */
  readonly shadows: ReadonlyMap<string, readonly Shadow[]>;
  /** How many functions of this shell are being called, one inside the other. */
  readonly level: number;
  /** Those of the exported names that were not exported on every way to here. */
  readonly perhapsExported: ReadonlySet<string>;
  readonly base: Base;
  /** Where `cd -` leads. */
  readonly previous: Base;
  /** The directories below the current one on the stack of `pushd`, nearest first; null where they are not known. */
  readonly stack: readonly Base[] | null;
  readonly positional: Positional;
  /** What traps may change between any two commands; null where none is set. */
  readonly traps: Changes | null;
  /** No way leads here: the shell has exited, or the function returned. */
  readonly dead: boolean;
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
    perhapsExported: NOTHING,
    hazards: NOTHING,
    base,
    previous: UNKNOWN_BASE,
    stack: [],
    functions: new Map(),
    open: new Map(),
    aliases: new Map(),
    positional: UNKNOWN_POSITIONAL,
    options: NOTHING,
    traps: null,
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
    ...withOption(state, ANY_LIST),
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
  return { ...withOption(state, ANY_LIST), variables: new Map(), shadows: lostShadows(state.shadows) };
}

/** Most names of aliases that are followed, and most texts of one. */
const MAX_ALIASES = 128;
const MAX_MEANINGS = 8;

/** The option of a state in which any name may be an alias of any text. */
export const MORE_ALIASES = "aliases";

/**
 * The state in which a name may be an alias of a text too. What it stood for before, it still stands for in functions
 * that were defined then.
 */
export function withAlias(state: ShellState, name: string, text: Value): ShellState {
  const meanings = distinct([...(state.aliases.get(name) ?? []), text]);
  const isNew = meanings.length === 1;
  if (meanings.length > MAX_MEANINGS || (isNew && state.aliases.size >= MAX_ALIASES))
    return withOption(state, MORE_ALIASES);
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
  const followed = binding === null || isNeverFollowed(state, name, binding) ? null : withinBounds(binding);
  const next = withNature(state, name, binding);
  if (followed === null && !state.variables.has(name)) return next;
  const variables = new Map(state.variables);
  if (followed !== null && (variables.has(name) || variables.size < MAX_VARIABLES)) variables.set(name, followed);
  else variables.delete(name);
  return { ...next, variables };
}

/** The state in which a name stands for another variable than the array that it may have stood for. */
export function withoutElements(state: ShellState, name: string): ShellState {
  return state.variables.get(name)?.kind === "array" ? bind(state, name, null) : state;
}

function isNeverFollowed(state: ShellState, name: string, binding: Binding): boolean {
  if (KEPT_BY_SHELL.has(name) || state.options.has(volatile(name)) || state.options.has(VOLATILE_ANY)) return true;
  return binding.kind === "array" && (state.options.has(keyed(name)) || state.options.has(ANY_KEYED));
}

/** The state in which it is remembered what else a variable may be from now on, beside what it is bound to. */
function withNature(state: ShellState, name: string, binding: Binding | null): ShellState {
  const next = binding?.kind === "scalar" ? state : withList(state, name);
  const stays = !NUMBERS.has(name) || (binding !== null && holdsNumber(binding));
  return stays ? next : withOption(next, assignedNumber(name));
}

/** Options of a state in which any variable may be an array, or an associative one. */
const ANY_LIST = "lists";
const ANY_KEYED = "keyed";

/** Most variables that are remembered to be arrays, beside all else that is noted. */
const MAX_LISTS = 64;

function keyed(name: string): string {
  return `keyed ${name}`;
}

/** The state in which a variable may have several elements, whatever it is given: a plain value is one of them. */
export function withList(state: ShellState, name: string): ShellState {
  if (state.options.has(ANY_LIST) || state.options.has(`list ${name}`)) return state;
  return withOption(state, state.options.size > MAX_LISTS ? ANY_LIST : `list ${name}`);
}

/** The state in which a variable, null for any, may be an associative array, whose lists are of keys and values. */
export function withKeys(state: ShellState, name: string | null): ShellState {
  if (name === null) return withOption(withOption(state, ANY_KEYED), ANY_LIST);
  return bind(withNoted(withList(state, name), keyed(name), ANY_KEYED), name, state.variables.get(name) ?? null);
}

/** Whether a variable may have elements besides the first, of which nothing is known. */
export function mayBeList(state: ShellState, name: string): boolean {
  return state.options.has(ANY_LIST) || state.options.has(`list ${name}`);
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
    perhapsExported: joinSets(
      joinSets(a.perhapsExported, b.perhapsExported),
      joinSets(lacking(a.exported, b.exported), lacking(b.exported, a.exported)),
    ),
    hazards: joinSets(a.hazards, b.hazards),
    base: joinBases(a.base, b.base),
    previous: joinBases(a.previous, b.previous),
    stack: joinStacks(a.stack, b.stack),
    functions: joinMaps(a.functions, b.functions, joinFunctions),
    open: a.open === b.open ? a.open : joinOpen(a.open, b.open),
    aliases: joinMaps(a.aliases, b.aliases, joinTexts),
    positional: equalPositional(a.positional, b.positional) ? a.positional : UNKNOWN_POSITIONAL,
    options: joinSets(a.options, b.options),
    traps: joinChanges(a.traps, b.traps),
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
      both.exported.size === b.exported.size &&
      both.perhapsExported.size === b.perhapsExported.size &&
      both.hazards.size === b.hazards.size &&
      both.options.size === b.options.size &&
      equalChanges(both.traps, b.traps) &&
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

/** The option of a state in which a variable may change at any time. */
export function volatile(name: string): string {
  return `volatile ${name}`;
}

/** The option of a state in which any variable may change at any time. */
export const VOLATILE_ANY = "volatile";

/** The option of a state in which the working directory may change at any time. */
export const VOLATILE_BASE = "volatile base";

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

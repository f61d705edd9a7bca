/**
 * What the texts of traps may change between any two commands, beside variables and the directory, which are not
 * followed any more.
 */
import type { Value } from "../text.ts";
import { equalFunctions, joinFunctions } from "./function-binding.ts";
import type { FunctionBinding } from "./function-binding.ts";
import { equalMaps, joinMaps, joinSets } from "./maps.ts";
import { equalInputs, joinOpen } from "./opened.ts";
import type { Opened } from "./opened.ts";
import { distinct } from "./value.ts";

/** The parts of a shell's state that traps may change, each with all that they may make of it. */
export interface Trapped {
  readonly functions: ReadonlyMap<string, FunctionBinding>;
  /** Program texts that an alias may stand for. */
  readonly aliases: ReadonlyMap<string, readonly Value[]>;
  /** What the files hold that the shell itself has opened to read (`exec < F`), by their descriptors; null for unknown. */
  readonly open: Opened;
  /** Names that the program marked for export, of variables and functions. */
  readonly exported: ReadonlySet<string>;
  /** Names that the program assigned and that make later commands run something else (`PATH`). */
  readonly hazards: ReadonlySet<string>;
  /** Shell options that the program may have turned on. */
  readonly options: ReadonlySet<string>;
}

/** What the traps may change that are set, and whether the positional parameters are among it. */
export interface Changes extends Trapped {
  readonly positional: boolean;
}

export function joinChanges(a: Changes | null, b: Changes | null): Changes | null {
  if (a === b || b === null) return a;
  if (a === null) return b;
  const joined: Changes = { ...withChanges(a, b), positional: a.positional || b.positional };
  return equalChanges(joined, a) ? a : joined;
}

/** Whether changes that were joined to others are no more than they were. */
export function equalChanges(a: Changes | null, b: Changes | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a === b ||
    (equalMaps(a.functions, b.functions, equalFunctions) &&
      equalMaps(a.aliases, b.aliases, (x, y) => x.length === y.length) &&
      equalMaps(a.open, b.open, equalInputs) &&
      a.exported.size === b.exported.size &&
      a.hazards.size === b.hazards.size &&
      a.options.size === b.options.size &&
      a.positional === b.positional)
  );
}

/** The parts of a state with what may have been made of them: each is as before where nothing new may. */
export function withChanges(state: Trapped, changes: Trapped): Trapped {
  return {
    functions: withEach(state.functions, changes.functions, joinFunctions),
    aliases: joinMaps(state.aliases, changes.aliases, joinTexts),
    open: changes.open.size === 0 ? state.open : openedBy(state.open, changes.open),
    exported: joinSets(state.exported, changes.exported),
    hazards: joinSets(state.hazards, changes.hazards),
    options: joinSets(state.options, changes.options),
  };
}

/** What the parts of a state hold that they did not hold before. */
export function changesOf(before: Trapped, after: Trapped): Trapped {
  const gone = [...before.functions.keys()].filter((name) => !after.functions.has(name));
  const functions = new Map(changed(before.functions, after.functions));
  for (const name of gone) functions.set(name, { functions: [], certain: false });
  return {
    functions,
    aliases: new Map(changed(before.aliases, after.aliases)),
    open: new Map([
      ...changed(before.open, after.open),
      ...[...before.open.keys()].filter((one) => !after.open.has(one)).map((one) => [one, null] as const),
    ]),
    exported: added(before.exported, after.exported),
    hazards: added(before.hazards, after.hazards),
    options: added(before.options, after.options),
  };
}

function changed<K, T>(before: ReadonlyMap<K, T>, after: ReadonlyMap<K, T>): [K, T][] {
  return [...after].filter(([name, value]) => before.get(name) !== value);
}

function added(before: ReadonlySet<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...after].filter((name) => !before.has(name)));
}

/** The map with what the other holds joined to it; what the other does not name stays as it is. */
function withEach<T>(
  map: ReadonlyMap<string, T>,
  other: ReadonlyMap<string, T>,
  joined: (x: T | undefined, y: T) => T,
): ReadonlyMap<string, T> {
  let result: Map<string, T> | null = null;
  for (const [name, value] of other) {
    const before = map.get(name);
    const both = joined(before, value);
    if (both !== before) (result ??= new Map(map)).set(name, both);
  }
  return result ?? map;
}

/** The texts of both; the first list itself where the other has no more. */
export function joinTexts(a: readonly Value[] | undefined, b: readonly Value[] | undefined): readonly Value[] {
  const both = distinct([...(a ?? []), ...(b ?? [])]);
  return a !== undefined && both.length === a.length ? a : both;
}

function openedBy(open: Opened, changes: Opened): Opened {
  const joined = joinOpen(open, changes);
  const both = new Map([...joined].map(([one, input]) => [one, changes.has(one) ? input : (open.get(one) ?? null)]));
  return equalMaps(both, open, equalInputs) ? open : both;
}

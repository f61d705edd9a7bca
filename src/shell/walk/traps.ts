/**
 * Traps: texts that the shell runs when a signal comes. At its exit, nothing comes behind one; on any other signal, it
 * may run between any two commands.
 */
import type { Value } from "../../text.ts";
import { equalBases, UNKNOWN_BASE } from "../directory.ts";
import { NOWHERE, spanIn, unchanged } from "../engine.ts";
import type { Context, Deferred, Engine, Outcome, Run, ShellLife } from "../engine.ts";
import { joinSets, lacking } from "../maps.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { lostShadow } from "../shadow.ts";
import { join, UNKNOWN_POSITIONAL, volatile, VOLATILE_ANY, VOLATILE_BASE } from "../state.ts";
import type { ShellState } from "../state.ts";
import { changesOf, equalChanges, joinChanges, withChanges } from "../trapped.ts";
import type { Changes } from "../trapped.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";

/** A program that runs when a signal comes. */
export function runTrap(engine: Engine, text: Value, signals: readonly Field[], run: Run, context: Context): Outcome {
  const state = run.environment;
  const { shell } = context;
  const atExit = signals.every((signal) => /^(?:EXIT|0|SIGEXIT)$/i.test(textOf(signal) ?? ""));
  shell.deferred.push({ text, state, context, atExit });
  if (atExit) return unchanged(state);
  shell.seen = shell.seen === null ? state : join(shell.seen, state);
  const mark = engine.recorder.mark();
  const end = endOf(engine, { text, context }, state);
  engine.recorder.rollBack(mark);
  return unchanged(withVolatile(state, end));
}

/** Runs at the end of a shell what it has put off. */
export function runDeferred(engine: Engine, deferred: Deferred, end: ShellState, { visited, seen }: ShellLife): void {
  const { text, state, context, atExit } = deferred;
  if (atExit || seen === null) {
    engine.program(text, laterState(state, end, visited), context);
    return;
  }
  const start = join(join(state, seen), { ...end, dead: false });
  // What it changes only later, by a function that was not defined when it was set, may have changed at any time too.
  if (!changesNoMore(start, endOf(engine, { text, context }, start)))
    recordUnknownCommand(engine, spanIn(context, NOWHERE), context);
}

/** What is known at the start of a command: a trap may have run before. */
export function betweenCommands(state: ShellState, shell: ShellLife): ShellState {
  const next = withTraps(state);
  if (shell.seen !== null) shell.seen = join(shell.seen, next);
  return next;
}

/** What is known when a trap runs at the exit: what was known when it was set and holds there, in any directory. */
function laterState(set: ShellState, end: ShellState, visited: ShellState["base"]): ShellState {
  const variables = new Map([...set.variables].filter(([name, binding]) => end.variables.get(name) === binding));
  const positional = set.positional === end.positional ? set.positional : UNKNOWN_POSITIONAL;
  const base = set.base === end.base ? set.base : visited;
  return { ...join(set, { ...end, dead: false }), variables, positional, base, dead: false };
}

/** A variable that no program names: where nothing is known of it any more, nothing is of any other. */
const PROBE = "\0";

/** What a trap's text comes to; its parameters are the very same ones only where nothing sets or shifts them. */
function endOf(engine: Engine, { text, context }: Pick<Deferred, "text" | "context">, state: ShellState): ShellState {
  const variables = new Map([...state.variables, [PROBE, { kind: "scalar", options: [["known"]] } as const]]);
  const positional = { ...state.positional };
  const start = { ...state, variables, positional };
  const { success, failure } = engine.program(text, start, { ...context, frame: null, jumps: [] });
  const end = join(success, failure);
  return end.positional === positional ? { ...end, positional: state.positional } : { ...end, positional };
}

/** The variables that have changed; null for any. */
function changedVariables(state: ShellState, end: ShellState): readonly string[] | null {
  if (!end.variables.has(PROBE)) return null;
  const names = new Set([...state.variables.keys(), ...end.variables.keys(), ...state.shadows.keys()]);
  names.delete(PROBE);
  return [...names].filter(
    (name) =>
      state.variables.get(name) !== end.variables.get(name) || state.shadows.get(name) !== end.shadows.get(name),
  );
}

function hasMoved(state: ShellState, end: ShellState): boolean {
  const moved = !equalBases(state.base, end.base) || !equalBases(state.previous, end.previous);
  return moved || state.stack !== end.stack;
}

/** All that traps may change by now: what this one has changed, and those that it has set. */
function changesBy(state: ShellState, end: ShellState): Changes | null {
  const own = { ...changesOf(state, end), positional: state.positional !== end.positional };
  return joinChanges(joinChanges(state.traps, end.traps), own);
}

/** The state where what differs in the other may change at any time: it is not followed any more. */
function withVolatile(state: ShellState, end: ShellState): ShellState {
  if (end.dead) return state;
  const changed = changedVariables(state, end);
  const isChanged = (name: string): boolean => changed === null || changed.includes(name);
  const options = new Set([...state.options, ...(changed?.map(volatile) ?? [VOLATILE_ANY])]);
  const moved = hasMoved(state, end);
  if (moved) options.add(VOLATILE_BASE);
  const variables = new Map([...state.variables].filter(([name]) => !isChanged(name)));
  const shadows = new Map(
    [...state.shadows].map(([name, list]) => [name, isChanged(name) ? list.map(lostShadow) : list]),
  );
  const base = moved ? UNKNOWN_BASE : state.base;
  const previous = moved ? UNKNOWN_BASE : state.previous;
  const traps = changesBy(state, end);
  return withTraps({ ...state, variables, shadows, options, base, previous, traps });
}

/** Whether all that a trap has changed is known to change at any time. */
function changesNoMore(state: ShellState, end: ShellState): boolean {
  if (end.dead) return true;
  const { options, traps } = state;
  const changed = changedVariables(state, end);
  const variables = options.has(VOLATILE_ANY) || changed?.every((name) => options.has(volatile(name))) === true;
  const base = options.has(VOLATILE_BASE) || !hasMoved(state, end);
  return variables && base && equalChanges(changesBy(state, end), traps);
}

/** The state in which traps may have changed what they change. */
function withTraps(state: ShellState): ShellState {
  const { traps } = state;
  if (traps === null) return state;
  const changed = withChanges(state, traps);
  const positional = traps.positional ? UNKNOWN_POSITIONAL : state.positional;
  const same =
    positional === state.positional &&
    changed.functions === state.functions &&
    changed.aliases === state.aliases &&
    changed.open === state.open &&
    changed.exported === state.exported &&
    changed.hazards === state.hazards &&
    changed.options === state.options;
  if (same) return state;
  const perhapsExported = joinSets(state.perhapsExported, lacking(changed.exported, state.exported));
  return { ...state, ...changed, perhapsExported, positional };
}

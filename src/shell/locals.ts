/**
 * Variables in functions. Which variable a name stands for is decided when it is used: the local one of the innermost
 * function that has one, be it a function that called this one.
 */
import { joinBindings } from "./binding.ts";
import type { Binding } from "./binding.ts";
import { MAX_VARIABLES } from "./limits.ts";
import { without } from "./maps.ts";
import { joinHidden, lostShadow } from "./shadow.ts";
import type { Shadow } from "./shadow.ts";
import { bind, withoutElements } from "./state.ts";
import type { ShellState } from "./state.ts";

/** The state in which a name stands for a variable of its own at a level; null where too many names do. */
export function hide(state: ShellState, name: string, level: number): ShellState | null {
  const list = state.shadows.get(name) ?? [];
  const top = list.at(-1);
  const current = state.variables.get(name);
  if (top?.level === level) {
    if (top.sure) return state;
    // On the ways on which it was not hidden, what is visible there is hidden now.
    const before = joinHidden(top.before, current ?? null);
    const hidden = withShadows(state, name, [...list.slice(0, -1), { ...top, before, sure: true }]);
    return withoutElements(hidden, name);
  }
  if (list.length === 0 && state.shadows.size >= MAX_VARIABLES) return null;
  const shadow: Shadow = {
    level,
    before: current ?? null,
    sure: true,
    exported: state.exported.has(name),
    hazard: state.hazards.has(name),
  };
  const hidden = withShadows(state, name, [...list, shadow]);
  // What the new one is given is no element of the array that it hides.
  return withoutElements(hidden, name);
}

/** Whether the name stands for what was assigned before the call of the function, for that call alone. */
export function isTemporary(state: ShellState, name: string): boolean {
  const level = state.shadows.get(name)?.at(-1)?.level ?? 0;
  return !Number.isInteger(level);
}

/** Whether the name surely stands for a variable of the function itself. */
export function isOwn(state: ShellState, name: string): boolean {
  const top = state.shadows.get(name)?.at(-1);
  return top?.sure === true && top.level === state.level;
}

/** The state behind the calls of all functions from a level on: what they hid is there again. */
export function leave(state: ShellState, level: number): ShellState {
  let next = state;
  for (const [name, list] of state.shadows) {
    for (let at = list.length - 1; (list[at]?.level ?? 0) >= level; at--) next = uncovered(next, name);
  }
  return next;
}

/**
 * The state after `unset NAME`. A local variable of the function itself stays one, without a value; unset by a function
 * that it calls, it is gone, and what it hid is there again. With `stays`, in some shells it stays one too.
 */
export function unsetVariable(state: ShellState, name: string, stays: boolean): ShellState {
  const list = state.shadows.get(name) ?? [];
  const top = list.at(-1);
  const unset = (): ShellState => bind(state, name, { kind: "scalar", options: [null] });
  if (top === undefined) return unset();
  if (top.level === state.level && (top.sure || list.length === 1)) return unset();
  if (top.level < state.level && top.sure && !stays) return uncovered(state, name);
  return loseVariable(state, name);
}

/** The state in which nothing is known of a variable, nor of those that it may hide. */
export function loseVariable(state: ShellState, name: string): ShellState {
  const list = state.shadows.get(name) ?? [];
  return bind(list.length === 0 ? state : withShadows(state, name, list.map(lostShadow)), name, null);
}

/** The state in which the global variable of a name has a value: `declare -g`. `assigned` is the visible one's then. */
export function assignGlobal(state: ShellState, name: string, assigned: ShellState): ShellState {
  const list = state.shadows.get(name) ?? [];
  const [bottom, ...others] = list;
  if (bottom === undefined) return assigned;
  const value = assigned.variables.get(name);
  const before = bottom.sure ? (value ?? null) : joinBindings(bottom.before ?? undefined, value);
  const hazard = bottom.hazard || assigned.hazards.has(name);
  const hidden = withShadows(assigned, name, [{ ...bottom, before, hazard }, ...others]);
  const visible = state.variables.get(name);
  return bind(hidden, name, list.some((one) => one.sure) ? (visible ?? null) : joinBindings(visible, value));
}

/**
 * The state in which what was assigned for a call alone may be there behind it too, in whatever variable of the name:
 * `X=1 f` where f exports X.
 */
export function keepTemporary(state: ShellState, name: string): ShellState {
  const list = state.shadows.get(name) ?? [];
  return isTemporary(state, name) ? withShadows(state, name, list.map(lostShadow)) : state;
}

/** The state without the innermost variable of a name. */
function uncovered(state: ShellState, name: string): ShellState {
  const list = state.shadows.get(name) ?? [];
  const top = list.at(-1);
  if (top === undefined) return state;
  const before: Binding | null = top.sure
    ? top.before
    : joinBindings(top.before ?? undefined, state.variables.get(name));
  const next = bind(withShadows(state, name, list.slice(0, -1)), name, before);
  const exported = top.exported || !state.exported.has(name) ? state.exported : without(state.exported, name);
  const hazards = top.hazard && !state.hazards.has(name) ? new Set([...state.hazards, name]) : state.hazards;
  return { ...next, exported, hazards };
}

function withShadows(state: ShellState, name: string, list: readonly Shadow[]): ShellState {
  const shadows = new Map(state.shadows);
  if (list.length === 0) shadows.delete(name);
  else shadows.set(name, list);
  return { ...state, shadows };
}

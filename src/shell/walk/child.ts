/** What a shell that a command starts knows of the shell that started it. */
import { UNKNOWN_BASE } from "../directory.ts";
import { BLANKS_ALONE, forget } from "../state.ts";
import type { Binding, Positional, ShellState } from "../state.ts";

/** A new shell on this machine: it gets what is exported, and of other variables perhaps the value, perhaps nothing. */
export function childOf(state: ShellState, positional: Positional): ShellState {
  const variables = new Map<string, Binding>();
  for (const [name, binding] of state.variables) {
    // Arrays cannot be exported.
    if (binding.kind === "array" || name === "IFS") continue;
    if (state.exported.has(name)) variables.set(name, binding);
    else if (!binding.options.includes(null))
      variables.set(name, { kind: "scalar", options: [...binding.options, null] });
    else variables.set(name, binding);
  }
  variables.set("IFS", BLANKS_ALONE);
  const functions = new Map([...state.functions].filter(([name]) => state.exported.has(name)));
  return { ...state, variables, functions, aliases: new Map(), positional, stack: [], options: new Set(), dead: false };
}

/** A shell on another machine. */
export function remoteOf(state: ShellState): ShellState {
  const variables = new Map([["IFS", BLANKS_ALONE]]);
  return { ...forget(childOf(state, state.positional)), variables, base: UNKNOWN_BASE, positional: state.positional };
}

/** A shell of another user, whose home directory is not known. */
export function withoutHome(state: ShellState): ShellState {
  const variables = new Map(state.variables);
  variables.delete("HOME");
  return { ...state, variables };
}

/** What a shell that a command starts knows of the shell that started it. */
import { knownText } from "../../text.ts";
import { UNKNOWN_BASE } from "../directory.ts";
import { DIRECTORY_VARIABLES, withOptions } from "../options.ts";
import { BLANKS_ALONE, forget, optionsOf } from "../state.ts";
import type { Binding } from "../binding.ts";
import type { Positional, ShellState } from "../state.ts";

/** A new shell on this machine: it gets what is exported, and of other variables perhaps the value, perhaps nothing. */
export function childOf(state: ShellState, positional: Positional): ShellState {
  const variables = new Map<string, Binding>();
  for (const [name, binding] of state.variables) {
    // Arrays cannot be exported.
    if (binding.kind === "array" || name === "IFS" || name === "PWD") continue;
    if (state.exported.has(name)) variables.set(name, binding);
    else if (!binding.options.includes(null))
      variables.set(name, { kind: "scalar", options: [...binding.options, null] });
    else variables.set(name, binding);
  }
  variables.set("IFS", BLANKS_ALONE);
  const functions = new Map([...state.functions].filter(([name]) => state.exported.has(name)));
  const child = {
    ...state,
    variables,
    functions,
    aliases: new Map(),
    positional,
    shadows: new Map(),
    level: 0,
    stack: [],
    dead: false,
  };
  return withOptions({ ...child, options: optionsLeft(state) }, optionsHandedOn(state));
}

const OLD_DIRECTORY = DIRECTORY_VARIABLES.get("OLDPWD") ?? "";

/** A shell takes `PWD` from where it stands, but believes what it is told of `OLDPWD`. */
function optionsLeft({ options }: ShellState): ReadonlySet<string> {
  return new Set(options.has(OLD_DIRECTORY) ? [OLD_DIRECTORY] : []);
}

/** The options that a shell finds in its environment; null for one of which the name is not known. */
function optionsHandedOn(state: ShellState): readonly (string | null)[] {
  return ["BASHOPTS", "SHELLOPTS"].flatMap((name): readonly (string | null)[] => {
    if (!state.exported.has(name)) return [];
    return optionsOf(state, name).flatMap((option) => {
      const text = option === null ? "" : knownText(option);
      return text?.split(":") ?? [null];
    });
  });
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

/** What the options of a shell, and the variables that it keeps itself, mean for what is known of it. */
import type { Value } from "../text.ts";
import { optionsOf, withOption } from "./state.ts";
import type { ShellState } from "./state.ts";

/** Options that change what words become, and with which commands are made of earlier ones. */
export const FOLLOWED_OPTIONS: ReadonlySet<string> = new Set([
  "cdable_vars",
  "dotglob",
  "globstar",
  "history",
  "histexpand",
  "lastpipe",
  "localvar_inherit",
  "localvar_unset",
  "nocaseglob",
  "nocasematch",
  "nullglob",
  "xpg_echo",
]);

/** The state in which the options of these names may be on; null for one of which the name is not known. */
export function withOptions(state: ShellState, names: readonly (string | null)[]): ShellState {
  const followed = names.includes(null) ? [...FOLLOWED_OPTIONS] : names;
  return followed.reduce<ShellState>(
    (next, name) => (name !== null && FOLLOWED_OPTIONS.has(name) ? withOption(next, name) : next),
    state,
  );
}

/** Whether commands may be made of earlier ones (`!!`). */
export function expandsHistory({ options }: ShellState): boolean {
  return options.has("history") && options.has("histexpand");
}

/** Variables in which the shell keeps where it stands and stood, by the option that says that they were assigned. */
export const DIRECTORY_VARIABLES: ReadonlyMap<string, string> = new Map([
  ["PWD", "assigned-PWD"],
  ["OLDPWD", "assigned-OLDPWD"],
]);

/** The values of `PWD` or `OLDPWD` where the program may have assigned it; null where the shell has. */
export function assignedDirectory(state: ShellState, name: "PWD" | "OLDPWD"): readonly (Value | null)[] | null {
  const assigned = state.variables.has(name) || state.options.has(DIRECTORY_VARIABLES.get(name) ?? "");
  return assigned ? optionsOf(state, name) : null;
}

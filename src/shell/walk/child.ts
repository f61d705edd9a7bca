/** What a shell that a command starts knows of the shell that started it. */
import { knownText } from "../../text.ts";
import { UNKNOWN_BASE } from "../directory.ts";
import { withinBounds } from "../binding.ts";
import { MAX_VARIABLES } from "../limits.ts";
import { DIRECTORY_VARIABLES, withOptions } from "../options.ts";
import { BLANKS_ALONE, forget, optionsOf } from "../state.ts";
import type { Binding } from "../binding.ts";
import type { FunctionBinding, Positional, ShellState } from "../state.ts";

/** A new shell on this machine: it gets what is exported, and of other variables perhaps the value, perhaps nothing. */
export function childOf(state: ShellState, positional: Positional): ShellState {
  const variables = new Map<string, Binding>();
  for (const [name, binding] of state.variables) {
    const handed = SET_BY_SHELL.has(name) ? null : handedOn(state, name, binding);
    if (handed !== null) variables.set(name, handed);
  }
  variables.set("IFS", BLANKS_ALONE);
  // Beyond the bound, any may be exported.
  const isOpen = state.exported.size >= MAX_VARIABLES;
  const functions = new Map<string, FunctionBinding>();
  for (const [name, binding] of state.functions) {
    if (isExported(state, name)) functions.set(name, binding);
    else if (isOpen || state.exported.has(name)) functions.set(name, { ...binding, certain: false });
  }
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

/** Variables that a shell sets when it starts, whatever it finds in its environment. */
const SET_BY_SHELL: ReadonlySet<string> = new Set(
  [
    "IFS PWD BASH BASHPID BASH_EXECUTION_STRING BASH_VERSION BASH_VERSINFO SHLVL OPTIND OPTERR PPID UID EUID PS1 PS2",
    "BASH_ALIASES BASH_CMDS KSH_VERSION SH_VERSION",
    "argv ARGC ERRNO GID EGID TTYIDLE pipestatus ZSH_ARGZERO ZSH_NAME ZSH_VERSION ZSH_SUBSHELL ZSH_EVAL_CONTEXT",
    "ZSH_EXECUTION_STRING ZSH_SCRIPT",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a name is exported on every way. */
function isExported({ exported, perhapsExported }: ShellState, name: string): boolean {
  return exported.has(name) && !perhapsExported.has(name);
}

/** What a shell finds of a variable in its environment; null where that is not known. */
function handedOn(state: ShellState, name: string, binding: Binding): Binding | null {
  // Arrays cannot be exported.
  if (binding.kind === "array") return null;
  const isSure = isExported(state, name);
  const options = isSure || binding.options.includes(null) ? [...binding.options] : [...binding.options, null];
  if (isSure && !options.includes(null)) return binding;
  // Behind a local variable that is not handed on, the one that it hides is.
  for (const { before } of state.shadows.get(name) ?? []) {
    if (before?.kind !== "scalar") return null;
    options.push(...before.options);
  }
  return withinBounds({ kind: "scalar", options });
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

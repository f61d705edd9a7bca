/** Assignments: what they do to the shell, and to the commands that come after them. */
import { knownText } from "../../text.ts";
import { inside, NOWHERE, spanIn } from "../engine.ts";
import type { Context, Engine } from "../engine.ts";
import { assignmentEffect, programIn } from "../knowledge/read-command.ts";
import { MAX_VARIABLES } from "../limits.ts";
import { without } from "../maps.ts";
import { DIRECTORY_VARIABLES } from "../options.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { bind, NAME, optionsOf, withOption, withoutVariables } from "../state.ts";
import { assignedTo } from "../binding.ts";
import type { Binding } from "../binding.ts";
import type { ShellState } from "../state.ts";
import { after, clean, compact, distinct, frontOf, NUMBER, UNKNOWN } from "../value.ts";
import type { Assigned, Field } from "../words/field.ts";
import { expandingProgram } from "../words/program-text.ts";
import { childOf } from "./child.ts";
import { evaluateAssigned, holding } from "./evaluation.ts";
import type { SetNames } from "./evaluation.ts";
import { runPrompt } from "./prompt.ts";
import { addedToPath } from "./search-paths.ts";

/** The state with a variable assigned. What the variable makes later commands run is run. */
export function assign(engine: Engine, state: ShellState, assigned: Assigned, context: Context): ShellState {
  if (assigned.bare) return state;
  const { name, binding } = assigned;
  const values = binding === null ? [] : binding.kind === "scalar" ? binding.options : binding.elements;
  const set = evaluateAssigned(engine, name, values, state, context);
  let next = bind(holding(state, values), name, bindingAfter(state, assigned));
  next = standingFor(engine, next, name, binding, context);
  // Where a name may stand for another variable, or change what it is given, nothing is sure of any.
  if (state.options.has("nameref")) {
    next = anySet(next, null);
    for (const option of DIRECTORY_VARIABLES.values()) next = withOption(next, option);
  } else if (state.options.has("attributes")) next = bind(next, name, null);
  const directory = DIRECTORY_VARIABLES.get(name);
  if (directory !== undefined) next = withOption(next, directory);
  if (next === state) next = { ...next };
  if (state.options.has("allexport")) next = exportName(next, name);
  next = isHazard(engine, next, assigned, context) ? withHazard(next, name) : withoutHazard(next, name);
  return withNumbers(engine, set, next, context);
}

/** The state in which evaluated texts may have set variables to numbers. */
export function withNumbers(
  engine: Engine,
  { names, unnamed }: SetNames,
  state: ShellState,
  context: Context,
): ShellState {
  let next = unnamed ? anySet(state, UNKNOWN_NAME) : state;
  for (const name of names) {
    const isArray = next.variables.get(name)?.kind === "array";
    const binding: Binding | null = isArray
      ? null
      : { kind: "scalar", options: distinct([...optionsOf(next, name), [NUMBER]]) };
    next = assign(engine, next, { name, binding, bare: false }, context);
  }
  return next;
}

/** Arrays of bash in which names of commands stand for other commands, and those of other shells. */
export const OF_COMMANDS: ReadonlySet<string> = new Set(["BASH_ALIASES", "BASH_CMDS"]);
const OF_COMMANDS_ELSEWHERE: ReadonlySet<string> = new Set(
  "aliases galiases saliases dis_aliases commands functions dis_functions builtins dis_builtins".split(" "),
);

/** The state after a variable was assigned that stands for something of the shell itself. */
function standingFor(
  engine: Engine,
  state: ShellState,
  name: string,
  binding: Binding | null,
  context: Context,
): ShellState {
  const elsewhere = OF_COMMANDS_ELSEWHERE.has(name) && binding?.kind !== "scalar" && state.options.has("other shell");
  // Whatever runs from now on may be another command than its name says.
  if (OF_COMMANDS.has(name) || elsewhere) recordUnknownCommand(engine, spanIn(context, NOWHERE), context);
  if (name === "DIRSTACK" || name === "dirstack") return { ...state, stack: null };
  return name === "BASH_ARGV0" ? { ...state, positional: { ...state.positional, zero: UNKNOWN } } : state;
}

/** The state in which any variable may have been set, by the command of that name where its words tell which. */
export function anySet(state: ShellState, command: string | null): ShellState {
  const next = { ...withoutVariables(state), stack: null, positional: { ...state.positional, zero: UNKNOWN } };
  return command === null ? next : withHazard(next, command);
}

/** What `NAME=VALUE` before a command, given as a word (`env A=1 cmd`), does for that command. */
export function assignIn(engine: Engine, state: ShellState, field: Field, context: Context): ShellState {
  const name = /^([^=]+)=/.exec(frontOf(field.each))?.[1];
  if (name === undefined) return withHazard(state, UNKNOWN_NAME);
  const value = after(field.each, name.length + 1);
  const binding: Binding = { kind: "scalar", options: [value] };
  if (NAME.test(name)) return exportName(assign(engine, state, { name, binding, bare: false }, context), name);
  const functionName = EXPORTED_FUNCTION.exec(name)?.[1];
  if (functionName === undefined) {
    return assignmentEffect(name, value) === "runs-commands" ? withHazard(state, name) : state;
  }
  // A function for every bash that the command starts.
  const definition = compact([`${functionName} `, ...value]);
  const { functions } = engine.program(definition, state, inside(context, `set in ${name}`)).success;
  return withHazard(exportName({ ...state, functions }, functionName), name);
}

/** The variable in which bash hands a function to the shells below it, now and before 2014. */
const EXPORTED_FUNCTION = /^BASH_FUNC_([^%()]+)(?:%%|\(\))$/;
/** What a hazard is called of which the variable is not known. */
const UNKNOWN_NAME = "…";

/** The state in which a variable of that name, or one whose name the command `name` is given, may be a hazard. */
export function withHazard(state: ShellState, name: string): ShellState {
  // One over the bound is none that a harmless value takes back.
  const noted = state.hazards.size >= MAX_HAZARDS ? UNKNOWN_NAME : name;
  if (state.hazards.has(name) || state.hazards.has(noted)) return state;
  return { ...state, hazards: new Set([...state.hazards, noted]) };
}

/** A name that is not followed as exported counts as one that may be. */
export function exportName(state: ShellState, name: string): ShellState {
  const isSure = state.exported.has(name) && !state.perhapsExported.has(name);
  if (isSure || (state.exported.size >= MAX_VARIABLES && !state.exported.has(name))) return state;
  return {
    ...state,
    exported: new Set([...state.exported, name]),
    perhapsExported: without(state.perhapsExported, name),
  };
}

/** The state in which commands do not get the variable, or the function; what a local one hides, they do. */
export function unexportName(state: ShellState, name: string): ShellState {
  const hazard = state.shadows.get(name)?.some((shadow) => shadow.hazard) === true;
  const next = hazard ? withHazard(state, name) : state;
  if (!next.exported.has(name)) return next;
  return {
    ...next,
    exported: without(next.exported, name),
    perhapsExported: without(next.perhapsExported, name),
  };
}

function bindingAfter(state: ShellState, { name, binding }: Assigned): Binding | null {
  const before = state.variables.get(name);
  if (!state.options.has(`readonly ${name}`)) return assignedTo(before, binding);
  // The assignment fails, but perhaps the variable was not made readonly on every way.
  if (before?.kind !== "scalar" || binding?.kind !== "scalar") return null;
  return { kind: "scalar", options: [...before.options, ...binding.options] };
}

/** Most hazards that are followed by name; a program that sets more is asked about for those. */
const MAX_HAZARDS = 8;

/** The variable was given a harmless value again. */
function withoutHazard(state: ShellState, name: string): ShellState {
  // What is readonly keeps the value from before.
  if (!state.hazards.has(name) || state.options.has(`readonly ${name}`)) return state;
  return { ...state, hazards: without(state.hazards, name) };
}

/** Whether the assignment makes commands run something else; the program in it, where it is one, is run. */
function isHazard(engine: Engine, state: ShellState, { name, binding }: Assigned, context: Context): boolean {
  // How words are split is followed, and no shell takes `IFS` from its environment.
  if (name === "IFS" || assignmentEffect(name, null) !== "runs-commands") return false;
  if (binding?.kind !== "scalar") {
    // With `set -x`, the shell expands it before each command.
    if (name === "PS4") recordUnknownCommand(engine, spanIn(context, NOWHERE), context);
    return true;
  }
  // A prompt makes no command run something else; what is in it is run by the shell itself.
  const prompts = name === "PROMPT_COMMAND" || /^PS[0-4]$/.test(name);
  let hazard = false;
  for (const value of binding.options) {
    if (value === null || assignmentEffect(name, addedToPath(name, value, engine.settings)) === "harmless") continue;
    const isKnown = knownText(value) !== null;
    hazard ||= !prompts || !isKnown;
    const origin = `set in ${name}`;
    // The other prompts are for people: what is not known of them is mostly what they were before.
    if (name === "PS4" || (prompts && isKnown && name !== "PROMPT_COMMAND"))
      runPrompt(engine, value, state, context, NOWHERE, origin);
    if (!isKnown) continue;
    const within = inside(context, origin);
    if (name === "PROMPT_COMMAND") context.shell.deferred.push({ text: value, state, context: within, atExit: true });
    else if (prompts) continue;
    else if (NAMES_START_FILE.has(name) && /\$[({]|`/.test(frontOf(value))) {
      // The shell that reads it expands it as in double quotes, in which these are plain text.
      engine.program(expandingProgram(value), childOf(state, state.positional), within);
    } else {
      const program = programIn(name, knownText(value) ?? "");
      if (program !== null) engine.child(clean(program), childOf(state, state.positional), within);
    }
  }
  return hazard;
}

/** Variables that name a file which a shell runs when it starts. */
export const NAMES_START_FILE: ReadonlySet<string> = new Set(["BASH_ENV", "ENV"]);

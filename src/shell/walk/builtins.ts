/** What bash's builtins do to the shell that runs them. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { joinBases } from "../directory.ts";
import { anchoredAt, spanOfFields, unchanged } from "../engine.ts";
import type { Engine, Outcome, Run } from "../engine.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { hashedName, NAME, UNKNOWN_POSITIONAL, withAlias, withoutVariables } from "../state.ts";
import type { ShellState } from "../state.ts";
import { after, frontOf, isNumber } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { formatText } from "../words/format.ts";
import { anySet, assign, withHazard } from "./assignments.ts";
import { readBuiltinWords } from "./builtin-options.ts";
import { runDirectoryCommand } from "./cd.ts";
import { declareNames } from "./declarations.ts";
import { holding } from "./evaluation.ts";
import { setOptions, setShellOptions } from "./option-builtins.ts";
import { linesRead, readVariables } from "./read-builtin.ts";
import { unsetNames } from "./unset-builtin.ts";

/** The outcome of a builtin, or null for a name that is none or changes nothing. */
export function runBuiltin(engine: Engine, name: string, fields: readonly Field[], run: Run): Outcome | null {
  const { environment: state, context } = run;
  const operands = fields.slice(1);
  switch (name) {
    case "true":
    case ":":
      return { success: state, failure: dead(state) };
    case "false":
      return { success: dead(state), failure: state };
    case "exit":
    case "logout":
      context.shell.exits.push(state);
      return unchanged(dead(state));
    case "return":
      context.frame?.returns.push(state);
      return unchanged(context.frame === null ? state : dead(state));
    case "break":
    case "continue":
      return unchanged(jump(name, operands, run));
    case "exec":
      return unchanged(operands.length === 0 ? state : dead(state));
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      return unchanged(declareNames(engine, name, operands, run));
    case "unset":
      return unchanged(unsetNames(operands, state));
    case "alias":
      return unchanged(defineAliases(operands, state));
    case "unalias":
      // Functions that were defined before keep it.
      return unchanged(state);
    case "set":
      return unchanged(setOptions(engine, operands, run));
    case "shift":
      return unchanged(shiftParameters(operands, state));
    case "shopt":
      return unchanged(setShellOptions(engine, operands, run));
    case "fc":
      // It runs an earlier command, or what an editor makes of some.
      if (!listsHistory(operands)) recordUnknownCommand(engine, spanOfFields(fields, context), context);
      return unchanged(state);
    case "read":
      return unchanged(readVariables(engine, operands, run));
    case "printf":
      return unchanged(printToVariable(engine, operands, run));
    case "mapfile":
    case "readarray":
      return unchanged(linesRead(engine, operands, run) ?? linesLost(engine, operands, run));
    case "getopts":
      return unchanged(readOption(engine, operands, run));
    case "let":
      return unchanged(loseNames(engine, "let", operands, run));
    case "wait":
      return unchanged(waitFor(engine, operands, run));
    case "hash":
    case "enable":
      return unchanged(rebindCommands(name, operands, state));
    default: {
      const outcome = runDirectoryCommand(name, fields, state);
      if (outcome !== null) context.shell.visited = joinBases(context.shell.visited, outcome.success.base);
      return outcome;
    }
  }
}

/** `break 2`: the loop that is left, or all where it is not known which. */
function jump(name: "break" | "continue", operands: readonly Field[], { context, environment }: Run): ShellState {
  const { jumps } = context;
  if (jumps.length === 0) return environment;
  const levels = operands.length === 0 ? "1" : textOf(operands[0]);
  const known = levels !== null && /^[1-9][0-9]{0,3}$/.test(levels);
  const left = known ? jumps.slice(Math.max(0, jumps.length - Number(levels)))[0] : undefined;
  for (const one of known ? [left] : jumps) (name === "break" ? one?.breaks : one?.continues)?.push(environment);
  // An outer loop that goes on leaves the inner ones, and what is known behind those does not follow it.
  return dead(environment);
}

function dead(state: ShellState): ShellState {
  return state.dead ? state : { ...state, dead: true };
}

function defineAliases(operands: readonly Field[], state: ShellState): ShellState {
  let next = state;
  for (const field of operands) {
    const name = /^([^=\s]+)=/.exec(frontOf(field.each))?.[1];
    if (name !== undefined) next = withAlias(next, name, after(field.each, name.length + 1));
  }
  return next;
}

/** `fc -l`, and no other option that makes it run something. */
function listsHistory(operands: readonly Field[]): boolean {
  const flags: string[] = [];
  for (const field of operands) {
    const text = textOf(field);
    if (text === null) return false;
    if (!/^-[a-z]+$/.test(text)) break;
    flags.push(text);
  }
  return flags.some((flag) => flag.includes("l")) && !flags.some((flag) => /[se]/.test(flag));
}

function shiftParameters(operands: readonly Field[], state: ShellState): ShellState {
  const { positional } = state;
  const count = operands.length === 0 ? "1" : textOf(operands[0]);
  if (count === null || !/^[0-9]{1,6}$/.test(count)) return { ...state, positional: UNKNOWN_POSITIONAL };
  const shifted = Number(count);
  if (shifted > positional.known.length) {
    return positional.open ? { ...state, positional: UNKNOWN_POSITIONAL } : state;
  }
  return { ...state, positional: { ...positional, known: positional.known.slice(shifted) } };
}

/** `printf -v NAME FORMAT …` */
function printToVariable(engine: Engine, words: readonly Field[], run: Run): ShellState {
  const { options, operands, unsure } = readBuiltinWords(words, "v");
  const [format, ...args] = operands;
  // A first word that is not known may be the option still, in front of a name.
  const doubtful = /^[A-Za-z_][A-Za-z0-9_]*/.exec((unsure ? textOf(args[0]) : null) ?? "")?.[0];
  const state = doubtful === undefined ? run.environment : lost(engine, doubtful, run.environment, run);
  const target = options.findLast((one) => one.letter === "v");
  if (target === undefined) return state;
  if (target.value === null) return anySet(state, "printf");
  if (!NAME.test(target.value)) return lost(engine, target.value, state, run);
  const known = textOf(format);
  const values = args.map((field) => field.value);
  const printed: Value | null =
    known === null || args.some((field) => field.count !== "one")
      ? null
      : formatText(known, values, values.map(knownText));
  const binding = printed === null ? null : ({ kind: "scalar", options: [printed] } as const);
  return assign(engine, state, { name: target.value, binding, bare: false }, run.context);
}

/** The state in which nothing is known of the variable that a text names, or of which it names an element. */
function lost(engine: Engine, text: string, state: ShellState, { context }: Run): ShellState {
  const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(text)?.[0];
  return name === undefined ? state : assign(engine, state, { name, binding: null, bare: false }, context);
}

/** `getopts LETTERS NAME …` */
function readOption(engine: Engine, words: readonly Field[], run: Run): ShellState {
  const [letters, name] = textOf(words[0]) === "--" ? words.slice(1) : words;
  const target = textOf(name);
  const named = name === undefined || (target !== null && letters?.count === "one");
  const state = named ? run.environment : anySet(run.environment, "getopts");
  return [target ?? "", "OPTARG", "OPTIND"].reduce((next, one) => lost(engine, one, next, run), state);
}

/** `wait -p NAME …` */
function waitFor(engine: Engine, words: readonly Field[], run: Run): ShellState {
  const { options, operands, unsure } = readBuiltinWords(words, "p");
  const targets = options.filter((one) => one.letter === "p");
  const state = targets.reduce(
    (next, { value }) => (value === null ? anySet(next, "wait") : lost(engine, value, next, run)),
    run.environment,
  );
  // Numbers are processes, though `$!` may be no word at all.
  const isKnown = operands.every((field) => field.each.every(isNumber));
  return unsure && !isKnown ? withoutVariables(state) : state;
}

/** Most names in one word that are followed. */
const MAX_NAMES = 32;

/** `let`, `mapfile`: nothing is known any more of the variables that the words name. */
function loseNames(engine: Engine, command: "let" | "mapfile", words: readonly Field[], run: Run): ShellState {
  let state = holding(run.environment, [run.input]);
  for (const field of words) {
    const text = textOf(field);
    if (text === null) return command === "let" ? withoutVariables(state) : anySet(state, command);
    const names = text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
    if (names.length > MAX_NAMES) return anySet(state, command);
    for (const name of names) {
      state = assign(engine, state, { name, binding: null, bare: false }, anchoredAt(run.context, [field]));
    }
  }
  return state;
}

/** `mapfile`: without a name, and perhaps with one that is an option's value, it sets `MAPFILE`. */
function linesLost(engine: Engine, words: readonly Field[], run: Run): ShellState {
  return lost(engine, "MAPFILE", loseNames(engine, "mapfile", words, run), run);
}

/** `hash -p FILE NAME`, `enable -f FILE NAME`: a name runs another file from now on. */
function rebindCommands(name: string, operands: readonly Field[], state: ShellState): ShellState {
  const rebinds = operands.some((field) => /^-[a-z]*[pf]/.test(textOf(field) ?? "-p"));
  if (!rebinds) return state;
  const at = operands.findIndex((field) => textOf(field) === "-p");
  const file = operands[at + 1];
  let next = withHazard(state, name);
  if (name !== "hash" || at < 0 || file === undefined) return next;
  for (const field of operands.slice(at + 2)) next = withAlias(next, hashedName(textOf(field) ?? ""), file.each);
  return next;
}

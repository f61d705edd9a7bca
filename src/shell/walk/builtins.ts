/** What bash's builtins do to the shell that runs them. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { joinBases } from "../directory.ts";
import { anchoredAt, spanIn, spanOfFields, unchanged } from "../engine.ts";
import { joinBindings } from "../binding.ts";
import type { Binding } from "../binding.ts";
import type { Engine, Outcome, Run } from "../engine.ts";
import { assignmentEffect } from "../knowledge/read-command.ts";
import { recordAssigned } from "../record/mention-recorder.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { FOLLOWED_OPTIONS, withOptions } from "../options.ts";
import { assignGlobal, hide, isOwn, isTemporary, keepTemporary, unsetVariable } from "../locals.ts";
import {
  bind,
  hashedName,
  NAME,
  UNKNOWN_POSITIONAL,
  withAlias,
  withNoted,
  withOption,
  withoutVariables,
} from "../state.ts";
import type { ShellState } from "../state.ts";
import { after, frontOf } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Assigned, Field } from "../words/field.ts";
import { formatText } from "../words/format.ts";
import { assign, exportName, withHazard } from "./assignments.ts";
import { runDirectoryCommand } from "./cd.ts";
import { holding } from "./evaluation.ts";
import { positionalOf, TOO_MANY } from "./functions.ts";
import { floorHistory } from "./history.ts";
import { linesRead, readVariables } from "./read-builtin.ts";

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
      return unchanged({ ...state, aliases: new Map() });
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
      return unchanged(linesRead(engine, operands, run) ?? loseNames(engine, name, operands, run));
    case "getopts":
    case "let":
    case "wait":
      return unchanged(loseNames(engine, name, operands, run));
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

/** `export A=1 B`, `declare -x A`, `local A`. */
function declareNames(engine: Engine, command: string, operands: readonly Field[], run: Run): ShellState {
  const { context } = run;
  const flags = operands
    .map((field) => textOf(field) ?? "")
    .filter((text) => /^[-+]/.test(text))
    .join("");
  const has = (flag: string): boolean => flags.includes(flag);
  let state = run.environment;
  if (has("n") && command !== "export") state = withOption(state, "nameref");
  if (/[ilu]/.test(flags) && command !== "export") state = withOption(state, "attributes");
  if (has("i") && command !== "export") state = withOption(state, "integers");
  const inFunction = run.environment.level > 0;
  const isLocal = inFunction && command !== "export" && command !== "readonly" && !has("g");
  const exports = (command === "export" && !has("n")) || has("x");
  const before = new Set<string>();
  for (const field of operands) {
    if (/^[-+]/.test(frontOf(field.each))) continue;
    const told = unlessAppended(field.assigned ?? assignedBy(field), before);
    // What is added to a variable of its own is not added to the one that it hides.
    const assigned = isLocal && told?.append === true ? { ...told, binding: null } : told;
    const declares = !has("f") && !has("F") && !has("p");
    if (assigned === null) {
      // Which variable it names is not known.
      state = withoutVariables(state);
      if (declares) state = withHazard(state, command);
      continue;
    }
    const { name } = assigned;
    before.add(name);
    if (has("n") && command !== "export" && declares && mayStandForHazard(assigned)) state = withHazard(state, command);
    const inherits = isLocal && assigned.bare && mayInherit(state, name, has("I"));
    const outer = state;
    if (isLocal) {
      const hidden = hide(state, name, state.level);
      if (hidden === null) engine.recorder.floor("<oversized-bash-command>", spanIn(context, field.span), TOO_MANY);
      state = hidden ?? state;
    }
    if (declares) {
      const plain = assigned.bare ? { ...assigned, bare: false } : assigned;
      // `local A` hides what `A` was; `declare A` outside of a function leaves it.
      if (!assigned.bare || isLocal)
        state = assign(engine, state, has("a") || has("A") ? unlessArray(plain) : plain, context);
      if (assigned.bare && isLocal && isOwn(outer, name)) state = bind(state, name, outer.variables.get(name) ?? null);
      else if (assigned.bare && isLocal && !state.options.has(`readonly ${name}`)) {
        const unset: Binding = { kind: "scalar", options: [null] };
        state = bind(state, name, inherits ? joinBindings(unset, outer.variables.get(name)) : unset);
      }
      if (has("g") && inFunction && !assigned.bare) state = assignGlobal(outer, name, state);
      if (!isLocal && inFunction) state = keepTemporary(state, name);
    }
    if (exports) {
      state = exportName(state, name);
      recordAssigned(engine, assigned, field.span, null, state.base, context);
    }
    // Beyond the bound, any assignment may fail.
    if (command === "readonly" || has("r")) state = withNoted(state, `readonly ${name}`, "attributes");
  }
  return state;
}

/** Whether `local NAME` may keep the value that the name has. */
function mayInherit(state: ShellState, name: string, told: boolean): boolean {
  const unsure = state.shadows.get(name)?.at(-1)?.sure === false;
  return (
    told ||
    unsure ||
    isTemporary(state, name) ||
    ["localvar_inherit", "other shell"].some((one) => state.options.has(one))
  );
}

/** `declare -n NAME=PATH`: what is assigned to NAME from now on is assigned to the other variable. */
function mayStandForHazard({ binding }: Assigned): boolean {
  if (binding?.kind !== "scalar") return true;
  return binding.options.some((value) => {
    const target = value === null ? null : knownText(value);
    return target === null || target === "" || assignmentEffect(target) === "runs-commands";
  });
}

/** `export A=1 A+=2`: words are expanded before the first of them assigns. */
function unlessAppended(assigned: Assigned | null, before: ReadonlySet<string>): Assigned | null {
  return assigned?.append === true && before.has(assigned.name) ? { ...assigned, binding: null } : assigned;
}

function unlessArray(assigned: Assigned): Assigned {
  return assigned.binding?.kind === "array" ? assigned : { ...assigned, binding: null };
}

/** What a word that bash only sees as an assignment when it runs assigns. */
function assignedBy(field: Field): Assigned | null {
  if (field.count !== "one") return null;
  const front = frontOf(field.value);
  const match = /^([A-Za-z_][A-Za-z0-9_]*)(\[|\+?=)?/.exec(front);
  const [, name, operator] = match ?? [];
  if (name === undefined) return null;
  if (operator === "=") {
    return { name, binding: { kind: "scalar", options: [after(field.value, name.length + 1)] }, bare: false };
  }
  if (operator !== undefined) return { name, binding: null, bare: false };
  return knownText(field.value) === name ? { name, binding: null, bare: true } : null;
}

function unsetNames(operands: readonly Field[], state: ShellState): ShellState {
  let next = state;
  const functions = new Map(state.functions);
  const ofFunctions = operands.some((field) => textOf(field) === "-f");
  for (const field of operands) {
    const text = textOf(field);
    if (text?.startsWith("-") === true) continue;
    if (text === null) return withoutVariables(ofFunctions ? next : withHazard(next, "unset"));
    if (!NAME.test(text)) {
      next = bind(next, /^[A-Za-z_0-9]*/.exec(text)?.[0] ?? "", null);
      continue;
    }
    next = { ...next, hazards: new Set([...next.hazards].filter((name) => name !== text || name === "PATH")) };
    next = unsetVariable(
      next,
      text,
      ["localvar_unset", "other shell"].some((one) => next.options.has(one)),
    );
    // Where the name stands for another one, it is not known which.
    if (next.options.has("nameref")) next = withoutVariables(next);
    // Without a `PATH`, commands are files of the working directory.
    if (text === "PATH" && !ofFunctions) next = withHazard(next, text);
    const defined = functions.get(text);
    if (defined !== undefined) functions.set(text, { ...defined, certain: false });
  }
  return { ...next, functions };
}

function defineAliases(operands: readonly Field[], state: ShellState): ShellState {
  let next = state;
  for (const field of operands) {
    const name = /^([^=\s]+)=/.exec(frontOf(field.each))?.[1];
    if (name !== undefined) next = withAlias(next, name, after(field.each, name.length + 1));
  }
  return next;
}

/** `set -- a b`, `set -a`. */
function setOptions(engine: Engine, operands: readonly Field[], run: Run): ShellState {
  let next = holding(
    run.environment,
    operands.map((field) => field.each),
  );
  for (let at = 0; at < operands.length; at++) {
    const text = textOf(operands[at]);
    if (text === "--") return { ...next, positional: positionalOf(operands.slice(at + 1), next.positional.zero) };
    if (text === null || !/^[-+]./.test(text))
      return { ...next, positional: positionalOf(operands.slice(at), next.positional.zero) };
    const named = /o/.test(text) && operands[at + 1] !== undefined;
    const option = named ? textOf(operands[at + 1]) : null;
    if (text.startsWith("-")) {
      const letters = text.includes("H") ? ["histexpand"] : [];
      next = withOptions(next, named ? [...letters, option] : letters);
    }
    if (option !== null && text.endsWith("o")) at++;
    if (text.startsWith("-") && (text.includes("a") || option === "allexport")) next = withOption(next, "allexport");
    if (text.startsWith("-") && (text.includes("k") || option === "keyword")) {
      const detail = "with `set -k`, words that look like assignments are none of the command's";
      engine.recorder.floor("<unparseable-bash-command>", spanOfFields(operands, run.context), detail);
    }
    if (/[Ho]/.test(text)) floorHistory(engine, next, spanOfFields(operands, run.context));
  }
  return next;
}

const SHOPT_OPTIONS = [...FOLLOWED_OPTIONS].filter((name) => !name.startsWith("hist"));

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

function setShellOptions(engine: Engine, operands: readonly Field[], { environment: state, context }: Run): ShellState {
  const texts = operands.map(textOf);
  const flags = texts.filter((text) => text?.startsWith("-") === true).join("");
  const words = texts.filter((text) => text?.startsWith("-") !== true);
  // Without `-o`, one of which the name is not known is none of those of `set`.
  const names = flags.includes("o") ? words : words.flatMap((name) => (name === null ? SHOPT_OPTIONS : [name]));
  if (flags.includes("s") || (flags === "" && words[0] === null)) {
    const next = withOptions(state, names);
    floorHistory(engine, next, spanOfFields(operands, context));
    return next;
  }
  if (!flags.includes("u")) return state;
  return { ...state, options: new Set([...state.options].filter((name) => !names.includes(name))) };
}

/** `printf -v NAME FORMAT …` */
function printToVariable(engine: Engine, operands: readonly Field[], run: Run): ShellState {
  const { environment: state, context } = run;
  const [option, target, format, ...args] = operands;
  const text = textOf(option);
  if (text?.startsWith("-v") !== true) return state;
  const attached = text.length > 2;
  const name = attached ? text.slice(2) : textOf(target);
  const [pattern, rest] = attached ? [target, format === undefined ? [] : [format, ...args]] : [format, args];
  if (name === null || name === undefined || !NAME.test(name)) return loseNames(engine, "printf", operands, run);
  const known = textOf(pattern);
  const values = rest.map((field) => field.value);
  const printed: Value | null =
    known === null || rest.some((field) => field.count !== "one")
      ? null
      : formatText(known, values, values.map(knownText));
  const binding = printed === null ? null : ({ kind: "scalar", options: [printed] } as const);
  return assign(engine, state, { name, binding, bare: false }, context);
}

/** Nothing is known any more of the variables that the words name. */
function loseNames(engine: Engine, command: string, operands: readonly Field[], run: Run): ShellState {
  let state = holding(run.environment, [run.input]);
  for (const [at, field] of operands.entries()) {
    const text = textOf(field);
    if (text === null) return withoutVariables(mayName(command, operands, at) ? withHazard(state, command) : state);
    for (const name of text.match(/[A-Za-z_][A-Za-z0-9_]*/g)?.slice(0, 32) ?? []) {
      state = assign(engine, state, { name, binding: null, bare: false }, anchoredAt(run.context, [field]));
    }
  }
  return state;
}

/** Whether the operand at an index, of which the text is not known, may be the name of the variable that is set. */
function mayName(command: string, operands: readonly Field[], at: number): boolean {
  switch (command) {
    case "wait":
      return operands.some((field) => textOf(field)?.startsWith("-p") === true);
    case "let":
      return false;
    case "getopts":
      return at === 1 || operands[at]?.count !== "one";
    default:
      return true;
  }
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

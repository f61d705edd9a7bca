/** Simple commands: assignments, words, redirections. */
import { spanIn, unchanged } from "../engine.ts";
import { joinBindings } from "../binding.ts";
import type { Context, Engine, Outcome, Run } from "../engine.ts";
import { loseVariable } from "../locals.ts";
import { recordAssigned } from "../record/mention-recorder.ts";
import { bind, volatile, withoutElements } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Redirection, SimpleCommand } from "../syntax.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { literalOf } from "../words/literal.ts";
import { expandAssignment, expandValue, expandWords } from "../words/words.ts";
import { NO_PINS, worldsOf } from "../words/worlds.ts";
import type { Pins } from "../words/worlds.ts";
import { assign, exportName } from "./assignments.ts";
import { evaluateAssigned, holding } from "./evaluation.ts";
import { withFirstChange } from "./first-change.ts";
import { hasOwnInput, isExecAlone, standardInput, withInputBack, withOpened, withOtherInput } from "./input.ts";
import { runNested, runNestedAssignment, valuesOf, wordOfRedirection, wordsOf } from "./nested.ts";
import { joinOutcomes } from "./outcomes.ts";
import { recordRedirection } from "./redirections.ts";
import { renaming } from "./renaming.ts";
import { expanding, partsOf } from "./side-effects.ts";
import { recordPrinted } from "./written-files.ts";

/** Runs a simple command. */
export function runSimple(engine: Engine, command: SimpleCommand, state: ShellState, context: Context): Outcome {
  if (isLiteral(command)) {
    const outcome = runWorld(engine, command, NO_PINS, state, context, new Map());
    return withFirstChange(engine, command, outcome, state, context);
  }
  const { state: begun, set, end } = expanding(engine, partsOf(command), state, context);
  for (const assignment of command.assignments) runNestedAssignment(engine, assignment, begun, context);
  const seen = new Map<string, number>();
  let outcome: Outcome | null = null;
  for (const pins of worldsOf(wordsOf(command), command.words[0], engine.scope(begun, context.source), set)) {
    // Each further way is as much work as a command of its own.
    if (outcome !== null && !engine.recorder.step(spanIn(context, command.span))) break;
    const next = runWorld(engine, command, pins, begun, context, seen);
    outcome = outcome === null ? next : joinOutcomes(outcome, next);
  }
  runNested(engine, [...command.words, ...command.redirections.map(wordOfRedirection)], begun, context);
  return end(outcome ?? unchanged(begun));
}

/** Nothing in the command is expanded but braces, tildes and globs. */
function isLiteral(command: SimpleCommand): boolean {
  if (command.assignments.length > 0) return false;
  const words = [...command.words, ...command.redirections.map(wordOfRedirection)];
  return words.every((word) => literalOf(word) !== null);
}

/** Runs the command in one way of reading it. */
function runWorld(
  engine: Engine,
  command: SimpleCommand,
  pins: Pins,
  state: ShellState,
  context: Context,
  seen: Map<string, number>,
): Outcome {
  const fields = expandWords(command.words, engine.scope(state, context.source, pins));
  let environment = state;
  for (const assignment of command.assignments) {
    const scope = engine.scope(environment, context.source, pins);
    const assigned = expandAssignment(assignment, scope);
    // Of an element, and of what is added to what is not known, only the text is remembered.
    if (assigned.binding === null) {
      const values = valuesOf(assignment).map((word) => expandValue(word, scope));
      evaluateAssigned(engine, assigned.name, values, environment, context);
      environment = renaming(holding(environment, values), assignment, values, scope);
    }
    // Before a command, it is a variable of that command's own.
    const own = fields.length === 0 ? environment : withoutElements(environment, assigned.name);
    environment = assign(engine, own, assigned, context);
    if (fields.length === 0) {
      // What `history -w` and `history -a` write.
      if (assignment.name === "HISTFILE") recordAssigned(engine, assigned, assignment.span, null, state.base, context);
      continue;
    }
    environment = exportName(environment, assignment.name);
    recordAssigned(engine, assigned, assignment.span, null, state.base, context);
  }
  if (fields.length === 0) {
    for (const redirection of command.redirections) recordRedirection(engine, redirection, pins, state, null, context);
    const after = boundDescriptors(engine, command.redirections, environment, context);
    // An assignment alone cannot fail; a substitution in it, a redirection beside it, or a variable that is gone, can.
    const fails =
      command.redirections.length > 0 ||
      wordsOf(command).some((word) => word.parts.some((part) => part.kind !== "literal"));
    return { success: after, failure: fails ? after : { ...after, dead: true } };
  }
  const fed = standardInput(engine, command.redirections, pins, state, context);
  const assigned = command.assignments.map((assignment) => assignment.name);
  const keeps = assigned.length > 0 && keepsAssigned(fields);
  if (keeps) environment = unsettled(environment, assigned);
  const ownInput = hasOwnInput(command.redirections);
  if (ownInput) environment = withOtherInput(environment);
  const run = {
    state: ownInput ? withOtherInput(state) : state,
    environment,
    assigned,
    context,
    ...fed,
    lookup: "shell",
    seen,
  } as const;
  const { outcome, unit } = engine.fields(fields, run);
  for (const redirection of command.redirections) recordRedirection(engine, redirection, pins, state, unit, context);
  recordPrinted(engine, command, pins, state, context);

  const lasting = isExecAlone(fields);
  const reset = ownInput && !lasting ? withInputBack(outcome, state) : outcome;
  const after = assigned.length === 0 ? reset : restored(reset, { ...run, state }, textOf(fields[0]), keeps);
  const behind = (one: ShellState): ShellState => {
    const bound = boundDescriptors(engine, command.redirections, one, context);
    return lasting ? withOpened(engine, command.redirections, bound, context) : bound;
  };
  return { success: behind(after.success), failure: behind(after.failure) };
}

/** `{fd}>file` sets a variable. */
export function boundDescriptors(
  engine: Engine,
  redirections: readonly Redirection[],
  state: ShellState,
  context: Context,
): ShellState {
  let next = state;
  for (const { descriptor } of redirections) {
    if (typeof descriptor === "string")
      next = assign(engine, next, { name: descriptor, binding: null, bare: false }, context);
  }
  return next;
}

/** Builtins that keep what was assigned before them, at least in some modes of the shell. */
const KEEPS = new Set([
  "export",
  "readonly",
  "declare",
  "typeset",
  "local",
  "eval",
  "source",
  ".",
  "exec",
  ":",
  "set",
  "unset",
]);

/** Whether what is assigned before the command may be there behind it. */
function keepsAssigned(fields: readonly Field[]): boolean {
  const [name, next] = [textOf(fields[0]) ?? ":", textOf(fields[1]) ?? ":"];
  return KEEPS.has(name) || ((name === "command" || name === "builtin") && fields.length > 1 && KEEPS.has(next));
}

/**
 * The state in which variables are not followed any more once they are set anew: before a program text, they stand in
 * two places at once.
 */
function unsettled(state: ShellState, names: readonly string[]): ShellState {
  return { ...state, options: new Set([...state.options, ...names.map(volatile)]) };
}

/** The options of a state in which they are followed again. */
function settled(state: ShellState, before: ShellState, names: readonly string[]): ReadonlySet<string> {
  const own = new Set(names.map(volatile).filter((option) => !before.options.has(option)));
  return new Set([...state.options].filter((option) => !own.has(option)));
}

/** The outcome with what was assigned for the command alone taken back. */
function restored(
  outcome: Outcome,
  { state, environment, assigned = [] }: Run,
  name: string | null,
  keeps: boolean,
): Outcome {
  const called = state.functions.get(name ?? "");
  const restore = (after: ShellState): ShellState => {
    if (after === state) return after;
    let next = after;
    for (const one of assigned) {
      const own = environment.variables.get(one);
      const left = after.variables.get(one);
      const before = state.variables.get(one);
      // A builtin may set the variable itself; behind a function, what is left is known.
      const untouched = left === before || (left === own && called === undefined);
      const both = untouched ? before : joinBindings(before, left);
      const restoredTo = called?.certain === true ? left : both;
      next = keeps ? loseVariable(next, one) : bind(next, one, restoredTo ?? null);
    }
    const hazards = [...after.hazards].filter((hazard) => state.hazards.has(hazard) || !assigned.includes(hazard));
    const exported = [...after.exported].filter((other) => state.exported.has(other) || !assigned.includes(other));
    // In a function, bash may leave one more variable of the name behind.
    const options = keeps && state.level === 0 ? settled(next, state, assigned) : next.options;
    return { ...next, options, hazards: new Set([...state.hazards, ...hazards]), exported: new Set(exported) };
  };
  return { success: restore(outcome.success), failure: restore(outcome.failure) };
}

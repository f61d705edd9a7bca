/** Simple commands: assignments, words, redirections. */
import { unchanged } from "../engine.ts";
import type { Context, Engine, Outcome } from "../engine.ts";
import { recordAssigned } from "../record/mention-recorder.ts";
import { ANY_NAME } from "../record/names.ts";
import type { Names } from "../record/names.ts";
import { bind } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Redirection, SimpleCommand, Word } from "../syntax.ts";
import { textOf } from "../words/field.ts";
import { inputOf, namesOfScript, takesInput } from "../words/output.ts";
import { expandAssignment, expandValue, expandWords } from "../words/words.ts";
import { NO_PINS, worldsOf } from "../words/worlds.ts";
import type { Pins } from "../words/worlds.ts";
import { assign, exportName } from "./assignments.ts";
import { evaluateAssigned, holding } from "./evaluation.ts";
import { runNested, runNestedAssignment, valuesOf, wordOfRedirection, wordsOf } from "./nested.ts";
import { joinOutcomes } from "./outcomes.ts";
import { recordRedirection } from "./redirections.ts";
import { renaming } from "./renaming.ts";
import { assignedByExpansion } from "./side-effects.ts";
import { recordPrinted } from "./written-files.ts";

/** Runs a simple command. */
export function runSimple(engine: Engine, command: SimpleCommand, state: ShellState, context: Context): Outcome {
  if (isLiteral(command)) return runWorld(engine, command, NO_PINS, state, context, new Map());
  for (const assignment of command.assignments) runNestedAssignment(engine, assignment, state, context);
  const seen = new Map<string, number>();
  let outcome: Outcome | null = null;
  for (const pins of worldsOf(wordsOf(command), command.words[0], engine.scope(state, context.source))) {
    const next = runWorld(engine, command, pins, state, context, seen);
    outcome = outcome === null ? next : joinOutcomes(outcome, next);
  }
  runNested(engine, [...command.words, ...command.redirections.map(wordOfRedirection)], state, context);
  return assignedByExpansion(engine, command, outcome ?? unchanged(state), state, context);
}

/** Nothing in the command is expanded but braces, tildes and globs. */
function isLiteral(command: SimpleCommand): boolean {
  if (command.assignments.length > 0) return false;
  const literal = (word: Word): boolean =>
    word.assignment === undefined && word.parts.every((part) => part.kind === "literal");
  return command.words.every(literal) && command.redirections.every((one) => literal(wordOfRedirection(one)));
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
    environment = assign(engine, environment, assigned, context);
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
  const { outcome, unit } = engine.fields(fields, { state, environment, context, ...fed, lookup: "shell", seen });
  for (const redirection of command.redirections) recordRedirection(engine, redirection, pins, state, unit, context);
  recordPrinted(engine, command, pins, state, context);

  const after = command.assignments.length === 0 ? outcome : restored(outcome, command, state, textOf(fields[0]));
  return {
    success: boundDescriptors(engine, command.redirections, after.success, context),
    failure: boundDescriptors(engine, command.redirections, after.failure, context),
  };
}

/** The standard input of a command with redirections, and whether it is other than that of the whole program. */
export function standardInput(
  engine: Engine,
  redirections: readonly Redirection[],
  pins: Pins,
  state: ShellState,
  context: Context,
): Pick<Context, "input" | "fed" | "names"> {
  const own = redirections.some((one) => (one.descriptor === null || one.descriptor === 0) && takesInput(one));
  if (!own) return { input: context.input, fed: context.fed, names: context.names };
  return {
    input: inputOf(redirections, engine.scope(state, context.source, pins), context.input),
    fed: true,
    names: namesIn(engine, redirections, state),
  };
}

/** The names in the standard input, where a redirection takes what a command prints: `< <(find .)`. */
function namesIn(engine: Engine, redirections: readonly Redirection[], state: ShellState): Names {
  const input = redirections.findLast((one) => one.descriptor === null || one.descriptor === 0);
  if (input === undefined || input.kind === "here-document") return ANY_NAME;
  const parts = wordOfRedirection(input).parts;
  const [part] = parts;
  if (parts.length !== 1 || (part?.kind !== "process-substitution" && part?.kind !== "command-substitution"))
    return ANY_NAME;
  if (input.kind === "file" && (part.kind !== "process-substitution" || !input.operator.startsWith("<")))
    return ANY_NAME;
  return namesOfScript(part.script, engine.scope(state, part.script.source));
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

/** The outcome with what was assigned for the command alone taken back. */
function restored(outcome: Outcome, command: SimpleCommand, state: ShellState, name: string | null): Outcome {
  const restore = (after: ShellState): ShellState => {
    if (after === state) return after;
    let next = after;
    for (const assignment of command.assignments) {
      const before = KEEPS.has(name ?? ":") ? null : (state.variables.get(assignment.name) ?? null);
      next = bind(next, assignment.name, before);
    }
    const names = new Set(command.assignments.map((assignment) => assignment.name));
    const hazards = [...after.hazards].filter((hazard) => state.hazards.has(hazard) || !names.has(hazard));
    return { ...next, hazards: new Set([...state.hazards, ...hazards]) };
  };
  return { success: restore(outcome.success), failure: restore(outcome.failure) };
}

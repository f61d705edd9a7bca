/** Calls of functions that the program defines. */
import type { Value } from "../../text.ts";
import { inside, NOWHERE, spanIn, unchanged } from "../engine.ts";
import type { Engine, Frame, Outcome, Run } from "../engine.ts";
import { CALL_STEPS, MAX_RECURSION } from "../limits.ts";
import { hide, keepTemporary, leave } from "../locals.ts";
import { forget, join, UNKNOWN_POSITIONAL } from "../state.ts";
import type { DefinedFunction, Positional, ShellState } from "../state.ts";
import { UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { holding } from "./evaluation.ts";

/** Runs a function's body with its arguments. */
export function callFunction(engine: Engine, one: DefinedFunction, args: readonly Field[], run: Run): Outcome {
  const { definition } = one;
  engine.recorder.called.add(definition);
  if (!engine.recorder.step(definition.span, CALL_STEPS)) return unchanged(run.environment);
  const { context, environment } = run;
  const around = context.calls.filter((call) => call === definition).length;
  // A call inside itself, over and over: its arguments may be anything. One more round, and it is all known.
  if (around > MAX_RECURSION) return { success: forget(environment), failure: forget(environment) };
  const positional = around === MAX_RECURSION ? UNKNOWN_POSITIONAL : positionalOf(args, environment.positional.zero);
  const held = holding(
    environment,
    args.map((field) => field.each),
  );
  const state = around === MAX_RECURSION ? { ...forget(held), positional } : { ...held, positional };

  const level = state.level + 1;
  const frame: Frame = { returns: [] };
  const outcome = engine.command(
    definition.body,
    { ...withTemporary(engine, state, run), level },
    {
      ...inside(context, `in function ${definition.name}`),
      input: run.input,
      fed: run.fed,
      names: run.names,
      source: one.source,
      anchor: one.anchor,
      calls: [...context.calls, definition],
      frame,
      jumps: [],
    },
  );
  const returned = frame.returns.reduce<ShellState | null>((a, b) => (a === null ? b : join(a, b)), null);
  const ended = (end: ShellState): ShellState => {
    const after = leave(returned === null ? end : join(end, returned), level - BEFORE_CALL);
    return { ...after, level: level - 1, positional: environment.positional };
  };
  return { success: ended(outcome.success), failure: ended(outcome.failure) };
}

/** How far below a function the variables stand that were assigned for its call alone. */
const BEFORE_CALL = 0.5;

/** The state with the variables that were assigned for the call alone hiding those of their names. */
function withTemporary(engine: Engine, state: ShellState, run: Run): ShellState {
  let next = state;
  for (const name of run.assigned ?? []) {
    // What it hides is what was there before the assignment.
    const { variables, exported, hazards } = run.state;
    const hidden = hide({ ...next, variables, exported, hazards }, name, state.level + 1 - BEFORE_CALL);
    if (hidden === null) engine.recorder.floor("<oversized-bash-command>", spanIn(run.context, NOWHERE), TOO_MANY);
    else next = { ...next, shadows: hidden.shadows };
    // Other shells keep them.
    if (state.options.has("other shell")) next = keepTemporary(next, name);
  }
  return next;
}

/** Why a program is not followed that has more variables in functions than are kept apart. */
export const TOO_MANY = "more variables are local to functions than are followed";

/** The positional parameters that fields become; what follows one that is not a single word is not known. */
export function positionalOf(args: readonly Field[], zero: Value = UNKNOWN): Positional {
  const unclear = args.findIndex((field) => field.count !== "one");
  const known = unclear === -1 ? args : args.slice(0, unclear);
  return { zero, known: known.map(parameterOf), open: unclear !== -1 };
}

/** A name that a search hands over (`find -exec sh -c 'cat "$1"' _ {}`) is one of those that it finds. */
function parameterOf({ value, each, origin }: Field): Value {
  return origin === "data" && each.length > 0 ? each : value;
}

/** Notes the functions that a command has bash call by itself: `compgen -F f`. */
export function noteRecalled(engine: Engine, name: string | null, fields: readonly Field[]): void {
  if (name !== "compgen" && name !== "complete") return;
  for (const [index, field] of fields.entries()) {
    const text = textOf(field);
    const [, attached] = /^-[A-Za-z]*?F(.*)$/s.exec(text ?? "") ?? [];
    if (text === null) engine.recorder.recalled.add(null);
    else if (attached !== undefined) engine.recorder.recalled.add(attached || textOf(fields[index + 1]));
  }
}

/** Calls of functions that the program defines. */
import type { Value } from "../../text.ts";
import { inside, unchanged } from "../engine.ts";
import type { Engine, Frame, Outcome, Run } from "../engine.ts";
import { CALL_STEPS, MAX_RECURSION } from "../limits.ts";
import { bind, forget, join, UNKNOWN_POSITIONAL } from "../state.ts";
import type { DefinedFunction, Positional, ShellState } from "../state.ts";
import { UNKNOWN } from "../value.ts";
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

  const frame: Frame = { returns: [], locals: new Map() };
  const outcome = engine.command(definition.body, state, {
    ...inside(context, `in function ${definition.name}`),
    input: run.input,
    fed: run.fed,
    names: run.names,
    source: one.source,
    anchor: one.anchor,
    calls: [...context.calls, definition],
    frame,
    jumps: [],
  });
  const returned = frame.returns.reduce<ShellState | null>((a, b) => (a === null ? b : join(a, b)), null);
  const ended = (end: ShellState): ShellState => {
    let after = returned === null ? end : join(end, returned);
    for (const [name, before] of frame.locals) after = bind(after, name, before);
    return { ...after, positional: environment.positional };
  };
  return { success: ended(outcome.success), failure: ended(outcome.failure) };
}

/** The positional parameters that fields become; what follows one that is not a single word is not known. */
export function positionalOf(args: readonly Field[], zero: Value = UNKNOWN): Positional {
  const unclear = args.findIndex((field) => field.count !== "one");
  const known = unclear === -1 ? args : args.slice(0, unclear);
  return { zero, known: known.map((field) => field.value), open: unclear !== -1 };
}

/**
 * Program texts that a program hands to a shell: parsed and walked like the program itself.
 *
 * A part of the text that is not known could be anything, so a command of which nothing is known is recorded for it;
 * the rest is walked with a mark in its place.
 */
import type { Value } from "../../text.ts";
import { NOWHERE, spanIn, unchanged } from "../engine.ts";
import type { Context, Engine, Outcome } from "../engine.ts";
import { MAX_DEPTH, MAX_OPTIONS } from "../limits.ts";
import { recordFaults } from "../record/faults.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { forget, join } from "../state.ts";
import type { ShellState } from "../state.ts";
import { DATA_WORDS, HOLE_MARK, isNumber, sizeOf, textWith, waysOf } from "../value.ts";
import { joinOutcomes } from "./outcomes.ts";

/** Walks a program text in the shell itself (`eval`), and answers the state behind it. The context is anchored. */
export function runProgram(engine: Engine, text: Value, state: ShellState, context: Context): Outcome {
  let outcome: Outcome | null = null;
  for (const way of waysOf(text, MAX_OPTIONS)) {
    const next = runWay(engine, way, state, context);
    outcome = outcome === null ? next : joinOutcomes(outcome, next);
  }
  return outcome ?? unchanged(state);
}

function runWay(engine: Engine, text: Value, state: ShellState, context: Context): Outcome {
  const span = spanIn(context, NOWHERE);
  const open = text.some((piece) => typeof piece !== "string" && !isNumber(piece) && piece !== DATA_WORDS);
  if (open) recordUnknownCommand(engine, span, context);
  if (!text.some((piece) => typeof piece === "string" && piece.trim() !== ""))
    return unchanged(open ? forget(state) : state);

  if (context.depth >= MAX_DEPTH) {
    engine.recorder.floor("<oversized-bash-command>", span, `programs are nested more than ${MAX_DEPTH} levels deep`);
    return unchanged(forget(state));
  }
  if (!engine.takePayload(sizeOf(text))) {
    engine.recorder.floor("<oversized-bash-command>", span, "the programs in this command are too long");
    return unchanged(forget(state));
  }
  const source = textWith(text, HOLE_MARK);
  const { readings, agree } = engine.readPayload(source);
  recordFaults(engine.recorder, readings, agree, span);
  let outcome: Outcome | null = null;
  for (const { script } of readings) {
    const next = engine.list(script.statements, state, { ...context, source: script.source, anchor: span });
    outcome = outcome === null ? next : joinOutcomes(outcome, next);
  }
  if (!open && outcome !== null) return outcome;
  return unchanged(forget(outcome === null ? state : join(outcome.success, outcome.failure)));
}

/** Loops: their bodies run until what is known at their start changes no more, or counts as unknown. */
import type { Value } from "../../text.ts";
import type { Context, Engine, Jumps } from "../engine.ts";
import { MAX_LOOP_DEPTH, MAX_LOOP_ROUNDS, MAX_OPTIONS } from "../limits.ts";
import { bind, forget, isCovered, join, widen } from "../state.ts";
import type { Binding } from "../binding.ts";
import type { ShellState } from "../state.ts";
import type { CompoundBody, Statement } from "../syntax.ts";
import { NUMBER, waysOf } from "../value.ts";
import { expandWords } from "../words/words.ts";
import { assign, withHazard } from "./assignments.ts";
import { runNested, runNestedParts } from "./nested.ts";
import { assignedByArithmetic, whileExpanding } from "./side-effects.ts";

type Loop = CompoundBody & { readonly kind: "while" | "for" | "select" | "arithmetic-for" };

/** Runs a loop; the state behind it. */
export function runLoop(engine: Engine, loop: Loop, state: ShellState, context: Context): ShellState {
  const jumps: Jumps = { breaks: [], continues: [] };
  const within: Context = { ...context, loops: context.loops + 1, jumps: [...context.jumps, jumps] };
  const run = (statements: readonly Statement[], start: ShellState): ShellState => {
    const { success, failure } = engine.list(statements, start, within);
    return join(success, failure);
  };
  switch (loop.kind) {
    case "while":
      return repeat(engine, loop, state, within, jumps, (start) => {
        const tried = engine.list(loop.condition, start, within);
        const [go, stop] = loop.until ? [tried.failure, tried.success] : [tried.success, tried.failure];
        return { again: run(loop.body, go), left: stop };
      });
    case "for":
    case "select": {
      const expanded = whileExpanding(engine, loop.list ?? [], state, context);
      if (loop.list !== null) runNested(engine, loop.list, expanded, context);
      const binding = listBinding(engine, loop, expanded, context);
      return repeat(engine, loop, expanded, within, jumps, (start) => {
        // `select` also reads a line of its input into REPLY.
        const asked = loop.kind === "select" ? bind(start, "REPLY", null) : start;
        const begun = assign(engine, asked, { name: loop.variable, binding, bare: false }, context);
        // Where the variable stands for others, the loop makes it stand for each of its words.
        const renamed = begun.options.has("nameref") ? withHazard(begun, "declare") : begun;
        return { again: run(loop.body, renamed), left: start };
      });
    }
    case "arithmetic-for": {
      const expanded = assignedByArithmetic(engine, loop.expressions, state, context);
      for (const expression of loop.expressions) runNestedParts(engine, expression.parts, expanded, context, true);
      const set = (start: ShellState): ShellState => assignedByArithmetic(engine, loop.expressions, start, context);
      return repeat(engine, loop, set(state), within, jumps, (start) => ({
        again: set(run(loop.body, start)),
        left: start,
      }));
    }
  }
}

/** The values that the variable of a loop takes, or null where they are not known. */
function listBinding(
  engine: Engine,
  loop: Loop & { kind: "for" | "select" },
  state: ShellState,
  context: Context,
): Binding | null {
  let values: readonly Value[];
  if (loop.list === null) {
    const { known, open } = state.positional;
    if (open) return null;
    values = known;
  } else {
    const fields = expandWords(loop.list, engine.scope(state, context.source));
    if (fields.some((field) => !field.uniform || field.origin !== "text")) return null;
    values = fields.flatMap((field) => waysOf(field.each, MAX_OPTIONS));
  }
  if (values.length === 0) return null;
  if (values.length <= MAX_OPTIONS) return { kind: "scalar", options: values };
  const numbers = values.every((value) =>
    value.every((piece) => typeof piece === "string" && /^-?[0-9]+$/.test(piece)),
  );
  return numbers ? { kind: "scalar", options: [[NUMBER]] } : null;
}

interface Round {
  /** The state behind the body, with which the next round starts. */
  readonly again: ShellState;
  /** The state in which the loop ends instead of beginning the round. */
  readonly left: ShellState;
}

/** Runs rounds until they change nothing more; only the last one's findings are kept. */
function repeat(
  engine: Engine,
  loop: Loop,
  state: ShellState,
  context: Context,
  { breaks, continues }: Jumps,
  round: (start: ShellState) => Round,
): ShellState {
  // A loop that stands deep runs again in each round of those around it, and where it runs in a shell of its own, what it
  // comes to is lost each time. It starts with all that it came to before, so that one round mostly suffices.
  const isDeep = context.loops > MAX_LOOP_DEPTH;
  const { deepLoops } = engine;
  let start = isDeep ? join(forget(state), deepLoops.get(loop) ?? { ...state, dead: true }) : state;
  for (let count = 1; ; count++) {
    const mark = engine.recorder.mark();
    const { again, left } = round(start);
    const end = continues.reduce(join, again);
    const done = breaks.reduce(join, join(left, end));
    if (isCovered(end, start) || count > MAX_LOOP_ROUNDS + 1 || engine.recorder.stopped) {
      if (isDeep) deepLoops.set(loop, start);
      return { ...done, dead: state.dead };
    }
    engine.recorder.rollBack(mark);
    breaks.length = 0;
    continues.length = 0;
    if (count < MAX_LOOP_ROUNDS) start = join(start, end);
    else start = count === MAX_LOOP_ROUNDS ? widen(start, end) : forget(join(start, end));
  }
}

/** `[[ … ]]`: the files that it looks at, and the operands that it evaluates as arithmetic. */
import type { Context, Engine } from "../engine.ts";
import { recordPath } from "../record/mention-recorder.ts";
import type { ShellState } from "../state.ts";
import type { TestOperand } from "../syntax.ts";
import { expandValue } from "../words/words.ts";
import { evaluateSubscript, evaluateValue } from "./evaluation.ts";
import { runNested } from "./nested.ts";

/** Operators whose operand is a file's name, or whose operands both are. */
const FILES = new Set("-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S -nt -ot -ef".split(" "));
const NUMBERS = new Set("-eq -ne -lt -le -gt -ge -v".split(" "));

/** Runs a test. */
export function runTest(engine: Engine, operands: readonly TestOperand[], state: ShellState, context: Context): void {
  runNested(
    engine,
    operands.map((operand) => operand.word),
    state,
    context,
  );
  for (const { word, operator } of operands) {
    if (operator === null || (!FILES.has(operator) && !NUMBERS.has(operator))) continue;
    const value = expandValue(word, engine.scope(state, context.source), "word");
    if (NUMBERS.has(operator)) {
      if (operator === "-v") evaluateSubscript(engine, value, state, context, word.span);
      else evaluateValue(engine, value, state, context, word.span);
    } else if (value.length > 0 && !context.remote) {
      const { base } = state;
      recordPath(
        engine,
        { span: word.span, value, access: "read", base, unit: null, certainty: "path", role: "operand" },
        context,
      );
    }
  }
}

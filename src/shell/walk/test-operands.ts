/** `[[ … ]]`: the files that it looks at, and the operands that it evaluates as arithmetic. */
import type { Context, Engine } from "../engine.ts";
import { recordPath } from "../record/mention-recorder.ts";
import type { Value } from "../../text.ts";
import { bind } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { TestOperand, Word } from "../syntax.ts";
import { joinedValue } from "../words/atom.ts";
import { atomsOf } from "../words/expansion.ts";
import { expandValue } from "../words/words.ts";
import { evaluateSubscript, evaluateValue } from "./evaluation.ts";
import { runNested } from "./nested.ts";
import { whileExpanding } from "./side-effects.ts";

/** Operators whose operand is a file's name, or whose operands both are. */
const FILES = new Set("-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S -nt -ot -ef".split(" "));
const NUMBERS = new Set("-eq -ne -lt -le -gt -ge".split(" "));

/** Runs a test; the state behind it. */
export function runTest(
  engine: Engine,
  operands: readonly TestOperand[],
  state: ShellState,
  context: Context,
): ShellState {
  const words = operands.map((operand) => operand.word);
  const textIn = ({ parts }: Word, known: ShellState): Value =>
    joinedValue(atomsOf(parts, engine.scope(known, context.source), true, "none"));
  const textsOf = (isTaken: (operator: string) => boolean): Value[] =>
    operands.flatMap(({ word, operator }) => (operator !== null && isTaken(operator) ? [textIn(word, state)] : []));
  const expanded = whileExpanding(engine, words, state, context, {
    values: textsOf((operator) => NUMBERS.has(operator)),
    elements: textsOf((operator) => operator === "-v"),
  });
  runNested(engine, words, expanded, context);
  for (const { word, operator } of operands) {
    if (operator === null) continue;
    if (operator === "-v") evaluateSubscript(engine, textIn(word, expanded), expanded, context, word.span);
    if (NUMBERS.has(operator)) evaluateValue(engine, textIn(word, expanded), expanded, context, word.span);
    if (!FILES.has(operator) || context.remote) continue;
    const value = expandValue(word, engine.scope(expanded, context.source), "word");
    if (value.length > 0) {
      const { base } = expanded;
      recordPath(
        engine,
        { span: word.span, value, access: "read", base, unit: null, certainty: "path", role: "operand" },
        context,
      );
    }
  }
  return operands.some(({ operator }) => operator === "=~") ? bind(expanded, "BASH_REMATCH", null) : expanded;
}

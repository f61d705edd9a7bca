/** Recording command units. */
import { keyOf } from "../../text.ts";
import { UNKNOWN_BASE } from "../directory.ts";
import { spanOfFields } from "../engine.ts";
import type { Context, Engine, Run } from "../engine.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import type { Wrapper } from "../program.ts";
import type { Span } from "../syntax.ts";
import { UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { displayText } from "./display.ts";
import { ANY_COMMAND, questionOf } from "./question.ts";

/**
 * Records the unit of a command, and once more for each further reason that it may run something else than its words
 * say. Answers the index of the first, or null over the bound.
 */
export function recordUnit(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  wrapper: Wrapper | null,
  run: Run,
): number | null {
  const text = displayText(fields);
  const span = spanOfFields(fields, run.context);
  const question = questionOf(fields, reading, engine.settings);
  const { origin, wrappedBy } = run.context;
  const causes: (Wrapper | null)[] = wrapper === null ? [] : [wrapper];
  for (const name of hazardsOf(fields, run)) {
    causes.push({ sentinel: "<indirection-bash-wrapper>", name: `${name}=`, innerWord: null });
  }
  const words = keyOf(question.written[0] ?? []);
  let first: number | null = null;
  for (const cause of causes.length === 0 ? [null] : causes) {
    const key = `${words}\0${cause?.name ?? ""}\0${String(wrappedBy)}`;
    let index = run.seen.get(key) ?? null;
    if (index === null) {
      index = engine.recorder.unit({ span, text, question, origin, wrapper: cause, wrappedBy });
      if (index === null) return null;
      run.seen.set(key, index);
    }
    first ??= index;
  }
  return first;
}

/** Records a command of which nothing is known. It may open any file, so rules that ask about files or deny them count. */
export function recordUnknownCommand(engine: Engine, span: Span, context: Context): void {
  const { origin, wrappedBy, remote } = context;
  const unit = engine.recorder.unit({ span, text: "…", question: ANY_COMMAND, origin, wrapper: null, wrappedBy });
  if (unit === null || remote) return;
  const { recorder } = engine;
  recorder.mention({
    span,
    value: UNKNOWN,
    access: "both",
    base: UNKNOWN_BASE,
    unit,
    certainty: "word",
    role: "operand",
  });
}

/** Builtins that find no command by its name, so that no variable can make them run another one. */
const UNAFFECTED: ReadonlySet<string> = new Set(
  (
    ": [ alias bg break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable " +
    "eval exit export false fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd " +
    "read readarray readonly return set shift shopt suspend test times trap true type typeset ulimit umask unalias " +
    "unset wait"
  ).split(" "),
);

/** Variables that make the command run something else: set for it alone, or earlier in the program. */
function hazardsOf(fields: readonly Field[], run: Run): readonly string[] {
  const { hazards } = run.environment;
  const name = textOf(fields[0]);
  return run.lookup !== "external" && name !== null && UNAFFECTED.has(name) ? [] : [...hazards];
}

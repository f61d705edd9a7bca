/**
 * What a command may run behind a word that is not known: `find . $X rm x` runs `rm` where `$X` is `-exec`.
 *
 * Mostly it is no such option, so what stands there counts for rules that ask or deny alone, as one more reading of the
 * command.
 */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { anchoredAt, inside, spanOfFields } from "../engine.ts";
import type { Context, Engine, Run } from "../engine.ts";
import { readCommand } from "../knowledge/read-command.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import { WRAPPED_LEVELS } from "../limits.ts";
import { UNKNOWN_POSITIONAL } from "../state.ts";
import { clean, distinct, frontOf } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { childOf } from "./child.ts";

/** Options by which some command runs the words behind them, and such by which one runs the word behind them. */
const OF_WORDS = ["-exec", "--exec", "-x"];
const OF_TEXT = [
  "--to-command",
  "-I",
  "-e",
  "--rsh",
  "-c",
  "-P",
  "--compress-program",
  "--pager",
  "--upload-pack",
  "--pre",
];

/** Most unknown words of one command that are looked behind. */
const MOST_UNKNOWN = 16;

interface Ways {
  readonly words: boolean;
  readonly text: boolean;
}

const known = new Map<string, Ways>();

/** How a command may run what stands behind one of its options, where it does not run its operands anyway. */
function waysOf(name: string): Ways {
  let ways = known.get(name);
  if (ways === undefined) {
    const runs = (kind: string, ...words: readonly string[]): boolean =>
      readCommand([name, ...words].map((word) => [word])).wrapped.some((wrapped) => wrapped.kind === kind);
    const wraps = runs("words", "w", "w") || runs("program", "w", "w");
    ways = {
      words: !wraps && OF_WORDS.some((option) => runs("words", option, "w", "w", ";")),
      text:
        !wraps && OF_TEXT.some((option) => runs("program", option, "w w", "w") || runs("words", option, "w w", "w")),
    };
    known.set(name, ways);
  }
  return ways;
}

/** Adds what the command of a unit may run behind its unknown words to what the unit is asked about. */
export function recordDoubtful(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  unit: number,
  run: Run,
): void {
  if (reading.command === null || !fields.some(mayBeOption)) return;
  const ways = waysOf(reading.command);
  if (!ways.words && !ways.text) return;
  const { recorder } = engine;
  const mark = recorder.mark();
  const floors = recorder.floors.length;
  const context: Context = {
    ...inside(run.context, null),
    depth: run.context.depth + WRAPPED_LEVELS,
    wrappedBy: unit,
  };
  let left = MOST_UNKNOWN;
  for (const [index, field] of fields.entries()) {
    if (index === 0 || !mayBeOption(field) || left-- <= 0) continue;
    const rest = fields.slice(index + 1);
    const next = textOf(rest[0]);
    if (ways.words && next !== null && !/^[-(!)]/.test(next)) {
      engine.fields(rest, { ...run, context, state: run.environment, lookup: "external", seen: new Map() });
    }
    for (const text of ways.text ? [next, attachedTo(field.each)] : []) {
      if (text === null || !/^[\w./-]+\s/.test(text)) continue;
      engine.child(clean(text), childOf(run.environment, UNKNOWN_POSITIONAL), anchoredAt(context, [field]));
    }
  }
  const found = recorder.units.slice(mark.units).flatMap(({ question }) => [...question.written, ...question.readings]);
  recorder.rollBack(mark);
  // What stops the walk is true of all that comes behind it too.
  if (!recorder.stopped) recorder.floors.length = floors;
  if (left < 0)
    recorder.floor(
      "<oversized-bash-command>",
      spanOfFields(fields, run.context),
      "more words may be options than are looked behind",
    );
  const own = recorder.units[unit];
  if (own === undefined || found.length === 0) return;
  const readings = distinct([...own.question.readings, ...found]);
  recorder.units[unit] = { ...own, question: { ...own.question, readings } };
}

/** Whether a word that is not known may be an option: its front is not known, or what stands behind its dashes. */
function mayBeOption({ each, origin }: Field): boolean {
  return origin === "text" && knownText(each) === null && /^(?:$|-)/.test(frontOf(each));
}

/** The value in a word like `--$X=VALUE`, where it is known. */
function attachedTo(value: Value): string | null {
  const last = value.at(-1);
  const start = typeof last === "string" && value.length > 1 ? last.indexOf("=") : -1;
  return typeof last === "string" && start >= 0 ? last.slice(start + 1) : null;
}

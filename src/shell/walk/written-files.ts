/** Files that the program itself writes with a text that it tells: what runs such a file runs that text. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { resolveDirectory } from "../directory.ts";
import { anchoredAt, inside, spanIn } from "../engine.ts";
import type { Context, Engine, Outcome, Run } from "../engine.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import { WRAPPED_LEVELS } from "../limits.ts";
import type { Base } from "../program.ts";
import type { ShellState } from "../state.ts";
import type { Compound, Redirection, SimpleCommand, Span } from "../syntax.ts";
import { distinct, frontOf } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { outputOfCommand, takesInput } from "../words/output.ts";
import { expandWord } from "../words/words.ts";
import type { Pins } from "../words/worlds.ts";
import { childOf } from "./child.ts";
import { positionalOf } from "./functions.ts";
import { joinOutcomes } from "./outcomes.ts";

/** Most files whose text is remembered, and most texts of one. */
const MOST_FILES = 64;
const MOST_TEXTS = 8;

/** Remembers what a command prints into files, where both are known. Of a file that is added to, each part by itself. */
export function recordPrinted(
  engine: Engine,
  command: SimpleCommand | Compound,
  pins: Pins,
  state: ShellState,
  context: Context,
): void {
  if (context.remote) return;
  const targets = command.redirections.filter(takesOutput);
  if (targets.length === 0) return;
  const scope = engine.scope(state, context.source, pins);
  const inputs = command.redirections.filter(takesInput);
  const text = outputOfCommand({ ...command, redirections: inputs }, scope, context.input);
  if (text === null) return;
  for (const { target } of targets) {
    const span = spanIn(context, target.span);
    for (const field of expandWord(target, scope)) remember(engine, textOf(field), state.base, text, span);
  }
}

/** Remembers what `tee` writes. */
export function recordCopiedInput(engine: Engine, fields: readonly Field[], reading: CommandReading, run: Run): void {
  if (reading.command !== "tee" || run.input === null || run.context.remote) return;
  for (const [index, word] of reading.words.entries()) {
    const field = fields[index];
    if (word.kind !== "operand" || field === undefined) continue;
    remember(engine, textOf(field), run.environment.base, run.input, spanIn(run.context, field.span));
  }
}

function takesOutput(one: Redirection): one is Redirection & { kind: "file" } {
  if (one.kind !== "file" || (one.descriptor !== null && one.descriptor !== 1)) return false;
  return /^(?:>>?|>\||&>>?)$/.test(one.operator);
}

function remember(engine: Engine, name: string | null, base: Base, text: Value, span: Span): void {
  const { written } = engine.recorder;
  if (name === null || base.kind !== "known" || !text.some((piece) => typeof piece === "string" && piece.trim() !== ""))
    return;
  for (const directory of base.directories) {
    const path = resolveDirectory(directory, name);
    const texts = distinct([...(written.get(path) ?? []), text]);
    if ((written.size < MOST_FILES || written.has(path)) && texts.length <= MOST_TEXTS) written.set(path, texts);
    else engine.recorder.floor("<oversized-bash-command>", span, "more is written into files than is followed");
  }
}

/** The texts that a file may hold, of those that the program has written. */
function textsOf(engine: Engine, name: string | null, base: Base): readonly Value[] {
  const { copies, written } = engine.recorder;
  if (written.size === 0 || name === null || base.kind !== "known") return [];
  return base.directories.flatMap((directory) => {
    const path = resolveDirectory(directory, name);
    const copied = knownText(copies.get(path) ?? []) ?? "";
    const source = copied === "" ? [] : (written.get(resolveDirectory(directory, copied)) ?? []);
    return [...(written.get(path) ?? []), ...source];
  });
}

/** Where the text of a file runs; null inside of itself. */
function contextIn(name: string, field: Field, context: Context): Context | null {
  const origin = `in the file ${name}`;
  if (context.origin.includes(origin)) return null;
  return { ...anchoredAt(inside(context, origin), [field]), depth: context.depth + WRAPPED_LEVELS };
}

/** Runs what a shell finds in a file that the program has written; with `inShell`, in the shell itself. */
export function runWrittenFile(
  engine: Engine,
  field: Field,
  state: ShellState,
  base: Base,
  context: Context,
  inShell: boolean,
): Outcome | null {
  const name = textOf(field);
  const within = name === null ? null : contextIn(name, field, context);
  let outcome: Outcome | null = null;
  if (within === null) return outcome;
  for (const text of textsOf(engine, name, base)) {
    if (!inShell) engine.child(text, state, within);
    else {
      const next = engine.program(text, state, within);
      outcome = outcome === null ? next : joinOutcomes(outcome, next);
    }
  }
  return outcome;
}

/** A command that is named by such a file: `./x.sh`. */
export function runWrittenCommand(engine: Engine, fields: readonly Field[], run: Run): void {
  const [first, ...rest] = fields;
  const name = textOf(first);
  if (first === undefined || name?.includes("/") !== true) return;
  const within = contextIn(name, first, run.context);
  if (within === null) return;
  for (const text of textsOf(engine, name, run.environment.base)) {
    const interpreter = /^#![^\n]*/.exec(knownText(text) ?? frontOf(text))?.[0] ?? "";
    if (interpreter !== "" && !/sh\b/.test(interpreter)) continue;
    engine.child(text, childOf(run.environment, positionalOf(rest, first.value)), within);
  }
}

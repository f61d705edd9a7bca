/** Scripts in other languages: the commands that they run, as far as these are told. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import type { Context, Engine, Run } from "../engine.ts";
import type { Language, ScriptReading } from "../knowledge/reading.ts";
import { UNKNOWN_PART } from "../knowledge/script-effects.ts";
import type { ScriptEffects } from "../knowledge/script-effects.ts";
import { inspectScript } from "../knowledge/scripts.ts";
import { UNKNOWN_POSITIONAL } from "../state.ts";
import { clean, HOLE_MARK, textWith } from "../value.ts";
import { childOf } from "./child.ts";

/** Runs the commands in a script that is read from somewhere, as far as its text is known. */
export function runScript(engine: Engine, language: Language, script: Value | null, run: Run, context: Context): void {
  const read = readAs(language);
  if (script === null || !isScripted(read)) return;
  runEffects(engine, inspectScript(read, textWith(script, UNKNOWN_PART)), run, context);
}

/** Whether a script runs commands, or what it runs is not told. */
export function runsCommands(language: Language, script: Value): boolean {
  const read = readAs(language);
  if (!isScripted(read)) return false;
  const { runs, opaque } = inspectScript(read, textWith(script, UNKNOWN_PART));
  return runs.length > 0 || opaque;
}

/** The language as which a text is looked through: settings and messages hold escapes to a shell among other lines. */
export function readAs(language: Language): Language {
  return language === "mail" || language === "library" ? "escapes" : language;
}

/** Whether a language is one of which it is looked up what a script in it runs. */
export function isScripted(language: Language): language is "awk" | "sed" | "sql" | "make" | "escapes" {
  return ["awk", "sed", "sql", "make", "escapes"].includes(language);
}

/** Most lines that are looked at where a script runs what it reads; it is asked about in any case. */
const MOST_LINES = 64;

/** Runs what a script runs; a part of a command that it does not tell could be anything. */
export function runEffects(
  engine: Engine,
  { runs, inputs, runsRecords }: ScriptEffects | ScriptReading,
  run: Run,
  context: Context,
): void {
  const state = childOf(run.environment, UNKNOWN_POSITIONAL);
  for (const [index, text] of runs.entries()) {
    const input = inputs?.[index] ?? null;
    const given = input === null ? {} : { input: withHoles(input), fed: true };
    engine.child(withHoles(text), state, { ...context, ...given });
  }
  if (runsRecords !== true) return;
  const lines = (run.input === null ? null : knownText(run.input))?.split("\n") ?? [];
  for (const line of lines.slice(0, MOST_LINES)) if (line.trim() !== "") engine.child(clean(line), state, context);
}

function withHoles(text: string): Value {
  return clean(text.replaceAll(UNKNOWN_PART, HOLE_MARK));
}

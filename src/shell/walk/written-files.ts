/** Files that the program itself writes: what runs such a file runs what was written. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { anchoredAt, inside, spanIn } from "../engine.ts";
import type { Context, Engine, Outcome, Run } from "../engine.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import { WRAPPED_LEVELS } from "../limits.ts";
import type { Base } from "../program.ts";
import { COPYING } from "../record/links.ts";
import { UNKNOWN_POSITIONAL } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Compound, Redirection, SimpleCommand } from "../syntax.ts";
import { after, clean, frontOf, textWith, UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { outputOfCommand, takesInput } from "../words/output.ts";
import { expandWord, expandWords } from "../words/words.ts";
import type { Pins } from "../words/worlds.ts";
import { childOf } from "./child.ts";
import { rememberCopy, rememberText, textsNamed, textsOf } from "./file-texts.ts";
import { positionalOf } from "./functions.ts";
import { standardInput } from "./input.ts";
import { joinOutcomes } from "./outcomes.ts";
import { runScript } from "./scripts.ts";

/** Remembers what a command prints into the files of its redirections. */
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
  const { input } = standardInput(engine, inputs, pins, state, context);
  const text = outputOfCommand({ ...command, redirections: [] }, scope, input);
  const copied = text === null && command.kind === "simple" ? filesPrinted(expandWords(command.words, scope)) : [];
  for (const { target } of targets) {
    const span = spanIn(context, target.span);
    for (const { each } of expandWord(target, scope)) {
      for (const source of copied) rememberCopy(engine, each, state.base, source, span);
      if (copied.length === 0) rememberText(engine, each, state.base, text ?? UNKNOWN, span);
    }
  }
}

function takesOutput(one: Redirection): one is Redirection & { kind: "file" } {
  if (one.kind !== "file") return false;
  if (one.operator === "<>") return one.descriptor === 1;
  return (one.descriptor === null || one.descriptor === 1) && /^(?:>>?|>\||&>>?|>&)$/.test(one.operator);
}

/** The files that a command prints as they are: `cat a b`. */
function filesPrinted([name, ...operands]: readonly Field[]): readonly Value[] {
  if (textOf(name) !== "cat" || operands.some(({ each, count }) => count !== "one" || frontOf(each).startsWith("-")))
    return [];
  return operands.map(({ each }) => each);
}

/** Commands that write what they read. */
const FILLING: ReadonlySet<string> = new Set(["tee", "sponge", "dd"]);
/** Commands that write what only the network tells. */
const FETCHING: ReadonlySet<string> = new Set(["curl", "wget"]);

/** Remembers what a command writes into files that it names. */
export function recordFilled(engine: Engine, fields: readonly Field[], reading: CommandReading, run: Run): void {
  const { command } = reading;
  if (command === null || run.context.remote) return;
  const { base } = run.environment;
  const remember = (field: Field, name: Value, text: Value): void =>
    rememberText(engine, name, base, text, spanIn(run.context, field.span));
  // What a script of sed or awk writes is not told.
  for (const { word, writes } of reading.scripts ?? []) {
    const field = fields[word];
    for (const file of field === undefined ? [] : writes)
      if (field !== undefined) remember(field, clean(file), UNKNOWN);
  }
  if (reading.subcommand.join(" ") === "pkg set") recordPackage(engine, fields, run);
  const filling = FILLING.has(command);
  const copying = COPYING.has(command);
  if (!filling && !copying && !FETCHING.has(command)) return;
  const written: Field[] = [];
  const sources: Value[] = [];
  for (const [index, word] of reading.words.entries()) {
    const field = fields[index];
    if (field === undefined || !("role" in word)) continue;
    const start = "valueStart" in word ? word.valueStart : 0;
    if (start === null) continue;
    const value = after(field.each, start);
    if (word.role === "write" || word.role === "remote-or-write") written.push({ ...field, each: value });
    else if (["read", "both", "remote-or-read"].includes(word.role)) sources.push(value);
  }
  const fromInput = filling
    ? sources.length === 0
    : sources.some((source) => /^\/dev\/(?:stdin|fd\/0)$/.test(frontOf(source)));
  for (const field of written) {
    if (copying || filling) {
      for (const source of sources) rememberCopy(engine, field.each, base, source, spanIn(run.context, field.span));
      if (fromInput && run.fed) remember(field, field.each, run.input ?? UNKNOWN);
    } else remember(field, field.each, UNKNOWN);
  }
}

/** `npm pkg set scripts.NAME=TEXT`; a word that is not known may be such a setting. */
function recordPackage(engine: Engine, fields: readonly Field[], run: Run): void {
  const { base } = run.environment;
  for (const field of fields) {
    const text = textOf(field);
    const script = text === null ? null : /^scripts\.[^=]+=([^]*)$/.exec(text)?.[1];
    if (script === undefined) continue;
    const written: Value = script === null ? UNKNOWN : clean(JSON.stringify({ scripts: { script } }));
    rememberText(engine, ["package.json"], base, written, spanIn(run.context, field.span));
  }
}

/** The context in which the text of a file runs; null where that file runs itself, and so does for good. */
function contextIn(name: string, field: Field, context: Context): Context | null {
  const origin = `in the file ${name}`;
  // Once it may be another text, which the file has written itself.
  if (context.origin.filter((one) => one === origin).length > 1) return null;
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
  const within = contextIn(textWith(field.each, "…"), field, context);
  let outcome: Outcome | null = null;
  if (within === null) return outcome;
  for (const text of textsOf(engine, field.each, base)) {
    if (!inShell) engine.child(text, state, within);
    else {
      const next = engine.program(text, state, within);
      outcome = outcome === null ? next : joinOutcomes(outcome, next);
    }
  }
  return outcome;
}

/** Runs a command that is such a file: `./x.sh`, or `x.sh` where the program has changed `PATH`. */
export function runWrittenCommand(engine: Engine, fields: readonly Field[], run: Run): void {
  const [first, ...rest] = fields;
  if (first === undefined || engine.recorder.written.size === 0) return;
  const { base, hazards } = run.environment;
  const name = textWith(first.each, "…");
  const isPath = name.includes("/");
  if (!isPath && !hazards.has("PATH")) return;
  const within = contextIn(name, first, run.context);
  if (within === null) return;
  for (const text of isPath ? textsOf(engine, first.each, base) : textsNamed(engine, name)) {
    const interpreter = /^#![^\n]*/.exec(knownText(text) ?? frontOf(text))?.[0] ?? "";
    if (interpreter !== "" && !/sh\b/.test(interpreter)) continue;
    engine.child(text, childOf(run.environment, positionalOf(rest, first.value)), within);
  }
}

/** Runs what a command finds in such files that it looks for by itself: makefiles, and the scripts of a package. */
export function runWrittenDefaults(engine: Engine, fields: readonly Field[], reading: CommandReading, run: Run): void {
  const [first] = fields;
  if (first === undefined || reading.command === null || engine.recorder.written.size === 0) return;
  const { base } = run.environment;
  const texts = (name: string): readonly Value[] => textsOf(engine, [name], base);
  const within = contextIn(`of ${reading.command}`, first, run.context);
  if (within === null) return;
  if (reading.command === "make") {
    for (const text of MAKEFILES.flatMap(texts)) runScript(engine, "make", text, run, within);
  } else if (MANAGERS.has(reading.command) && reading.subcommand[0] !== "pkg") {
    const state = childOf(run.environment, UNKNOWN_POSITIONAL);
    for (const text of texts("package.json").flatMap(scriptsOf)) engine.child(text, state, within);
  }
}

const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];
const MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"]);

/** Most scripts of a package that are looked at. */
const MOST_SCRIPTS = 64;

/** The scripts in the text of a `package.json`; anything where that cannot be read. */
function scriptsOf(text: Value): readonly Value[] {
  try {
    const content: unknown = JSON.parse(knownText(text) ?? "?");
    const scripts: unknown = typeof content === "object" && content !== null && "scripts" in content && content.scripts;
    if (typeof scripts !== "object" || scripts === null) return [];
    const found = Object.values(scripts).flatMap((one) => (typeof one === "string" ? [clean(one)] : []));
    return found.length > MOST_SCRIPTS ? [UNKNOWN] : found;
  } catch {
    return [UNKNOWN];
  }
}

/** Commands that run commands: what they run is run too, as a command of its own, and the wrapper is named. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { changeDirectory } from "../directory.ts";
import { anchoredAt, inside, unchanged } from "../engine.ts";
import type { Context, Engine, Outcome, Run } from "../engine.ts";
import type { CommandReading, Wrapped } from "../knowledge/reading.ts";
import { inspectScript } from "../knowledge/scripts.ts";
import { WRAPPED_LEVELS } from "../limits.ts";
import type { Wrapper } from "../program.ts";
import { namesByFd, namesFoundBy } from "../record/names-found.ts";
import { ANY_NAME } from "../record/names.ts";
import type { Names } from "../record/names.ts";
import { UNKNOWN_POSITIONAL } from "../state.ts";
import type { ShellState } from "../state.ts";
import { after, clean, compact, frontOf } from "../value.ts";
import { textOf, withValue } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { joinedProgram } from "../words/program-text.ts";
import { assignIn } from "./assignments.ts";
import { childOf, remoteOf } from "./child.ts";
import { dataWays, textWays } from "./data-words.ts";
import { positionalOf } from "./functions.ts";
import { fileHandedTo, IN_SHELL, runFile, runInput, textsWritten } from "./run-file.ts";
import { isScripted, readAs, runEffects, runsCommands, runScript } from "./scripts.ts";
import { shellFor } from "./shell-options.ts";
import { runTrap } from "./traps.ts";

/** Builtins of which an argument is evaluated as arithmetic, in which a subscript may hold a substitution. */
const EVALUATING: ReadonlySet<string> = new Set(
  "[ declare let local mapfile printf read readarray readonly test typeset unset wait".split(" "),
);

/** What a command is recorded as wrapping, or null. */
export function wrapperOf(engine: Engine, reading: CommandReading, fields: readonly Field[], run: Run): Wrapper | null {
  const name = shownName(reading, fields);
  const counted = reading.wrapped.filter((wrapped) => isFloored(engine, wrapped, fields, run));
  const scripted = (reading.scripts ?? []).some((script) => script.runs.length > 0 || script.opaque);
  if (counted.length === 0 && !scripted) return null;
  const opaque = scripted || counted.some((wrapped) => wrapped.kind !== "words");
  const starts = counted.map((wrapped) =>
    wrapped.kind === "words" ? wrapped.start : wrapped.kind === "file" ? wrapped.word : null,
  );
  const innerWord = scripted || starts.includes(null) ? null : Math.max(...starts.map((start) => start ?? 0));
  return { sentinel: opaque ? "<opaque-bash-wrapper>" : "<indirection-bash-wrapper>", name, innerWord };
}

/**
 * Whether what a command runs is asked about as such. A file that an interpreter runs is a program like any other, but
 * for a shell's; so is an input that nobody feeds.
 */
function isFloored(engine: Engine, wrapped: Wrapped, fields: readonly Field[], run: Run): boolean {
  // What is handed to another command is its own to be asked about.
  if (wrapped.kind === "words" && wrapped.passedTo !== undefined) return false;
  if (wrapped.kind === "program" && textOf(fields[0]) === "trap") {
    const [only] = wrapped.words.map((word) => textOf(fields[word]));
    // What a function does that the program defines is known.
    return wrapped.words.length !== 1 || run.state.functions.get(only ?? "")?.certain !== true;
  }
  if (wrapped.kind === "file") {
    // What a process substitution prints, or a descriptor holds, is no file that somebody has put there.
    const printed = (fields[wrapped.word]?.process ?? null) !== null;
    if (printed || wrapped.language === "shell" || wrapped.language === "library") return true;
    if (fileHandedTo(engine, fields, wrapped, run) !== null) return true;
    return textsWritten(engine, fields, wrapped, run).some((text) => runsCommands(wrapped.language, text));
  }
  if (wrapped.kind === "input") {
    if (wrapped.language === "shell") return true;
    if (wrapped.language === "mail") return run.input !== null && /(?:^|\n)~/.test(knownText(run.input) ?? "");
    const text = wrapped.language === "sql" && run.input !== null ? knownText(run.input) : null;
    return run.fed && (text === null || inspectScript("sql", text).opaque);
  }
  return true;
}

/** The name of the command as it is written, without a directory. */
function shownName(reading: CommandReading, fields: readonly Field[]): string {
  const text = textOf(fields[0]) ?? reading.command ?? "…";
  return text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
}

/**
 * Runs what a command runs. Answers the outcome where it is run in the shell itself, else null: then nothing of the
 * shell changes by it.
 */
export function runWrapped(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  unit: number,
  run: Run,
): Outcome | null {
  const shown = shownName(reading, fields);
  const name = reading.command ?? shown;
  let outcome: Outcome | null = null;
  for (const wrapped of reading.wrapped) {
    const origin = "remote" in wrapped && wrapped.remote ? `run elsewhere by ${shown}` : `wrapped by ${shown}`;
    const { input, fed, names } = run;
    const context: Context = {
      ...inside(run.context, origin),
      depth: run.context.depth + WRAPPED_LEVELS,
      wrappedBy: unit,
      input,
      fed,
      names,
    };
    const next = runOne(engine, fields, wrapped, name, run, context);
    outcome = next ?? outcome;
  }
  for (const script of reading.scripts ?? []) {
    const field = fields[script.word];
    if (field === undefined) continue;
    const context = { ...anchoredAt(inside(run.context, `wrapped by ${shown}`), [field]), wrappedBy: unit };
    runEffects(engine, script, run, context);
  }
  return outcome;
}

function runOne(
  engine: Engine,
  fields: readonly Field[],
  wrapped: Wrapped,
  name: string,
  run: Run,
  context: Context,
): Outcome | null {
  switch (wrapped.kind) {
    case "words":
      return runWords(engine, fields, wrapped, name, run, context);
    case "program":
      return runText(engine, fields, wrapped, name, run, context);
    case "file":
      return runFile(engine, fields, wrapped, name, run, context);
    case "input":
      if (wrapped.language === "shell") {
        const state = shellFor(engine, name, fields, run, context, UNKNOWN_POSITIONAL);
        runInput(engine, run, anchoredAt(context, fields), state, false);
      } else if (wrapped.language === "foreign") {
        if (run.input !== null) runForeign(engine, run.input, run, anchoredAt(context, fields));
      } else if (wrapped.remote !== true)
        runScript(engine, wrapped.language, run.input, run, anchoredAt(context, fields));
      return null;
  }
}

function runWords(
  engine: Engine,
  fields: readonly Field[],
  wrapped: Wrapped & { kind: "words" },
  name: string,
  run: Run,
  context: Context,
): Outcome | null {
  const inner = [
    ...wordsOfPassed(fields, wrapped),
    ...wordInFront(fields, wrapped),
    ...fields.slice(wrapped.start, wrapped.end),
  ];
  const inShell = IN_SHELL.has(name) && run.lookup !== "external";
  const remote = wrapped.remote === true;
  let environment = remote ? remoteOf(run.environment) : run.environment;
  for (const index of wrapped.assignments) {
    const field = fields[index];
    if (field !== undefined) environment = assignIn(engine, environment, field, anchoredAt(context, [field]));
  }
  const directory = wrapped.directory === null ? undefined : fields[wrapped.directory];
  if (directory !== undefined)
    environment = { ...environment, base: changeDirectory(environment.base, directoryValue(directory)) };
  const given =
    wrapped.data === "none"
      ? { input: run.input, fed: run.fed, names: run.names }
      : { input: null, fed: false, names: ANY_NAME };
  const names = namesGivenBy(name, fields, wrapped.start) ?? run.names;
  const next: Run = {
    ...run,
    ...given,
    state: inShell ? run.state : environment,
    environment,
    context: { ...context, ...given, remote: context.remote || remote },
    lookup: inShell ? "builtin" : "external",
  };
  let outcome: Outcome = unchanged(run.state);
  for (const words of dataWays(inner, wrapped, run.input, names)) {
    outcome = engine.fields(words, next).outcome;
  }
  return inShell ? outcome : null;
}

/** The words of the command that others are handed to. */
function wordsOfPassed([name]: readonly Field[], { passedTo = [] }: Wrapped & { kind: "words" }): Field[] {
  return name === undefined ? [] : passedTo.map((word) => withValue(name, clean(word)));
}

/** The word that stands in front of a wrapped command. */
function wordInFront(fields: readonly Field[], { front }: Wrapped & { kind: "words" }): Field[] {
  const field = front === undefined ? undefined : fields[front.word];
  return front === undefined || field === undefined ? [] : [withValue(field, after(field.each, front.valueStart))];
}

/** The names that a command which searches gives to the command at an index; null for any other. */
function namesGivenBy(name: string, fields: readonly Field[], start: number): Names | null {
  if (name === "find") return namesFoundBy(fields, start);
  if (name === "xargs" && cutsNames(fields.slice(1, start))) return ANY_NAME;
  return name === "fd" ? namesByFd(fields, start) : null;
}

/** `xargs -d x`, `xargs -E x`: other characters than those between two names end a name, or all of them. */
function cutsNames(options: readonly Field[]): boolean {
  const texts = options.map((field) => textOf(field) ?? "-d");
  const words = texts.join(" ").replace(/(?:^| )(?:-[0ortx]*d ?|--del[a-z]*[= ])(?:\\[n0]|\n)(?= |$)/g, "");
  return /(?:^| )(?:-[0ortx]*[dEe]|--(?:del|eof))/.test(words);
}

/** `--chdir=DIR`, or DIR alone. */
function directoryValue(field: Field): Value {
  const option = /^(?:--[a-z-]+=|-[A-Za-z](?=.))/.exec(frontOf(field.each));
  return option === null ? field.each : after(field.each, option[0].length);
}

function runText(
  engine: Engine,
  fields: readonly Field[],
  wrapped: Wrapped & { kind: "program" },
  name: string,
  run: Run,
  context: Context,
): Outcome | null {
  const texts = wrapped.words.flatMap((index) => fields[index] ?? []);
  const anchor = anchoredAt(context, texts);
  const whole = joinedProgram(texts);
  const program = after(whole, wrapped.valueStart);
  if (wrapped.language === "foreign") {
    runForeign(engine, program, run, anchor);
    return null;
  }
  if (wrapped.language !== "shell") {
    // Where bash evaluates a subscript, what is in it is a program of its own.
    if (EVALUATING.has(name)) engine.program(compact(["((", ...program, "))"]), run.environment, anchor);
    else if (isScripted(readAs(wrapped.language))) runScript(engine, wrapped.language, program, run, anchor);
    return null;
  }
  const prefixed = wrapped.prefix === undefined ? program : compact([wrapped.prefix, ...program]);
  const known = run.input === null ? null : knownText(run.input);
  let outcome: Outcome | null = null;
  for (const text of textWays(prefixed, wrapped, known)) {
    if (name === "eval" && run.lookup !== "external") {
      return engine.program(text, run.environment, anchor);
    }
    if (name === "trap") outcome = runTrap(engine, text, fields.slice((wrapped.words.at(-1) ?? 0) + 1), run, anchor);
    else if (IN_SHELL.has(name)) engine.program(text, run.environment, anchor);
    else {
      const words = fields.slice(0, wrapped.words[0]);
      const state = shellFor(engine, name, words, run, context, parametersOf(fields, wrapped), false);
      if (wrapped.remote) engine.child(text, remoteOf(state), { ...anchor, remote: true });
      else engine.child(text, state, anchor);
    }
  }
  return outcome;
}

/** What stands in front of a text for `cmd`: `/d /s /c`, and as shells on Windows want it written, `//c`. */
const SWITCHES = /^\s*(?:\/{1,2}[A-Za-z](?::\w{1,16})?(?:\s+|$|(?=")))+/;

/** The text of a shell that is unlike bash: that it runs is asked about, and what bash would read in it is run too. */
function runForeign(engine: Engine, text: Value, run: Run, context: Context): void {
  const commands = after(text, SWITCHES.exec(frontOf(text))?.[0].length ?? 0);
  engine.child(commands, childOf(run.environment, UNKNOWN_POSITIONAL), context);
}

function parametersOf(fields: readonly Field[], wrapped: Wrapped & { kind: "program" }): ShellState["positional"] {
  const first = wrapped.parameters;
  if (first === undefined) return { ...UNKNOWN_POSITIONAL, open: false };
  const [zero, ...rest] = fields.slice(first);
  if (zero === undefined || zero.count !== "one") return UNKNOWN_POSITIONAL;
  return positionalOf(rest, zero.value);
}

/** Commands that run commands: what they run is run too, as a command of its own, and the wrapper is named. */
import { ANY_CHARACTERS, knownText } from "../../text.ts";
import type { Piece, Value } from "../../text.ts";
import { changeDirectory } from "../directory.ts";
import { anchoredAt, inside, spanIn, unchanged } from "../engine.ts";
import type { Context, Engine, Outcome, Run } from "../engine.ts";
import type { CommandReading, Wrapped } from "../knowledge/reading.ts";
import { inspectScript } from "../knowledge/scripts.ts";
import { WRAPPED_LEVELS } from "../limits.ts";
import type { Wrapper } from "../program.ts";
import { namesByFd, namesFoundBy } from "../record/names-found.ts";
import { ANY_NAME } from "../record/names.ts";
import type { Names } from "../record/names.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { join, UNKNOWN_POSITIONAL, withVolatile } from "../state.ts";
import type { ShellState } from "../state.ts";
import { after, choiceOf, clean, compact, DATA_WORDS, isUnknown } from "../value.ts";
import { dataFields, textField, textOf, withValue } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { outputOfScript } from "../words/output.ts";
import { joinedProgram } from "../words/program-text.ts";
import { assignIn } from "./assignments.ts";
import { childOf, remoteOf, withoutHome } from "./child.ts";
import { positionalOf } from "./functions.ts";

/** Builtins that run a command, or a program text, in the shell itself. */
const IN_SHELL: ReadonlySet<string> = new Set([
  "command",
  "builtin",
  "eval",
  "source",
  ".",
  "trap",
  "alias",
  "mapfile",
  "readarray",
]);
/** Commands that run others as another user, whose home directory is another. */
const AS_OTHER_USER: ReadonlySet<string> = new Set(["sudo", "doas", "su", "runuser", "pkexec"]);
/** Builtins of which an argument is evaluated as arithmetic, in which a subscript may hold a substitution. */
const EVALUATING: ReadonlySet<string> = new Set(
  "[ declare let local mapfile printf read readarray readonly test typeset unset wait".split(" "),
);

/** What a command is recorded as wrapping, or null. */
export function wrapperOf(reading: CommandReading, fields: readonly Field[], run: Run): Wrapper | null {
  const name = shownName(reading, fields);
  const counted = reading.wrapped.filter((wrapped) => isFloored(wrapped, fields, run));
  const scripted = (reading.scripts ?? []).some((script) => script.runs.length > 0 || script.opaque);
  if (counted.length === 0 && !scripted) return null;
  const opaque = scripted || counted.some((wrapped) => wrapped.kind !== "words");
  const starts = counted.map((wrapped) =>
    wrapped.kind === "words" ? wrapped.start : wrapped.kind === "file" ? wrapped.word : null,
  );
  const innerWord = scripted || starts.includes(null) ? null : Math.max(...starts.map((start) => start ?? 0));
  return { sentinel: opaque ? "<opaque-bash-wrapper>" : "<indirection-bash-wrapper>", name, innerWord };
}

/** A file that an interpreter runs is a program like any other, but for a shell's; so is an input that nobody feeds. */
function isFloored(wrapped: Wrapped, fields: readonly Field[], run: Run): boolean {
  if (wrapped.kind === "program" && textOf(fields[0]) === "trap") {
    const [only] = wrapped.words.map((word) => textOf(fields[word]));
    // What a function does that the program defines is known.
    return wrapped.words.length !== 1 || run.state.functions.get(only ?? "")?.certain !== true;
  }
  if (wrapped.kind === "file") {
    // What a process substitution prints is no file that somebody has put there.
    const printed = (fields[wrapped.word]?.process ?? null) !== null;
    return printed || wrapped.language === "shell" || wrapped.language === "library";
  }
  if (wrapped.kind === "input") {
    if (wrapped.language === "shell") return true;
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
    for (const text of script.runs) engine.child(clean(text), childOf(run.environment, UNKNOWN_POSITIONAL), context);
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
        runInput(engine, run, anchoredAt(context, fields), shellFor(name, run, context, UNKNOWN_POSITIONAL), false);
      }
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
  const inner = fields.slice(wrapped.start, wrapped.end);
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
  const fed =
    wrapped.data === "none"
      ? { input: run.input, fed: run.fed, names: run.names }
      : { input: null, fed: false, names: ANY_NAME };
  const names = namesGivenBy(name, fields, wrapped.start) ?? run.names;
  const next: Run = {
    ...run,
    ...fed,
    state: inShell ? run.state : environment,
    environment,
    context: { ...context, ...fed, remote: context.remote || remote },
    lookup: inShell ? "builtin" : "external",
  };
  let outcome: Outcome = unchanged(run.state);
  for (const words of dataWays(inner, wrapped, run.input, names)) {
    outcome = engine.fields(words, next).outcome;
  }
  return inShell ? outcome : null;
}

/** The names that a command which searches gives to the command at an index; null for any other. */
function namesGivenBy(name: string, fields: readonly Field[], start: number): Names | null {
  if (name === "find") return namesFoundBy(fields, start);
  return name === "fd" ? namesByFd(fields, start) : null;
}

/** `--chdir=DIR`, or DIR alone. */
function directoryValue(field: Field): Value {
  const text = typeof field.each[0] === "string" ? field.each[0] : "";
  const option = /^(?:--[a-z-]+=|-[A-Za-z](?=.))/.exec(text);
  return option === null ? field.each : after(field.each, option[0].length);
}

/** Most lines of known data that are told apart, and most words of it that are added to a command. */
const MAX_LINES = 8;
const MAX_ITEMS = 64;

/** The words of a command that data is added to: with holes for it, and as the data says where that is known. */
function dataWays(
  inner: readonly Field[],
  { data, replacement }: Wrapped & { kind: "words" },
  input: Value | null,
  names: Names,
): (readonly Field[])[] {
  const span = inner.at(-1)?.span ?? { start: 0, end: 0 };
  if (data === "none" || inner.length === 0) return [inner];
  const known = input === null ? null : knownText(input);
  // Quotes in the data mean something to `xargs`.
  const items =
    known === null || /['"\\\0]/.test(known)
      ? []
      : known.split(data === "appended" ? /[ \t\n]+/ : "\n").filter((item) => item !== "");
  // Names that are told one by one need not be guessed at.
  const told = items.length > 0 && items.length <= (data === "appended" ? MAX_ITEMS : MAX_LINES);
  if (data === "appended") {
    const ways: (readonly Field[])[] = [[...inner, dataFields(span, told ? [] : names)]];
    if (told) ways.push([...inner, ...items.map((item) => textField(item, span))]);
    if (items.length > 1 && items.length <= MAX_LINES)
      for (const item of items) ways.push([...inner, textField(item, span)]);
    return ways;
  }
  const ways = [inner.map((field) => replacedByData(field, replacement, told ? [] : names))];
  for (const item of items.length <= MAX_LINES ? items : []) {
    ways.push(inner.map((field) => replaced(field, replacement, clean(item.trim()))));
  }
  return ways;
}

function replaced(field: Field, replacement: string | null, by: Value): Field {
  const value = replacedIn(field.each, replacement, by);
  return value === null ? field : withValue(field, value);
}

/** The field with holes for data. Names that are known in part narrow what file it may be, not what the words are. */
function replacedByData(field: Field, replacement: string | null, names: Names): Field {
  const value = replacedIn(field.each, replacement, [ANY_CHARACTERS]);
  if (value === null) return field;
  const whole = isUnknown(value);
  if (whole && names.length === 0) return { ...withValue(field, value), origin: "nothing" };
  const each = replacedIn(field.each, replacement, names.length === 0 ? [ANY_CHARACTERS] : choiceOf(names)) ?? value;
  return { ...withValue(field, value), each, origin: "data" };
}

function replacedIn(value: Value, replacement: string | null, by: Value): Value | null {
  if (replacement === null || replacement === "") return null;
  if (!value.some((piece) => typeof piece === "string" && piece.includes(replacement))) return null;
  return compact(
    value.flatMap((piece): readonly Piece[] => {
      if (typeof piece !== "string") return [piece];
      return piece.split(replacement).flatMap((text, index) => (index === 0 ? [text] : [...by, text]));
    }),
  );
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
  if (wrapped.language !== "shell") {
    // Where bash evaluates a subscript, what is in it is a program of its own.
    if (EVALUATING.has(name)) engine.program(compact(["((", ...program, "))"]), run.environment, anchor);
    return null;
  }
  const texted = wrapped.prefix === undefined ? program : compact([wrapped.prefix, ...program]);
  const known = run.input === null ? null : knownText(run.input);
  let outcome: Outcome | null = null;
  for (const text of textWays(texted, wrapped, known)) {
    if (name === "eval" && run.lookup !== "external") {
      return engine.program(text, run.environment, anchor);
    }
    if (name === "trap") outcome = runTrap(engine, text, fields.slice((wrapped.words.at(-1) ?? 0) + 1), run, anchor);
    else if (IN_SHELL.has(name)) engine.program(text, run.environment, anchor);
    else {
      const state = shellFor(name, run, context, parametersOf(fields, wrapped));
      if (wrapped.remote) engine.child(text, remoteOf(state), { ...anchor, remote: true });
      else engine.child(text, state, anchor);
    }
  }
  return outcome;
}

/**
 * A program that runs when a signal comes. At the exit, nothing comes behind it; on any other signal, what it changes
 * may change at any time.
 */
function runTrap(engine: Engine, text: Value, signals: readonly Field[], run: Run, context: Context): Outcome {
  const state = run.environment;
  context.shell.deferred.push({ text, state, context });
  if (signals.every((signal) => /^(?:EXIT|0|SIGEXIT)$/i.test(textOf(signal) ?? ""))) return unchanged(state);
  const mark = engine.recorder.mark();
  const { success, failure } = engine.program(text, state, { ...context, frame: null, jumps: [] });
  engine.recorder.rollBack(mark);
  return unchanged(withVolatile(state, join(success, failure)));
}

/** The text with holes for the data that is added to it, and with the data where it is known. */
function textWays(text: Value, wrapped: Wrapped & { kind: "program" }, known: string | null): Value[] {
  const { data, replacement } = wrapped;
  if (data === undefined) return [text];
  const items = known === null || /['"\\\0]/.test(known) ? [] : known.split("\n").filter((item) => item !== "");
  const filled = items.length <= MAX_LINES ? items.map((item) => clean(item)) : [];
  if (data === "appended")
    return [compact([...text, " ", DATA_WORDS]), ...filled.map((item) => compact([...text, " ", ...item]))];
  return [[DATA_WORDS] as Value, ...filled].map((item) => replacedIn(text, replacement ?? null, item) ?? text);
}

function parametersOf(fields: readonly Field[], wrapped: Wrapped & { kind: "program" }): ShellState["positional"] {
  const first = wrapped.parameters;
  if (first === undefined) return { ...UNKNOWN_POSITIONAL, open: false };
  const [zero, ...rest] = fields.slice(first);
  if (zero === undefined || zero.count !== "one") return UNKNOWN_POSITIONAL;
  return positionalOf(rest, zero.value);
}

/** The shell that a command starts. */
function shellFor(name: string, run: Run, context: Context, positional: ShellState["positional"]): ShellState {
  const child = childOf(run.environment, positional);
  const state = name === "bash" ? child : { ...child, options: new Set([...child.options, "other shell"]) };
  return AS_OTHER_USER.has(name) ||
    context.origin.some((origin) => AS_OTHER_USER.has(origin.replace("wrapped by ", "")))
    ? withoutHome(state)
    : state;
}

const NOWHERE = { start: 0, end: 0 };
const INPUT_FILES: ReadonlySet<string> = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

function runFile(
  engine: Engine,
  fields: readonly Field[],
  wrapped: Wrapped & { kind: "file" },
  name: string,
  run: Run,
  context: Context,
): Outcome | null {
  const field = fields[wrapped.word];
  if (wrapped.language !== "shell" || field === undefined) return null;
  const sourced = IN_SHELL.has(name) && run.lookup !== "external";
  const anchor = anchoredAt(context, [field]);
  const state = sourced ? run.environment : shellFor(name, run, context, positionalOf(fields.slice(wrapped.word + 1)));
  const text = textOf(field);
  if (text !== null && INPUT_FILES.has(text)) {
    const end = runInput(engine, run, anchor, state, sourced);
    return end;
  }
  if (field.process !== null) {
    const { script } = field.process;
    const output = outputOfScript(script, engine.scope(run.environment, script.source));
    return runSomewhere(engine, output ?? [ANY_CHARACTERS], state, anchor, sourced);
  }
  // What a sourced file sets is not known; where it leads is left to whoever allowed it.
  return sourced ? unchanged({ ...run.state, variables: new Map() }) : null;
}

/** A shell that reads its program from its standard input. */
function runInput(engine: Engine, run: Run, context: Context, state: ShellState, inShell: boolean): Outcome | null {
  if (run.input !== null) return runSomewhere(engine, run.input, state, { ...context, input: null }, inShell);
  if (run.fed) recordUnknownCommand(engine, spanIn(context, NOWHERE), context);
  return null;
}

/** Runs a program text in the shell itself, with its outcome, or in a shell of its own. */
function runSomewhere(
  engine: Engine,
  text: Value,
  state: ShellState,
  context: Context,
  inShell: boolean,
): Outcome | null {
  if (inShell) return engine.program(text, state, context);
  engine.child(text, state, context);
  return null;
}

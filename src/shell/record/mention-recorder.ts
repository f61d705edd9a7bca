/** Recording the paths that a command names. */
import { knownText, plain } from "../../text.ts";
import type { Value } from "../../text.ts";
import { isRelative, under, UNKNOWN_BASE } from "../directory.ts";
import { spanIn } from "../engine.ts";
import type { Context, Engine, Run } from "../engine.ts";
import { assignmentEffect, isTrustedCommandDirectory } from "../knowledge/read-command.ts";
import type { CommandReading, Language, ScriptReading } from "../knowledge/reading.ts";
import { MAX_OPTIONS } from "../limits.ts";
import type { Base, PathMention } from "../program.ts";
import type { Span } from "../syntax.ts";
import { clean, UNKNOWN, waysOf } from "../value.ts";
import type { Assigned, Field } from "../words/field.ts";
import { isGlob } from "../words/glob.ts";
import { outputOfScript } from "../words/output.ts";
import { isDeletion, mentionsOf, POSIX_SEPARATORS, WINDOWS_SEPARATORS } from "./mentions.ts";
import type { Mentioned } from "./mentions.ts";
import { namesLeft } from "./names-found.ts";
import { isListed } from "./names.ts";
import { MOST_QUOTED, namesQuotedIn } from "./quoted.ts";

/** Records the paths that the words of a command name. */
export function recordMentions(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  unit: number,
  run: Run,
): void {
  const { base } = run.environment;
  const separators = engine.settings.platform === "win32" ? WINDOWS_SEPARATORS : POSIX_SEPARATORS;
  const [name] = fields;
  if (name !== undefined && isUntrustedFile(name.each, separators)) {
    const mention = {
      field: name,
      value: name.each,
      access: "read",
      base,
      certainty: "path",
      role: "command",
    } as const;
    record(engine, mention, unit, run.context);
  }
  for (const mention of mentionsOf(fields, reading, { base, separators })) record(engine, mention, unit, run.context);
  recordQuoted(engine, fields, reading, unit, run);
  recordDeleted(engine, fields, reading, unit, run);
  if (reading.namesInput === true && run.fed && name !== undefined) recordNamed(engine, name, reading, unit, run);
  if (reading.fills === true && run.input !== null && name !== undefined)
    recordPatched(engine, name, reading, unit, run);
  recordPrinted(engine, fields, reading, unit, run);
  for (const script of reading.scripts ?? []) {
    const field = fields[script.word];
    if (field === undefined) continue;
    for (const [access, files] of [
      ["read", script.reads],
      ["write", script.writes],
    ] as const) {
      for (const file of files) {
        record(
          engine,
          { field, value: clean(file), access, base, certainty: "path", role: "operand" },
          unit,
          run.context,
        );
      }
    }
  }
}

/**
 * Records what a command is given in a variable (`KUBECONFIG=x kubectl`). It may be the name of a file or anything, so
 * only rules that speak of it count.
 */
export function recordAssigned(
  engine: Engine,
  { name, binding }: Assigned,
  span: Span,
  unit: number | null,
  base: Base,
  context: Context,
): void {
  if (binding?.kind !== "scalar") return;
  for (const value of binding.options) {
    if (value === null || (knownText(value) ?? "") === "") continue;
    const mention = { span, access: "both", base, unit, role: "option" } as const;
    recordPath(engine, { ...mention, value, certainty: "word" }, context);
    // What makes a command run another one is a program, or settings: `PS1='$(cat .env)'`.
    const text = assignmentEffect(name, value) === "runs-commands" ? (knownText(value) ?? "") : "";
    for (const word of /[\s$]/.test(text) ? namesQuotedIn(text, "other") : []) {
      if (isShaped([word])) recordPath(engine, { ...mention, value: [plain(word)], certainty: "word" }, context);
    }
  }
}

/**
 * Records what programs in other languages quote (`python3 -c 'open(".env")'`), and the words of commands of editors
 * and databases (`psql -c '\\i .env'`), whether they are given as words or on the standard input. They may name files
 * or not, so only rules that speak of them count, and of those without the shape of a path only the ones that are there.
 */
function recordQuoted(engine: Engine, fields: readonly Field[], reading: CommandReading, unit: number, run: Run): void {
  const { base } = run.environment;
  for (const { field, text, language } of programsOf(engine, fields, reading, run)) {
    const names = namesQuotedIn(text, language);
    const values = names.length > MOST_QUOTED ? [UNKNOWN] : names.map((name): Value => [plain(name)]);
    for (const value of values) {
      const certainty = isShaped(value) ? "word" : "existing";
      record(engine, { field, value, access: "both", base, certainty, role: "operand" }, unit, run.context);
    }
  }
}

interface Program {
  readonly field: Field;
  readonly text: string;
  readonly language: Language | ScriptReading["language"];
}

/** The programs in other languages that a command is given. */
function programsOf(engine: Engine, fields: readonly Field[], reading: CommandReading, run: Run): Program[] {
  const programs: Program[] = [];
  const add = (field: Field | undefined, value: Value | null, start: number, language: Program["language"]): void => {
    if (field === undefined || value === null) return;
    const text = value.map((piece) => (typeof piece === "string" ? piece : "\n")).join("");
    programs.push({ field, text: text.slice(start), language });
  };
  for (const wrapped of reading.wrapped) {
    if (wrapped.kind === "words" || wrapped.language === "shell") continue;
    if (wrapped.kind === "input") {
      if (wrapped.remote !== true && run.fed) add(fields[0], run.input, 0, wrapped.language);
    } else if (wrapped.kind === "file") {
      const field = fields[wrapped.word];
      const script = field?.process?.script;
      if (script === undefined) continue;
      add(field, outputOfScript(script, engine.scope(run.environment, script.source)), 0, wrapped.language);
    } else if (!wrapped.remote) {
      for (const word of wrapped.words)
        add(fields[word], fields[word]?.each ?? null, wrapped.valueStart, wrapped.language);
    }
  }
  for (const { word, valueStart, language, opaque } of reading.scripts ?? []) {
    if (opaque) add(fields[word], fields[word]?.each ?? null, valueStart, language);
  }
  return programs;
}

/** Whether a name is like that of a file: with a dot or a separator. */
function isShaped(value: Value): boolean {
  return value.some((piece) => typeof piece !== "string" || /[./\\~]/.test(piece));
}

/** Records what `find -name NAME -delete` removes, as far as its tests of names tell. */
function recordDeleted(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  unit: number,
  run: Run,
): void {
  if (reading.command !== "find") return;
  const at = reading.words.findIndex(isDeletion);
  const field = fields[at];
  if (field === undefined) return;
  for (const value of namesLeft(fields, at)) {
    const mention = { field, value, access: "write", certainty: "word", role: "operand" } as const;
    record(engine, { ...mention, base: run.environment.base }, unit, run.context);
  }
}

/**
 * Records the files that a command is given by its standard input: the lines of it, or what is known of the names. All
 * files of a directory are no more than the directory.
 */
function recordNamed(engine: Engine, field: Field, reading: CommandReading, unit: number, run: Run): void {
  const { base } = run.environment;
  const text = run.input === null ? null : knownText(run.input);
  // Between the names stands a newline or a NUL; settings are told apart by more.
  const names = text?.split(reading.command === "curl" ? /[\n\0\s"'=]+/ : /[\n\0]/).filter((one) => one !== "");
  const values = names === undefined || names.length > MOST_QUOTED ? null : names.map(clean);
  const told = values !== null;
  const writes = reading.command === "curl" || reading.fills === true || reading.subcommand[0] === "checkout-index";
  const access = writes ? "both" : "read";
  // What packs every file below a directory is not asked about each.
  for (const value of values ?? run.names.filter((one) => !isListed(one))) {
    const certainty = told && reading.command !== "curl" ? "path" : "word";
    record(engine, { field, value, access, base, certainty, role: "operand" }, unit, run.context);
  }
}

/** Records the names in a list that a process substitution prints: `tar -T <(echo a)`. */
function recordPrinted(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  unit: number,
  run: Run,
): void {
  const { base } = run.environment;
  for (const { word } of reading.lists ?? []) {
    const field = fields[word];
    const script = field?.process?.script;
    if (field === undefined || script === undefined) continue;
    const text = knownText(outputOfScript(script, engine.scope(run.environment, script.source)) ?? UNKNOWN);
    const names = text?.split(/[\n\0]/).filter((one) => one !== "") ?? [];
    const values = text === null || names.length > MOST_QUOTED ? [UNKNOWN] : names.map(clean);
    for (const value of values) {
      record(engine, { field, value, access: "both", base, certainty: "word", role: "operand" }, unit, run.context);
    }
  }
}

const PATCHED = /^(?:(?:\+\+\+|---) |(?:rename|copy) (?:from|to) )("?)([^\t\n]{1,1024}?)\1(?:\t.*)?$/gm;

/** Records the files that a patch on the standard input names, with and without the first directory of each. */
function recordPatched(engine: Engine, field: Field, reading: CommandReading, unit: number, run: Run): void {
  if (reading.command !== "patch" && reading.command !== "git") return;
  const { base } = run.environment;
  const text = (run.input ?? []).map((piece) => (typeof piece === "string" ? piece : "\n")).join("");
  const names = new Set([...text.matchAll(PATCHED)].flatMap(([, , name = ""]) => [name, name.replace(/^[^/]*\//, "")]));
  const values = names.size > MOST_QUOTED ? [UNKNOWN] : [...names].map((name): Value => [plain(name)]);
  for (const value of values) {
    record(engine, { field, value, access: "both", base, certainty: "word", role: "operand" }, unit, run.context);
  }
}

/** A command named by a path into a directory that anyone may write to. */
function isUntrustedFile(name: Value, separators: RegExp): boolean {
  if (!name.some((piece) => typeof piece === "string" && separators.test(piece))) return false;
  const text = knownText(name);
  const directory = text === null ? null : /^([^]*)[/\\]/.exec(text)?.[1];
  return directory === null || directory === undefined || !isTrustedCommandDirectory(directory);
}

function record(engine: Engine, mention: Mentioned, unit: number | null, context: Context): void {
  const { field, value, access, base, certainty, role, pattern } = mention;
  const path = { span: field.span, value, access, base, unit, certainty, role };
  recordPath(engine, pattern === true ? { ...path, pattern } : path, context);
}

/** Records a path, once for each value that it is known to be one of. */
export function recordPath(engine: Engine, path: PathMention, context: Context): void {
  const span = spanIn(context, path.span);
  const { base, value: whole } = belowGlob(path);
  // A bracket of a glob is a choice too, but one that belongs together.
  const ways = isGlob(whole) ? [whole] : waysOf(whole, MAX_OPTIONS);
  for (const value of ways) engine.recorder.mention({ ...path, span, base, value });
}

/** A name in a directory that a glob matches is a glob from where that one starts. */
function belowGlob({ base, value }: PathMention): Pick<PathMention, "base" | "value"> {
  if (base.kind === "known" || base.glob === undefined) return { base, value };
  if (!isRelative(value)) return { base: UNKNOWN_BASE, value };
  return { base: { kind: "known", directories: base.glob.from }, value: under(base.glob, value) };
}

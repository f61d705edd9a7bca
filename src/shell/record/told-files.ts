/**
 * Files that a command is told of in what it is given to read: a script, a program in another language, a list of names,
 * a patch. As arguments, in a here-document, through a pipe, or by a process substitution.
 */
import { knownText, plain } from "../../text.ts";
import type { Value } from "../../text.ts";
import type { Engine, Run } from "../engine.ts";
import type { CommandReading, Language, ScriptReading } from "../knowledge/reading.ts";
import { clean, textWith, UNKNOWN } from "../value.ts";
import type { Field } from "../words/field.ts";
import { outputOfProcess } from "../words/output.ts";
import { isDeletion } from "./mentions.ts";
import type { Mentioned } from "./mentions.ts";
import { namesDeletedBy } from "./names-found.ts";
import { isListed } from "./names.ts";
import { isShaped, MOST_QUOTED, namesQuotedIn } from "./quoted.ts";

/** A file, and the word that stands for it: the one that tells of it, or the command's name. */
export type ToldFile = Pick<Mentioned, "field" | "value" | "access" | "certainty">;

export function* toldFiles(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  run: Run,
): Generator<ToldFile> {
  const [name] = fields;
  const { command, wrapped, scripts, lists } = reading;
  if (wrapped.length > 0 || scripts !== undefined) yield* quotedFiles(engine, fields, reading, run);
  if (command === "find") yield* deletedFiles(fields, reading);
  if (name !== undefined && reading.namesInput === true && run.fed) yield* namedFiles(name, reading, run);
  if (name !== undefined && reading.fills === true && run.input !== null) yield* patchedFiles(name, reading, run.input);
  if (lists !== undefined) yield* printedFiles(engine, fields, lists, run);
  if (scripts !== undefined) yield* scriptFiles(fields, scripts);
}

/** The files that a script opens as far as it was understood: `sed 'w out'`. */
function* scriptFiles(fields: readonly Field[], scripts: readonly ScriptReading[]): Generator<ToldFile> {
  for (const { word, reads, writes } of scripts) {
    const field = fields[word];
    if (field === undefined) continue;
    for (const file of reads) yield { field, value: clean(file), access: "read", certainty: "path" };
    for (const file of writes) yield { field, value: clean(file), access: "write", certainty: "path" };
  }
}

/**
 * What programs in other languages quote (`python3 -c 'open(".env")'`), and the words of commands of editors and
 * databases (`psql -c '\\i .env'`). They may name files or not, so only rules that speak of them count, and of those
 * without the shape of a path only the ones that are there.
 */
function* quotedFiles(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  run: Run,
): Generator<ToldFile> {
  for (const { field, text, language } of programsOf(engine, fields, reading, run)) {
    const names = namesQuotedIn(text, language);
    const { home } = engine.settings;
    const values = names.length > MOST_QUOTED ? [UNKNOWN] : names.flatMap((name) => spellingsOf(name, home));
    for (const value of values) {
      yield { field, value, access: "both", certainty: isShaped(value) ? "word" : "existing" };
    }
  }
}

/** A name in a program: as it stands, and as the program or a shell that it starts may expand it. */
function spellingsOf(name: string, home: string): readonly Value[] {
  const written: Value = [plain(name)];
  const front = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?=[/\\]|$)/.exec(name)?.[0];
  return front === undefined ? [written] : [written, [plain(home + name.slice(front.length))]];
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
    programs.push({ field, text: textWith(value, "\n").slice(start), language });
  };
  for (const wrapped of reading.wrapped) {
    if (wrapped.kind === "words" || wrapped.language === "shell") continue;
    if (wrapped.kind === "input") {
      if (wrapped.remote !== true && run.fed) add(fields[0], run.input, 0, wrapped.language);
    } else if (wrapped.kind === "file") {
      const field = fields[wrapped.word];
      add(field, outputOfProcess(field, engine.scope(run.environment, run.context.source)), 0, wrapped.language);
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

/** What `find -name NAME -delete` removes, as far as its tests of names tell. */
function* deletedFiles(fields: readonly Field[], reading: CommandReading): Generator<ToldFile> {
  const at = reading.words.findIndex(isDeletion);
  const field = fields[at];
  if (field === undefined) return;
  for (const value of namesDeletedBy(fields, at)) yield { field, value, access: "write", certainty: "word" };
}

/**
 * The files that a command is given by its standard input: the lines of it, or what is known of the names. All files of
 * a directory are no more than the directory.
 */
function* namedFiles(field: Field, reading: CommandReading, run: Run): Generator<ToldFile> {
  const text = run.input === null ? null : knownText(run.input);
  // Between the names stands a newline or a NUL; settings are told apart by more.
  const names = text?.split(reading.command === "curl" ? /[\n\0\s"'=]+/ : /[\n\0]/).filter((one) => one !== "");
  const values = names === undefined || names.length > MOST_QUOTED ? null : names.map(clean);
  const writes = reading.command === "curl" || reading.fills === true || reading.subcommand[0] === "checkout-index";
  const access = writes ? "both" : "read";
  const certainty = values !== null && reading.command !== "curl" ? "path" : "word";
  // What packs every file below a directory is not asked about each.
  for (const value of values ?? run.names.filter((one) => !isListed(one))) yield { field, value, access, certainty };
}

/** The names in a list that a process substitution prints: `tar -T <(echo a)`. */
function* printedFiles(
  engine: Engine,
  fields: readonly Field[],
  lists: NonNullable<CommandReading["lists"]>,
  run: Run,
): Generator<ToldFile> {
  for (const { word } of lists) {
    const field = fields[word];
    if (field === undefined || field.process === null) continue;
    const text = knownText(outputOfProcess(field, engine.scope(run.environment, run.context.source)) ?? UNKNOWN);
    const names = text?.split(/[\n\0]/).filter((one) => one !== "") ?? [];
    const values = text === null || names.length > MOST_QUOTED ? [UNKNOWN] : names.map(clean);
    for (const value of values) yield { field, value, access: "both", certainty: "word" };
  }
}

const PATCHED = /^(?:(?:\+\+\+|---) |(?:rename|copy) (?:from|to) )("?)([^\t\n]{1,1024}?)\1(?:\t.*)?$/gm;

/** The files that a patch on the standard input names, with and without the first directory of each. */
function* patchedFiles(field: Field, reading: CommandReading, input: Value): Generator<ToldFile> {
  if (reading.command !== "patch" && reading.command !== "git") return;
  const text = textWith(input, "\n");
  const names = new Set([...text.matchAll(PATCHED)].flatMap(([, , name = ""]) => [name, name.replace(/^[^/]*\//, "")]));
  const values = names.size > MOST_QUOTED ? [UNKNOWN] : [...names].map((name): Value => [plain(name)]);
  for (const value of values) yield { field, value, access: "both", certainty: "word" };
}

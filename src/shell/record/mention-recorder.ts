/** Recording the paths that a command names. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { spanIn } from "../engine.ts";
import type { Context, Engine, Run } from "../engine.ts";
import { isTrustedCommandDirectory } from "../knowledge/read-command.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import { MAX_OPTIONS } from "../limits.ts";
import type { Base, PathMention } from "../program.ts";
import type { Span } from "../syntax.ts";
import { clean, waysOf } from "../value.ts";
import type { Assigned, Field } from "../words/field.ts";
import { isGlob } from "../words/glob.ts";
import { mentionsOf, POSIX_SEPARATORS, WINDOWS_SEPARATORS } from "./mentions.ts";
import type { Mentioned } from "./mentions.ts";

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
  { binding }: Assigned,
  span: Span,
  unit: number | null,
  base: Base,
  context: Context,
): void {
  if (binding?.kind !== "scalar") return;
  for (const value of binding.options) {
    if (value === null || (knownText(value) ?? "") === "") continue;
    recordPath(engine, { span, value, access: "both", base, unit, certainty: "word", role: "option" }, context);
  }
}

/** Most texts that are taken from one program for names of files. */
const MOST_QUOTED = 64;

/**
 * Records what programs in other languages quote (`python3 -c 'open(".env")'`), and the words of commands of editors
 * and databases (`psql -c '\\i .env'`). They may name files or not, so only rules that speak of them count.
 */
function recordQuoted(engine: Engine, fields: readonly Field[], reading: CommandReading, unit: number, run: Run): void {
  const { base } = run.environment;
  const programs = [
    ...reading.wrapped.flatMap((wrapped) =>
      wrapped.kind === "program" && wrapped.language !== "shell" && !wrapped.remote
        ? wrapped.words.map((word) => ({ word, start: wrapped.valueStart, language: wrapped.language }))
        : [],
    ),
    ...(reading.scripts ?? []).flatMap(({ word, valueStart, language, opaque }) =>
      opaque ? [{ word, start: valueStart, language }] : [],
    ),
  ];
  for (const { word, start, language } of programs) {
    const field = fields[word];
    const text =
      field === undefined ? "" : field.each.map((piece) => (typeof piece === "string" ? piece : "\n")).join("");
    if (field === undefined) continue;
    const code = text.slice(start);
    const words = language === "other" || language === "sql" ? code.split(/[\s"'`();,]+/) : quotedIn(code);
    for (const name of words.filter((one) => one !== "").slice(0, MOST_QUOTED)) {
      const mention = { field, value: [name], access: "both", base, certainty: "word", role: "operand" } as const;
      record(engine, mention, unit, run.context);
    }
  }
}

/** The texts between quotes on one line, without those that hold a blank or an escape. */
function quotedIn(code: string): string[] {
  return [...code.matchAll(/(["'`])([^"'`\\\s]{1,1024})\1/g)].map((found) => found[2] ?? "");
}

/** A command named by a path into a directory that anyone may write to. */
function isUntrustedFile(name: Value, separators: RegExp): boolean {
  if (!name.some((piece) => typeof piece === "string" && separators.test(piece))) return false;
  const text = knownText(name);
  const directory = text === null ? null : /^([^]*)[/\\]/.exec(text)?.[1];
  return directory === null || directory === undefined || !isTrustedCommandDirectory(directory);
}

function record(engine: Engine, mention: Mentioned, unit: number | null, context: Context): void {
  const { field, value, access, base, certainty, role } = mention;
  recordPath(engine, { span: field.span, value, access, base, unit, certainty, role }, context);
}

/** Records a path, once for each value that it is known to be one of. */
export function recordPath(engine: Engine, path: PathMention, context: Context): void {
  const span = spanIn(context, path.span);
  const { access, base, unit, certainty, role } = path;
  // A bracket of a glob is a choice too, but one that belongs together.
  const ways = isGlob(path.value) ? [path.value] : waysOf(path.value, MAX_OPTIONS);
  for (const value of ways) engine.recorder.mention({ span, value, access, base, unit, certainty, role });
}

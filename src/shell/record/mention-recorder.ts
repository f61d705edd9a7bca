/** Recording the paths that a command names. */
import { knownText, plain } from "../../text.ts";
import type { Value } from "../../text.ts";
import { enteredFrom, seenFrom, UNKNOWN_BASE } from "../directory.ts";
import { spanIn } from "../engine.ts";
import type { Context, Engine, Run } from "../engine.ts";
import { assignmentEffect, isTrustedCommandDirectory, programIn } from "../knowledge/read-command.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import { MAX_OPTIONS } from "../limits.ts";
import type { Base, PathMention } from "../program.ts";
import { assignedDirectory } from "../options.ts";
import { optionsOf } from "../state.ts";
import type { Span } from "../syntax.ts";
import { choiceOf, UNKNOWN, waysOf } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Assigned, Field } from "../words/field.ts";
import { isGlob } from "../words/glob.ts";
import { mentionsOf, POSIX_SEPARATORS, WINDOWS_SEPARATORS } from "./mentions.ts";
import type { Mentioned } from "./mentions.ts";
import { isShaped, namesQuotedIn } from "./quoted.ts";
import { toldFiles } from "./told-files.ts";

/** Records the paths that a command names, by its words and in what it is given to read. */
export function recordMentions(
  engine: Engine,
  fields: readonly Field[],
  reading: CommandReading,
  unit: number,
  run: Run,
): void {
  const { base } = run.environment;
  const separators = engine.settings.platform === "win32" ? WINDOWS_SEPARATORS : POSIX_SEPARATORS;
  const mentions: Mentioned[] = [];
  const [name] = fields;
  if (name !== undefined && isUntrustedFile(name.each, separators)) {
    mentions.push({ field: name, value: name.each, access: "read", base, certainty: "path", role: "command" });
  }
  mentions.push(...mentionsOf(fields, reading, { base, separators }));
  const led = reading.command === "cd" ? ledByVariable(fields, run) : null;
  if (name !== undefined && led !== null)
    mentions.push({ field: name, value: led, access: "read", base, certainty: "path", role: "directory" });
  for (const told of toldFiles(engine, fields, reading, run)) mentions.push({ ...told, base, role: "operand" });
  const enters = fields.length === 2 && ENTERING.has(reading.command ?? "");
  for (const mention of mentions) {
    const ways = enters && mention.role === "directory" ? enteredFrom(mention.base, mention.value) : [{}];
    for (const way of ways) record(engine, { ...mention, ...way }, unit, run.context);
  }
}

/** Commands that take a directory by its text. */
const ENTERING: ReadonlySet<string> = new Set(["cd", "pushd"]);

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
    const runs = namesProgram(name, knownText(value) ?? "");
    // As of a command's name, of a program that only an administrator can change nothing is asked.
    if (runs && !isUntrustedFile(value, POSIX_SEPARATORS)) continue;
    const access = runs ? "read" : "both";
    const mention = { span, access, base, unit, role: "option" } as const;
    recordPath(engine, { ...mention, value, certainty: "word" }, context);
    // What makes a command run another one is a program, or settings: `PS1='$(cat .env)'`.
    const text = assignmentEffect(name, value) === "runs-commands" ? (knownText(value) ?? "") : "";
    for (const word of /[\s$]/.test(text) ? namesQuotedIn(text, "other") : []) {
      if (isShaped([word])) recordPath(engine, { ...mention, value: [plain(word)], certainty: "word" }, context);
    }
  }
}

/** Whether a variable's value is a program by its path, and nothing else. */
function namesProgram(name: string, value: string): boolean {
  return /^[/\w.+-]*\/[\w.+-]+$/.test(value) && (name === "SHELL" || programIn(name, value) === value);
}

/** Where `cd` leads without a name: to what `HOME` says, or for `cd -` to what `OLDPWD` was assigned. */
function ledByVariable(fields: readonly Field[], { environment }: Run): Value | null {
  const [operand, ...more] = fields.slice(1).filter((field) => !/^-(?:[LPe@]+|-)$/.test(textOf(field) ?? ""));
  if (operand !== undefined && (more.length > 0 || textOf(operand) !== "-")) return null;
  const options = operand === undefined ? optionsOf(environment, "HOME") : assignedDirectory(environment, "OLDPWD");
  const values = options?.map((option) => option ?? UNKNOWN) ?? [];
  return values.length === 0 ? null : choiceOf(values);
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

/** Records a path, once for each value that it is known to be one of, seen from where its directory is known. */
export function recordPath(engine: Engine, path: PathMention, context: Context): void {
  const span = spanIn(context, path.span);
  for (const { base, value: whole } of seenFrom(path.base, path.value)) {
    // A bracket of a glob is a choice too, but one that belongs together.
    const ways = isGlob(whole) ? [whole] : waysOf(whole, MAX_OPTIONS);
    for (const value of ways) {
      const mention = { ...path, span, base, value };
      engine.recorder.mention(mention);
      if (whole !== path.value) engine.recorder.partly.set(mention, { ...path, span, base: UNKNOWN_BASE });
    }
  }
}

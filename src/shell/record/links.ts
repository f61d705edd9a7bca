/** Links that a program makes with `ln -s`, and copies of files. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { spanIn } from "../engine.ts";
import type { Engine, Run } from "../engine.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { under } from "../partial-directory.ts";
import type { Span } from "../syntax.ts";
import { waysOf } from "../value.ts";
import { pathsOf } from "../walk/file-texts.ts";
import type { Field } from "../words/field.ts";

/** Commands that make a file of another one. */
export const COPYING: ReadonlySet<string> = new Set(["ln", "cp", "mv", "install", "rsync", "scp"]);

/** Records the links that a command makes, and the copies. */
export function recordLinks(engine: Engine, fields: readonly Field[], reading: CommandReading, run: Run): void {
  if (reading.command === null || !COPYING.has(reading.command)) return;
  if (reading.command === "ln") engine.recorder.linked = true;
  const flags = reading.words.flatMap((word) => (word.kind === "flag" ? [word.name] : []));
  const symbolic = reading.command === "ln" && flags.some((name) => name === "-s" || name === "--symbolic");
  const operands: Field[] = [];
  let directory: Field | null = null;
  for (const [index, word] of reading.words.entries()) {
    const field = fields[index];
    if (field === undefined) continue;
    if (word.kind === "operand") operands.push(field);
    else if (word.kind === "option-value" && /^(?:-t|--target-directory)$/.test(word.name)) directory = field;
  }
  const destination = directory ?? (operands.length > 1 ? (operands.pop() ?? null) : null);
  for (const operand of operands) {
    for (const way of waysOf(operand.each, MAX_OPTIONS))
      recordCopies(engine, way, directory, destination, spanIn(run.context, operand.span), run);
    if (!symbolic) continue;
    const target = knownText(operand.each);
    const name = destination === null ? baseName(target) : knownText(destination.each);
    if (name === null || target === null) continue;
    // Several links go into a directory; of one alone, the walk cannot tell.
    const inside =
      directory !== null || operands.length > 1 ? `${name.replace(/\/{1,4096}$/, "")}/${baseName(target) ?? ""}` : name;
    const { base } = run.environment;
    engine.recorder.link({ span: spanIn(run.context, operand.span), link: inside, target, base });
  }
}

/** Records that a command makes a file of another one, of which the name is known. */
function recordCopies(
  engine: Engine,
  target: Value,
  directory: Field | null,
  destination: Field | null,
  span: Span,
  run: Run,
): void {
  const last = target.at(-1);
  const own = typeof last === "string" ? baseName(last) : null;
  if (own === null || own === "") return;
  const name: Value = destination?.each ?? [own];
  const { base } = run.environment;
  const froms = knownText(target) === null ? [] : pathsOf(target, base, engine.settings.cwd);
  for (const made of directory === null ? [name, under(name, [own])] : [under(name, [own])]) {
    for (const [index, path] of pathsOf(made, base, engine.settings.cwd).entries())
      engine.recorder.copy(path, { target, from: froms[index] ?? null }, span);
  }
}

function baseName(path: string | null): string | null {
  if (path === null) return null;
  const trimmed = path.replace(/\/{1,4096}$/, "");
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

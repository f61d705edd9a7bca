/** Symbolic links that a program makes with `ln -s`. */
import { knownText } from "../../text.ts";
import { spanIn } from "../engine.ts";
import type { Engine, Run } from "../engine.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import type { Field } from "../words/field.ts";

/** Records the links that a command makes. */
export function recordLinks(engine: Engine, fields: readonly Field[], reading: CommandReading, run: Run): void {
  if (reading.command !== "ln") return;
  const flags = reading.words.flatMap((word) => (word.kind === "flag" ? [word.name] : []));
  if (!flags.some((name) => name === "-s" || name === "--symbolic")) return;
  const operands: Field[] = [];
  let directory: Field | null = null;
  for (const [index, word] of reading.words.entries()) {
    const field = fields[index];
    if (field === undefined) continue;
    if (word.kind === "operand") operands.push(field);
    else if (word.kind === "option-value" && /^(?:-t|--target-directory)$/.test(word.name)) directory = field;
  }
  const destination = directory ?? (operands.length > 1 ? operands.pop() : null);
  for (const operand of operands) {
    const target = knownText(operand.each);
    const name = destination === null || destination === undefined ? baseName(target) : knownText(destination.each);
    if (name === null || target === null) continue;
    // Several links go into a directory; of one alone, the walk cannot tell.
    const inside =
      directory !== null || operands.length > 1 ? `${name.replace(/\/{1,4096}$/, "")}/${baseName(target) ?? ""}` : name;
    const { base } = run.environment;
    engine.recorder.links.push({ span: spanIn(run.context, operand.span), link: inside, target, base });
  }
}

function baseName(path: string | null): string | null {
  if (path === null) return null;
  const trimmed = path.replace(/\/{1,4096}$/, "");
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

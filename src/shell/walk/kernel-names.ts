/** Names of files that the kernel hands out, as a command has them in its words. */
import type { Value } from "../../text.ts";
import { absoluteDirectories } from "../directory.ts";
import { inside, spanOfFields } from "../engine.ts";
import type { Engine, Run } from "../engine.ts";
import { kernelFile } from "../knowledge/kernel-files.ts";
import type { KernelFile } from "../knowledge/kernel-files.ts";
import { UNKNOWN_PART } from "../knowledge/script-effects.ts";
import type { Base } from "../program.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { textWith } from "../value.ts";
import { fieldOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";

/** What the kernel hands out by a name, or null where the name is none of such a file. */
export function kernelFileOf(name: Value, base: Base, cwd: string): KernelFile | null {
  const text = textWith(name, UNKNOWN_PART);
  if (text.startsWith("/")) return kernelFile(text, absoluteDirectories(base, cwd)?.[0] ?? null);
  // A directory of the kernel's, for all that is known: `cd /proc/$PPID`.
  if (base.kind === "unknown") {
    if (/^(?:\.\/)?(?:\w+\/)?exe$/.test(text)) return { kind: "program" };
    if (/^(?:\.\/)?(?:fd\/)?\d{1,9}$/.test(text)) return { kind: "descriptor", number: null };
  }
  for (const directory of absoluteDirectories(base, cwd) ?? []) {
    const found = kernelFile(`${directory}/${text}`, directory);
    if (found !== null) return found;
  }
  return null;
}

/**
 * A command that is named by what a process has open, or by the program that one runs: nothing tells what it is. The
 * program of a process is mostly the shell itself.
 */
export function runHandedOut(engine: Engine, fields: readonly Field[], run: Run): void {
  const [first, ...rest] = fields;
  if (first === undefined || !first.each.some((piece) => typeof piece === "string" && piece.includes("/"))) return;
  const file = kernelFileOf(first.each, run.environment.base, engine.settings.cwd);
  if (file === null) return;
  recordUnknownCommand(engine, spanOfFields([first], run.context), run.context);
  const origin = "by the name of a running program";
  if (file.kind !== "program" || run.context.origin.includes(origin)) return;
  engine.fields([fieldOf(["bash"], first.span), ...rest], {
    ...run,
    context: inside(run.context, origin),
    lookup: "external",
  });
}

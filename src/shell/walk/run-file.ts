/** Files that a command runs, and programs that it reads from its standard input. */
import type { Value } from "../../text.ts";
import { anchoredAt, NOWHERE, spanIn, unchanged } from "../engine.ts";
import type { Context, Engine, Frame, Outcome, Run } from "../engine.ts";
import type { KernelFile } from "../knowledge/kernel-files.ts";
import type { Wrapped } from "../knowledge/reading.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { forget, join, UNKNOWN_POSITIONAL, withoutVariables } from "../state.ts";
import type { Positional, ShellState } from "../state.ts";
import { after, isUnknown, UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { outputOfProcess } from "../words/output.ts";
import { textsOf } from "./file-texts.ts";
import { positionalOf } from "./functions.ts";
import { withOtherInput } from "./input.ts";
import { kernelFileOf } from "./kernel-names.ts";
import { joinOutcomes } from "./outcomes.ts";
import { runScript } from "./scripts.ts";
import { shellFor } from "./shell-options.ts";
import { runWrittenFile } from "./written-files.ts";

/** Builtins that run a command, or a program text, in the shell itself. */
export const IN_SHELL: ReadonlySet<string> = new Set([
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

/** What the kernel hands out by the name of a file that is run, or null for any other file. */
export function fileHandedTo(
  engine: Engine,
  fields: readonly Field[],
  { word, valueStart = 0 }: Wrapped & { kind: "file" },
  run: Run,
): KernelFile | null {
  const field = fields[word];
  if (field === undefined) return null;
  return kernelFileOf(after(field.each, valueStart), run.environment.base, engine.settings.cwd);
}

/** The texts of a file that the program itself has written, as far as they are known. */
export function textsWritten(
  engine: Engine,
  fields: readonly Field[],
  { word, valueStart = 0 }: Wrapped & { kind: "file" },
  run: Run,
): readonly Value[] {
  const name = after(fields[word]?.each ?? [], valueStart);
  return textsOf(engine, name, run.environment.base).filter((text) => !isUnknown(text));
}

/** Runs a file; the outcome where the shell itself does, else null. */
export function runFile(
  engine: Engine,
  fields: readonly Field[],
  wrapped: Wrapped & { kind: "file" },
  name: string,
  run: Run,
  context: Context,
): Outcome | null {
  const field = fields[wrapped.word];
  if (field === undefined) return null;
  if (wrapped.language !== "shell") {
    const output = outputOfProcess(field, engine.scope(run.environment, context.source));
    for (const text of output === null ? textsWritten(engine, fields, wrapped, run) : [output])
      runScript(engine, wrapped.language, text, run, anchoredAt(context, [field]));
    return null;
  }
  const anchor = anchoredAt(context, [field]);
  if (IN_SHELL.has(name) && run.lookup !== "external") return runSourced(engine, fields, wrapped, run, anchor);
  const args = positionalOf(fields.slice(wrapped.word + 1));
  const state = shellFor(engine, name, fields.slice(0, wrapped.word), run, context, args);
  return runShellFile(engine, fields, wrapped, run, state, anchor, false);
}

/** Runs a file in the shell itself. A `return` in it ends it, and arguments are its own parameters. */
function runSourced(
  engine: Engine,
  fields: readonly Field[],
  wrapped: Wrapped & { kind: "file" },
  run: Run,
  context: Context,
): Outcome | null {
  const before = run.environment;
  const positional = parametersOf(fields.slice(wrapped.word + 1), before);
  const frame: Frame = { returns: [] };
  const outcome = runShellFile(engine, fields, wrapped, run, { ...before, positional }, { ...context, frame }, true);
  if (outcome === null) return null;
  const ended = (end: ShellState): ShellState => {
    const state = frame.returns.reduce(join, end);
    if (positional === before.positional) return state;
    // What it sets itself outlives it, but for that in a function.
    const isLeft = before.level > 0 || state.positional === positional || state.positional === before.positional;
    return {
      ...state,
      positional: isLeft ? before.positional : { ...UNKNOWN_POSITIONAL, zero: state.positional.zero },
    };
  };
  return { success: ended(outcome.success), failure: ended(outcome.failure) };
}

/** The parameters of a file that is run in the shell itself: those of the shell, unless it is given any. */
function parametersOf(args: readonly Field[], { positional, options }: ShellState): Positional {
  if (args.length === 0) return positional;
  const mayBeNone = args.every((field) => field.count === "any");
  // Not every shell takes them.
  if (mayBeNone || options.has("other shell")) return { ...UNKNOWN_POSITIONAL, zero: positional.zero };
  return positionalOf(args, positional.zero);
}

function runShellFile(
  engine: Engine,
  fields: readonly Field[],
  wrapped: Wrapped & { kind: "file" },
  run: Run,
  state: ShellState,
  anchor: Context,
  sourced: boolean,
): Outcome | null {
  const field = fields[wrapped.word];
  if (field === undefined) return null;
  const handed = fileHandedTo(engine, fields, wrapped, run);
  if (textOf(field) === "-" || (handed?.kind === "descriptor" && handed.number === 0)) {
    return runInput(engine, run, anchor, state, sourced);
  }
  if (field.process !== null) {
    const output = outputOfProcess(field, engine.scope(run.environment, anchor.source));
    return runText(engine, output ?? UNKNOWN, state, anchor, sourced);
  }
  const opened = handed?.kind === "descriptor" ? (run.environment.open.get(handed.number ?? -1) ?? null) : null;
  if (opened !== null) return runText(engine, opened, state, anchor, sourced);
  if (handed !== null) {
    recordUnknownCommand(engine, spanIn(anchor, NOWHERE), anchor);
    return sourced ? unchanged(forget(run.state)) : null;
  }
  // A word that is given as data (`xargs bash`) may as well be `-c`.
  if (field.origin === "data" && isUnknown(field.each)) recordUnknownCommand(engine, spanIn(anchor, NOWHERE), anchor);
  const written = runWrittenFile(engine, field, state, run.environment.base, anchor, sourced);
  // What a sourced file sets is not known; where it leads is left to whoever allowed it.
  if (!sourced) return null;
  const unknown = unchanged(withoutVariables(run.state));
  return written === null ? unknown : joinOutcomes(unknown, written);
}

/** A shell that reads its program from its standard input. */
export function runInput(
  engine: Engine,
  run: Run,
  context: Context,
  state: ShellState,
  inShell: boolean,
): Outcome | null {
  const within = { ...context, input: null };
  if (run.input !== null) return runText(engine, run.input, withOtherInput(state), within, inShell);
  if (run.fed) recordUnknownCommand(engine, spanIn(context, NOWHERE), context);
  return null;
}

/** Runs a program text in the shell itself, with its outcome, or in a shell of its own. */
function runText(engine: Engine, text: Value, state: ShellState, context: Context, inShell: boolean): Outcome | null {
  if (inShell) return engine.program(text, state, context);
  engine.child(text, state, context);
  return null;
}

/**
 * The `cd` that a program begins with. Whether it succeeds can be told before the program runs, by whether the directory
 * is there; of a later one it cannot, for what runs before it may take the directory away.
 */
import { strayed } from "../directory.ts";
import type { Context, Engine, Outcome } from "../engine.ts";
import type { ShellState } from "../state.ts";
import type { SimpleCommand } from "../syntax.ts";
import { literalOf } from "../words/literal.ts";
import { isQuiet } from "../words/quiet-redirection.ts";

/** Commands that leave all directories as they are. */
const IDLE = /^(?::|echo|printf|pwd|sleep|true|set -[eux]{1,3}(?:o pipefail)?)(?: |$)/;

/** The outcome of a command without expansions, with what only holds where the program's first `cd` failed marked so. */
export function withFirstChange(
  engine: Engine,
  command: SimpleCommand,
  outcome: Outcome,
  state: ShellState,
  context: Context,
): Outcome {
  const { recorder } = engine;
  const [name, ...words] = command.words.map(literalOf);
  if (recorder.entered !== null || name !== "cd") return outcome;
  // `cd a/../b` needs `a` too.
  if (words.some((word) => word?.includes("..") !== false)) return outcome;
  const { base } = outcome.success;
  const own = recorder.units.at(-1)?.text.startsWith("cd ") === true;
  const begins = own && context.depth === 0 && recorder.units.slice(0, -1).every(({ text }) => IDLE.test(text));
  // A name that stands for something else may do more than to change the directory, or nothing.
  const isBuiltin = state.functions.size === 0 && state.aliases.size === 0;
  if (!begins || !isBuiltin || !command.redirections.every(isQuiet) || outcome.success.dead) return outcome;
  if (base.kind === "unknown" || base.directories.length > 1) return outcome;
  recorder.entered = base.directories[0] ?? null;
  return { success: outcome.success, failure: { ...outcome.failure, base: strayed(state.base) } };
}

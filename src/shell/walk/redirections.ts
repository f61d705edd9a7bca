/** Redirections: the files that they open. */
import { knownText } from "../../text.ts";
import type { Context, Engine } from "../engine.ts";
import type { PathAccess } from "../program.ts";
import { recordPath } from "../record/mention-recorder.ts";
import type { ShellState } from "../state.ts";
import type { FileRedirection, Redirection } from "../syntax.ts";
import { expandWord } from "../words/words.ts";
import type { Pins } from "../words/worlds.ts";

/** Records the file that a redirection opens, if it opens one. */
export function recordRedirection(
  engine: Engine,
  redirection: Redirection,
  pins: Pins,
  state: ShellState,
  unit: number | null,
  context: Context,
): void {
  if (redirection.kind !== "file" || context.remote) return;
  const { target } = redirection;
  for (const field of expandWord(target, engine.scope(state, context.source, pins))) {
    if (field.process !== null || isDescriptor(redirection, knownText(field.each))) continue;
    const access = accessOf(redirection);
    recordPath(
      engine,
      { span: target.span, value: field.each, access, base: state.base, unit, certainty: "path", role: "redirection" },
      context,
    );
  }
}

/** Whether the target names an open file: `2>&1`, `>&-`, `<&$fd`. */
function isDescriptor({ operator, descriptor }: FileRedirection, text: string | null): boolean {
  if (operator === "<&") return true;
  // Only `>&word` without a number, or with 1, may name a file.
  if (operator !== ">&") return false;
  return (descriptor !== null && descriptor !== 1) || (text !== null && /^(?:[0-9]+-?|-)$/.test(text));
}

function accessOf({ operator }: FileRedirection): PathAccess {
  switch (operator) {
    case "<":
    case "<&":
      return "read";
    case "<>":
      return "both";
    case ">":
    case ">>":
    case ">|":
    case "&>":
    case "&>>":
    case ">&":
      return "write";
  }
}

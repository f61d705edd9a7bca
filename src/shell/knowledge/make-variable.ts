/** Variables on the command line of `make`: `make CC=clang`, `make 'X!=date'`. */
import { knowledge } from "./commands.generated.ts";
import { UNKNOWN_PART } from "./script-effects.ts";
import { assignmentEffect } from "./variables.ts";

export type MakeVariableEffect =
  /** Words: flags, paths, names, numbers. */
  | "none"
  /** The value is a command line, or as good as one. */
  | "runs"
  /** Text of a makefile, or a value that makes another program run. */
  | "unknown";

/**
 * What a variable can make `make` run.
 *
 * @param name with the operator in front of the `=`: `X`, `X!`, `X:`.
 * @param value holds {@link UNKNOWN_PART} where it is not known.
 */
export function effectOfMakeVariable(name: string, value: string): MakeVariableEffect {
  if (value.trim() === "") return "none";
  if (name.endsWith("!")) return "runs";
  if (value.includes("$")) return "unknown";
  const [first = "", ...more] = value.trim().split(/[ \t]+/);
  if (/[`;|&<>()\n]/.test(value)) return isCommand(/^[^;|&<>()]*/.exec(first)?.[0] ?? "") ? "runs" : "unknown";
  let end = name.length;
  while (end > 0 && ":?+ \t".includes(name[end - 1] ?? "-")) end--;
  const plain = name.slice(0, end);
  if (value.includes(UNKNOWN_PART) || plain.startsWith(".")) return "unknown";
  if (assignmentEffect(plain, [value]) === "runs-commands") return isCommand(first) ? "runs" : "unknown";
  return more.length > 0 && isCommand(first) ? "runs" : "none";
}

/** Whether a word is the name of a command that is known. */
function isCommand(word: string): boolean {
  const name = word.slice(word.lastIndexOf("/") + 1);
  return [knowledge.commands, knowledge.aliases, knowledge.siblings].some((names) => Object.hasOwn(names, name));
}

/** What separates words where the shell splits text. */
import { knownText } from "../../text.ts";
import { optionsOf } from "../state.ts";
import type { ShellState } from "../state.ts";

export const BLANKS = " \t\n";

/** The value of `IFS`, or null where it is not known. No shell takes it from its environment. */
export function separatorsOf(state: ShellState): string | null {
  if (!state.variables.has("IFS")) return BLANKS;
  const options = optionsOf(state, "IFS");
  const [only] = options;
  if (options.length !== 1 || only === undefined) return null;
  return only === null ? BLANKS : knownText(only);
}

/** What separates words where the shell splits text. */
import { knownText } from "../../text.ts";
import { optionsOf } from "../state.ts";
import type { ShellState } from "../state.ts";

export const BLANKS = " \t\n";

/** The value of `IFS`, or null where it is not known. */
export function separatorsOf(state: ShellState): string | null {
  const options = optionsOf(state, "IFS");
  const [only] = options;
  if (options.length !== 1 || only === undefined) return null;
  return only === null ? BLANKS : knownText(only);
}

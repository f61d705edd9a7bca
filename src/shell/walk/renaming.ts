/** Arrays of bash in which names of commands stand for others. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { hashedName, withAlias } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Assignment } from "../syntax.ts";
import { after, frontOf } from "../value.ts";
import type { Scope } from "../words/scope.ts";
import { expandValue } from "../words/words.ts";
import { withHazard } from "./assignments.ts";

/** The state with what an element of `BASH_ALIASES` or `BASH_CMDS` makes of the command that it is named after. */
export function renaming(
  state: ShellState,
  { name, subscript, value }: Assignment,
  values: readonly Value[],
  scope: Scope,
): ShellState {
  if (name !== "BASH_ALIASES" && name !== "BASH_CMDS") return state;
  let next = withHazard(state, name);
  const single = subscript === null || value === null || !("parts" in value) ? null : expandValue(subscript, scope);
  for (const one of values) {
    const [, key = null] = single === null ? (/^\[([^\]]+)\]=/.exec(frontOf(one)) ?? []) : [null, knownText(single)];
    if (key === null) continue;
    const text = single === null ? after(one, key.length + 3) : one;
    next = withAlias(next, name === "BASH_CMDS" ? hashedName(key) : key, text);
  }
  return next;
}

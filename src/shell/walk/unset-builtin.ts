/** `unset`: variables and functions that are there no more. */
import { joinBindings } from "../binding.ts";
import { unsetVariable } from "../locals.ts";
import { without } from "../maps.ts";
import { bind, NAME, withoutVariables } from "../state.ts";
import type { ShellState } from "../state.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { anySet, withHazard } from "./assignments.ts";
import { readBuiltinWords } from "./builtin-options.ts";

/** The state after `unset`. */
export function unsetNames(words: readonly Field[], before: ShellState): ShellState {
  const { options, operands, unsure } = readBuiltinWords(words, "");
  const has = (letter: string): boolean => options.some((one) => one.letter === letter);
  // Another shell takes patterns.
  const unread = unsure || options.some(({ letter }) => !"fnv".includes(letter));
  let state = before;
  for (const field of operands) {
    const name = unread ? null : textOf(field);
    if (!has("f")) state = has("n") ? withoutReference(state) : withoutNamed(state, name);
    if (!has("v")) state = withoutFunction(state, name);
  }
  return state;
}

/** `unset -n`: of a variable that stands for none, nothing changes. */
function withoutReference(state: ShellState): ShellState {
  return state.options.has("nameref") ? withoutVariables(state) : state;
}

function withoutNamed(before: ShellState, name: string | null): ShellState {
  if (name === null) return anySet(before, "unset");
  if (!NAME.test(name)) {
    const array = /^[A-Za-z_][A-Za-z0-9_]*/.exec(name)?.[0];
    return array === undefined ? before : bind(before, array, null);
  }
  let state = unsetVariable(
    withoutHazard(before, name),
    name,
    ["localvar_unset", "other shell"].some((one) => before.options.has(one)),
  );
  // What is readonly stays, if it was made so on this way.
  if (mayStay(before, name))
    state = bind(state, name, joinBindings(before.variables.get(name), state.variables.get(name)));
  // Where the name stands for another one, it is not known which.
  if (state.options.has("nameref")) state = withoutVariables(state);
  // Without a `PATH`, commands are files of the working directory.
  return name === "PATH" ? withHazard(state, name) : state;
}

function mayStay({ options }: ShellState, name: string): boolean {
  return options.has(`readonly ${name}`) || options.has("attributes");
}

/** The state without a variable that makes commands run something else, where it is surely gone for those too. */
function withoutHazard(state: ShellState, name: string): ShellState {
  const hidden = state.shadows.get(name) ?? [];
  // Behind a local one without a value, commands see the one that it hides.
  if (hidden.some((shadow) => shadow.hazard)) return withHazard(state, name);
  if (!state.hazards.has(name) || name === "PATH" || hidden.length > 0 || mayStay(state, name)) return state;
  return { ...state, hazards: without(state.hazards, name) };
}

/** The state in which a function, null for any, may be gone: there may have been a variable of the name instead. */
function withoutFunction(state: ShellState, name: string | null): ShellState {
  const names = name === null ? [...state.functions.keys()] : [name];
  const functions = new Map(state.functions);
  for (const one of names) {
    const defined = functions.get(one);
    if (defined?.certain === true) functions.set(one, { ...defined, certain: false });
  }
  return { ...state, functions };
}

/** `cd`, `pushd`, `popd`: where the shell stands after them. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { enterDirectory, joinBases, UNKNOWN_BASE } from "../directory.ts";
import { unchanged } from "../engine.ts";
import type { Outcome } from "../engine.ts";
import type { Base } from "../program.ts";
import { assignedDirectory } from "../options.ts";
import { bind, optionsOf, pushed, VOLATILE_BASE } from "../state.ts";
import type { ShellState } from "../state.ts";
import { choiceOf, frontOf, UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";

/** The outcome of a change of directory, or null for another command. It may fail, and then changes nothing. */
export function runDirectoryCommand(name: string, fields: readonly Field[], state: ShellState): Outcome | null {
  const operands = fields.slice(1);
  switch (name) {
    case "cd":
      return cd(operands, state);
    case "pushd":
      return pushd(operands, state);
    case "popd":
      return popd(operands, state);
    default:
      return null;
  }
}

function cd(words: readonly Field[], state: ShellState): Outcome {
  let physical = false;
  let at = 0;
  for (; at < words.length; at++) {
    const text = textOf(words[at]);
    if (text === null || !/^-(?:[LPe@]+|-)$/.test(text)) break;
    physical = text.includes("P") || (physical && !text.includes("L"));
    if (text === "--") {
      at++;
      break;
    }
  }
  const [operand, more] = words.slice(at);
  if (more !== undefined && operand?.count === "one" && more.count === "one")
    return { success: { ...state, dead: true }, failure: state };
  if (operand === undefined) return moved(state, enterDirectory(state.base, homeOf(state)));
  if (operand.count !== "one" || more !== undefined) return moved(state, UNKNOWN_BASE);
  if (textOf(operand) === "-") return moved(state, previousOf(state));
  if (textOf(operand) === "") return unchanged(state);
  return moved(
    state,
    physical || isSearched(operand.value, state) ? UNKNOWN_BASE : enterDirectory(state.base, operand.value),
  );
}

/** Where `cd -` leads: to what `OLDPWD` says. */
function previousOf(state: ShellState): Base {
  const assigned = assignedDirectory(state, "OLDPWD");
  return assigned === null
    ? state.previous
    : enterDirectory(state.base, choiceOf(assigned.map((option) => option ?? UNKNOWN)));
}

function homeOf(state: ShellState): Value {
  return choiceOf(optionsOf(state, "HOME").map((option) => option ?? []));
}

/** A plain name that bash looks for in the directories of `CDPATH`, or in a variable of that name. */
function isSearched(target: Value, state: ShellState): boolean {
  const front = frontOf(target);
  if (front.startsWith("/") || /^\.\.?(?:\/|$)/.test(front)) return false;
  const paths = state.variables.has("CDPATH") ? optionsOf(state, "CDPATH") : [];
  return state.options.has("cdable_vars") || paths.some((path) => path !== null && knownText(path) !== "");
}

function moved(state: ShellState, base: Base): Outcome {
  const unnamed = bind(bind(state, "PWD", null), "OLDPWD", null);
  const volatile = state.options.has(VOLATILE_BASE);
  return {
    success: { ...unnamed, base: volatile ? UNKNOWN_BASE : base, previous: volatile ? UNKNOWN_BASE : state.base },
    failure: state,
  };
}

function pushd(words: readonly Field[], state: ShellState): Outcome {
  const [operand, more] = words;
  if (operand === undefined) {
    const [top, ...rest] = state.stack ?? [];
    if (state.stack === null) return lost(state);
    if (top === undefined) return { success: { ...state, dead: true }, failure: state };
    const { success, failure } = moved(state, top);
    return { success: { ...success, stack: [state.base, ...rest] }, failure };
  }
  if (more !== undefined || operand.count !== "one" || /^[-+]/.test(textOf(operand) ?? "")) return lost(state);
  const base = isSearched(operand.value, state) ? UNKNOWN_BASE : enterDirectory(state.base, operand.value);
  const { success, failure } = moved(state, base);
  return {
    success: { ...success, stack: pushed(state.stack, state.base) },
    failure: { ...failure, stack: notPushed(state) },
  };
}

/**
 * The stack where nothing was put on it, as one of the same length as if something had been: `popd` then leads to what
 * was on it before, or stays where it is.
 */
function notPushed({ stack, base }: ShellState): readonly Base[] | null {
  const longer = pushed(stack, base);
  return longer?.map((above, index) => joinBases(above, longer[index + 1] ?? above)) ?? null;
}

function popd(words: readonly Field[], state: ShellState): Outcome {
  const [top, ...rest] = state.stack ?? [];
  if (state.stack === null || words.length > 0) return lost(state);
  if (top === undefined) return { success: { ...state, dead: true }, failure: state };
  const { success, failure } = moved(state, top);
  return { success: { ...success, stack: rest }, failure };
}

/** Somewhere on a stack that is not known. */
function lost(state: ShellState): Outcome {
  const { success, failure } = moved(state, UNKNOWN_BASE);
  return { success: { ...success, stack: null }, failure };
}

/** `read`: the variables that a line of known input sets. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import type { Engine, Run } from "../engine.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { ANY_NAME } from "../record/names.ts";
import { NAME } from "../state.ts";
import type { ShellState } from "../state.ts";
import { clean } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { separatorsOf } from "../words/separators.ts";
import { anySet, assign } from "./assignments.ts";
import { readBuiltinWords } from "./builtin-options.ts";
import type { BuiltinWords } from "./builtin-options.ts";
import { holding } from "./evaluation.ts";

/** The state after `read`. */
export function readVariables(engine: Engine, operands: readonly Field[], run: Run): ShellState {
  let state = holding(run.environment, [run.input]);
  const read = readBuiltinWords(operands, "adinNptu");
  const targets = targetsOf(read, operands, state);
  if (read.unsure || targets.includes(null)) return anySet(state, "read");
  // `REPLY` is the whole line, with the blanks around it.
  const names = targets.length === 0 ? ["REPLY"] : targets;
  const plain = read.options.every((one) => one.letter === "r") && names.every((name) => isSettable(name, state));
  const raw = read.options.some((one) => one.letter === "r");
  const lines = plain ? linesOf(run, raw) : null;
  // A line that is the name of a file; empty at the end of the input.
  const told = lines === null && names.length === 1 && run.names !== ANY_NAME && readsNames(operands.map(textOf));
  const separators = targets.length === 0 ? "" : separatorsOf(state);
  for (const [index, target] of names.entries()) {
    const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(target ?? "")?.[0];
    if (name === undefined) continue;
    const options: readonly Value[] | null = told
      ? [...run.names, []]
      : lines === null || separators === null
        ? null
        : lines.map((line) => partOf(line, index, names.length, separators));
    const binding = options === null ? null : ({ kind: "scalar", options } as const);
    state = assign(engine, state, { name, binding, bare: false }, run.context);
  }
  return state;
}

/** What the words name to be set, null for what is not known. */
function targetsOf(
  { options, operands }: BuiltinWords,
  words: readonly Field[],
  state: ShellState,
): readonly (string | null)[] {
  const array = options.findLast((one) => one.letter === "a");
  const named = array === undefined ? operands.map(textOf) : [array.value];
  if (!state.options.has("other shell") || options.every((one) => one.letter === "r")) return named;
  // Which of the options take a value differs between shells, and so does what is set without a name.
  return [...named, ...words.map((field) => textOf(field) ?? ""), "REPLY", "reply"];
}

/** Whether a variable surely is set to the text that is read: where one is not, those behind it may not be either. */
function isSettable(name: string | null, { options }: ShellState): boolean {
  return name !== null && NAME.test(name) && !options.has(`readonly ${name}`);
}

/** The state after `mapfile -t NAME`, where each line is the name of a file; null for any other `mapfile`. */
export function linesRead(engine: Engine, operands: readonly Field[], run: Run): ShellState | null {
  const texts = operands.map((field) => textOf(field) ?? "-");
  const name = /^(?:-t |-d {2}-t |-t -d {2}|-td {2})([A-Za-z_][A-Za-z0-9_]*)$/.exec(texts.join(" "))?.[1];
  if (name === undefined || run.names === ANY_NAME || run.names.length === 0 || run.input !== null) return null;
  const binding = { kind: "array", elements: run.names, open: true } as const;
  return assign(engine, run.environment, { name, binding, bare: false }, run.context);
}

/**
 * Whether `read` takes a line, or all up to the next NUL: `read -r f`, `read -rd '' f`. Names are taken to hold no
 * backslash, so that it makes no difference whether it takes them off.
 */
function readsNames(texts: readonly (string | null)[]): boolean {
  const options = texts.map((text) => text ?? "-").join(" ");
  return /^(?:-r |-r -d {2}|-d {2}-r |-rd {2}|-d {2})?[A-Za-z_][A-Za-z0-9_]*$/.test(options);
}

/** The lines that the command may read, or null where they are not known. Inside a loop it may be any of them. */
function linesOf(run: Run, raw: boolean): readonly string[] | null {
  const text = run.input === null ? null : knownText(run.input);
  if (text === null || (!raw && text.includes("\\"))) return null;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  // At the end of the input, the variables become empty.
  const lasting = run.input === run.context.input || run.environment.open.get(0) === run.input;
  const possible = lasting ? [...lines, ""] : lines.slice(0, 1);
  return possible.length === 0 || possible.length > MAX_OPTIONS ? null : possible;
}

/** The part of a line that the variable at `index` gets; the last one gets the rest. */
function partOf(line: string, index: number, count: number, separators: string): Value {
  const blank = (character: string | undefined): boolean =>
    character !== undefined && " \t\n".includes(character) && separators.includes(character);
  let rest = line;
  const trimFront = (): void => {
    let at = 0;
    while (blank(rest[at])) at++;
    rest = rest.slice(at);
  };
  trimFront();
  for (let at = 0; ; at++) {
    if (at === count - 1) {
      let end = rest.length;
      while (end > 0 && blank(rest[end - 1])) end--;
      return clean(rest.slice(0, end));
    }
    let end = 0;
    while (end < rest.length && !separators.includes(rest[end] ?? "")) end++;
    const part = rest.slice(0, end);
    if (at === index) return clean(part);
    rest = rest.slice(end);
    trimFront();
    if (rest !== "" && separators.includes(rest[0] ?? "") && !blank(rest[0])) rest = rest.slice(1);
    trimFront();
  }
}

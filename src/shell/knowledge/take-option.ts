/**
 * Takes an option, and the words that are its values, into the reading of a command.
 */
import { compileEntry } from "./entry.ts";
import type { Option } from "./entry.ts";
import { endOfExec, placeholderIn } from "./irregular.ts";
import { UNKNOWN } from "./notation.ts";
import type { OptionReading } from "./option.ts";
import type { Progress } from "./progress.ts";
import { settleValues } from "./settle.ts";
import type { Word } from "./word.ts";

/** Most wrapped commands that are tried where a hole may have ended an earlier one. */
const MOST_STARTS = 3;

/** Nothing is known. */
const UNKNOWN_ENTRY = compileEntry({});

/** Takes a word that was read as an option, and its values. `certain`: the word is surely read as it looks. */
export function applyOption(progress: Progress, parsed: OptionReading, certain: boolean, word: Word): void {
  // A command by a name that is not trusted is read all the same: only its roles are not believed.
  const sure = !progress.doubt && !progress.loose && progress.terminated === "no";
  progress.doubt = false;
  for (const name of parsed.names) (sure && parsed.kind !== "unknown" ? progress.seen : progress.maybe).add(name);
  if (word.multiplicity !== "one" && word.multiplicity !== "alike") progress.openUp(progress.at);
  if (parsed.kind === "flags") {
    progress.take({ kind: "flag", name: parsed.name, certain });
    for (const option of parsed.owed ?? []) takeValues(progress, option, 0, certain, true);
  } else if (parsed.kind === "option") takeOption(progress, parsed, certain, sure, word);
  else if (parsed.valueStart === null) {
    progress.take({ kind: "flag", name: parsed.name, certain: false });
    progress.doubt = true;
    if (parsed.hidden) progress.hide(progress.at - 1);
  } else {
    const { name, valueStart } = parsed;
    progress.take({ kind: "option", name, valueStart, role: "unknown", certain: false });
  }
}

function takeOption(
  progress: Progress,
  parsed: OptionReading & { kind: "option" },
  certain: boolean,
  sure: boolean,
  word: Word,
): void {
  const { option, valueStart, exact } = parsed;
  const { value } = option;
  (sure && exact ? progress.seen : progress.maybe).add(option.name);
  if (value === null || (valueStart === null && value.optional)) {
    progress.take({ kind: "flag", name: option.name, certain: certain && exact });
    return;
  }
  progress.take({ kind: "option", name: option.name, valueStart, role: "unknown", certain: certain && exact });
  if (valueStart !== null) {
    // `-f"$X"` takes the next word where $X is empty.
    if (valueStart >= word.front.length && !word.whole && !word.front.includes("=")) progress.doubt = true;
    takeAttached(progress, option, valueStart, exact);
  }
  takeValues(progress, option, valueStart === null ? 0 : 1, certain && exact, exact);
  if (value.ends) progress.terminated = sure ? "yes" : "maybe";
}

/** A value in the option's own word. */
function takeAttached(progress: Progress, option: Option, start: number, exact: boolean): void {
  if (option.value?.values[0]?.kind === "module") {
    progress.at--;
    takeModule(progress, start);
  } else noteValue(progress, option, 0, progress.at - 1, start, exact);
}

/** The words after an option that are its values, from the one by index `taken` on. */
export function takeValues(progress: Progress, option: Option, taken: number, certain: boolean, exact: boolean): void {
  const { values, variadic } = option.value ?? { values: [], variadic: false };
  for (let index = taken; progress.at < progress.words.length; index++) {
    const next = progress.words[progress.at];
    if (index >= values.length && !(variadic && next?.mayBeOption === false)) return;
    const meaning = values[Math.min(index, values.length - 1)] ?? UNKNOWN;
    if (meaning.kind === "words") {
      takeExec(progress, meaning.until);
      return;
    }
    if (meaning.kind === "module") {
      takeModule(progress, 0);
      return;
    }
    noteValue(progress, option, index, progress.at, null, exact);
    progress.take({ kind: "option-value", name: option.name, role: "unknown", certain });
    if (next?.multiplicity === "anything") progress.openUp(progress.at - 1);
    else if (next !== undefined && next.multiplicity !== "one") {
      progress.addOperand({ word: progress.at - 1, min: 0, max: null, ghost: true });
    }
  }
}

function noteValue(
  progress: Progress,
  option: Option,
  index: number,
  word: number,
  start: number | null,
  exact: boolean,
): void {
  progress.values.set(option.name, { word, start: start ?? 0 });
  progress.valued.push({ option, index, word, start, exact });
  // What `env -S` splits is a command line of env's own, to which all that follows belongs.
  if (option.name === "-S" && progress.entry.data.special === "env") {
    progress.tails.push({ start: word + 1, meaning: UNKNOWN });
  }
}

/** `sed -i '' SCRIPT FILE`: on macOS the suffix is a word of its own. (GNU sed takes it for a script that does nothing.) */
export function takeEmptySuffix(progress: Progress, parsed: OptionReading): void {
  if (progress.entry.data.special !== "sed" || parsed.kind !== "option" || parsed.option.name !== "-i") return;
  const next = progress.words[progress.at];
  if (parsed.valueStart !== null || next?.whole !== true || next.front !== "") return;
  const certain = progress.isCertain();
  progress.readings[progress.at - 1] = { kind: "option", name: "-i", valueStart: null, role: "data", certain };
  progress.take({ kind: "option-value", name: "-i", role: "data", certain });
}

/** The words of `find -exec … ;`: a wrapped command, and further ones where a hole may have been the `;`. */
function takeExec(progress: Progress, until: ";" | null): void {
  const { words, at: start } = progress;
  const end = until === null ? words.length : endOfExec(words, start);
  const starts = [start];
  let open = false;
  for (let at = start; at < end; at++) {
    const word = words[at];
    if (open && word?.whole === true && starts.length < MOST_STARTS && isExec(progress, word.front))
      starts.push(at + 1);
    if (word?.whole !== true) open = true;
    if (word?.multiplicity === "anything") progress.openUp(at);
    progress.readings[at] = { kind: "wrapped" };
  }
  const many = words[end]?.front === "+";
  for (const each of starts) addExec(progress, each, many ? end - 1 : end, many);
  progress.at = end;
  if (end < words.length) progress.take({ kind: "wrapped" });
}

function addExec(progress: Progress, start: number, end: number, many: boolean): void {
  if (start >= end) return;
  const placeholder = placeholderIn(progress.words, start, end);
  const appended = many || (placeholder === null && progress.entry.data.special === "fd");
  progress.wrapped.push({
    kind: "words",
    start,
    end,
    data: appended ? "appended" : placeholder === null ? "none" : "replaced",
    replacement: appended ? null : placeholder,
    assignments: [],
    directory: null,
  });
}

function isExec(progress: Progress, text: string): boolean {
  return progress.entry.options.get(text)?.value?.values[0]?.kind === "words";
}

/** The value of `python -m`, which decides how all that follows is read. */
function takeModule(progress: Progress, start: number): void {
  const { at } = progress;
  const word = progress.words[at];
  const name = word?.whole === true ? word.front.slice(start) : null;
  const found = name === null ? null : progress.entry.module(name);
  const certain = progress.isCertain();
  if (found === "command" && start === 0) {
    progress.tails.push({ start: at, meaning: { kind: "words", until: null } });
    progress.take({ kind: "wrapped" });
    return;
  }
  if (start === 0) progress.take({ kind: "option-value", name: "-m", role: "data", certain });
  else progress.take({ kind: "option", name: "-m", valueStart: start, role: "data", certain });
  if (found === "command") {
    progress.tails.push({ start: at + 1, meaning: UNKNOWN });
    const words = Array.from({ length: progress.words.length - at }, (_, index) => at + index);
    progress.wrapped.push({ kind: "program", words, valueStart: start, language: "shell", remote: false });
    return;
  }
  if (word?.multiplicity === "anything") progress.openUp(at);
  settleValues(progress);
  progress.dropOperands();
  progress.lastSubcommand = at;
  progress.enter(found ?? UNKNOWN_ENTRY);
}

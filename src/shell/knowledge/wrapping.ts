/**
 * What a command runs: from the meanings of its words to wrapped commands and programs.
 */
import type { Piece } from "../../text.ts";
import type { Entry } from "./entry.ts";
import { appendedPlaceholder, endOfArguments, scriptOfNpm } from "./irregular.ts";
import { kernelFile } from "./kernel-files.ts";
import { effectOfMakeVariable } from "./make-variable.ts";
import type { Meaning, ScriptLanguage } from "./notation.ts";
import type { Language, ScriptReading, Wrapped } from "./reading.ts";
import { unescape } from "./script-awk.ts";
import { UNKNOWN_PART } from "./script-effects.ts";
import { inspectScript, isPlainPerl, isPlainPerlModule, isPlainPerlPattern } from "./scripts.ts";
import { sketchOf } from "./word.ts";
import type { Place, Word } from "./word.ts";

/** What is needed to tell what a command runs. */
export interface Wrapping {
  readonly words: readonly Word[];
  readonly entry: Entry;
  /** Where the values of the options stand, by the option's name. */
  readonly values: ReadonlyMap<string, Place>;
  /** Names of the options that are or may be present. */
  readonly present: ReadonlySet<string>;
  readonly assignments: readonly number[];
  readonly wrapped: Wrapped[];
  readonly scripts: ScriptReading[];
  /** Files that name further files. */
  readonly lists: { readonly word: number; readonly valueStart: number }[];
  /** Whether one of those is the standard input. */
  readonly inputNames: { found: boolean };
}

/** Records what a value or operand makes a command run. `next` is the operand after it, or null. */
export function addEffects(to: Wrapping, meaning: Meaning, place: Place, next: number | null): void {
  switch (meaning.kind) {
    case "role":
      if (meaning.role === "remote-or-read" && to.entry.transports) addTransport(to, place);
      // `bun run -`: any other operand is a file, or the name of a script.
      if (meaning.role === "name-or-read") addDash(to, place);
      return;
    case "keyed":
    case "words":
    case "module":
    case "named-file":
    case "entrypoint":
    case "passed":
      return;
    case "list":
      if (isInput(knownText(to, place))) to.inputNames.found = true;
      else to.lists.push({ word: place.word, valueStart: place.start });
      return;
    case "code":
      if (isEmpty(to, place)) return;
      to.wrapped.push({
        ...program(place, meaning.language),
        ...(to.entry.data.parameters === true && next !== null ? { parameters: next } : {}),
      });
      return;
    case "command":
      if (isEmpty(to, place)) return;
      to.wrapped.push({ ...program(place, "shell"), data: "appended" });
      return;
    case "bang":
      addBang(to, place, meaning.alias);
      return;
    case "run":
      // A shell's own arguments are told by its file, so that one is looked at where it is run.
      if (meaning.language === "shell" ? knownText(to, place) === "-" : isInput(knownText(to, place)))
        to.wrapped.push({ kind: "input", language: meaning.language });
      else if (isInline(meaning.language, knownText(to, place))) to.wrapped.push(program(place, meaning.language));
      else {
        const valueStart = place.start === 0 ? {} : { valueStart: place.start };
        to.wrapped.push({ kind: "file", word: place.word, ...valueStart, language: meaning.language });
      }
      return;
    case "editor":
      if (!isHarmlessEditing(knownText(to, place))) to.wrapped.push(program(place, "escapes"));
      return;
    case "piped":
      addPiped(to, place);
      return;
    case "expression":
      if (holdsSubstitution(to, place)) to.wrapped.push(program(place, to.entry.sequence ? "escapes" : "other"));
      return;
    case "script":
      addScript(to, place, meaning.language);
  }
}

const NPM_SCRIPT: Meaning = { kind: "passed", to: ["npm", "run"] };

/** The words from `start` on are a command or, joined, a program. */
export function addTail(to: Wrapping, meaning: Meaning, start: number): void {
  const end = endOfArguments(to, start);
  if (start >= end) return;
  // `uv run -` is `python -`.
  if (addDash(to, { word: start, start: 0 })) return;
  const remote = to.entry.data.remote === true;
  if (meaning.kind === "code") {
    const words = range(start, end);
    const placeholder = appendedPlaceholder(to, start, end);
    to.wrapped.push({
      kind: "program",
      words,
      valueStart: 0,
      language: meaning.language,
      remote,
      ...(placeholder === undefined
        ? {}
        : placeholder === null
          ? { data: "appended" }
          : { data: "replaced", replacement: placeholder }),
    });
    return;
  }
  const placeholder = appendedPlaceholder(to, start, end);
  const front = entrypointOf(to);
  const script = to.entry.data.special === "rtk" && meaning.kind === "words" ? scriptOfNpm(to.words, start) : null;
  if (script !== null) addTail(to, NPM_SCRIPT, script);
  to.wrapped.push({
    kind: "words",
    start,
    end,
    data: placeholder === undefined ? "none" : placeholder === null ? "appended" : "replaced",
    replacement: placeholder ?? null,
    assignments: to.assignments,
    directory: directoryOf(to),
    ...(meaning.kind === "passed" ? { passedTo: meaning.to } : {}),
    ...(front === null ? {} : { front }),
    ...(remote ? { remote } : {}),
  });
}

/** `docker run --entrypoint sh IMAGE`: without further words, the program in the option is all that runs. */
export function addEntrypoint(to: Wrapping): void {
  const front = entrypointOf(to);
  if (front === null) return;
  const { word } = front;
  const remote = to.entry.data.remote === true;
  to.wrapped.push({
    kind: "words",
    start: word,
    end: word,
    data: "none",
    replacement: null,
    assignments: [],
    directory: null,
    front,
    ...(remote ? { remote } : {}),
  });
}

/** The program that a container begins with; an empty one is none. */
function entrypointOf(to: Wrapping): { readonly word: number; readonly valueStart: number } | null {
  const place = valueThat(to, (meaning) => meaning.kind === "entrypoint");
  return place === null || isEmpty(to, place) ? null : { word: place.word, valueStart: place.start };
}

/** The word that names the directory in which a wrapped command runs. */
function directoryOf(to: Wrapping): number | null {
  const place = valueThat(to, (meaning) => meaning.kind === "role" && meaning.role === "working-directory");
  return place?.word ?? null;
}

/** Where the value of the first option stands whose value is such a one, or null. */
function valueThat(to: Wrapping, fits: (meaning: Meaning) => boolean): Place | null {
  for (const [name, place] of to.values) {
    const value = to.entry.options.get(name)?.value?.values[0];
    if (value !== undefined && fits(value)) return place;
  }
  return null;
}

function program(place: Place, language: Language): Wrapped & { kind: "program" } {
  return {
    kind: "program",
    words: [place.word],
    valueStart: place.start,
    language,
    remote: false,
  };
}

/** A program in the place of a file: `node --import data:text/javascript,…`, `bb '(shell "ls")'`. */
function isInline(language: Language, text: string | null): boolean {
  return text !== null && (language === "javascript" ? /^data:/i.test(text) : language === "other" && text[0] === "(");
}

function isInput(text: string | null): boolean {
  if (text === null || text === "-") return text !== null;
  const file = kernelFile(text);
  return file?.kind === "descriptor" && file.number === 0;
}

/** Where a word that may be `-` says what is run, the standard input. Returns whether it is that. */
function addDash(to: Wrapping, place: Place): boolean {
  const language = to.entry.dash;
  if (language === null || !isInput(knownText(to, place))) return false;
  to.wrapped.push({ kind: "input", language });
  return true;
}

/** `ext::COMMAND` is git's transport that is a command; any other `NAME::…` runs a program `git-remote-NAME`. */
export function addTransport(to: Wrapping, { word, start }: Place): void {
  const [helper] = /^[\w+-]{1,64}::/.exec(to.words[word]?.front.slice(start) ?? "") ?? [];
  if (helper === "ext::") to.wrapped.push(program({ word, start: start + helper.length }, "shell"));
  else if (helper !== undefined) to.wrapped.push(program({ word, start }, "other"));
}

/** `|COMMAND`, `!COMMAND`, `%pipe%COMMAND`, perl's `COMMAND|`, and code of TeX's; anything else is a file. */
function addPiped(to: Wrapping, { word, start }: Place): void {
  const front = to.words[word]?.front.slice(start) ?? "";
  const [mark] = /^(?:[|!]|%pipe%)/.exec(front) ?? [];
  if (mark !== undefined) to.wrapped.push(program({ word, start: start + mark.length }, "shell"));
  else if (front.startsWith("\\") || front.endsWith("|")) to.wrapped.push(program({ word, start }, "escapes"));
}

/** `!COMMAND`, and for an alias of git everything else. */
function addBang(to: Wrapping, { word, start }: Place, alias: boolean): void {
  const front = to.words[word]?.front ?? "";
  const known = front.length > start || to.words[word]?.whole === true;
  if (known && front[start] === "!") {
    to.wrapped.push({ ...program({ word, start: start + 1 }, "shell"), data: "appended" });
  } else if (alias) {
    to.wrapped.push({ ...program({ word, start }, "shell"), prefix: "git ", data: "appended" });
  } else if (front[start] === "/") {
    // A helper by its path; any other name is that of a helper of git's own.
    to.wrapped.push({ ...program({ word, start }, "shell"), data: "appended" });
  } else if (!known) {
    to.wrapped.push(program({ word, start }, "shell"));
  }
}

const PLAIN = { perl: isPlainPerl, "perl-module": isPlainPerlModule, "perl-pattern": isPlainPerlPattern };

function addScript(to: Wrapping, place: Place, language: ScriptLanguage): void {
  const word = to.words[place.word];
  if (word === undefined) return;
  const text = sketchOf(word).slice(place.start);
  if (language === "perl" || language === "perl-module" || language === "perl-pattern") {
    if (!PLAIN[language](text)) to.wrapped.push(program(place, "perl"));
    return;
  }
  if (language === "make" || language === "make-word") {
    const tame = word.value.map((piece) => (isTame(piece) ? "0" : piece));
    addMakeVariable(to, place, sketchOf({ ...word, value: tame }).slice(place.start), language === "make");
    return;
  }
  const effects = inspectScript(language, text, language === "awk" ? awkVariablesIn(to) : undefined);
  const dynamic = !word.whole;
  if (effects.reads.length + effects.writes.length + effects.runs.length === 0 && !effects.opaque && !dynamic) return;
  const { reads, writes, runs, inputs, runsRecords, opaque } = effects;
  to.scripts.push({
    word: place.word,
    valueStart: place.start,
    language,
    reads,
    writes,
    runs,
    ...(inputs.some((input) => input !== null) ? { inputs } : {}),
    ...(runsRecords ? { runsRecords } : {}),
    opaque,
    dynamic,
  });
}

/** What the words of an awk assign to variables: `-v c=x`, `c=x`. Where more words may, each may be anything. */
function awkVariablesIn(to: Wrapping): ReadonlyMap<string, readonly string[]> {
  const variables = new Map<string, string[]>();
  for (const word of to.words.slice(1)) {
    const found = /^(?:-v|--assign=)?([A-Za-z_]\w*)=(.*)$/s.exec(sketchOf(word));
    if (found === null) continue;
    const [, name = "", value = ""] = found;
    variables.set(name, [...(variables.get(name) ?? []), unescape(value)]);
  }
  if (to.words.some((word) => word.multiplicity === "anything")) {
    for (const values of variables.values()) values.push(UNKNOWN_PART);
  }
  return variables;
}

/** A variable of make: its value is text of a makefile, and a recipe may run it. `place` is the value's, where it is one. */
function addMakeVariable(to: Wrapping, place: Place, text: string, isValue: boolean): void {
  const equals = isValue ? 0 : text.indexOf("=") + 1;
  if (!isValue && equals === 0) return;
  const word = to.words[place.word]?.front ?? "";
  const name = (isValue ? word.slice(0, Math.max(0, place.start - 1)) : text.slice(0, equals - 1)).trim();
  const value = { word: place.word, start: place.start + equals };
  switch (effectOfMakeVariable(name, text.slice(equals))) {
    case "none":
      return;
    case "runs":
      to.wrapped.push(program(value, "shell"));
      return;
    case "unknown":
      to.wrapped.push(program(value, "make"));
  }
}

/** A part of which it is known that it holds no syntax: a number, a date, a hash. */
function isTame(piece: Piece): boolean {
  const open: Piece[] = [piece];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") {
      if (next !== piece && /[^\w.:+@/\n -]/.test(next)) return false;
    } else if (next.kind === "choice") open.push(...next.options.flat());
    else if (next.kind === "repeat") open.push(...next.value);
    else if (next.kind !== "characters" || next.among?.includes("$") !== false) return false;
  }
  return typeof piece !== "string";
}

/** The text of a place, or null where it is not known whole. */
function knownText(to: { readonly words: readonly Word[] }, { word, start }: Place): string | null {
  const found = to.words[word];
  return found?.whole === true ? found.front.slice(start) : null;
}

function isEmpty(to: Wrapping, place: Place): boolean {
  return knownText(to, place)?.trim() === "";
}

/** `+12`, `+/pattern`, `:q`: what an editor or pager is often started with. */
function isHarmlessEditing(text: string | null): boolean {
  if (text === null) return false;
  const command = text.startsWith(":") ? text.slice(1) : text;
  return (
    command === "" ||
    command.startsWith("/") ||
    /^\d{1,9}$/.test(command) ||
    ["q", "q!", "qa", "qa!", "wq", "wqa", "x", "G", "g", "F", "$", "syntax on", "syntax off"].includes(command) ||
    /^set? [a-z]{1,40}$/.test(command)
  );
}

/** bash runs the substitutions in a subscript when it evaluates a name; tmux runs `#(…)` in a format. */
function holdsSubstitution(to: Wrapping, place: Place): boolean {
  const word = to.words[place.word];
  if (word === undefined) return false;
  const text = word.front.slice(place.start);
  return text.includes("$(") || text.includes("#(") || text.includes("`") || (text.includes("[") && !word.whole);
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

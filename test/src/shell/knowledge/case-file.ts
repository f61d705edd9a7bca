/** Cases of command readings as data: a command line, and a short notation of how its words are read. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { CommandReading, WordReading, Wrapped } from "../../../../src/shell/knowledge/reading.ts";
import { UNKNOWN_PART } from "../../../../src/shell/knowledge/script-effects.ts";
import { ANY_CHARACTERS, ANY_TEXT, BOUNDARY } from "../../../../src/text.ts";
import type { CharactersHole, Piece, Value } from "../../../../src/text.ts";

export interface Case {
  /** The command line; `"$X"` is one unknown word, `$X` any number of them, `*` a glob. */
  readonly sh: string;
  /** One token a word after the name; see {@link tokenOf}. */
  readonly words: string;
  readonly runs?: readonly string[];
  readonly globals?: string;
  readonly arity?: number;
}

/** The cases of a file, by group. */
export function readCases(name: string): { readonly [group: string]: readonly Case[] } {
  return parse(readFileSync(new URL(`cases/${name}.yaml`, import.meta.url), "utf8")) as { [group: string]: Case[] };
}

const GLOB: CharactersHole = { kind: "characters", min: 0, max: null, except: "/", notFirst: "." };

/** The words of a command line of a case. */
export function wordsOf(line: string): Value[] {
  const words: Value[] = [];
  let pieces: Piece[] | null = null;
  let quote = "";
  const add = (piece: Piece): void => {
    pieces ??= [];
    const last = pieces.at(-1);
    if (typeof piece === "string" && typeof last === "string") pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  };
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (character === quote) quote = "";
    else if (quote !== "'" && line.startsWith("$X", at)) {
      add(quote === "" ? ANY_TEXT : ANY_CHARACTERS);
      at++;
    } else if (quote !== "") add(character);
    else if (character === "'" || character === '"') {
      quote = character;
      pieces ??= [""];
    } else if (character === "\\") add(line[++at] ?? "");
    else if (character === " ") {
      if (pieces !== null) words.push(pieces);
      pieces = null;
    } else if (character === "*") {
      const front: Piece[] = pieces ?? [];
      add(GLOB);
      add({ kind: "repeat", value: [BOUNDARY, ...front, GLOB] });
    } else add(character);
  }
  if (pieces !== null) words.push(pieces);
  return words;
}

/** The words of a reading, the name left out. */
export function wordsNotation(reading: CommandReading): string {
  return reading.words.slice(1).map(tokenOf).join(" ");
}

/**
 * `flag`; `option` (its value is the next word); `=ROLE` an option with its value; `:ROLE` the value of the option
 * before; `ROLE` an operand; `sub`; `--`; `run` part of a wrapped command. A `?` marks what is not certain.
 */
function tokenOf(word: WordReading): string {
  switch (word.kind) {
    case "name":
      return "name";
    case "subcommand":
      return "sub";
    case "terminator":
      return "--";
    case "wrapped":
      return "run";
    case "flag":
      return `flag${word.certain ? "" : "?"}`;
    case "option":
      return `${word.valueStart === null ? "option" : `=${word.role}`}${word.certain ? "" : "?"}`;
    case "option-value":
      return `:${word.role}${word.certain ? "" : "?"}`;
    case "operand":
      return `${word.role}${word.certain ? "" : "?"}`;
  }
}

/** What a reading runs: `words 2-4 appended`, `shell 2@8`, `file 1 python`, `input shell`, `sed runs "touch x"`. */
export function runsNotation(reading: CommandReading): string[] {
  const scripts = (reading.scripts ?? []).map((script) => {
    const effects = (["reads", "writes", "runs"] as const).flatMap((kind) =>
      script[kind].map((text) => `${kind} ${text.replaceAll(UNKNOWN_PART, "…")}`),
    );
    if (script.opaque) effects.push("opaque");
    if (script.dynamic) effects.push("dynamic");
    return `${script.language} ${script.word}@${script.valueStart} ${effects.join(", ")}`;
  });
  const lists = (reading.lists ?? []).map(({ word, valueStart }) => `list ${word}@${valueStart}`);
  const input = reading.namesInput === true ? ["list input"] : [];
  return [...reading.wrapped.map(runNotation), ...scripts, ...lists, ...input];
}

function runNotation(wrapped: Wrapped): string {
  switch (wrapped.kind) {
    case "words": {
      const parts = [`words ${wrapped.start}-${wrapped.end}`];
      if (wrapped.data === "appended") parts.push("appended");
      if (wrapped.data === "replaced") parts.push(`replaced ${wrapped.replacement}`);
      if (wrapped.assignments.length > 0) parts.push(`with ${wrapped.assignments.join(" ")}`);
      if (wrapped.directory !== null) parts.push(`in ${wrapped.directory}`);
      if (wrapped.passedTo !== undefined) parts.push(`to ${wrapped.passedTo.join(" ")}`);
      if (wrapped.remote === true) parts.push("elsewhere");
      return parts.join(" ");
    }
    case "program": {
      const parts = [`${wrapped.language} ${wrapped.words.join("+")}@${wrapped.valueStart}`];
      if (wrapped.prefix !== undefined) parts.push(`after ${wrapped.prefix.trim()}`);
      if (wrapped.data === "appended") parts.push("appended");
      if (wrapped.data === "replaced") parts.push(`replaced ${wrapped.replacement}`);
      if (wrapped.parameters !== undefined) parts.push(`parameters ${wrapped.parameters}`);
      if (wrapped.remote) parts.push("elsewhere");
      return parts.join(" ");
    }
    case "file":
      return `file ${wrapped.word} ${wrapped.language}`;
    case "input":
      return `input ${wrapped.language}${wrapped.remote === true ? " elsewhere" : ""}`;
  }
}

/** `1+2 harmless, 3`: the global options that may be left out. */
export function globalsNotation(reading: CommandReading): string {
  return reading.globals.map(({ words, harmless }) => `${words.join("+")}${harmless ? " harmless" : ""}`).join(", ");
}

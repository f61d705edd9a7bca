/**
 * Rules for commands: the words that name what a command does stay, its arguments become `*`.
 */
import { readCommand } from "../shell/knowledge/read-command.ts";
import type { CommandReading } from "../shell/knowledge/reading.ts";
import type { CommandUnit } from "../shell/program.ts";
import { isBoundary, type Piece, type Value } from "../text.ts";
import { isHazard } from "./hazards.ts";
import { wordsParts, type Part, type PatternChoice } from "./pattern.ts";

/**
 * The choices for a command; null where none can stand for it. `isFloor`: the question is whether the command may run
 * another one.
 */
export function commandChoices(unit: CommandUnit, isFloor: boolean): readonly PatternChoice[] | null {
  const { words, isWhole } = wordsOf(unit.question.written[0] ?? []);
  if (words.length === 0) return null;
  const reading = readCommand(words);
  const exact = isWhole ? exactChoice(words, unit) : null;
  const general = isFloor || unit.wrapper !== null || isHazard(reading) ? null : generalChoice(words, reading);
  const choices = [general, exact].filter((choice) => choice !== null);
  return choices.length === 0 ? null : choices;
}

/** The command as it is. Of one that is made to run something by what stands around it, its own words do not tell. */
function exactChoice(words: readonly Value[], unit: CommandUnit): PatternChoice | null {
  const texts = words.map(known);
  if (texts.includes(null)) return null;
  const { wrapper } = unit;
  if (wrapper?.sentinel === "<dynamic-bash-command>") return null;
  const parts = wordsParts(texts.filter((text) => text !== null));
  return { parts, exact: true, alsoAllows: null, ...(wrapper === null ? {} : { thisCall: true }) };
}

/** `git checkout *`, `npm run dev*` */
function generalChoice(words: readonly Value[], reading: CommandReading): PatternChoice | null {
  if (reading.globals.some((option) => !option.harmless)) return null;
  const dropped = new Set(reading.globals.flatMap((option) => option.words));
  const kept = [...words.keys()].filter((index) => !dropped.has(index)).slice(0, reading.arity);
  const texts = kept.map((index) => known(words[index]!)).filter((text) => text !== null);
  if (texts.length < reading.arity || texts.length === 0) return null;

  const fixed = 1 + reading.subcommand.length;
  const isGlued = reading.command !== null && reading.arity > fixed;
  // What is kept beyond the sub-command is the name of a script or target; where an option stands there, it is not.
  if (isGlued && kept.slice(fixed).some((index) => reading.words[index]?.kind !== "operand")) return null;
  const front = wordsParts(texts);
  const parts: Part[] = [...front, ...(isGlued ? [] : [{ kind: "boundary" } as const]), { kind: "any" }];
  return { parts, exact: false, alsoAllows: exampleFor(texts, isGlued) };
}

/** What people run with these words that they might not think of when they approve the pattern. */
const SURPRISES: Readonly<Record<string, string>> = {
  "git push": "--force",
  "git checkout": "--force .",
  "git restore": ".",
  "git reset": "--hard",
  "git clean": "-fdx",
  "git branch": "-D main",
  "git stash": "drop",
  "git commit": "--amend",
  "git rebase": "--interactive",
  "npm install": "any-package",
  "pip install": "any-package",
  "docker compose down": "--volumes",
  "docker system prune": "--all --force",
  rm: "-rf .",
  mv: "src /tmp",
  cp: "-r . /tmp",
  mkdir: "-p /tmp/x",
  touch: "/tmp/x",
  sort: "-o file file",
  tee: "any-file",
};

function exampleFor(texts: readonly string[], isGlued: boolean): string {
  const front = texts.join(" ");
  if (isGlued) return `${front}:anything --any-option`;
  return `${front} ${Object.hasOwn(SURPRISES, front) ? SURPRISES[front]! : "anything"}`;
}

/** An example for the pattern of a command that says nothing of what a command may do: `git push anything`. */
export function plainExample(pattern: string): string {
  return `${pattern.replace(/ ?\*$/, "")} anything`;
}

/** The words of a command, as far as it is known where they end. `isWhole`: nothing of the command is missing. */
export function wordsOf(value: Value): { readonly words: readonly Value[]; readonly isWhole: boolean } {
  const words: Value[] = [];
  let word: Piece[] = [];
  for (const piece of value) {
    if (typeof piece !== "string") {
      if (piece.kind === "characters") {
        word.push(piece);
        continue;
      }
      // Words of which nobody knows how many they are.
      if (word.length > 0 && piece.kind === "repeat") words.push(word);
      return { words, isWhole: false };
    }
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      if (!isBoundary(piece[at]!)) continue;
      if (at > from) word.push(piece.slice(from, at));
      words.push(word);
      word = [];
      from = at + 1;
    }
    if (from < piece.length) word.push(piece.slice(from));
  }
  words.push(word);
  return { words, isWhole: true };
}

function known(word: Value): string | null {
  let text = "";
  for (const piece of word) {
    if (typeof piece !== "string") return null;
    text += piece;
  }
  return text;
}

/**
 * Reads the words of one command against an entry, from left to right.
 */
import type { Entry, OperandList, Option } from "./entry.ts";
import { isLockedProgram, isOneText } from "./irregular.ts";
import { lookUpKey, UNKNOWN } from "./notation.ts";
import type { Meaning } from "./notation.ts";
import { readCluster, readOption } from "./option.ts";
import type { OptionReading } from "./option.ts";
import { Progress } from "./progress.ts";
import type { CommandReading } from "./reading.ts";
import { settle, settleValues, settleWord } from "./settle.ts";
import { applyOption, takeEmptySuffix, takeValues } from "./take-option.ts";
import type { Word } from "./word.ts";

const SHELL_TEXT: Meaning = { kind: "code", language: "shell" };

/** A wrapped command may begin at one of a few words, where an option of unknown arity stands before it. */
const MOST_TAILS = 3;

/** The arguments of `parallel`, and what they name. */
const ARGUMENT_ROLES = { text: "unknown", file: "read", program: "data", script: "read" } as const;

/** Reads a command. `trusted`: its name is one that the entry is trusted to describe. */
export function readByEntry(words: readonly Word[], command: string, entry: Entry, trusted: boolean): CommandReading {
  const progress = new Progress(words, command, entry, trusted);
  new Reader(progress).readAll();
  settle(progress);
  const { subcommand, readings, globals, wrapped, scripts, lists } = progress;
  const synonyms = subcommand.length === 0 ? [] : entry.synonyms(subcommand);
  return {
    command,
    subcommand,
    ...(synonyms.length > 0 ? { synonyms } : {}),
    words: readings,
    globals,
    wrapped,
    ...(lists.length > 0 ? { lists } : {}),
    ...(scripts.length > 0 ? { scripts } : {}),
    ...(progress.fills ? { fills: true as const } : {}),
    ...(progress.namesInput ? { namesInput: true as const } : {}),
    arity: arityOf(progress),
  };
}

class Reader {
  private readonly progress: Progress;
  /** What the words are that follow `:::` or `::::`. */
  private arguments: keyof typeof ARGUMENT_ROLES | null = null;
  /** It is in doubt where the wrapped command begins. */
  private doubtful = false;
  /** Options that are global if a sub-command follows. */
  private readonly pending: { words: number[]; harmless: boolean }[] = [];

  constructor(progress: Progress) {
    this.progress = progress;
  }

  readAll(): void {
    const { progress } = this;
    if (progress.entry.data.bundle === true) this.readBundle();
    while (progress.at < progress.words.length) this.readWord(progress.words[progress.at]);
    this.openHiddenTail();
  }

  /** `timeout $X`: the wrapped command stands in the hole. */
  private openHiddenTail(): void {
    const { progress } = this;
    if (!progress.loose || progress.tails.length > 0) return;
    const wrapping = progress.activeLists().find((list) => list.tail !== null);
    if (wrapping !== undefined && wrapping.rest !== null)
      progress.tails.push({ start: progress.looseAt, meaning: wrapping.rest });
  }

  private readWord(word: Word | undefined): void {
    const { progress } = this;
    const { entry, terminated } = progress;
    if (word === undefined || progress.tails.length > 0) this.takeTailWord(word);
    else if (terminated === "yes") this.readOperand(word);
    else if (word.whole && word.front === "--") this.readTerminator();
    else if (looksLikeOption(word, entry)) this.readOptionWord(word);
    else if (entry.data.plus === "options" && /^\+[^+]/.test(word.front)) {
      // What it turns off may be what an option turns on: `bash -n +n`.
      if (entry.options.has("+")) progress.maybe.add("+");
      this.readOptionWord(asDashed(word));
    } else if (entry.plus !== null && word.front.startsWith("+")) this.readPlus(word, entry.plus);
    else this.readOperand(word);
  }

  /** Part of a wrapped command; `parallel CMD ::: DATA` and `parallel CMD :::: FILE` go on behind it. */
  private takeTailWord(word: Word | undefined): void {
    const { progress } = this;
    const { at } = progress;
    if (progress.entry.data.special === "parallel" && word?.front.startsWith(":::") === true) {
      // Without a command, or with one that is only a placeholder, the arguments are the commands.
      const start = progress.tails[0]?.start ?? at;
      const first = progress.words.slice(start, at).every(({ front, whole }) => whole && front === "{}");
      if (word.front.startsWith("::::")) this.arguments = first ? "script" : "file";
      else this.arguments = first ? "program" : "text";
      progress.take({ kind: "operand", role: "data", certain: true });
      return;
    }
    if (this.arguments === "program") {
      progress.wrapped.push({ kind: "program", words: [at], valueStart: 0, language: "shell", remote: false });
    } else if (this.arguments === "script") progress.wrapped.push({ kind: "file", word: at, language: "shell" });
    const last = progress.tails.at(-1)?.start ?? at;
    // The very last word may be no command, but the value of the option before it.
    const doubtful = at < last || (this.doubtful && at === last && at === progress.words.length - 1);
    if (this.arguments === null) progress.take(doubtful ? { kind: "wrapped", doubtful } : { kind: "wrapped" });
    else progress.take({ kind: "operand", role: ARGUMENT_ROLES[this.arguments], certain: false });
  }

  private readTerminator(): void {
    const { progress } = this;
    progress.terminated = progress.doubt || progress.loose ? "maybe" : "yes";
    progress.doubt = false;
    progress.take({ kind: "terminator" });
    if (progress.entry.afterTerminator === null || progress.terminated !== "yes") return;
    for (const operand of progress.operands) progress.earlier.push(operand);
    progress.dropOperands();
  }

  /** `+x`: an option or an argument of its own kind. */
  private readPlus(word: Word, meaning: Meaning): void {
    const { progress } = this;
    const certain = progress.isCertain();
    const text = word.whole ? word.front.slice(1) : null;
    if (this.isBeforeSubcommand())
      this.pending.push({ words: [progress.at], harmless: progress.entry.isHarmless("+", text) });
    const role = settleWord(progress, meaning, { word: progress.at, start: 1 }, certain);
    progress.doubt = false;
    progress.take({ kind: "option", name: "+", valueStart: 1, role, certain });
    if (word.multiplicity !== "one") progress.openUp(progress.at - 1);
  }

  private isBeforeSubcommand(): boolean {
    const { entry, operands, earlier } = this.progress;
    return entry.hasSubcommands && operands.length === 0 && earlier.length === 0;
  }

  private readOptionWord(word: Word): void {
    const { progress } = this;
    const parsed = readOption(progress.entry, word);
    if (parsed.kind === "unknown" && progress.entry.data.unlisted === "operands") {
      this.readOperand(word);
      return;
    }
    const { entry, at: start } = progress;
    const certain = progress.isCertain();
    const global = this.isBeforeSubcommand();
    if (progress.terminated === "maybe") progress.addOperand({ word: start, min: 0, max: 1, ghost: true });
    applyOption(progress, parsed, certain, word);
    takeEmptySuffix(progress, parsed);
    if (!global) return;
    const words = Array.from({ length: progress.at - start }, (_, index) => start + index);
    this.pending.push({ words, harmless: certain && this.isHarmless(entry, parsed) });
  }

  private isHarmless(entry: Entry, parsed: OptionReading): boolean {
    if (parsed.kind === "unknown") return false;
    if (parsed.kind === "flags")
      return parsed.names.length > 0 && parsed.names.every((name) => entry.isHarmless(name, null));
    const place = this.progress.values.get(parsed.option.name);
    return entry.isHarmless(parsed.option.name, place === undefined ? null : this.progress.textOf(place));
  }

  private readOperand(word: Word): void {
    const { progress } = this;
    if (this.isBeforeSubcommand() && this.readSubcommand(word)) return;
    if (this.readKeyed(word) || this.readAssignment(word)) return;
    const { count } = progress;
    const wrapping = progress.activeLists().find((list) => list.tail !== null && count.max >= list.tail);
    if (wrapping !== undefined) {
      this.openTail(wrapping, count.min, word);
      return;
    }
    const mayBeOption = this.mayBeOption(word);
    const sure = !progress.doubt && !mayBeOption && word.multiplicity === "one";
    const certain = progress.isCertain() && (sure || (!mayBeOption && word.multiplicity === "operands"));
    progress.addOperand({
      word: progress.at,
      min: sure ? 1 : 0,
      max: word.multiplicity === "one" ? 1 : null,
      ghost: false,
    });
    progress.take({ kind: "operand", role: "unknown", certain });
    progress.doubt = false;
    if (word.multiplicity === "anything") progress.openUp(progress.at - 1);
    else if (mayBeOption) {
      progress.hide(progress.at - 1);
      progress.doubt = true;
      if (progress.terminated === "no") progress.terminated = "maybe";
    }
    if (progress.entry.stop && !mayBeOption)
      progress.terminated = sure && progress.terminated !== "maybe" ? "yes" : "maybe";
  }

  private mayBeOption(word: Word): boolean {
    const { terminated, entry } = this.progress;
    return word.mayBeOption && terminated !== "yes" && !(word.whole && entry.data.unlisted === "operands");
  }

  /** The first word that is no option, where the command has sub-commands. Returns false where it is an operand. */
  private readSubcommand(word: Word): boolean {
    const { progress } = this;
    const { entry } = progress;
    const name = word.whole ? word.front : null;
    const found = name === null ? null : entry.subcommand(name);
    if (found === null && entry.operands !== null) return false;
    if (name === null) {
      progress.enter(entry.unknownSubcommand());
      return false;
    }
    if (found === null && progress.doubt) {
      // An option that is not known stands before it: this is rather the option's value.
      progress.doubt = false;
      this.pending.at(-1)?.words.push(progress.at);
      progress.take({ kind: "option-value", name: "", role: "unknown", certain: false });
      return true;
    }
    settleValues(progress);
    const anywhere = entry.spreads ? { anywhere: true as const } : {};
    progress.globals.push(...this.pending.map((option) => ({ ...option, ...anywhere })));
    this.pending.length = 0;
    progress.subcommand.push(name);
    progress.lastSubcommand = progress.at;
    progress.doubt = false;
    progress.take({ kind: "subcommand" });
    progress.enter(found ?? entry.unknownSubcommand());
    return true;
  }

  /** `of=/dev/sda` */
  private readKeyed(word: Word): boolean {
    const { progress } = this;
    const { keys, data } = progress.entry;
    if (keys === null || data.special === "pairs") return false;
    const equals = word.front.indexOf("=");
    if (equals <= 0 || progress.activeLists().some((list) => progress.count.min < list.front.length)) return false;
    const key = word.front.slice(0, equals);
    if (data.special !== "alias" && !isName(key)) return false;
    const certain = progress.isCertain();
    const role = settleWord(progress, lookUpKey(keys, key), { word: progress.at, start: equals + 1 }, certain);
    progress.doubt = false;
    progress.take({ kind: "option", name: `${key}=`, valueStart: equals + 1, role, certain });
    if (word.multiplicity === "anything") progress.openUp(progress.at - 1);
    return true;
  }

  /** `env A=1 cmd` */
  private readAssignment(word: Word): boolean {
    const { progress } = this;
    if (progress.entry.data.assignments !== true) return false;
    const assigns = isAssignment(word, progress.entry);
    if (assigns === "no") return false;
    if (assigns === "maybe" || !(word.front.includes("=") || !this.mayBeOption(word))) {
      // It may be the command as well.
      progress.assignments.push(progress.at);
      return false;
    }
    progress.assignments.push(progress.at);
    progress.take({ kind: "operand", role: "data", certain: progress.isCertain() });
    progress.doubt = false;
    if (word.multiplicity === "anything") progress.openUp(progress.at - 1);
    return true;
  }

  /** Begins a wrapped command at this word, and perhaps at the next ones too. */
  private openTail(list: OperandList, min: number, word: Word): void {
    const { progress } = this;
    const doubtful =
      progress.doubt || progress.loose || list.optional || min < (list.tail ?? 0) || this.mayBeOption(word);
    this.doubtful = doubtful;
    let meaning = list.rest ?? UNKNOWN;
    if (progress.entry.data.special === "one-text" && isOneText(progress.words, progress.at)) meaning = SHELL_TEXT;
    if (progress.entry.data.special === "flock" && isLockedProgram(progress.words, progress.at)) {
      progress.take({ kind: "flag", name: "-c", certain: progress.isCertain() });
      meaning = SHELL_TEXT;
    }
    const start = progress.at;
    if (progress.loose && progress.looseAt < start) progress.tails.push({ start: progress.looseAt, meaning });
    const most = doubtful ? Math.min(MOST_TAILS, progress.words.length - start) : 1;
    for (let more = 0; more < most; more++) progress.tails.push({ start: start + more, meaning });
  }

  /** `tar xfC a.tar /opt/app`: the first word is a cluster whose values follow in order. */
  private readBundle(): void {
    const { progress } = this;
    const word = progress.words[1];
    if (word === undefined || !word.whole || word.front === "" || word.front.startsWith("-")) return;
    const owed: Option[] = [];
    for (const letter of word.front) {
      const parsed = readCluster(progress.entry, letter, 0, true);
      if (parsed.kind === "unknown") return;
      if (parsed.kind === "option") owed.push(parsed.option);
      for (const name of parsed.names) progress.seen.add(name);
    }
    const last = owed.at(-1);
    const certain = progress.trusted;
    progress.take(
      last === undefined
        ? { kind: "flag", name: word.front, certain }
        : { kind: "option", name: last.name, valueStart: null, role: "unknown", certain },
    );
    for (const option of owed) {
      progress.seen.add(option.name);
      if (option.value?.optional !== true) takeValues(progress, option, 0, certain, true);
    }
  }
}

/** `+o` as `-o`: shells read both alike, but for what they turn on and off. */
function asDashed(word: Word): Word {
  return { ...word, front: `-${word.front.slice(1)}` };
}

function looksLikeOption(word: Word, entry: Entry): boolean {
  return word.front.startsWith("-") && (word.front.length > 1 || !word.whole || entry.options.has("-"));
}

/** Whether a word is one that `env` and its like take for an assignment: a `=` will do, whatever stands before it. */
function isAssignment(word: Word, { data }: Entry): "yes" | "maybe" | "no" {
  const equals = word.front.indexOf("=");
  if (equals > 0) return data.special !== "env" && word.front.startsWith("/") ? "no" : "yes";
  if (word.whole || equals === 0 || !/^(?:[A-Za-z_]\w*)?$/.test(word.front)) return "no";
  const holdsEquals = word.value.some((piece) => typeof piece === "string" && piece.includes("="));
  if (word.multiplicity === "one" && holdsEquals) return "yes";
  // A word of which nothing is known is rather the command, and asked about as one.
  return holdsEquals || word.front !== "" ? "maybe" : "no";
}

/** How many leading words a useful approval keeps. */
function arityOf(progress: Progress): number {
  const { words, readings, entry, subcommand, lastSubcommand, tails, wrapped } = progress;
  const inner = wrapped.find((each) => each.kind === "words" && each.passedTo === undefined);
  if (inner?.kind === "words" && tails.length > 0 && entry.data.remote !== true) {
    return inner.start + 1 - progress.globals.reduce((sum, global) => sum + global.words.length, 0);
  }
  // A module's name stands behind its option: `python -m venv`.
  let kept = subcommand.length === 0 ? lastSubcommand + 1 : subcommand.length + 1;
  for (let at = lastSubcommand + 1; at <= lastSubcommand + (entry.data.keep ?? 0); at++) {
    if (readings[at]?.kind !== "operand" || words[at]?.whole !== true) break;
    kept++;
  }
  return Math.min(kept, words.length);
}

const MOST_NAME = 200;

function isName(text: string): boolean {
  return text.length <= MOST_NAME && /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(text);
}

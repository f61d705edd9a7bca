/**
 * How far a command has been read, and what is in doubt.
 *
 * Doubt is kept apart by kind: the next word may be the value of an option that is not known (`doubt`); any later word
 * may be anything, because a hole may stand for many words (`loose`); a hole may have been `--` (`terminated`); options
 * may stand in a hole (`hidden`).
 */
import type { Entry, OperandList, Option, Variant } from "./entry.ts";
import { UNKNOWN } from "./notation.ts";
import type { Meaning } from "./notation.ts";
import type { Operand } from "./operands.ts";
import type { ScriptReading, WordReading, Wrapped } from "./reading.ts";
import type { Place, Word } from "./word.ts";

type Doubtful = "no" | "maybe" | "yes";

/** A value of an option, whose meaning a later option may still change. */
export interface OptionValuePlace {
  readonly option: Option;
  /** Which of the option's values it is. */
  readonly index: number;
  readonly word: number;
  /** Where the value begins in the option's own word; null where it is a word of its own. */
  readonly start: number | null;
  /** The option's name is spelled out. */
  readonly exact: boolean;
}

/** Nothing is known of the operands. */
const ANY_OPERANDS: OperandList = { front: [], rest: UNKNOWN, back: [], tail: null, optional: false };

export class Progress {
  readonly words: readonly Word[];
  readonly command: string;
  /** The command's name is one that the entry is trusted to describe. */
  readonly trusted: boolean;
  entry: Entry;
  at = 1;

  readonly readings: WordReading[] = [{ kind: "name" }];
  readonly subcommand: string[] = [];
  readonly globals: { readonly words: number[]; readonly harmless: boolean; readonly anywhere?: true }[] = [];
  readonly wrapped: Wrapped[] = [];
  readonly scripts: ScriptReading[] = [];
  readonly lists: { readonly word: number; readonly valueStart: number }[] = [];
  /** One of those lists is the standard input. */
  readonly inputNames = { found: false };
  readonly assignments: number[] = [];
  /** Index of the last word that is a sub-command or a module's name, 0 for the command's own. */
  lastSubcommand = 0;

  /** Names of the options that are present, and of those that may be. */
  readonly seen = new Set<string>();
  readonly maybe = new Set<string>();
  readonly values = new Map<string, Place>();
  readonly valued: OptionValuePlace[] = [];
  operands: Operand[] = [];
  /** Fewest and most operands so far. */
  count = { min: 0, max: 0 };
  /** Operands before `--`, where those after it are read by another list. */
  readonly earlier: Operand[] = [];
  /** Where a wrapped command or a program of many words begins; several where that is in doubt. */
  readonly tails: { readonly start: number; readonly meaning: Meaning }[] = [];

  doubt = false;
  loose = false;
  /** Index of the last word that may be many. */
  looseAt = 0;
  hidden = false;
  /** Index of the first word that may hold options. */
  hiddenAt = Infinity;
  terminated: Doubtful = "no";

  private cached: { readonly key: string; readonly entry: Entry; readonly lists: readonly OperandList[] } | null = null;

  constructor(words: readonly Word[], command: string, entry: Entry, trusted: boolean) {
    this.words = words;
    this.command = command;
    this.entry = entry;
    this.trusted = trusted;
  }

  /** Whether the word at hand is surely read as it looks. */
  isCertain(): boolean {
    return this.trusted && !this.doubt && !this.loose && this.terminated !== "maybe";
  }

  take(reading: WordReading): void {
    this.readings[this.at] = reading;
    this.at++;
  }

  addOperand(operand: Operand): void {
    this.operands.push(operand);
    this.count = { min: this.count.min + operand.min, max: this.count.max + (operand.max ?? Infinity) };
  }

  dropOperands(): void {
    this.operands = [];
    this.count = { min: 0, max: 0 };
  }

  /** The word at an index may stand for any words: all that follows is in doubt. */
  openUp(word: number): void {
    this.looseAt = word;
    this.hide(word);
    this.loose = true;
    if (this.terminated === "no") this.terminated = "maybe";
  }

  /** The word at an index may hold options. */
  hide(word: number): void {
    this.hidden = true;
    this.hiddenAt = Math.min(this.hiddenAt, word);
  }

  /** Goes on with another entry. Options count for it only where the sub-command also takes them. */
  enter(entry: Entry): void {
    const keep = this.entry.spreads;
    this.entry = entry;
    if (keep) return;
    this.seen.clear();
    this.maybe.clear();
  }

  /** The text of a place, or null where it is not known whole. */
  textOf({ word, start }: Place): string | null {
    const found = this.words[word];
    return found?.whole === true ? found.front.slice(start) : null;
  }

  isActive(variant: Variant, hidden: boolean = this.hidden): Doubtful {
    for (const name of variant.names) if (this.seen.has(name)) return "yes";
    if (hidden) return "maybe";
    for (const name of variant.names) if (this.maybe.has(name)) return "maybe";
    return "no";
  }

  /** Whether files are written that the words do not name, as far as the options tell. */
  get fills(): boolean {
    return this.holds("fills", this.entry.data.fills);
  }

  /** Whether the standard input names files, as far as the options tell. */
  get namesInput(): boolean {
    return this.inputNames.found || this.holds("namesInput", this.entry.data.names);
  }

  private holds(property: "fills" | "namesInput", always: boolean = false): boolean {
    let holds = always;
    for (const variant of this.entry.variants) {
      const says = variant[property];
      if (says === null) continue;
      const active = this.isActive(variant);
      if (active === "yes") holds = says;
      else if (active === "maybe") holds ||= says;
    }
    return holds;
  }

  /** The lists of operands that may hold, given the options so far, and those in holes if `hidden`. */
  activeLists(hidden: boolean = this.hidden): readonly OperandList[] {
    const key = `${this.seen.size} ${this.maybe.size} ${hidden} ${this.terminated}`;
    if (this.cached?.key === key && this.cached.entry === this.entry) return this.cached.lists;
    const lists = this.changed(this.findLists(hidden), hidden);
    this.cached = { key, entry: this.entry, lists };
    return lists;
  }

  private findLists(hidden: boolean): OperandList[] {
    const after = this.terminated === "yes" && this.entry.afterTerminator !== null;
    const base = (after ? this.entry.afterTerminator : this.entry.operands) ?? ANY_OPERANDS;
    let lists = [base];
    if (this.terminated === "maybe" && this.entry.afterTerminator !== null) lists.push(this.entry.afterTerminator);
    for (const variant of this.entry.variants) {
      const list = after ? variant.afterTerminator : variant.operands;
      if (list === null) continue;
      const active = this.isActive(variant, hidden);
      if (active === "yes") lists = [list];
      else if (active === "maybe") lists.push(list);
    }
    return lists;
  }

  /** The lists with the roles that options change: `sed -i` also writes what it reads. */
  private changed(lists: OperandList[], hidden: boolean): OperandList[] {
    let changed = lists;
    for (const variant of this.entry.variants) {
      const { becomes } = variant;
      if (becomes.size === 0 || this.isActive(variant, hidden) === "no") continue;
      const change = (meaning: Meaning): Meaning => {
        if (meaning.kind !== "role" && meaning.kind !== "piped") return meaning;
        const role = becomes.get(meaning.role);
        return role === undefined ? meaning : { ...meaning, role };
      };
      changed = changed.map((list) => ({
        ...list,
        front: list.front.map(change),
        rest: list.rest === null ? null : change(list.rest),
        back: list.back.map(change),
      }));
    }
    return changed;
  }
}

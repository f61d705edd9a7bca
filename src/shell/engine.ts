/**
 * What the rooms of the walk know of each other: where a command stands, what running it comes to, and the steps that
 * lead from one kind of syntax to another.
 */
import type { Value } from "../text.ts";
import type { Base } from "./program.ts";
import type { Names } from "./record/names.ts";
import type { Recorder } from "./recorder.ts";
import type { DefinedFunction, ShellState } from "./state.ts";
import type { Command, CompoundBody, Reading, Span, Statement } from "./syntax.ts";
import type { Field } from "./words/field.ts";
import type { Scope, Settings } from "./words/scope.ts";

/** One or two readings of a text, and whether two front ends agree on what runs. */
export interface ProgramReadings {
  readonly readings: readonly Reading[];
  readonly agree: boolean;
}

/** Reads text with the front ends. */
export interface ProgramReader {
  read(command: string): ProgramReadings;
}

/** Where a command stands. */
export interface Context {
  /** What it stands in, outermost first, for people. */
  readonly origin: readonly string[];
  /** The text that spans index. */
  readonly source: string;
  /** Where that text stands in the program, where it is not the program's own. */
  readonly anchor: Span | null;
  /** The standard input, where it is known. */
  readonly input: Value | null;
  /** The standard input is not that of the whole program: a pipe, a file, a here-document. */
  readonly fed: boolean;
  /** What the names of files in the standard input may be. */
  readonly names: Names;
  /** Index of the unit that runs it. */
  readonly wrappedBy: number | null;
  /** It runs on another machine: its paths are not this machine's. */
  readonly remote: boolean;
  /** Levels of compounds, substitutions, calls and payloads around it. */
  readonly depth: number;
  /** Levels of loops around it. */
  readonly loops: number;
  /** The calls of functions around it. */
  readonly calls: readonly DefinedFunction["definition"][];
  readonly frame: Frame | null;
  /** The shell that runs it. */
  readonly shell: ShellLife;
  /** The loops around it, outermost first. */
  readonly jumps: readonly Jumps[];
}

/** A shell from its start to its end: the program's own, or one that a part of it runs in. */
export interface ShellLife {
  /** Program texts that run some time later: traps. */
  readonly deferred: Deferred[];
  /** States in which it exited. */
  readonly exits: ShellState[];
  /** Every directory that it stands in at some time. */
  visited: Base;
  /** All that it is at the start of any command since it has set a trap; null where it has set none. */
  seen: ShellState | null;
}

/** A program text that runs some time later. */
export interface Deferred {
  readonly text: Value;
  readonly state: ShellState;
  readonly context: Context;
  /** Nothing comes behind it. */
  readonly atExit: boolean;
}

/** The ways out of the body of a loop. */
export interface Jumps {
  /** States in which the loop was left. */
  readonly breaks: ShellState[];
  /** States in which it was begun anew. */
  readonly continues: ShellState[];
}

/** The call of a function. */
export interface Frame {
  /** States in which it returned. */
  readonly returns: ShellState[];
}

/** The states after a command that succeeded and after one that failed. */
export interface Outcome {
  readonly success: ShellState;
  readonly failure: ShellState;
}

/** The outcome of a command that leaves the shell as it was. */
export function unchanged(state: ShellState): Outcome {
  return { success: state, failure: state };
}

/** How the words of a command are run. */
export interface Run {
  readonly state: ShellState;
  /** The names of the assignments before the command. */
  readonly assigned?: readonly string[];
  /** The state with the assignments before the command, which what it runs sees. */
  readonly environment: ShellState;
  readonly context: Context;
  readonly input: Value | null;
  readonly fed: boolean;
  readonly names: Names;
  /** What its name may be: a function, builtin or command; no function (`command`); only a command (`sudo`). */
  readonly lookup: "shell" | "builtin" | "external";
  /** What was recorded of this command in other ways of reading it, so that nothing is recorded twice. */
  readonly seen: Map<string, number>;
}

export interface Ran {
  readonly outcome: Outcome;
  /** Index of the unit, or null where no command is run by these words. */
  readonly unit: number | null;
}

export interface Engine {
  readonly recorder: Recorder;
  readonly settings: Settings;
  /** By loops that stand deep inside others, what holds all states in which they have begun. */
  readonly deepLoops: Map<CompoundBody, ShellState>;
  /** How many characters of payloads may still be parsed. */
  takePayload(characters: number): boolean;
  /** The text of a payload as the front ends read it. */
  readPayload(source: string): ProgramReadings;
  /** What an expansion in a text may know; `source` is the text. */
  scope(state: ShellState, source: string, pins?: ReadonlyMap<string, Value | null>): Scope;
  /** Statements in a row; the outcome is that of the last. */
  list(statements: readonly Statement[], state: ShellState, context: Context): Outcome;
  command(command: Command, state: ShellState, context: Context): Outcome;
  /** Statements in a shell of their own, of which nothing comes back. */
  subshell(statements: readonly Statement[], state: ShellState, context: Context): void;
  /** The words of a command. */
  fields(fields: readonly Field[], run: Run): Ran;
  /** Program text in the shell itself. */
  program(text: Value, state: ShellState, context: Context): Outcome;
  /** Program text in a shell of its own. */
  child(text: Value, state: ShellState, context: Context): void;
}

/** The span of what stands in no text of its own: the anchor of its context says where it comes from. */
export const NOWHERE: Span = { start: 0, end: 0 };

/** The span in the program's own source of something that stands in a context. */
export function spanIn(context: Context, span: Span): Span {
  return context.anchor ?? span;
}

/** The context of something one level deeper; `origin` is told to people where it is given. */
export function inside(context: Context, origin: string | null): Context {
  return {
    ...context,
    depth: context.depth + 1,
    origin: origin === null ? context.origin : [...context.origin, origin],
  };
}

/** The span in the program's source of a run of words. */
export function spanOfFields(fields: readonly Field[], context: Context): Span {
  const start = fields[0]?.span.start ?? 0;
  const end = fields.at(-1)?.span.end ?? start;
  return spanIn(context, { start, end: Math.max(start, end) });
}

/** The context of a text that the fields hold: everything in it stands where they do. */
export function anchoredAt(context: Context, fields: readonly Field[]): Context {
  return { ...context, anchor: spanOfFields(fields, context) };
}

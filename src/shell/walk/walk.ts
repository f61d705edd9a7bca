/**
 * The walk over a program: lists, pipelines, compound commands. It follows what is known of the shell along every way
 * through the program, joins it where ways meet, and lets the rooms below record what they find.
 */
import type { Value } from "../../text.ts";
import { inside, NOWHERE, spanIn, unchanged } from "../engine.ts";
import type { Context, Engine, Outcome, ProgramReader, ProgramReadings, Ran, Run, ShellLife } from "../engine.ts";
import { MAX_DEPTH, MAX_PAYLOAD_CHARACTERS, PAYLOAD_START } from "../limits.ts";
import type { Recorder } from "../recorder.ts";
import { join } from "../state.ts";
import type { DefinedFunction, ShellState } from "../state.ts";
import type { Command, Compound, FunctionDefinition, Pipeline, Statement } from "../syntax.ts";
import type { Field } from "../words/field.ts";
import { namesOfCommand, outputOfCommand, substitutedOutput } from "../words/output.ts";
import { ExpansionBudget } from "../words/scope.ts";
import type { Scope, Settings } from "../words/scope.ts";
import { NO_PINS } from "../words/worlds.ts";
import type { Pins } from "../words/worlds.ts";
import { hasOwnInput, inputHere, standardInput, withInputBack, withOtherInput } from "./input.ts";
import { stepsOfCompound, stepsOfSimple } from "./lengths.ts";
import { runLoop } from "./loops.ts";
import { runNested, runNestedParts, wordOfRedirection } from "./nested.ts";
import { joinOutcomes } from "./outcomes.ts";
import { runProgram } from "./payload.ts";
import { recordRedirection } from "./redirections.ts";
import { runFields } from "./run.ts";
import { assignedByArithmetic, whileExpanding } from "./side-effects.ts";
import { assign, exportName } from "./assignments.ts";
import { mayBeFixed } from "./declarations.ts";
import { boundDescriptors, runSimple } from "./simple.ts";
import { runTest } from "./test-operands.ts";
import { betweenCommands, runDeferred } from "./traps.ts";
import { recordPrinted } from "./written-files.ts";

export class Walk implements Engine {
  readonly recorder: Recorder;
  readonly settings: Settings;
  readonly deepLoops: Engine["deepLoops"] = new Map();
  private readonly reader: ProgramReader;
  /** What payloads were read as: loops and calls come to the same text again. */
  private readonly payloads = new Map<string, ProgramReadings>();
  private readonly budget = new ExpansionBudget();
  private payload = MAX_PAYLOAD_CHARACTERS;

  constructor(recorder: Recorder, settings: Settings, reader: ProgramReader) {
    this.recorder = recorder;
    this.settings = settings;
    this.reader = reader;
  }

  takePayload(characters: number): boolean {
    this.payload -= PAYLOAD_START + characters;
    return this.payload >= 0;
  }

  readPayload(source: string): ProgramReadings {
    let read = this.payloads.get(source);
    if (read === undefined) this.payloads.set(source, (read = this.reader.read(source)));
    return read;
  }

  scope(state: ShellState, source: string, pins: Pins = NO_PINS): Scope {
    return { state, source, pins, settings: this.settings, budget: this.budget, output: substitutedOutput, depth: 0 };
  }

  fields(fields: readonly Field[], run: Run): Ran {
    return runFields(this, fields, run);
  }

  program(text: Value, state: ShellState, context: Context): Outcome {
    return runProgram(this, text, state, context);
  }

  child(text: Value, state: ShellState, context: Context): void {
    this.shell(state, context, (start, within) => this.program(text, start, within));
  }

  /** Runs something in a shell of its own, and what that shell runs at its end; the state there. */
  shell(state: ShellState, context: Context, run: (state: ShellState, context: Context) => Outcome): ShellState {
    const start = { ...state, dead: false };
    const around = context.shell;
    const life: ShellLife = { deferred: [], exits: [], visited: state.base, seen: around.seen === null ? null : start };
    const { success, failure } = run(start, { ...context, shell: life, frame: null, jumps: [] });
    const end = life.exits.reduce(join, join(success, failure));
    for (let next = life.deferred.shift(); next !== undefined; next = life.deferred.shift()) {
      runDeferred(this, next, end, life);
    }
    // With options of the shell, one that it starts runs its traps too.
    if (around.seen !== null && life.seen !== null) around.seen = join(around.seen, life.seen);
    return end;
  }

  list(statements: readonly Statement[], state: ShellState, context: Context): Outcome {
    let outcome = unchanged(state);
    for (const statement of statements) {
      if (this.recorder.stopped) return outcome;
      const before = join(outcome.success, outcome.failure);
      if (statement.background) {
        this.shell(before, inside(context, null), (start, within) => this.andOr(statement, start, within));
        outcome = unchanged(before);
      } else outcome = this.andOr(statement, before, context);
    }
    return outcome;
  }

  subshell(statements: readonly Statement[], state: ShellState, context: Context): void {
    if (!this.enter(context, statements[0]?.span ?? NOWHERE)) return;
    this.shell(state, context, (start, within) => this.list(statements, start, within));
  }

  command(command: Command, state: ShellState, context: Context): Outcome {
    switch (command.kind) {
      case "simple":
        if (!this.recorder.step(spanIn(context, command.span), stepsOfSimple(command))) return unchanged(state);
        return runSimple(this, command, state, context);
      case "compound":
        return this.compound(command, state, inside(context, null));
      case "function":
        return unchanged(this.define(command, state, context));
      case "coprocess":
        this.aside(command.body, state, inside(context, "in a coprocess"));
        return unchanged(assign(this, state, { name: command.name ?? "COPROC", binding: null, bare: false }, context));
      case "unread":
        this.recorder.unread(spanIn(context, command.span), command.detail);
        return unchanged(state);
    }
  }

  /** `a && b || c`: each way in with what the ways to it come to. */
  private andOr(statement: Statement, state: ShellState, context: Context): Outcome {
    let outcome: Outcome | null = null;
    for (const { operator, pipeline } of statement.pipelines) {
      if (outcome === null || operator === null) outcome = this.pipeline(pipeline, state, context);
      else if (operator === "&&") {
        const { success, failure } = this.pipeline(pipeline, outcome.success, context);
        outcome = { success, failure: join(outcome.failure, failure) };
      } else {
        const { success, failure } = this.pipeline(pipeline, outcome.failure, context);
        outcome = { success: join(outcome.success, success), failure };
      }
    }
    return outcome ?? unchanged(state);
  }

  /** A command in a shell of its own, of which nothing comes back. */
  private aside(command: Command, state: ShellState, context: Context): void {
    if (!this.enter(context, command.span)) return;
    this.shell(state, context, (start, within) => this.command(command, start, within));
  }

  private pipeline(pipeline: Pipeline, before: ShellState, context: Context): Outcome {
    const state = betweenCommands(before, context.shell);
    const [only, next] = pipeline.stages;
    if (only === undefined) return unchanged(state);
    const outcome = next === undefined ? this.command(only, state, context) : this.stages(pipeline, state, context);
    return pipeline.negated ? { success: outcome.failure, failure: outcome.success } : outcome;
  }

  /** Each stage runs in a shell of its own, and reads what the one before prints. */
  private stages({ stages }: Pipeline, state: ShellState, context: Context): Outcome {
    let { input, fed, names } = inputHere(state, context);
    const last = stages.at(-1);
    for (const stage of stages) {
      const within: Context = { ...inside(context, null), input, fed, names };
      const begun = stage === stages[0] ? state : withOtherInput(state);
      // With `lastpipe`, the last stage runs in the shell itself.
      if (stage === last && state.options.has("lastpipe")) {
        return joinOutcomes(withInputBack(this.command(stage, begun, within), state), unchanged(state));
      }
      this.shell(begun, within, (start, inner) => this.command(stage, start, inner));
      if (stage === last) break;
      input = outputOfCommand(stage, this.scope(state, context.source), input);
      fed = true;
      names = namesOfCommand(stage, this.scope(state, context.source), names);
    }
    return unchanged(state);
  }

  /** Whether there is room for one more level. */
  private enter(context: Context, span: { readonly start: number; readonly end: number }): boolean {
    if (context.depth < MAX_DEPTH) return true;
    this.recorder.floor(
      "<oversized-bash-command>",
      spanIn(context, span),
      `commands are nested more than ${MAX_DEPTH} levels deep`,
    );
    return false;
  }

  private define(definition: FunctionDefinition, state: ShellState, context: Context): ShellState {
    const one: DefinedFunction = { definition, source: context.source, anchor: context.anchor, origin: context.origin };
    this.recorder.defined.set(definition, one);
    const { name } = definition;
    if (state.functions.size >= MAX_FUNCTIONS && !state.functions.has(name)) {
      const detail = `more than ${MAX_FUNCTIONS} functions are defined`;
      this.recorder.floor("<oversized-bash-command>", spanIn(context, definition.span), detail);
      return state;
    }
    // One that was made readonly stays.
    const before = mayBeFixed(state, name) ? (state.functions.get(name)?.functions ?? []) : [];
    const functions = [...before.filter((other) => other.definition !== definition), one];
    const next = { ...state, functions: new Map([...state.functions, [name, { functions, certain: true }]]) };
    return state.options.has("allexport") ? exportName(next, name) : next;
  }

  private compound(compound: Compound, state: ShellState, context: Context): Outcome {
    const { redirections } = compound;
    const steps = 1 + stepsOfCompound(compound.body, redirections);
    if (!this.enter(context, compound.span) || !this.recorder.step(spanIn(context, compound.span), steps))
      return unchanged(state);
    if (redirections.length === 0) return this.body(compound, state, context);
    const words = redirections.map(wordOfRedirection);
    const expanded = whileExpanding(this, words, state, context);
    for (const redirection of redirections) recordRedirection(this, redirection, NO_PINS, expanded, null, context);
    runNested(this, words, expanded, context);
    const fed = standardInput(this, redirections, NO_PINS, expanded, context);
    recordPrinted(this, compound, NO_PINS, expanded, context);
    const own = hasOwnInput(redirections);
    const begun = boundDescriptors(this, redirections, own ? withOtherInput(expanded) : expanded, context);
    const outcome = this.body(compound, begun, { ...context, ...fed });
    return own ? withInputBack(outcome, state) : outcome;
  }

  private body({ body }: Compound, state: ShellState, context: Context): Outcome {
    switch (body.kind) {
      case "subshell":
        this.subshell(body.statements, state, { ...context, origin: [...context.origin, "inside a subshell"] });
        return unchanged(state);
      case "group":
        return this.list(body.statements, state, context);
      case "if": {
        let open = state;
        let outcome: Outcome | null = null;
        for (const { condition, body: statements } of body.branches) {
          const tried = this.list(condition, open, context);
          const done = this.list(statements, tried.success, context);
          outcome = outcome === null ? done : joinOutcomes(outcome, done);
          open = tried.failure;
        }
        const otherwise = body.otherwise === null ? unchanged(open) : this.list(body.otherwise, open, context);
        return outcome === null ? otherwise : joinOutcomes(outcome, otherwise);
      }
      case "while":
      case "for":
      case "select":
      case "arithmetic-for":
        return unchanged(runLoop(this, body, state, context));
      case "case": {
        const words = [body.subject, ...body.items.flatMap((item) => item.patterns)];
        const expanded = whileExpanding(this, words, state, context);
        runNested(this, [body.subject], expanded, context);
        let outcome = unchanged(expanded);
        let falling: ShellState | null = null;
        for (const item of body.items) {
          runNested(this, item.patterns, expanded, context);
          const entry: ShellState = falling === null ? expanded : join(expanded, falling);
          const done = this.list(item.body, entry, context);
          outcome = joinOutcomes(outcome, done);
          falling = item.terminator === ";;" ? null : join(done.success, done.failure);
        }
        return outcome;
      }
      case "test":
        return unchanged(runTest(this, body.operands, state, context));
      case "arithmetic": {
        const expanded = assignedByArithmetic(this, [body.expression], state, context);
        runNestedParts(this, body.expression.parts, expanded, context, true);
        return unchanged(expanded);
      }
    }
  }
}

/** Most functions that are followed by name. */
const MAX_FUNCTIONS = 256;

/**
 * Arithmetic on text: bash evaluates what a variable holds as an expression of its own, and expands the subscripts in
 * it, so `x='a[$(cmd)]'; let x` runs `cmd`. Which texts are evaluated is told by the rooms that call this one.
 *
 * A variable of which nothing is known is taken for a number, as it nearly always is.
 */
import { keyOf } from "../../text.ts";
import type { Value } from "../../text.ts";
import { inside, NOWHERE, spanIn } from "../engine.ts";
import type { Context, Engine } from "../engine.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { optionsOf, withNoted } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Span, WordPart } from "../syntax.ts";
import { after, clean, compact, frontOf, isNumber, textWith, waysOf } from "../value.ts";
import { joinedValue } from "../words/atom.ts";
import { atomsOf } from "../words/expansion.ts";
import { expandingProgram } from "../words/program-text.ts";

const NAMES = /[A-Za-z_][A-Za-z0-9_]*/g;

/** Most names in one text that are followed. */
const MAX_NAMES = 64;

/** In front of a text that some variable may hold, among the options of a state. */
const HELD = "held ";

/** The option of a state in which some variable may hold texts besides those that are followed. */
const HELD_MORE = "held-more";

const ORIGIN = "inside arithmetic";

/** Variables whose values are always numbers, of those that are evaluated when they are set. */
const INTEGERS: ReadonlySet<string> = new Set(["RANDOM", "SRANDOM", "OPTIND", "HISTCMD"]);

/** Builtins that take names of variables in whose subscripts expressions stand, anywhere or behind `-v` alone. */
const NAMING: ReadonlySet<string> = new Set("declare local read typeset unset wait".split(" "));
const NAMING_ONE: ReadonlySet<string> = new Set(["[", "printf", "test"]);

/** Evaluates the parts of an expression, as far as what they expand to runs something. */
export function evaluateParts(engine: Engine, parts: readonly WordPart[], state: ShellState, context: Context): void {
  evaluateExpanded(new Evaluation(engine, state, context, parts[0]?.span ?? NOWHERE), parts);
}

function evaluateExpanded(evaluation: Evaluation, parts: readonly WordPart[]): void {
  const { engine, state, context } = evaluation;
  const scope = engine.scope(state, context.source);
  let run: WordPart[] = [];
  const flush = (): void => {
    if (run.length > 0) evaluation.value(joinedValue(atomsOf(run, scope, true, "none")));
    run = [];
  };
  for (const part of parts) {
    // Names of variables beside each other are expanded to one text.
    if (run.at(-1)?.span.end !== part.span.start) flush();
    run.push(part);
    if (part.kind === "parameter" && part.operation === null && part.subscript === null) evaluation.elements(part.name);
  }
  flush();
}

/** Evaluates a text. */
export function evaluateValue(engine: Engine, value: Value, state: ShellState, context: Context, span: Span): void {
  new Evaluation(engine, state, context, span).value(value);
}

/**
 * Evaluates the subscript in a text that names an element: `a[x]`, `a[x]=1`, `[x]=1`. With `named`, only what is in the
 * variables that it names.
 */
export function evaluateSubscript(
  engine: Engine,
  value: Value,
  state: ShellState,
  context: Context,
  span: Span,
  named = false,
): void {
  evaluateElement(new Evaluation(engine, state, context, span), value, named);
}

function evaluateElement(evaluation: Evaluation, value: Value, named: boolean): void {
  // A bracket may be one of a glob too.
  for (const way of waysOf(value, MAX_OPTIONS)) {
    const text = frontOf(way);
    const front = /^(?:[A-Za-z_][A-Za-z0-9_]*)?\[/.exec(text)?.[0];
    if (front === undefined) continue;
    // The bracket belongs to it: what stands in it is expanded before it is evaluated.
    const end = text.search(/\]\+?=/);
    evaluation.value(end < 0 ? after(way, front.length - 1) : [text.slice(front.length - 1, end + 1)], named);
  }
}

/** Evaluates what a variable is given that holds a number, and answers what that sets. */
export function evaluateAssigned(
  engine: Engine,
  name: string,
  values: readonly (Value | null)[],
  state: ShellState,
  context: Context,
): SetNames {
  if (!state.options.has("integers") && !INTEGERS.has(name)) return NOTHING_SET;
  const known = values.filter((value): value is Value => value !== null);
  for (const value of known) evaluateValue(engine, value, state, context, NOWHERE);
  return namesSetBy(engine, { ...NOTHING_EVALUATED, values: known }, state, context);
}

/** Evaluates what `${!NAME}` stands for, where that is an element. */
export function evaluateIndirect(engine: Engine, name: string, state: ShellState, context: Context, span: Span): void {
  evaluateNamed(new Evaluation(engine, state, context, span), name);
}

function evaluateNamed(evaluation: Evaluation, name: string): void {
  const { positional, variables } = evaluation.state;
  const own = /^[0-9]+$/.test(name) ? positional.known[Number(name) - 1] : undefined;
  const values = own === undefined ? optionsOf(evaluation.state, name) : [own];
  for (const value of values) if (value !== null) evaluateElement(evaluation, value, false);
  if (own === undefined && !variables.has(name)) evaluation.held();
}

/** Texts that are evaluated: parts of an expression, the variable of `${!NAME}`, operands, and what names an element. */
export interface Evaluated {
  readonly expressions: readonly (readonly WordPart[])[];
  readonly indirect: readonly string[];
  readonly values: readonly Value[];
  readonly elements: readonly Value[];
}

/** Variables that are set by evaluating texts. */
export interface SetNames {
  readonly names: ReadonlySet<string>;
  /** Others, of which the names are not known. */
  readonly unnamed: boolean;
}

const NOTHING_SET: SetNames = { names: new Set(), unnamed: false };
const NOTHING_EVALUATED: Evaluated = { expressions: [], indirect: [], values: [], elements: [] };

/** The variables that evaluating texts may set, also by way of what other variables hold: `e=i++; : $((e))`. */
export function namesSetBy(engine: Engine, texts: Evaluated, state: ShellState, context: Context): SetNames {
  const evaluation = new Evaluation(engine, state, context, NOWHERE, false);
  for (const parts of texts.expressions) evaluateExpanded(evaluation, parts);
  for (const name of texts.indirect) evaluateNamed(evaluation, name);
  for (const value of texts.values) evaluation.value(value);
  for (const value of texts.elements) evaluateElement(evaluation, value, false);
  return { names: evaluation.names, unnamed: evaluation.unnamed };
}

/** An operator that sets a variable. */
const SETS = /[^=!<>]=(?:[^=]|$)|<<=|>>=|\+\+|--/;

/** The names in a text that sets one of them, which may be any; null for a text that sets none. */
function namesSetIn(text: string): SetNames | null {
  if (!SETS.test(text)) return null;
  const names = text.match(NAMES) ?? [];
  return { names: new Set(names.slice(0, MAX_NAMES)), unnamed: names.length > MAX_NAMES };
}

/** What is expanded, or ends with what is, in front of an operator that sets it, or behind one. */
const UNNAMED = /(?:\$\w+|[})`])\w*(?:\[[^\]]*\])?\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*\w*[$`]/;

/** The names that an expression may set as it is written, before anything in it is expanded. */
export function namesWritten(text: string): SetNames {
  const set = namesSetIn(text);
  return set === null ? NOTHING_SET : { ...set, unnamed: set.unnamed || UNNAMED.test(text) };
}

/**
 * Evaluates what a builtin is given: expressions, and subscripts in the names of variables; answers what that sets. What
 * stands in the words themselves is known of those commands.
 */
export function evaluateOperands(
  engine: Engine,
  name: string,
  operands: readonly { readonly each: Value; readonly span: Span }[],
  state: ShellState,
  context: Context,
): SetNames {
  if (name === "compgen") {
    for (const [index, { each, span }] of operands.entries()) {
      const option = frontOf(operands[index - 1]?.each ?? []);
      const words = option === "-W" ? each : frontOf(each).startsWith("-W") ? after(each, 2) : null;
      // The list of words is expanded as a word would be.
      if (words === null || !words.some((piece) => typeof piece === "string" && /\$\(|`/.test(piece))) continue;
      engine.program(expandingProgram(words), state, anchored(context, span));
    }
    return NOTHING_SET;
  }
  const one = NAMING_ONE.has(name);
  const values: Value[] = [];
  const elements: Value[] = [];
  for (const [index, { each, span }] of operands.entries()) {
    const element = NAMING.has(name) || (one && frontOf(operands[index - 1]?.each ?? []) === "-v") ? each : null;
    const attached = one && frontOf(each).startsWith("-v") ? after(each, 2) : null;
    if (name === "let") {
      new Evaluation(engine, state, context, span).value(each, true);
      values.push(each);
    } else if (element !== null || attached !== null) {
      const named = element ?? attached ?? [];
      evaluateSubscript(engine, named, state, context, span, name !== "wait");
      elements.push(named);
    }
  }
  if (values.length + elements.length === 0) return NOTHING_SET;
  return namesSetBy(engine, { ...NOTHING_EVALUATED, values, elements }, state, context);
}

/** The state in which some variable may hold one of the values: those that run something where they are evaluated. */
export function holding(state: ShellState, values: readonly (Value | null)[]): ShellState {
  let next = state;
  for (const value of values) {
    for (const piece of value ?? []) {
      const pieces = typeof piece === "string" ? [piece] : piece.kind === "choice" ? piece.options.flat() : [];
      for (const text of pieces) {
        if (typeof text === "string" && runsSubscript(text)) next = withNoted(next, HELD + text, HELD_MORE);
      }
    }
  }
  return next;
}

/** Whether a text holds a substitution in a subscript. */
function runsSubscript(text: string): boolean {
  const open = text.indexOf("[");
  return open >= 0 && (text.includes("$(", open) || text.includes("`", open));
}

function anchored(context: Context, span: Span): Context {
  return { ...inside(context, ORIGIN), anchor: spanIn(context, span) };
}

/** One evaluation, with the names that it has come to. With `runs` false, it only tells what is set. */
class Evaluation {
  /** Names of variables that are set. */
  readonly names = new Set<string>();
  unnamed = false;
  readonly engine: Engine;
  readonly state: ShellState;
  readonly context: Context;
  private readonly seen = new Set<string>();
  private readonly span: Span;
  private readonly runs: boolean;

  constructor(engine: Engine, state: ShellState, context: Context, span: Span, runs = true) {
    this.engine = engine;
    this.state = state;
    this.context = context;
    this.span = span;
    this.runs = runs;
  }

  /** Evaluates a text: runs the substitutions in its subscripts, and evaluates the variables that it names. */
  value(value: Value, named = false): void {
    const pending = [value];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!next.some((piece) => typeof piece !== "string" || /[A-Za-z_`]/.test(piece))) continue;
      for (const way of waysOf(next, MAX_OPTIONS)) {
        const text = textWith(way, "");
        this.noteSet(way, text);
        if (runsSubscript(text) && !(named && next === value)) this.run(way);
        for (const name of text.match(NAMES)?.slice(0, MAX_NAMES) ?? []) pending.push(...this.valuesOf(name));
      }
    }
  }

  /** Takes down what a text sets: any of its names, where it sets one. */
  private noteSet(value: Value, text: string): void {
    const set = namesSetIn(text);
    if (set === null) return;
    for (const name of set.names) this.names.add(name);
    this.unnamed ||= set.unnamed || value.some((piece) => typeof piece !== "string" && !isNumber(piece));
  }

  /** Evaluates all the elements that a name stands for. */
  elements(name: string): void {
    for (const value of this.valuesOf(name)) this.value(value);
  }

  /** Evaluates whatever some variable may hold. */
  held(): void {
    // What is held comes to itself again.
    if (!this.runs || this.seen.has(HELD) || this.context.origin.includes(ORIGIN)) return;
    this.seen.add(HELD);
    for (const option of this.state.options) {
      if (option.startsWith(HELD)) this.run(clean(option.slice(HELD.length)));
    }
    if (this.state.options.has(HELD_MORE))
      recordUnknownCommand(this.engine, spanIn(this.context, this.span), this.context);
  }

  private valuesOf(name: string): readonly Value[] {
    if (this.seen.has(name)) return [];
    this.seen.add(name);
    const { positional, variables } = this.state;
    if (name === "@" || name === "*" || /^[0-9]+$/.test(name)) {
      const one = Number(name) - 1;
      const known = Number.isNaN(one) ? positional.known : positional.known.slice(one, one + 1);
      if (positional.open && (Number.isNaN(one) || known.length === 0)) this.held();
      return known;
    }
    const binding = variables.get(name);
    if (binding === undefined) {
      if (/^[A-Za-z_]/.test(name)) this.held();
      return [];
    }
    if (binding.kind === "array") return binding.elements;
    return binding.options.filter((option): option is Value => option !== null);
  }

  private run(value: Value): void {
    const key = `\0${keyOf(value)}`;
    if (!this.runs || this.seen.has(key)) return;
    this.seen.add(key);
    this.engine.program(compact(["((", ...value, "))"]), this.state, anchored(this.context, this.span));
  }
}

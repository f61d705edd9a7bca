/**
 * Variables that expansions set: `${X:=word}`, `$((X++))`, and whatever is evaluated as arithmetic (`${A[i++]}`).
 *
 * What stands behind such an expansion sees what it set, also in the same command: `${x:=r}${x:+m}`. The order is not
 * followed: while words are expanded, such a variable holds what it held before or what it is set to, each time anew.
 */
import { keyOf, knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import type { Binding } from "../binding.ts";
import type { Context, Engine, Outcome } from "../engine.ts";
import { bind, join, NAME, optionsOf } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Arithmetic, Assignment, ParameterPart, SimpleCommand, Word, WordPart } from "../syntax.ts";
import { distinct, NUMBER } from "../value.ts";
import { joinedValue } from "../words/atom.ts";
import { atomsOf } from "../words/expansion.ts";
import { anySet, assign } from "./assignments.ts";
import { namesSetBy, namesWritten } from "./evaluation.ts";
import type { Evaluated } from "./evaluation.ts";
import { isPrompt, promptsOf, setsVariables } from "./prompt.ts";

/** Words while they are expanded. */
export interface Expanding {
  /** What the expansions see. */
  readonly state: ShellState;
  /** The variables that they set and use elsewhere too: each use may have another value. */
  readonly set: ReadonlySet<string>;
  /** The outcome of what ran in that state, with what is known better once all are expanded. */
  readonly end: (ran: Outcome) => Outcome;
}

/** Texts besides those of the words that are evaluated as arithmetic. */
export type AlsoEvaluated = Partial<Pick<Evaluated, "values" | "elements">>;

/** What is known while the words of a command are expanded, and behind it. */
export function expanding(
  engine: Engine,
  parts: readonly WordPart[],
  state: ShellState,
  context: Context,
  also: AlsoEvaluated = {},
): Expanding {
  const effects = effectsOf(engine, parts, state, context, also);
  const fails = ({ success, failure }: Outcome): Outcome =>
    effects.mayFail ? { success, failure: join(failure, state) } : { success, failure };
  const { defaults, elements, numbers, unnamed } = effects;
  if (defaults.length + elements.size + numbers.size === 0 && !unnamed) return { state, set: NONE, end: fails };
  const begun = withEffects(engine, effects, state, context);
  const settle = (one: ShellState): ShellState => settled(effects, state, begun, one);
  return {
    state: begun,
    set: effects.shared,
    end: (ran) => fails({ success: settle(ran.success), failure: settle(ran.failure) }),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** The state while the words of a compound command are expanded, and behind them. */
export function whileExpanding(
  engine: Engine,
  words: readonly Word[],
  state: ShellState,
  context: Context,
  also: AlsoEvaluated = {},
): ShellState {
  return expanding(
    engine,
    words.flatMap((word) => word.parts),
    state,
    context,
    also,
  ).state;
}

/** The state with what arithmetic sets. */
export function assignedByArithmetic(
  engine: Engine,
  expressions: readonly Arithmetic[],
  state: ShellState,
  context: Context,
): ShellState {
  const parts = expressions.map((expression): WordPart => ({
    kind: "arithmetic",
    span: expression.span,
    quoted: true,
    expression,
  }));
  return expanding(engine, parts, state, context).state;
}

/** The parts of a command in which something can be expanded. */
export function partsOf(command: SimpleCommand): readonly WordPart[] {
  return [
    ...command.assignments.flatMap(partsOfAssignment),
    ...command.words.flatMap((word) =>
      word.assignment === undefined ? word.parts : partsOfAssignment(word.assignment),
    ),
    ...command.redirections.flatMap((one) => (one.kind === "file" ? one.target : one.body).parts),
  ];
}

/** A subscript is arithmetic, as is the key of an element. */
function partsOfAssignment({ subscript, value }: Assignment): WordPart[] {
  const arithmetic = (word: Word): WordPart => ({
    kind: "arithmetic",
    span: word.span,
    quoted: true,
    expression: { span: word.span, parts: word.parts },
  });
  const words = value === null ? [] : "parts" in value ? [value] : value;
  const keyed = words.filter(({ parts: [first] }) => first?.kind === "literal" && first.text.startsWith("["));
  return [
    ...(subscript === null ? [] : [arithmetic(subscript)]),
    ...keyed.map(arithmetic),
    ...words.flatMap((word) => word.parts),
  ];
}

/** `${NAME:=word}` */
interface Default {
  readonly name: string;
  readonly operator: string;
  readonly word: Word | undefined;
  /** It is expanded whatever comes of the others. */
  readonly sure: boolean;
}

interface Effects {
  readonly defaults: readonly Default[];
  /** Names of arrays of which an element may be set. */
  readonly elements: ReadonlySet<string>;
  /** Names of variables that arithmetic may set. */
  readonly numbers: ReadonlySet<string>;
  /** Those that are set and stand in another expansion too. */
  readonly shared: ReadonlySet<string>;
  /** Some variable is set of which the name is not known. */
  readonly unnamed: boolean;
  /** An expansion may be an error, and then the command is not run. */
  readonly mayFail: boolean;
}

function effectsOf(
  engine: Engine,
  parts: readonly WordPart[],
  state: ShellState,
  context: Context,
  also: AlsoEvaluated,
): Effects {
  const defaults: Default[] = [];
  const numbers = new Set<string>();
  const elements = new Set<string>();
  const expressions: (readonly WordPart[])[] = [];
  const indirect: string[] = [];
  const uses = new Map<string, number>();
  let mayFail = false;
  let unnamed = false;
  const evaluate = ({ span, parts: inner }: Arithmetic): void => {
    const written = namesWritten(context.source.slice(span.start, span.end));
    for (const name of written.names) numbers.add(name);
    unnamed ||= written.unnamed;
    expressions.push(inner);
    pending.push(...inner.map((part) => ({ part, sure: false })));
  };
  const pending = parts.map((part) => ({ part, sure: true }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part, sure } = next;
    switch (part.kind) {
      case "parameter": {
        const { operation } = part;
        uses.set(part.name, (uses.get(part.name) ?? 0) + 1);
        if (part.indirect || operation?.operator.endsWith("?") === true) mayFail = true;
        if (part.indirect) indirect.push(part.name);
        if (operation?.operator === "=" || operation?.operator === ":=") {
          const names = targetsOf(part, state);
          if (names === null) unnamed = true;
          // Of an element, nothing is followed.
          else if (part.subscript !== null) for (const name of names) elements.add(name);
          else {
            const {
              operator,
              operands: [word],
            } = operation;
            for (const name of names) defaults.push({ name, operator, word, sure: sure && names.length === 1 });
          }
        }
        if (isPrompt(part) && promptsOf(engine, part, state, context).some((one) => one !== null && setsVariables(one)))
          unnamed = true;
        for (const operand of operation?.operands ?? []) {
          if (operation?.operator === ":") evaluate(operand);
          else pending.push(...operand.parts.map((inner) => ({ part: inner, sure: false })));
        }
        if (part.subscript !== null) evaluate(part.subscript);
        break;
      }
      case "arithmetic":
        evaluate(part.expression);
        break;
      case "extended-glob":
        pending.push(...part.parts.map((inner) => ({ part: inner, sure: false })));
        break;
      case "literal":
      case "command-substitution":
      case "process-substitution":
      case "unread":
        break;
    }
  }
  const evaluated = { expressions, indirect, values: also.values ?? [], elements: also.elements ?? [] };
  const set = namesSetBy(engine, evaluated, state, context);
  // Where it is set itself, it is used once.
  const written = [...defaults.map(({ name }) => name), ...numbers].filter((name) => (uses.get(name) ?? 0) > 1);
  const others = [...set.names].filter((name) => !numbers.has(name) && uses.has(name));
  const all = [...defaults.map(({ name }) => name), ...elements, ...numbers, ...set.names];
  return {
    defaults,
    elements,
    numbers: new Set([...numbers, ...set.names]),
    shared: new Set(indirect.length > 0 ? all : [...written, ...others]),
    unnamed: unnamed || set.unnamed,
    mayFail,
  };
}

/** The names of the variables that `${NAME:=…}` or `${!NAME:=…}` may set; null where they are not known. */
function targetsOf({ name, indirect }: ParameterPart, state: ShellState): readonly string[] | null {
  if (!indirect) return [name];
  const names: string[] = [];
  for (const option of optionsOf(state, name)) {
    const text = option === null ? null : knownText(option);
    if (text === null || !NAME.test(text)) return null;
    names.push(text);
  }
  return names;
}

/** How often values are worked out of one another, as in `${a:=x}${b:=$a}`, until they count as unknown. */
const MAX_ROUNDS = 3;

/** The state in which each variable that is set holds what it held, or what it is set to. */
function withEffects(engine: Engine, effects: Effects, before: ShellState, context: Context): ShellState {
  const start = effects.unnamed ? anySet(before, "…") : before;
  let options = optionsWith(engine, effects, start, start, context);
  for (let round = 1; ; round++) {
    const known = [...options].reduce((state, [name, binding]) => bind(state, name, binding), start);
    const next = optionsWith(engine, effects, start, known, context);
    if ([...next].every(([name, binding]) => isSame(binding, options.get(name) ?? null))) break;
    options = round < MAX_ROUNDS ? next : new Map([...next].map(([name]) => [name, null]));
    if (round === MAX_ROUNDS) break;
  }
  return [...options].reduce(
    (state, [name, binding]) => assign(engine, state, { name, binding, bare: false }, context),
    start,
  );
}

function optionsWith(
  engine: Engine,
  { defaults, elements, numbers }: Effects,
  before: ShellState,
  known: ShellState,
  context: Context,
): Map<string, Binding | null> {
  const options = new Map<string, readonly (Value | null)[] | null>();
  const add = (name: string, value: Value): void => {
    const isArray = before.variables.get(name)?.kind === "array";
    const held = options.get(name);
    options.set(name, isArray || held === null ? null : [...(held ?? optionsOf(before, name)), value]);
  };
  for (const { name, word } of defaults) {
    const scope = engine.scope(known, context.source);
    add(name, word === undefined ? [] : joinedValue(atomsOf(word.parts, scope, true, "none")));
  }
  for (const name of numbers) add(name, [NUMBER]);
  for (const name of elements) options.set(name, null);
  return new Map(
    [...options].map(([name, values]) => [
      name,
      values === null ? null : { kind: "scalar", options: distinct(values) },
    ]),
  );
}

function isSame(a: Binding | null, b: Binding | null): boolean {
  if (a?.kind !== "scalar" || b?.kind !== "scalar") return a === b;
  const keys = new Set(a.options.map(keyOfOption));
  return a.options.length === b.options.length && b.options.every((option) => keys.has(keyOfOption(option)));
}

function keyOfOption(option: Value | null): string {
  return option === null ? "\0unset" : keyOf(option);
}

/** What a default surely gave a variable that nothing has set since: it is not unset any more, nor empty for `:=`. */
function settled({ defaults }: Effects, before: ShellState, begun: ShellState, end: ShellState): ShellState {
  let next = end;
  for (const { name, operator, sure } of defaults) {
    const binding = begun.variables.get(name);
    if (!sure || binding?.kind !== "scalar" || end.variables.get(name) !== binding) continue;
    const replaced = (option: Value | null): boolean =>
      option === null || (operator === ":=" && knownText(option) === "");
    const kept = binding.options.filter((option) => !replaced(option));
    const gone = optionsOf(before, name).some(replaced);
    if (gone && kept.length > 0) next = bind(next, name, { kind: "scalar", options: kept });
  }
  return next;
}

/** Variables that expansions set: `${X:=word}`, `$((X++))`. */
import type { Context, Engine, Outcome } from "../engine.ts";
import { join, optionsOf, withoutVariables } from "../state.ts";
import type { Binding } from "../binding.ts";
import type { ShellState } from "../state.ts";
import type { Arithmetic, ParameterPart, SimpleCommand, WordPart } from "../syntax.ts";
import { joinedValue } from "../words/atom.ts";
import { atomsOf } from "../words/expansion.ts";
import { assign } from "./assignments.ts";
import { wordsOf } from "./nested.ts";

/** The outcome of a command with what its expansions set. */
export function assignedByExpansion(
  engine: Engine,
  command: SimpleCommand,
  ran: Outcome,
  before: ShellState,
  context: Context,
): Outcome {
  const parts = wordsOf(command).flatMap((word) => word.parts);
  const effects = effectsOf(parts, context);
  let outcome = ran;
  if (effects.mayFail) outcome = { success: outcome.success, failure: join(outcome.failure, before) };
  if (effects.defaults.length === 0 && effects.numbers.length === 0 && !effects.unnamed) return outcome;
  const apply = (state: ShellState): ShellState => withEffects(engine, effects, before, state, context);
  return { success: apply(outcome.success), failure: apply(outcome.failure) };
}

/** The state with what arithmetic sets. */
export function assignedByArithmetic(
  engine: Engine,
  expressions: readonly Arithmetic[],
  state: ShellState,
  context: Context,
): ShellState {
  let next = state;
  for (const expression of expressions) {
    const nested = effectsOf(expression.parts, context);
    const own = assignedNames(expression, context.source);
    const effects = { ...nested, numbers: [...own.names, ...nested.numbers], unnamed: own.unnamed || nested.unnamed };
    next = withEffects(engine, effects, state, next, context);
  }
  return next;
}

interface Effects {
  readonly defaults: readonly ParameterPart[];
  /** Names of variables that arithmetic may set. */
  readonly numbers: readonly string[];
  /** A variable is set of which the name is the value of another. */
  readonly unnamed: boolean;
  /** An expansion may be an error, and then the command is not run. */
  readonly mayFail: boolean;
}

function effectsOf(parts: readonly WordPart[], context: Context): Effects {
  const defaults: ParameterPart[] = [];
  const numbers: string[] = [];
  let mayFail = false;
  let unnamed = false;
  const evaluate = (expression: Arithmetic): void => {
    const own = assignedNames(expression, context.source);
    numbers.push(...own.names);
    unnamed ||= own.unnamed;
    pending.push(...expression.parts);
  };
  const pending: WordPart[] = [...parts];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    switch (part.kind) {
      case "parameter":
        if (part.indirect || part.operation?.operator.endsWith("?") === true) mayFail = true;
        if (part.operation?.operator === "=" || part.operation?.operator === ":=") {
          if (part.indirect) unnamed = true;
          else defaults.push(part);
        }
        for (const operand of part.operation?.operands ?? []) pending.push(...operand.parts);
        if (part.subscript !== null) evaluate(part.subscript);
        break;
      case "arithmetic":
        evaluate(part.expression);
        break;
      case "extended-glob":
        pending.push(...part.parts);
        break;
      case "literal":
      case "command-substitution":
      case "process-substitution":
      case "unread":
        break;
    }
  }
  return { defaults, numbers, unnamed, mayFail };
}

/** Names that an expression may assign: all of them, where it assigns any. */
function assignedNames(
  { span }: Arithmetic,
  source: string,
): { readonly names: readonly string[]; readonly unnamed: boolean } {
  const text = source.slice(span.start, span.end);
  if (!/[^=!<>]=[^=]|<<=|>>=|\+\+|--/.test(text)) return { names: [], unnamed: false };
  const names = text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  return { names: names.slice(0, MAX_NAMES), unnamed: names.length > MAX_NAMES || /[$`]/.test(text) };
}

/** Most variables that one expression is followed in setting. */
const MAX_NAMES = 64;

function withEffects(
  engine: Engine,
  effects: Effects,
  before: ShellState,
  state: ShellState,
  context: Context,
): ShellState {
  let next = effects.unnamed ? withoutVariables(state) : state;
  for (const part of effects.defaults) {
    const [word] = part.operation?.operands ?? [];
    const value =
      word === undefined ? [] : joinedValue(atomsOf(word.parts, engine.scope(before, context.source), true, "none"));
    const options = optionsOf(before, part.name).flatMap((option) => (option === null ? [value] : [option, value]));
    const binding: Binding = { kind: "scalar", options };
    next = assign(engine, next, { name: part.name, binding, bare: false }, context);
  }
  for (const name of effects.numbers) next = assign(engine, next, { name, binding: null, bare: false }, context);
  return next;
}

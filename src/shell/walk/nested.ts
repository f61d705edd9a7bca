/**
 * The programs inside of words: substitutions wherever they hide, and what arithmetic evaluates.
 *
 * Every kind of part is looked at. What a part's own text can run is listed here and nowhere else.
 */
import { inside, spanIn } from "../engine.ts";
import type { Context, Engine } from "../engine.ts";
import { ANY_NAME } from "../record/names.ts";
import type { ShellState } from "../state.ts";
import type {
  Assignment,
  ParameterPart,
  ProcessSubstitutionPart,
  Redirection,
  Script,
  SimpleCommand,
  Span,
  Word,
  WordPart,
} from "../syntax.ts";
import { joinedValue } from "../words/atom.ts";
import { atomsOf } from "../words/expansion.ts";
import { evaluateIndirect, evaluateParts, evaluateSubscript } from "./evaluation.ts";
import { isPrompt, promptsOf, runPrompt } from "./prompt.ts";

/** Runs the programs inside of words, in source order. */
export function runNested(engine: Engine, words: readonly Word[], state: ShellState, context: Context): void {
  for (const word of words) {
    if (word.assignment === undefined) runNestedParts(engine, word.parts, state, context, false);
    else runNestedAssignment(engine, word.assignment, state, context);
  }
}

export function runNestedAssignment(engine: Engine, assignment: Assignment, state: ShellState, context: Context): void {
  if (assignment.subscript !== null) runNestedParts(engine, assignment.subscript.parts, state, context, true);
  const values = valuesOf(assignment);
  runNested(engine, values, state, context);
  if (assignment.value !== null && !("parts" in assignment.value)) {
    for (const word of values) runKey(engine, word, state, context);
  }
}

/** `([key]=value)`: a key is evaluated. */
function runKey(engine: Engine, { parts, span }: Word, state: ShellState, context: Context): void {
  const [first] = parts;
  if (first?.kind !== "literal" || !first.text.startsWith("[")) return;
  const value = joinedValue(atomsOf(parts, engine.scope(state, context.source), true, "none"));
  evaluateSubscript(engine, value, state, context, span);
}

/** The words that hold the new value of an assignment. */
export function valuesOf({ value }: Assignment): readonly Word[] {
  if (value === null) return [];
  return "parts" in value ? [value] : value;
}

/** The words of a redirection. */
export function wordOfRedirection(redirection: Redirection): Word {
  return redirection.kind === "file" ? redirection.target : redirection.body;
}

/** Runs the programs inside of parts; `evaluated` for those of a subscript or an arithmetic expression. */
export function runNestedParts(
  engine: Engine,
  parts: readonly WordPart[],
  state: ShellState,
  context: Context,
  evaluated: boolean,
): void {
  const pending = parts.toReversed();
  const push = (more: readonly WordPart[], evaluates: boolean): void => {
    if (evaluates) evaluateParts(engine, more, state, context);
    for (let at = more.length - 1; at >= 0; at--) {
      const part = more[at];
      if (part !== undefined) pending.push(part);
    }
  };
  if (evaluated) evaluateParts(engine, parts, state, context);
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    switch (part.kind) {
      case "literal":
        break;
      case "command-substitution":
        runScript(engine, part.script, part.span, "inside command substitution", state, context);
        break;
      case "process-substitution":
        runScript(engine, part.script, part.span, "inside process substitution", withInputOf(part, state), {
          ...context,
          input: null,
          fed: part.direction === ">",
          names: ANY_NAME,
        });
        break;
      case "parameter":
        if (isPrompt(part)) runPrompts(engine, part, state, context);
        if (part.indirect) evaluateIndirect(engine, part.name, state, context, part.span);
        for (const operand of part.operation?.operands.toReversed() ?? [])
          push(operand.parts, part.operation?.operator === ":");
        if (part.subscript !== null) push(part.subscript.parts, true);
        break;
      case "arithmetic":
        push(part.expression.parts, true);
        break;
      case "extended-glob":
        push(part.parts, false);
        break;
      case "unread":
        engine.recorder.unread(spanIn(context, part.span), part.detail);
        break;
    }
  }
}

/** The state of the shell in `>( … )`, which reads what is written to it. */
function withInputOf({ direction }: ProcessSubstitutionPart, state: ShellState): ShellState {
  if (direction === "<" || !state.open.has(0)) return state;
  return { ...state, open: new Map([...state.open].filter(([descriptor]) => descriptor !== 0)) };
}

function runScript(
  engine: Engine,
  script: Script,
  span: Span,
  origin: string,
  state: ShellState,
  context: Context,
): void {
  const own = script.source === context.source ? {} : { source: script.source, anchor: context.anchor ?? span };
  engine.subshell(script.statements, state, { ...inside(context, origin), ...own });
}

function runPrompts(engine: Engine, part: ParameterPart, state: ShellState, context: Context): void {
  for (const value of promptsOf(engine, part, state, context)) {
    if (value !== null) runPrompt(engine, value, state, context, part.span, `the value of ${part.name}`);
  }
}

/** Every word of a command, in source order, as far as the order matters. */
export function wordsOf(command: SimpleCommand): readonly Word[] {
  return [
    ...command.assignments.flatMap((assignment) => [
      ...(assignment.subscript === null ? [] : [assignment.subscript]),
      ...valuesOf(assignment),
    ]),
    ...command.words,
    ...command.redirections.map(wordOfRedirection),
  ];
}

/**
 * The programs inside of words: substitutions wherever they hide, and what arithmetic evaluates.
 *
 * Every kind of part is looked at. What a part's own text can run is listed here and nowhere else.
 */
import { inside, spanIn } from "../engine.ts";
import type { Context, Engine } from "../engine.ts";
import { ANY_NAME } from "../record/names.ts";
import { optionsOf } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Assignment, Redirection, Script, SimpleCommand, Span, Word, WordPart } from "../syntax.ts";
import { compact, frontOf } from "../value.ts";

/** Runs the programs inside of words, in source order. */
export function runNested(engine: Engine, words: readonly Word[], state: ShellState, context: Context): void {
  for (const word of words) runNestedParts(engine, partsOf(word), state, context, false);
}

export function runNestedAssignment(engine: Engine, assignment: Assignment, state: ShellState, context: Context): void {
  if (assignment.subscript !== null) runNestedParts(engine, assignment.subscript.parts, state, context, true);
  runNested(engine, valuesOf(assignment), state, context);
}

/** The words that hold the new value of an assignment. */
function valuesOf({ value }: Assignment): readonly Word[] {
  if (value === null) return [];
  return "parts" in value ? [value] : value;
}

/** The words of a redirection. */
export function wordOfRedirection(redirection: Redirection): Word {
  return redirection.kind === "file" ? redirection.target : redirection.body;
}

function partsOf(word: Word): readonly WordPart[] {
  if (word.assignment === undefined) return word.parts;
  const { subscript } = word.assignment;
  return [...(subscript?.parts ?? []), ...valuesOf(word.assignment).flatMap((value) => value.parts)];
}

/** A part to be looked at, and whether it is evaluated as arithmetic. */
interface Pending {
  readonly part: WordPart;
  readonly evaluated: boolean;
}

/** Runs the programs inside of parts; `evaluated` for those of a subscript or an arithmetic expression. */
export function runNestedParts(
  engine: Engine,
  parts: readonly WordPart[],
  state: ShellState,
  context: Context,
  evaluated: boolean,
): void {
  const pending: Pending[] = parts.map((part) => ({ part, evaluated })).toReversed();
  const push = (more: readonly WordPart[], evaluates: boolean): void => {
    for (let at = more.length - 1; at >= 0; at--) {
      const part = more[at];
      if (part !== undefined) pending.push({ part, evaluated: evaluates });
    }
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part } = next;
    switch (part.kind) {
      case "literal":
        break;
      case "command-substitution":
        runScript(engine, part.script, part.span, "inside command substitution", state, context);
        break;
      case "process-substitution":
        runScript(engine, part.script, part.span, "inside process substitution", state, {
          ...context,
          input: null,
          fed: part.direction === ">",
          names: ANY_NAME,
        });
        break;
      case "parameter":
        if (next.evaluated || part.operation?.operator === "@")
          runValue(engine, part.name, next.evaluated, state, context);
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

/**
 * The value of a variable that bash evaluates once more: as arithmetic, where a subscript may hold a substitution, or
 * as a prompt (`${X@P}`).
 */
function runValue(engine: Engine, name: string, arithmetic: boolean, state: ShellState, context: Context): void {
  if (!state.variables.has(name)) return;
  for (const value of optionsOf(state, name)) {
    if (value === null || !/\$\(|`/.test(frontOf(value))) continue;
    const program = arithmetic ? ["((", ...value, "))"] : [': "', ...value, '"'];
    const anchor = context.anchor ?? { start: 0, end: 0 };
    engine.program(compact(program), state, { ...inside(context, `the value of ${name}`), anchor });
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

/** The standard input of commands: of one alone, or of all that follow (`exec < F`). */
import type { Value } from "../../text.ts";
import type { Context, Engine, Outcome } from "../engine.ts";
import { ANY_NAME } from "../record/names.ts";
import type { Names } from "../record/names.ts";
import type { ShellState } from "../state.ts";
import type { Redirection } from "../syntax.ts";
import { choiceOf, UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { inputOf, namesOfScript, takesInput } from "../words/output.ts";
import { NO_PINS } from "../words/worlds.ts";
import type { Pins } from "../words/worlds.ts";
import { expandWord } from "../words/words.ts";
import { textsOf } from "./file-texts.ts";
import { wordOfRedirection } from "./nested.ts";

type Input = Pick<Context, "input" | "fed" | "names">;

/** What a command reads that says nothing of its standard input. */
export function inputHere(state: ShellState, { input, fed, names }: Context): Input {
  const opened = state.open.get(0);
  return opened === undefined ? { input, fed, names } : { input: opened, fed: true, names: ANY_NAME };
}

/** Whether redirections give a command a standard input of its own. */
export function hasOwnInput(redirections: readonly Redirection[]): boolean {
  return redirections.some(isStandardInput);
}

function isStandardInput(one: Redirection): boolean {
  return (one.descriptor === null || one.descriptor === 0) && takesInput(one);
}

/** The standard input of a command with redirections, and whether it is other than that of the whole program. */
export function standardInput(
  engine: Engine,
  redirections: readonly Redirection[],
  pins: Pins,
  state: ShellState,
  context: Context,
): Input {
  const here = inputHere(state, context);
  if (!hasOwnInput(redirections)) return here;
  return {
    input:
      inputOf(redirections, engine.scope(state, context.source, pins), here.input) ??
      textRead(engine, redirections, pins, state, context),
    fed: true,
    names: namesIn(engine, redirections, state),
  };
}

/** What the file that is opened as the standard input may hold: what the program has written into it, or anything. */
function textRead(
  engine: Engine,
  redirections: readonly Redirection[],
  pins: Pins,
  state: ShellState,
  context: Context,
): Value | null {
  const input = redirections.findLast(isStandardInput);
  if (input?.kind !== "file" || input.operator !== "<" || context.remote) return null;
  const fields = expandWord(input.target, engine.scope(state, context.source, pins));
  const texts = fields.flatMap((field) => textsOf(engine, field.each, state.base));
  return texts.length === 0 ? null : choiceOf([...texts, UNKNOWN]);
}

/** The names in the standard input, where a redirection takes what a command prints: `< <(find .)`. */
function namesIn(engine: Engine, redirections: readonly Redirection[], state: ShellState): Names {
  const input = redirections.findLast(isStandardInput);
  if (input === undefined || input.kind === "here-document") return ANY_NAME;
  const parts = wordOfRedirection(input).parts;
  const [part] = parts;
  if (parts.length !== 1 || (part?.kind !== "process-substitution" && part?.kind !== "command-substitution"))
    return ANY_NAME;
  if (input.kind === "file" && (part.kind !== "process-substitution" || !input.operator.startsWith("<")))
    return ANY_NAME;
  return namesOfScript(part.script, engine.scope(state, part.script.source));
}

/** The state of a shell of which the standard input is not the one that was opened. */
export function withOtherInput(state: ShellState): ShellState {
  if (!state.open.has(0)) return state;
  return { ...state, open: new Map([...state.open].filter(([descriptor]) => descriptor !== 0)) };
}

/** The outcome of a command with an input of its own: behind it, the one from before is there again. */
export function withInputBack({ success, failure }: Outcome, before: ShellState): Outcome {
  const opened = before.open.get(0);
  const back = (state: ShellState): ShellState => {
    if (state.open.get(0) === opened && state.open.has(0) === before.open.has(0)) return state;
    const { open } = withOtherInput(state);
    return { ...state, open: opened === undefined ? open : new Map([...open, [0, opened]]) };
  };
  return { success: back(success), failure: back(failure) };
}

/** Whether the words are `exec` without a command, which makes the redirections beside it last. */
export function isExecAlone(fields: readonly Field[]): boolean {
  // What may be no word is passed over, as if it were none.
  const texts = fields.flatMap((field) => (field.count === "any" ? [] : [textOf(field)]));
  let at = 0;
  while (texts[at] === "command" || texts[at] === "builtin") {
    at++;
    while (texts[at] === "-p" || texts[at] === "--") at++;
  }
  if (texts[at] !== "exec") return false;
  for (at++; at < texts.length; at++) {
    const text = texts[at] ?? "";
    if (text === "--") return at === texts.length - 1;
    if (/^-[cl]*a$/.test(text)) at++;
    else if (!/^-[cl]*(?:a.+|[cl])$/s.test(text)) return false;
  }
  return true;
}

/** Most descriptors that are followed. */
const MOST_OPEN = 16;

/** The state of the shell with what redirections open, for itself and all that it starts. */
export function withOpened(
  engine: Engine,
  redirections: readonly Redirection[],
  state: ShellState,
  context: Context,
): ShellState {
  let next = state;
  for (const [index, one] of redirections.entries()) {
    const { descriptor } = one;
    if (!takesInput(one) || typeof descriptor === "string") continue;
    const number = descriptor ?? 0;
    if (number !== 0 && !next.open.has(number) && next.open.size >= MOST_OPEN) continue;
    // It is read as the standard input of a command; those before it may hold what it copies (`3<<E 4<&3`).
    const alone = [...redirections.slice(0, index), { ...one, descriptor: 0 }];
    const scope = engine.scope(next, context.source);
    const input = inputOf(alone, scope, null) ?? textRead(engine, [{ ...one, descriptor: 0 }], NO_PINS, next, context);
    next = { ...next, open: new Map([...next.open, [number, input]]) };
  }
  return next;
}

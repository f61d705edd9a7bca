/** Texts that bash expands once more, as a prompt: `${X@P}`, and what is assigned to `PS4`. */
import { keyOf } from "../../text.ts";
import type { Piece, Value } from "../../text.ts";
import { inside, spanIn } from "../engine.ts";
import type { Context, Engine } from "../engine.ts";
import type { ShellState } from "../state.ts";
import type { ParameterPart, Span } from "../syntax.ts";
import { compact, isNumber, UNKNOWN } from "../value.ts";
import { joinedValue } from "../words/atom.ts";
import { atomsOf } from "../words/expansion.ts";
import { literalOf } from "../words/literal.ts";
import { expandingProgram } from "../words/program-text.ts";

/** Whether an expansion takes its value for a prompt. */
export function isPrompt({ operation }: ParameterPart): boolean {
  const [letter] = operation?.operands ?? [];
  return operation?.operator === "@" && (letter === undefined || (literalOf(letter) ?? "P") === "P");
}

/** The values of a parameter, each of which is expanded by itself. */
export function promptsOf(
  engine: Engine,
  part: ParameterPart,
  state: ShellState,
  context: Context,
): readonly (Value | null)[] {
  const { positional, variables } = state;
  if (!part.indirect && (part.name === "@" || part.name === "*"))
    return positional.open ? [...positional.known, UNKNOWN] : positional.known;
  const binding = part.indirect ? undefined : variables.get(part.name);
  if (binding?.kind === "array") return binding.elements;
  const whole: ParameterPart = { ...part, operation: null, quoted: true };
  return [joinedValue(atomsOf([whole], engine.scope(state, context.source), true, "none"))];
}

/** Runs what is in a prompt; a part of it that is not known may hold anything. */
export function runPrompt(
  engine: Engine,
  prompt: Value,
  state: ShellState,
  context: Context,
  span: Span,
  origin: string,
): void {
  const texts = new Map([prompt, decoded(prompt)].map((text) => [keyOf(text), text]));
  for (const text of texts.values()) {
    if (!text.some((piece) => (typeof piece === "string" ? RUNS.test(piece) : !isNumber(piece)))) continue;
    engine.program(expandingProgram(text), state, { ...inside(context, origin), anchor: spanIn(context, span) });
  }
}

/** Expansions that run something, or set a variable. */
const RUNS = /\$[([]|`|@P|\$\{[^}]*=/;

/** Whether a prompt sets variables when it is expanded. */
export function setsVariables(prompt: Value): boolean {
  return decoded(prompt).some((piece) => typeof piece === "string" && /\$\{[^}]*=|\$\(\(|\$\[/.test(piece));
}

/** A prompt with its escapes for characters resolved; `\\[` and `\\]` leave nothing. */
function decoded(prompt: Value): Value {
  return compact(prompt.map((piece): Piece => (typeof piece === "string" ? decodedText(piece) : piece)));
}

function decodedText(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|([[\]])|[^])/g, (escape, octal?: string, bracket?: string) => {
    if (bracket !== undefined) return "";
    return octal === undefined ? escape : String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
  });
}

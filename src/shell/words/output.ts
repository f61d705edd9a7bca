/**
 * What a script prints, where its text tells: `$(echo rm)`, `$(cat <<'EOF' … EOF)`, `$(pwd)`.
 *
 * Only builtins and `cat`, `tee`, `basename`, `dirname` are worked out; everything else prints what only a run would
 * tell.
 */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { directoryValues } from "../directory.ts";
import { MAX_NAMING_WORDS, MAX_OPTIONS, MAX_VALUE_CHARACTERS } from "../limits.ts";
import { namesPrintedBy } from "../record/names-printed.ts";
import { ANY_NAME } from "../record/names.ts";
import type { Names } from "../record/names.ts";
import type { ShellState } from "../state.ts";
import type { Command, Redirection, Script, SimpleCommand, Statement, WordPart } from "../syntax.ts";
import { choiceOf, compact, concat, frontOf, holdsNoSlash, sizeOf, waysOf } from "../value.ts";
import { assigns } from "./arithmetic.ts";
import { joinedValue } from "./atom.ts";
import { outputOfEntering } from "./entered.ts";
import { atomsOf } from "./expansion.ts";
import { linesOf, textOf } from "./field.ts";
import type { Field } from "./field.ts";
import { formatText, decodeEscapes } from "./format.ts";
import { shapeOfOutput } from "./printed.ts";
import { deeper } from "./scope.ts";
import type { Scope } from "./scope.ts";
import { literalOf } from "./literal.ts";
import { expandWords } from "./words.ts";

/** What a script prints; null for unknown. */
function outputOfScript(script: Script, scope: Scope): Value | null {
  return outputOfStatements(script.statements, { ...scope, source: script.source }, null);
}

/** What the file of a process substitution holds; null for unknown, and for any other word. */
export function outputOfProcess(field: Field | undefined, scope: Scope): Value | null {
  const script = field?.process?.script;
  return script === undefined ? null : outputOfScript(script, scope);
}

/** What a command substitution of the script gives: its output without the newlines at its end. */
export function substitutedOutput(script: Script, scope: Scope): Value | null {
  const output = outputOfScript(script, scope);
  if (output !== null) return withoutNewlines(output);
  const names = namesOfScript(script, { ...scope, source: script.source });
  if (names === ANY_NAME || names.length === 0) return null;
  return [isOneLine(script) ? choiceOf([[], ...names]) : [linesOf(names)]].flat();
}

/** Whether a script ends in `head -1` or its kin. */
function isOneLine({ statements }: Script): boolean {
  const last = statements[0]?.pipelines[0]?.pipeline.stages.at(-1);
  if (last?.kind !== "simple") return false;
  return /^(?:head|tail) (?:-1|-n ?1|--lines=1)$/.test(last.words.map(literalOf).join(" "));
}

/** The names of files that a script prints, one a line. */
export function namesOfScript(script: Script, scope: Scope): Names {
  const [statement, ...others] = script.statements;
  const [first, ...further] = statement?.pipelines ?? [];
  if (first === undefined || statement?.background === true || others.length + further.length > 0) return ANY_NAME;
  return first.pipeline.stages.reduce((read, stage) => namesOfCommand(stage, scope, read), ANY_NAME);
}

/**
 * What working out the output of one command takes out of the budget, in characters: where substitutions are nested,
 * those inside are worked out again for each around them.
 */
const COMMAND_COST = 128;

/** The scope in which a command's words are expanded for what it prints; null where that is over a bound. */
function inside(scope: Scope): Scope | null {
  return scope.budget.spend(COMMAND_COST) ? deeper(scope) : null;
}

/** The names of files that a command prints, given those that it reads. */
export function namesOfCommand(command: Command, scope: Scope, read: Names): Names {
  const within = inside(scope);
  if (within === null || command.kind !== "simple" || command.words.length > MAX_NAMING_WORDS) return ANY_NAME;
  const { functions, aliases, hazards } = scope.state;
  if (command.assignments.length > 0 || hazards.size > 0 || printsElsewhere(command.redirections)) return ANY_NAME;
  const fields = expandWords(command.words, within);
  const name = textOf(fields[0]);
  if (name === null || functions.has(name) || aliases.has(name)) return ANY_NAME;
  return namesPrintedBy(fields, command.redirections.some(takesInput) ? ANY_NAME : read);
}

/** What a command prints to its standard output, given what it reads from its standard input; null for unknown. */
export function outputOfCommand(command: Command, scope: Scope, input: Value | null): Value | null {
  const within = inside(scope);
  if (within === null) return null;
  if (command.kind === "simple") return outputOfSimple(command, within, input);
  if (command.kind !== "compound" || command.redirections.length > 0) return null;
  const { body } = command;
  return body.kind === "group" || body.kind === "subshell" ? outputOfStatements(body.statements, within, input) : null;
}

function outputOfStatements(statements: readonly Statement[], scope: Scope, input: Value | null): Value | null {
  const [only] = statements;
  const entered = statements.length === 1 && only !== undefined ? outputOfEntering(only, scope) : null;
  if (entered !== null) return entered;
  const outputs: Value[] = [];
  let size = 0;
  for (const { pipelines, background } of statements) {
    const [first] = pipelines;
    if (first === undefined || pipelines.length > 1 || background) return null;
    let output = input;
    for (const stage of first.pipeline.stages) output = outputOfCommand(stage, scope, output);
    if (output === null) return null;
    size += sizeOf(output);
    if (size > MAX_VALUE_CHARACTERS) return null;
    outputs.push(output);
  }
  return concat(...outputs);
}

function outputOfSimple(command: SimpleCommand, scope: Scope, piped: Value | null): Value | null {
  // What is set here would be seen by what comes behind it.
  if (command.words.length === 0 || command.words.some((word) => word.parts.some((part) => sets(part, scope))))
    return null;
  if (printsElsewhere(command.redirections)) return printsNothing(command.redirections) ? [] : null;
  const input = inputOf(command.redirections, scope, piped);
  const fields = expandWords(command.words, scope);
  if (fields.some((field) => field.count !== "one" && field !== fields.at(-1))) return null;
  const name = textOf(fields[0]);
  if (name === null || scope.state.aliases.has(name)) return null;
  const operands = fields.slice(1);
  if (scope.state.functions.has(name)) {
    const own = command.assignments.length === 0 && command.redirections.length === 0;
    return own ? outputOfCall(name, operands, scope, input) : null;
  }
  const told = outputOfWords(name, operands, scope, input);
  // What surely is the command of that name prints what has the shape of its output.
  const own = command.assignments.length === 0 && scope.state.hazards.size === 0;
  const output = told ?? (own ? shapeOfOutput(name, operands, temporaryDirectory(scope)) : null);
  if (output === null || sizeOf(output) > MAX_VALUE_CHARACTERS) return null;
  // Where a file cannot be opened, nothing is run.
  return command.redirections.some(mayFail) ? choiceOf([output, []]) : output;
}

/** What a call of a function prints. */
function outputOfCall(name: string, args: readonly Field[], scope: Scope, input: Value | null): Value | null {
  const binding = scope.state.functions.get(name);
  const [only, ...more] = binding?.functions ?? [];
  if (binding?.certain !== true || only === undefined || more.length > 0) return null;
  if (args.some((field) => field.count !== "one")) return null;
  const { zero } = scope.state.positional;
  const positional = { zero, known: args.map((field) => field.value), open: false };
  const within = { ...scope, source: only.source, state: { ...scope.state, positional } };
  return outputOfCommand(only.definition.body, within, input);
}

/** Whether a redirection opens a file that may not be there. */
function mayFail(redirection: Redirection): boolean {
  if (redirection.kind !== "file" || /^[<>]&$/.test(redirection.operator)) return false;
  const [part] = redirection.target.parts;
  if (redirection.target.parts.length !== 1 || part === undefined) return true;
  return part.kind === "literal"
    ? !/^\/dev\/(?:null|zero|stdin|stdout|stderr|tty)$/.test(part.text)
    : part.kind !== "process-substitution";
}

/** Where new temporary files are made; null where that is not known. */
function temporaryDirectory({ state, settings }: Scope): string | null {
  return settings.platform === "linux" && !state.variables.has("TMPDIR") ? "/tmp" : null;
}

/** The standard input of a command with these redirections; `piped` is what it would be without. Null for unknown. */
export function inputOf(redirections: readonly Redirection[], scope: Scope, piped: Value | null): Value | null {
  let input = piped;
  for (const redirection of redirections) {
    const { descriptor } = redirection;
    const copied = copiedInput(redirection, redirections);
    const opened = openedInput(redirection, scope);
    if (copied !== null) {
      input = inputOf([{ ...copied, descriptor: null }], scope, null);
      continue;
    }
    if (descriptor !== null && descriptor !== 0) continue;
    if (opened !== null) {
      input = opened;
      continue;
    }
    if (redirection.kind !== "file") {
      const document = redirection.kind === "here-document";
      const within: Scope = document ? { ...scope, document: true } : scope;
      const text = joinedValue(atomsOf(redirection.body.parts, within, document, document ? "none" : "word"));
      input = redirection.kind === "here-string" ? concat(text, ["\n"]) : text;
    } else if (redirection.operator.startsWith("<")) {
      const [part] = redirection.target.parts;
      const single = redirection.target.parts.length === 1 && part?.kind === "process-substitution" ? part : null;
      input = single === null ? null : outputOfScript(single.script, scope);
    }
  }
  return input;
}

/** `<&3`: the document that the descriptor holds. */
function copiedInput(one: Redirection, all: readonly Redirection[]): Redirection | null {
  const number = copiedDescriptor(one);
  if (number === null) return null;
  return all.findLast((other) => other.descriptor === number && other.kind !== "file") ?? null;
}

/** What the descriptor holds that a redirection copies to the standard input, where the shell has opened it. */
function openedInput(one: Redirection, { state }: Scope): Value | null {
  const number = copiedDescriptor(one);
  return number === null ? null : (state.open.get(number) ?? null);
}

/** The descriptor that is copied to the standard input, or moved: `<&3`, `0<&3-`. */
function copiedDescriptor(one: Redirection): number | null {
  if (one.kind !== "file" || one.operator !== "<&" || (one.descriptor !== null && one.descriptor !== 0)) return null;
  const [part] = one.target.parts;
  const text = one.target.parts.length === 1 && part?.kind === "literal" ? part.text : "";
  return /^[1-9][0-9]{0,3}-?$/.test(text) ? Number.parseInt(text, 10) : null;
}

function sets(part: WordPart, scope: Scope): boolean {
  if (part.kind === "arithmetic") return assigns(part.expression, scope);
  if (part.kind !== "parameter") return false;
  const { operation, subscript } = part;
  if (operation?.operator.endsWith("=") === true || (subscript !== null && assigns(subscript, scope))) return true;
  return operation?.operands.some((word) => word.parts.some((inner) => sets(inner, scope))) ?? false;
}

/** Whether all that a command prints goes into files. */
function printsNothing(redirections: readonly Redirection[]): boolean {
  return redirections.every(
    (one) => one.kind === "file" && /^&?>>?$/.test(one.operator) && (one.descriptor === null || one.descriptor === 1),
  );
}

/** Whether what a command prints goes elsewhere than to its standard output. */
function printsElsewhere(redirections: readonly Redirection[]): boolean {
  return redirections.some((one) => !takesInput(one) && one.descriptor !== 2);
}

/** Whether a redirection is one of input. */
export function takesInput(one: Redirection): boolean {
  return one.kind !== "file" || one.operator.startsWith("<");
}

function outputOfWords(name: string, operands: readonly Field[], scope: Scope, input: Value | null): Value | null {
  const values = operands.map((field) => field.value);
  const known = operands.every((field) => field.count === "one");
  switch (name) {
    case "echo":
      return echo(values, resolvesBackslashes(scope.state));
    case "printf": {
      const texts = values.map(knownText);
      const [format, ...rest] = texts[0] === "--" ? texts.slice(1) : texts;
      if (!known || format === null || format === undefined || format.startsWith("-")) return null;
      return formatText(format, texts[0] === "--" ? values.slice(2) : values.slice(1), rest);
    }
    case "cat":
      return operands.every((field) => textOf(field) === "-") ? input : null;
    case "tee":
      return input;
    case "pwd": {
      const directories = operands.length > 0 ? null : directoryValues(scope.state.base, scope.settings.cwd);
      return directories === null ? null : concat(choiceOf(directories), ["\n"]);
    }
    case ":":
    case "true":
      return [];
    case "basename":
    case "dirname": {
      const path = operands.length === 1 ? textOf(operands[0]) : null;
      if (path === null && name === "dirname" && operands.length === 1 && known) return directoryOf(values[0] ?? []);
      if (path === null || path.startsWith("-") || path === "") return null;
      return [`${name === "basename" ? baseName(path) : directoryName(path)}\n`];
    }
    default:
      return null;
  }
}

/** Whether `echo` may resolve backslashes without an option, and may take none. */
function resolvesBackslashes({ options }: ShellState): boolean {
  return options.has("xpg_echo") || options.has("other shell");
}

function holdsBackslash(value: Value): boolean {
  return value.some((piece) => {
    if (typeof piece === "string") return piece.includes("\\");
    if (piece.kind === "choice") return piece.options.some(holdsBackslash);
    return piece.kind === "repeat" && holdsBackslash(piece.value);
  });
}

/** `echo`, with bash's own options. */
function echo(values: readonly Value[], unsure: boolean): Value | null {
  if (unsure && values.some(holdsBackslash)) return null;
  let newline = true;
  let escapes = false;
  let start = 0;
  for (; start < values.length; start++) {
    const word = knownText(values[start] ?? []);
    // A word of which the front is not known may be an option, which changes what a backslash means.
    if (word === null) break;
    if (!/^-[neE]+$/.test(word)) break;
    if (word.includes("n")) newline = false;
    escapes = word.lastIndexOf("e") > word.lastIndexOf("E");
  }
  const pieces = values.slice(start).flatMap((value, index) => (index === 0 ? value : [" ", ...value]));
  const text = compact(newline ? [...pieces, "\n"] : pieces);
  if (!escapes) return text;
  const known = knownText(text);
  const decoded = known === null ? null : decodeEscapes(known, "echo");
  return decoded === null ? null : [decoded];
}

function withoutNewlines(value: Value): Value {
  const [only] = value;
  if (value.length === 1 && typeof only === "object" && only.kind === "choice")
    return choiceOf(only.options.map(withoutLineEnds));
  return withoutLineEnds(value);
}

function withoutLineEnds(value: Value): Value {
  const pieces = [...value];
  while (pieces.length > 0) {
    const last = pieces.at(-1);
    if (typeof last !== "string") break;
    pieces.pop();
    let end = last.length;
    while (end > 0 && last[end - 1] === "\n") end--;
    if (end > 0) {
      pieces.push(last.slice(0, end));
      break;
    }
  }
  return compact(pieces);
}

function baseName(path: string): string {
  const trimmed = trimSlashes(path);
  return trimmed === "" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

/** The directory of a path of which the last name holds what is not known: `src` of `src/*.ts`. */
function directoryOf(path: Value): Value | null {
  const ways = waysOf(path, MAX_OPTIONS).map((way): Value | null => {
    const at = way.findLastIndex((piece) => typeof piece === "string" && piece.includes("/"));
    const piece = way[at];
    if (frontOf(way).startsWith("-") || way.length === 0 || !way.slice(at + 1).every(holdsNoSlash)) return null;
    if (typeof piece !== "string") return ["."];
    const text = piece.slice(0, piece.lastIndexOf("/"));
    // Slashes beside each other, and the root, are left to the run.
    return text === "" || text.endsWith("/") || way.at(-1) === piece ? null : compact([...way.slice(0, at), text]);
  });
  const told = ways.filter((way): way is Value => way !== null);
  return told.length === ways.length ? [...choiceOf(told), "\n"] : null;
}

function directoryName(path: string): string {
  const trimmed = trimSlashes(path);
  const slash = trimmed.lastIndexOf("/");
  if (slash === -1) return trimmed === "" ? "/" : ".";
  return trimSlashes(trimmed.slice(0, slash)) || "/";
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

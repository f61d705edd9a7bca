/** `declare`, `local`, `export`, `readonly`: variables that are declared, and functions that are marked. */
import { knownText } from "../../text.ts";
import { joinBindings } from "../binding.ts";
import type { Binding } from "../binding.ts";
import { spanIn } from "../engine.ts";
import type { Context, Engine, Run } from "../engine.ts";
import { assignmentEffect } from "../knowledge/read-command.ts";
import { assignGlobal, hide, isOwn, isTemporary, keepTemporary } from "../locals.ts";
import { recordAssigned } from "../record/mention-recorder.ts";
import { recordUnknownCommand } from "../record/unit.ts";
import { bind, join, mayBeList, withKeys, withList, withNoted, withOption } from "../state.ts";
import type { ShellState } from "../state.ts";
import type { Span } from "../syntax.ts";
import { after, frontOf } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Assigned, Field } from "../words/field.ts";
import { anySet, assign, exportName, OF_COMMANDS, unexportName, withHazard } from "./assignments.ts";
import { readBuiltinWords } from "./builtin-options.ts";
import type { BuiltinWords } from "./builtin-options.ts";
import { TOO_MANY } from "./functions.ts";

/** `export A=1 B`, `declare -x A`, `local A`. */
export function declareNames(engine: Engine, command: string, words: readonly Field[], run: Run): ShellState {
  const read = readBuiltinWords(words, "", "-+");
  const flags = flagsOf(command, read, run.environment);
  if (flags.functions) return markFunctions(flags, read.operands, run.environment);
  const state = declareVariables(engine, flags, read.operands, run);
  // Outside of functions bash refuses it.
  return command === "local" && run.environment.level === 0 ? join(run.environment, state) : state;
}

interface Flags {
  readonly command: string;
  /** Whether one of the letters is given. */
  readonly has: (letters: string) => boolean;
  /** It may be any flag, besides those that are known. */
  readonly unsure: boolean;
  /** The words are names of functions. */
  readonly functions: boolean;
  /** It only prints. */
  readonly prints: boolean;
  /** The names come to the environment of commands, or are taken out of it. */
  readonly exports: boolean;
  readonly unexports: boolean;
  readonly isReadonly: boolean;
  /** Lists are of keys and values. */
  readonly isKeyed: boolean;
}

function flagsOf(command: string, { options, operands, unsure }: BuiltinWords, { options: set }: ShellState): Flags {
  const given = (signs: string, letters: string): boolean =>
    options.some((one) => signs.includes(one.sign) && letters.includes(one.letter));
  const has = (letters: string): boolean => given("-", letters);
  const alone = command === "export" || command === "readonly";
  const isOther = set.has("other shell");
  const mayBeAny = unsure && !isName(operands);
  return {
    command,
    has,
    // What the letters mean in other shells is not known.
    unsure: mayBeAny || (isOther && given("-+", "Fp")),
    functions: has("f") || (!alone && !isOther && has("F")),
    prints: !alone && !isOther && given("-+", "p"),
    exports: (command === "export" && !has("n")) || has("x"),
    unexports: (command === "export" && has("n")) || given("+", "x"),
    isReadonly: command === "readonly" || has("r"),
    isKeyed: has("A") || mayBeAny,
  };
}

/** Whether an unknown word is no flag that would change what others mean: the only one, or one that assigns. */
function isName([first, ...others]: readonly Field[]): boolean {
  if (first?.count !== "one") return first === undefined;
  return others.length === 0 || first.each.some((piece) => typeof piece === "string" && piece.includes("="));
}

/** `export -f f`, `readonly -f f`: nothing is assigned. */
function markFunctions(flags: Flags, operands: readonly Field[], before: ShellState): ShellState {
  let state = before;
  for (const field of operands) {
    const name = textOf(field);
    for (const one of name === null ? state.functions.keys() : [name]) {
      if (flags.unexports) state = unexportName(state, one);
      else if (flags.exports) state = exportName(state, one);
    }
    if (flags.isReadonly || flags.unsure)
      state = name === null ? withOption(state, ANY_FIXED) : withNoted(state, fixed(name), ANY_FIXED);
  }
  return state;
}

const ANY_FIXED = "readonly functions";

function fixed(name: string): string {
  return `readonly function ${name}`;
}

/** Whether a function may be there for good: what defines it anew fails then. */
export function mayBeFixed({ options }: ShellState, name: string): boolean {
  return options.has(fixed(name)) || options.has(ANY_FIXED);
}

function declareVariables(engine: Engine, flags: Flags, operands: readonly Field[], run: Run): ShellState {
  const { context } = run;
  const before = new Set<string>();
  let state = withAttributes(flags, run.environment);
  for (const field of operands) {
    // It is refused, and those behind it are not.
    if (field.count === "one" && /^[^A-Za-z_]/.test(frontOf(field.each))) continue;
    const told = unlessAppended(field.assigned ?? assignedBy(field), before);
    if (told === null) {
      // Which variable it names is not known.
      state = anySet(flags.isKeyed ? withKeys(state, null) : state, flags.prints ? null : flags.command);
      continue;
    }
    const assigned = flags.unsure ? { ...told, binding: null } : told;
    before.add(assigned.name);
    if (!flags.prints) state = declareVariable(engine, flags, { ...assigned, span: field.span }, state, context);
    if (flags.exports) {
      state = exportName(state, assigned.name);
      recordAssigned(engine, assigned, field.span, null, state.base, context);
    }
    if (flags.unexports) state = unexportName(state, assigned.name);
    // Beyond the bound, any assignment may fail.
    if (flags.isReadonly) state = withNoted(state, `readonly ${assigned.name}`, "attributes");
  }
  return state;
}

/** The state in which variables may be what the flags make of some. */
function withAttributes({ command, has, unsure }: Flags, before: ShellState): ShellState {
  if (command === "export") return before;
  let state = before;
  if (has("n") || unsure) state = withOption(state, "nameref");
  if (has("cilu") || unsure) state = withOption(state, "attributes");
  if (has("i") || unsure) state = withOption(state, "integers");
  return state;
}

function declareVariable(
  engine: Engine,
  { command, has, isKeyed }: Flags,
  told: Assigned & { readonly span: Span },
  before: ShellState,
  context: Context,
): ShellState {
  const inFunction = before.level > 0;
  const isLocal = inFunction && command !== "export" && command !== "readonly" && !has("g");
  // What is added to a variable of its own is not added to the one that it hides.
  const assigned = isLocal && told.append === true ? { ...told, binding: null } : told;
  const { name } = assigned;
  let state = before;
  if (has("n") && command !== "export") state = withReference(engine, command, assigned, state, context);
  const inherits = isLocal && assigned.bare && mayInherit(state, name, has("I"));
  const outer = state;
  if (isLocal) {
    const hidden = hide(state, name, state.level);
    if (hidden === null) engine.recorder.floor("<oversized-bash-command>", spanIn(context, told.span), TOO_MANY);
    state = hidden ?? state;
  }
  if (isKeyed) state = withKeys(state, name);
  else if (has("a")) state = withList(state, name);
  const plain = assigned.bare ? { ...assigned, bare: false } : assigned;
  // `local A` hides what `A` was; `declare A` outside of a function leaves it.
  if (!assigned.bare || isLocal)
    state = assign(engine, state, mayBeList(state, name) ? unlessList(plain, isKeyed || has("a")) : plain, context);
  if (assigned.bare && isLocal && isOwn(outer, name)) state = bind(state, name, outer.variables.get(name) ?? null);
  else if (assigned.bare && isLocal && !state.options.has(`readonly ${name}`)) {
    const unset: Binding = { kind: "scalar", options: [null] };
    state = bind(state, name, inherits ? joinBindings(unset, outer.variables.get(name)) : unset);
  }
  if (has("g") && inFunction && !assigned.bare) state = assignGlobal(outer, name, state);
  return !isLocal && inFunction ? keepTemporary(state, name) : state;
}

/** Whether `local NAME` may keep the value that the name has. */
function mayInherit(state: ShellState, name: string, told: boolean): boolean {
  const unsure = state.shadows.get(name)?.at(-1)?.sure === false;
  return (
    told ||
    unsure ||
    isTemporary(state, name) ||
    ["localvar_inherit", "other shell"].some((one) => state.options.has(one))
  );
}

/** `declare -n NAME=PATH`: what is assigned to NAME from now on is assigned to the other variable. */
function withReference(
  engine: Engine,
  command: string,
  { binding, span }: Assigned & { readonly span: Span },
  state: ShellState,
  context: Context,
): ShellState {
  const targets = binding?.kind === "scalar" ? binding.options : [null];
  const names = targets.map((value) => /^\w*/.exec((value === null ? null : knownText(value)) ?? "")?.[0] ?? "");
  if (names.some((name) => OF_COMMANDS.has(name))) recordUnknownCommand(engine, spanIn(context, span), context);
  const isHazard = names.some((name) => name === "" || assignmentEffect(name) === "runs-commands");
  return isHazard ? withHazard(state, command) : state;
}

/** `export A=1 A+=2`: words are expanded before the first of them assigns. */
function unlessAppended(assigned: Assigned | null, before: ReadonlySet<string>): Assigned | null {
  return assigned?.append === true && before.has(assigned.name) ? { ...assigned, binding: null } : assigned;
}

/**
 * `declare A='(x y)'`: a text in parentheses is a list where the variable is an array. One `declared` to be an array
 * keeps what it is, where it is one of the other kind.
 */
function unlessList(assigned: Assigned, declared: boolean): Assigned {
  const { binding } = assigned;
  if (binding?.kind !== "scalar") return assigned;
  const plain = binding.options.every(
    (option) => option !== null && (option.length === 0 || /^[^(]/.test(frontOf(option))),
  );
  return plain && !declared ? assigned : { ...assigned, binding: null };
}

/** What a word that bash only sees as an assignment when it runs assigns. */
function assignedBy(field: Field): Assigned | null {
  if (field.count !== "one") return null;
  const front = frontOf(field.value);
  const match = /^([A-Za-z_][A-Za-z0-9_]*)(\[|\+?=)?/.exec(front);
  const [, name, operator] = match ?? [];
  if (name === undefined) return null;
  if (operator === "=") {
    return { name, binding: { kind: "scalar", options: [after(field.value, name.length + 1)] }, bare: false };
  }
  if (operator !== undefined) return { name, binding: null, bare: false };
  return knownText(field.value) === name ? { name, binding: null, bare: true } : null;
}

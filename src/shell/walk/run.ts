/** Running the words of a command: as an alias, a function, a builtin, or a command that may run others. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { anchoredAt, inside, NOWHERE, spanOfFields, unchanged } from "../engine.ts";
import type { Engine, Outcome, Ran, Run } from "../engine.ts";
import { readCommand } from "../knowledge/read-command.ts";
import { FIELDS_PER_STEP, MAX_DEPTH, MAX_OPTIONS } from "../limits.ts";
import { recordLinks } from "../record/links.ts";
import { recordMentions } from "../record/mention-recorder.ts";
import { recordUnit } from "../record/unit.ts";
import { forget, hashedName, MORE_ALIASES } from "../state.ts";
import type { ShellState } from "../state.ts";
import { compact, distinct, endOf, isUnknown, textWith, waysOf } from "../value.ts";
import { fieldOf, textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { quotedProgram } from "../words/program-text.ts";
import { withNumbers } from "./assignments.ts";
import { runBuiltin } from "./builtins.ts";
import { recordDoubtful } from "./doubtful.ts";
import { evaluateOperands } from "./evaluation.ts";
import { isNamed, pathsOf } from "./file-texts.ts";
import { callFunction, noteRecalled } from "./functions.ts";
import { runHandedOut } from "./kernel-names.ts";
import { joinOutcomes } from "./outcomes.ts";
import { runWrapped, wrapperOf } from "./wrapped.ts";
import { recordFilled, runWrittenCommand, runWrittenDefaults } from "./written-files.ts";

/** Runs the words of a command. */
export function runFields(engine: Engine, fields: readonly Field[], run: Run): Ran {
  const [first] = fields;
  if (first === undefined) return { outcome: unchanged(run.state), unit: null };
  const span = spanOfFields(fields, run.context);
  if (run.context.depth > MAX_DEPTH) {
    engine.recorder.floor("<oversized-bash-command>", span, `commands are nested more than ${MAX_DEPTH} levels deep`);
    return { outcome: unchanged(run.state), unit: null };
  }
  if (!engine.recorder.step(span, Math.max(1, Math.ceil(fields.length / FIELDS_PER_STEP))))
    return { outcome: unchanged(run.state), unit: null };

  runPrinted(engine, fields, run);
  const name = textOf(first);
  if (name !== null && run.lookup !== "external")
    runAliases(engine, hashedName(name), fields, run, `in place of ${name}`);
  if (name === null || run.lookup !== "shell") return runCommand(engine, name, fields, run);
  const replaced = first.plain ? runAliases(engine, name, fields, run) : null;
  if (run.state.options.has(MORE_ALIASES) && first.plain && !engine.recorder.stopped)
    engine.recorder.floor("<oversized-bash-command>", span, "there are more aliases than are followed");
  const { outcome, unit } = runNamed(engine, name, fields, run);
  return { outcome: replaced === null ? outcome : joinOutcomes(replaced, outcome), unit };
}

/** Runs a command by its name, which may be a function's. */
function runNamed(engine: Engine, name: string, fields: readonly Field[], run: Run): Ran {
  const called = callNamed(engine, name, fields, run);
  if (called?.certain === true) return { outcome: called.outcome, unit: null };
  const ran = runCommand(engine, name, fields, run);
  return called === null ? ran : { unit: ran.unit, outcome: joinOutcomes(called.outcome, ran.outcome) };
}

/** A command that the program itself has linked or copied: `cp /bin/rm r; ./r x`. */
function runCopied(engine: Engine, name: string | null, fields: readonly Field[], run: Run): void {
  const { copies } = engine.recorder;
  const [first, ...rest] = fields;
  if (copies.size === 0 || first === undefined) return;
  const origin = `made of another file: ${name ?? textWith(first.each, "…")}`;
  if (run.context.origin.includes(origin)) return;
  for (const target of copiesNamed(engine, first.each, run.environment)) {
    engine.fields([fieldOf(target, first.span), ...rest], {
      ...run,
      context: inside(run.context, origin),
      lookup: "external",
    });
  }
}

/** The files that a name may be a copy of: by its path, or where a directory of ours may be looked in first. */
function copiesNamed({ recorder: { copies }, settings }: Engine, name: Value, { base, hazards }: ShellState): Value[] {
  if (!name.some((piece) => typeof piece === "string" && piece.includes("/"))) {
    const text = hazards.has("PATH") ? knownText(name) : null;
    const found = text === null ? [] : [...copies].filter(([path]) => isNamed(path, text));
    return distinct(found.map(([, { target }]) => target)).slice(0, MAX_OPTIONS);
  }
  return pathsOf(name, base, settings.cwd).flatMap((path) => {
    const copy = copies.get(path);
    return copy === undefined ? [] : [copy.target];
  });
}

/**
 * A command whose name is printed (`$(which rm) x`), or a glob that may be gone: as one of the names, and without it.
 */
function runPrinted(engine: Engine, fields: readonly Field[], run: Run): void {
  const [first, ...rest] = fields;
  if (first?.count !== "any" || !first.uniform || first.origin !== "text" || isUnknown(first.each)) return;
  const names = waysOf(first.each, MAX_OPTIONS).filter((way) => /(?:^|\/)[\w.+-]+$/.test(endOf(way)));
  for (const name of names) engine.fields([fieldOf(name, first.span), ...rest], run);
  if (names.length > 0 || run.environment.options.has("nullglob")) engine.fields(rest, run);
}

/** Most ways of reading a command's first words as aliases. */
const MAX_ALIASED = 32;

/** Runs what may stand in a name's place, and answers what comes of it; null where nothing may. */
function runAliases(
  engine: Engine,
  name: string,
  fields: readonly Field[],
  run: Run,
  origin = `alias ${name}`,
): Outcome | null {
  if (run.context.origin.includes(origin)) return null;
  const { aliases } = run.state;
  const { input, fed, names } = run;
  const context = { ...inside(anchoredAt(run.context, fields), origin), input, fed, names };
  const ways: Outcome[] = [];
  const pending = (aliases.get(name) ?? []).map((text) => ({ text, words: 1 }));
  for (let way = pending.shift(); way !== undefined; way = pending.shift()) {
    if (ways.length >= MAX_ALIASED) {
      engine.recorder.floor("<oversized-bash-command>", context.anchor ?? NOWHERE, "aliases stand for too many texts");
      break;
    }
    const { text, words } = way;
    ways.push(engine.program(quotedProgram(text, fields.slice(words)), run.environment, context));
    // Behind a blank at its end, the next word may be an alias too.
    const last = text.at(-1);
    const next = fields[words];
    if (next?.plain !== true || typeof last !== "string" || !/\s$/.test(last)) continue;
    for (const inner of aliases.get(textOf(next) ?? "") ?? [])
      pending.push({ text: compact([...text, ...inner]), words: words + 1 });
  }
  return ways.length === 0 ? null : ways.reduce(joinOutcomes);
}

interface Called {
  readonly outcome: Outcome;
  /** The name is a function on every way to here. */
  readonly certain: boolean;
}

function callNamed(engine: Engine, name: string, fields: readonly Field[], run: Run): Called | null {
  const binding = run.state.functions.get(name);
  if (binding === undefined) return null;
  let outcome: Outcome | null = null;
  for (const one of binding.functions) {
    const next = callFunction(engine, one, fields.slice(1), run);
    outcome = outcome === null ? next : joinOutcomes(outcome, next);
  }
  return outcome === null ? null : { outcome, certain: binding.certain };
}

function runCommand(engine: Engine, name: string | null, fields: readonly Field[], run: Run): Ran {
  const reading = readCommand(fields.map((field) => (field.origin === "text" ? field.value : DATA)));
  const unit = recordUnit(engine, fields, reading, wrapperOf(engine, reading, fields, run), run);
  if (unit === null) return { outcome: unchanged(run.state), unit };
  if (!run.context.remote) {
    if (!engine.recorder.tooManyMentions) recordMentions(engine, fields, reading, unit, run);
    recordLinks(engine, fields, reading, run);
  }
  runCopied(engine, name, fields, run);
  runWrittenCommand(engine, fields, run);
  runWrittenDefaults(engine, fields, reading, run);
  recordFilled(engine, fields, reading, run);
  runHandedOut(engine, fields, run);
  recordDoubtful(engine, fields, reading, unit, run);
  const inner = runWrapped(engine, fields, reading, unit, run);
  if (run.lookup === "external") return { outcome: unchanged(run.state), unit };
  if (inner !== null) return { outcome: inner, unit };
  noteRecalled(engine, name, fields);
  if (name === null) return { outcome: unchanged(mayBeBuiltin(fields) ? forget(run.state) : run.state), unit };
  const set = evaluateOperands(engine, name, fields.slice(1), run.environment, run.context);
  const ran = { ...run, state: withNumbers(engine, set, run.state, run.context) };
  const environment =
    run.environment === run.state ? ran.state : withNumbers(engine, set, run.environment, run.context);
  return { outcome: runBuiltin(engine, name, fields, { ...ran, environment }) ?? unchanged(ran.state), unit };
}

/** Data is read as the operands that it mostly is: what it may be otherwise is a hole in the question. */
const DATA: Value = ["data"];

/** Whether a name that is not known may be that of a builtin: one with a slash is not. */
function mayBeBuiltin([first]: readonly Field[]): boolean {
  return first === undefined || !first.each.some((piece) => typeof piece === "string" && piece.includes("/"));
}

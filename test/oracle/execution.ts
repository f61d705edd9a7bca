/**
 * The execution oracle: random programs run in real bash, and whatever ran or was opened has to be in the projection.
 */
import fc from "fast-check";
import { loadParsers } from "../../src/shell/parsers.ts";
import type { BashProgram } from "../../src/shell/program.ts";
import { projectBash } from "../../src/shell/project.ts";
import { bashProgram } from "./bash-grammar.ts";
import { VOCABULARY } from "./bash-vocabulary.ts";
import { coversCommand, coversFile, type Coverage } from "./covering.ts";
import { Sandbox, type Recording } from "./sandbox.ts";
import { variableProgram } from "./variables.ts";
import { REAL, wrappedProgram } from "./wrapped.ts";

/** Something that bash did and the projection does not account for. */
export interface Surprise {
  readonly program: string;
  /** The words of a command, or the name of a file. */
  readonly happened: readonly string[] | string;
}

export interface Report {
  readonly programs: number;
  /** Commands that ran, by how the projection accounts for them. */
  readonly commands: Readonly<Record<Coverage, number>>;
  readonly files: number;
  readonly surprises: readonly Surprise[];
  /** Programs whose text tells all, and those of them that were projected with a hole or a floor for no reason. */
  readonly plain: number;
  readonly opaque: readonly string[];
  /** What this machine lacks to look closer. */
  readonly missing: readonly string[];
}

/** How many programs go into one start of the sandbox. */
const BATCH = 100;

const parsers = await loadParsers();

/** A third of the programs stand by themselves, a third are run by something else, and a third are about variables. */
const anyProgram = fc.oneof(bashProgram(), wrappedProgram(), variableProgram());

function openSandbox(): Sandbox {
  return new Sandbox(VOCABULARY.commands, REAL);
}

/**
 * Runs `count` random programs. The same seed gives the same programs. `onProgress` is told how many have run, and what
 * was found since it was told last.
 */
export function explore(
  count: number,
  seed: number,
  onProgress: (programs: number, found: readonly Surprise[]) => void = () => {},
): Report {
  const sandbox = openSandbox();
  try {
    const programs = fc.sample(anyProgram, { numRuns: count, seed });
    const report = { programs: count, commands: { exact: 0, hole: 0, floor: 0, none: 0 }, files: 0, plain: 0 };
    const surprises: Surprise[] = [];
    const opaque: string[] = [];
    for (let at = 0; at < programs.length; at += BATCH) {
      const batch = programs.slice(at, at + BATCH);
      const known = surprises.length;
      for (const [index, recording] of sandbox.run(batch).entries()) {
        const program = batch[index] ?? "";
        const projected = project(program, sandbox);
        for (const words of recording.commands) report.commands[coversCommand(projected, words)] += 1;
        report.files += recording.files?.length ?? 0;
        surprises.push(...surprisesOf(program, projected, recording, sandbox));
        if (!tellsAll(program)) continue;
        report.plain += 1;
        if (isOpaque(projected)) opaque.push(program);
      }
      onProgress(at + batch.length, surprises.slice(known));
    }
    return { ...report, surprises, opaque, missing: sandbox.missing };
  } finally {
    sandbox.close();
  }
}

/** The smallest program near the one that a seed gives at a surprise, found by trying smaller ones. */
export function shrink(count: number, seed: number): string | null {
  const sandbox = openSandbox();
  const property = fc.property(anyProgram, (program) => {
    const [recording] = sandbox.run([program]);
    return recording === undefined || surprisesOf(program, project(program, sandbox), recording, sandbox).length === 0;
  });
  try {
    const { counterexample } = fc.check(property, { numRuns: count, seed });
    return counterexample === null ? null : counterexample[0];
  } finally {
    sandbox.close();
  }
}

function project(program: string, sandbox: Sandbox): BashProgram {
  return projectBash(program, { parsers, home: sandbox.work, cwd: sandbox.work, workdir: null });
}

function surprisesOf(program: string, projected: BashProgram, recording: Recording, sandbox: Sandbox): Surprise[] {
  const commands = recording.commands.filter((words) => coversCommand(projected, words) === "none");
  const files = (recording.files ?? []).filter((name) => coversFile(projected, name, sandbox.work) === "none");
  return [...commands, ...files].map((happened) => ({ program, happened }));
}

/** No part of the program depends on anything but its text: no expansion or growth of variables, commands or globs. */
function tellsAll(program: string): boolean {
  return !/\$(?!['"])|\+=|`|[*?[]|~|<\(|>\(/.test(program);
}

function isOpaque({ units, floors }: BashProgram): boolean {
  if (floors.length > 0) return true;
  return units.some(({ question }) =>
    question.written.some((value) => value.some((piece) => typeof piece !== "string")),
  );
}

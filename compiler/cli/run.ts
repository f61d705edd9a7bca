/**
 * The command line: finds the command, runs it, and turns whatever goes wrong into a sentence and an exit code.
 */
import { nearest } from "../suggest.ts";
import { test } from "./test.ts";
import { fmt } from "./fmt.ts";
import { inspect } from "./inspect.ts";
import { verify } from "./verify.ts";
import { can } from "./can.ts";
import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { compile } from "./compile.ts";
import { decide } from "./decide.ts";
import { diff } from "./diff.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import { exportRules } from "./export.ts";
import { guard } from "./guard.ts";
import { init } from "./init.ts";
import { learn } from "./learn.ts";
import { log } from "./log.ts";
import { paint } from "./paint.ts";
import { replay } from "./replay.ts";
import { version } from "./version.ts";
import { why } from "./why.ts";
import { BrokenPipe, type World } from "./world.ts";

/** In the order of the help page. */
export const COMMANDS: readonly Command[] = [
  check,
  test,
  fmt,
  compile,
  inspect,
  verify,
  decide,
  explain,
  can,
  diff,
  guard,
  log,
  why,
  replay,
  learn,
  init,
  doctor,
  exportRules,
];

/** Runs the command line and answers the code to end with. Never throws. */
export async function run(args: readonly string[], world: World): Promise<ExitCode> {
  try {
    return await dispatch(args, world);
  } catch (error) {
    if (error instanceof BrokenPipe) return EXIT.ok;
    return await report(error, world);
  }
}

async function dispatch(args: readonly string[], world: World): Promise<ExitCode> {
  const [first, ...rest] = args;
  if (first === undefined) {
    await world.errors.write(overview());
    return EXIT.usage;
  }
  if (first === "--help" || first === "-h") return await show(overview(), world);
  if (first === "--version" || first === "-V") return await show(`${version()}\n`, world);
  if (first === "help") return await show(helpPage(rest[0]), world);

  const command = findCommand(first);
  const end = rest.indexOf("--");
  const wantsHelp = rest.slice(0, end < 0 ? rest.length : end).some((word) => word === "--help" || word === "-h");
  if (wantsHelp) return await show(command.help, world);
  return await command.run(rest, world);
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const what = name.startsWith("-") ? "option" : "command";
  const meant = nearest(name, name.startsWith("-") ? ["--help", "--version"] : COMMANDS.map((known) => known.name));
  const help = meant === null ? "`tollgate --help` lists them" : `did you mean \`${meant}\`?`;
  throw new Failure(EXIT.usage, `there is no ${what} \`${name}\``, help);
}

function helpPage(name: string | undefined): string {
  return name === undefined ? overview() : findCommand(name).help;
}

function overview(): string {
  const width = Math.max(...COMMANDS.map((command) => command.name.length));
  const list = COMMANDS.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`).join("\n");
  return `tollgate: permissions for coding agents

Usage: tollgate COMMAND [OPTION…]

${list}

  help COMMAND, --help   how to use a command
  --version              the version of this program

Exit codes: 0 all well, 1 the policy has errors or the table was refused, 2 wrong usage, 3 a file could not be read or
written, 70 a fault of this program.
`;
}

async function show(text: string, world: World): Promise<ExitCode> {
  await world.output.write(text);
  return EXIT.ok;
}

async function report(error: unknown, world: World): Promise<ExitCode> {
  const color = paint(world.errors.color);
  const label = color.red("error");
  const failure =
    error instanceof Failure
      ? error
      : new Failure(EXIT.fault, error instanceof Error ? (error.stack ?? error.message) : String(error));
  const help = failure.help === null ? "" : `${color.dim("help")}: ${failure.help}\n`;
  try {
    await world.errors.write(`${label}: ${failure.message}\n${help}`);
  } catch {
    // Nobody reads the errors: the exit code is all that is left to say.
  }
  return failure.code;
}

/**
 * What a command of the command line is, and how its arguments are read.
 */
import { nearest } from "../suggest.ts";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import type { World } from "./world.ts";

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The page that `help NAME` shows. */
  readonly help: string;
  run(args: readonly string[], world: World): Promise<ExitCode>;
}

export type OptionSpecs = NonNullable<ParseArgsConfig["options"]>;

/** What was given: `values` by the names of the options, and `positionals`. */
export type CommandLine<T extends OptionSpecs> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>
>;

/** The options and operands of a command. Throws {@link Failure} for what is no option of it. */
export function parseCommandLine<const T extends OptionSpecs>(
  command: string,
  args: readonly string[],
  options: T,
): CommandLine<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    const unknown = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
    if (unknown === undefined) throw usage(command, lowerFirst(error.message.split(".")[0] ?? error.message));
    const known = Object.keys(options).map((name) => `--${name}`);
    throw usage(command, `\`${command}\` has no option \`${unknown}\``, nearest(unknown, known));
  }
}

/** A failure of usage, with the nearest thing that was perhaps meant and where to read on. */
export function usage(command: string, message: string, meant: string | null = null): Failure {
  const help = meant === null ? `\`tollgate help ${command}\` shows how to use it` : `did you mean \`${meant}\`?`;
  return new Failure(EXIT.usage, message, help);
}

/** Reads a choice among a few words. */
export function oneOf<const T extends string>(command: string, option: string, value: string, among: readonly T[]): T {
  const found = among.find((word) => word === value);
  if (found !== undefined) return found;
  const list = among.map((word) => `\`${word}\``).join(", ");
  throw usage(command, `\`--${option}\` is \`${value}\`, but has to be one of ${list}`, nearest(value, among));
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replaceAll("'", "`");
}

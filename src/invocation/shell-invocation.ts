/**
 * Which invocations carry shell semantics, and what they run: the one dispatch point for `bash` and for shells under
 * another name.
 */
import type { ShellTool } from "../table/rule.ts";
import { isRecord, readArgument } from "./argument.ts";
import { classifyToolKind } from "./tool-kind.ts";

/** The tools that a policy declares to be shells, by name. */
export type ShellTools = Readonly<Record<string, ShellTool>>;

/** What a shell invocation runs, and where. */
export interface ShellInvocation {
  /** The command as given; empty where it is missing. */
  readonly command: string;
  /** The directory to run it in, or undefined for the session's own. Acts as a leading `cd`. */
  readonly workdir: string | undefined;
}

/** A shell invocation with what could not be read of it. */
export interface ShellReading {
  readonly invocation: ShellInvocation;
  /** The argument that is there but is no text, or null: what would run is then unknown. */
  readonly unreadable: string | null;
}

const NATIVE: ShellTool = { commandArgument: "command" };

/**
 * The command and working directory of a call to `bash` or to a tool in `shellTools`; null for every other tool.
 *
 * A missing command is the empty text, and the call is still a shell's: it never falls through to a surface of the
 * tool's own name. Never throws.
 */
export function resolveShellInvocation(
  tool: string,
  input: unknown,
  shellTools: ShellTools | undefined,
): ShellInvocation | null {
  return readShellInvocation(tool, input, shellTools)?.invocation ?? null;
}

/** Like {@link resolveShellInvocation}, telling apart a missing argument from one that is no text. */
export function readShellInvocation(
  tool: string,
  input: unknown,
  shellTools: ShellTools | undefined,
): ShellReading | null {
  const names = shellArguments(tool, shellTools);
  if (names === null) return null;

  const command = readArgument(input, names.commandArgument);
  const workdir =
    names.workdirArgument === undefined ? ({ kind: "absent" } as const) : readArgument(input, names.workdirArgument);
  let unreadable: string | null = null;
  if (isStrange(workdir)) unreadable = names.workdirArgument ?? null;
  if (isStrange(command) || !isRecord(input)) unreadable = names.commandArgument;

  return {
    invocation: {
      command: command.kind === "text" ? command.text : "",
      workdir: workdir.kind === "text" ? workdir.text : undefined,
    },
    unreadable,
  };
}

/** The argument names of a shell, or null for a tool that is none. The native shell's own names cannot be changed. */
export function shellArguments(tool: string, shellTools: ShellTools | undefined): ShellTool | null {
  if (classifyToolKind(tool) === "bash") return NATIVE;
  const name = tool.trim();
  if (shellTools === undefined || !Object.hasOwn(shellTools, name)) return null;
  return shellTools[name] ?? null;
}

function isStrange(argument: { readonly kind: string }): boolean {
  return argument.kind === "other" || argument.kind === "unreadable";
}

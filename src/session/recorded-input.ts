/**
 * What of a call's input goes into the log: what decides, so that the call can be judged again, and nothing else. What
 * a tool writes is never among it.
 */
import { match } from "ts-pattern";
import type { Assessment } from "../gate/assessment.ts";
import { readArgument } from "../invocation/argument.ts";
import { shellArguments, type ShellTools } from "../invocation/shell-invocation.ts";
import { maskSecrets } from "./mask.ts";

export interface RecordedInput {
  readonly input: Readonly<Record<string, unknown>>;
  /** Something was masked or left out, so the call cannot be judged again with certainty. */
  readonly partial: boolean;
}

/** Longest command that is kept, and longest of the other texts, in UTF-16 units. */
const LONGEST_COMMAND = 16_384;
const LONGEST_TEXT = 4_096;
const MOST_PATHS = 100;

/** The arguments of the `mcp` tool that tell what it is aimed at. */
const TARGET_ARGUMENTS = ["tool", "connect", "describe", "search", "list", "action", "server"];
/** Where a built-in path tool takes its path from; further paths are given under the further names. */
const PATH_ARGUMENTS = ["path", "file_path", "filePath"];

/** What to log of a call's input. */
export function recordedInput(
  { kind, shell, paths, decision }: Assessment,
  input: unknown,
  shellTools: ShellTools,
): RecordedInput {
  const taken = new Taking();
  if (kind === null) return { input: {}, partial: true };
  match(kind)
    .with("bash", () => {
      const names = shellArguments(decision.tool, shellTools);
      if (shell === null || names === null) return;
      taken.put(names.commandArgument, shell.command, LONGEST_COMMAND);
      if (names.workdirArgument !== undefined && shell.workdir !== undefined) {
        taken.put(names.workdirArgument, shell.workdir, LONGEST_TEXT);
      }
    })
    .with("path", () => {
      if (paths.length > PATH_ARGUMENTS.length) taken.partial = true;
      for (const [index, path] of paths.slice(0, PATH_ARGUMENTS.length).entries()) {
        taken.put(PATH_ARGUMENTS[index]!, path, LONGEST_TEXT);
      }
    })
    .with("mcp", () => {
      for (const name of TARGET_ARGUMENTS) taken.copy(input, name);
      if (paths.length > 0) taken.set("arguments", { paths: taken.list(paths) });
    })
    .with("skill", () => {
      for (const name of ["name", "skill"]) taken.copy(input, name);
    })
    .with("extension", () => {
      if (paths.length > 0) taken.set("paths", taken.list(paths));
    })
    .exhaustive();
  return { input: taken.input, partial: taken.partial };
}

class Taking {
  readonly input: Record<string, unknown> = {};
  partial = false;

  put(name: string, text: string, most: number): void {
    this.set(name, this.#text(text, most));
  }

  /** Not an assignment, which a name like `__proto__` would turn into something else. */
  set(name: string, value: unknown): void {
    Object.defineProperty(this.input, name, { value, enumerable: true, configurable: true, writable: true });
  }

  /** A text, or `true` where it is that. */
  copy(input: unknown, name: string): void {
    const argument = readArgument(input, name);
    if (argument.kind === "text") this.put(name, argument.text, LONGEST_TEXT);
    else if (argument.kind === "other" && argument.value === true) this.set(name, true);
  }

  list(paths: readonly string[]): string[] {
    if (paths.length > MOST_PATHS) this.partial = true;
    return paths.slice(0, MOST_PATHS).map((path) => this.#text(path, LONGEST_TEXT));
  }

  #text(text: string, most: number): string {
    // Masked first: half a token could not be told any more.
    const { text: masked, masked: changed } = maskSecrets(text.slice(0, most + LONGEST_TEXT));
    if (changed || masked.length > most || text.length > most + LONGEST_TEXT) this.partial = true;
    return masked.slice(0, most);
  }
}

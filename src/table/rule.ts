import type { Action, RuleSource } from "../decision.ts";

/** A rule as the table holds it, with what can be told from its pattern alone. */
export interface TableRule extends RuleSource {
  /** Place among all rules of the table: of two rules of one layer that match, the higher one wins. */
  readonly index: number;
  readonly surface: string;
  /** The agent that the rule is for, or null for all. */
  readonly agent: string | null;
  /** Index of the layer that the rule belongs to. 0 is the trusted one. */
  readonly layer: number;
  readonly action: Action;
  readonly final: boolean;
  readonly because: string | null;
  /** The pattern as programs (see `program.ts`), one for each way to choose its alternatives. */
  readonly programs: readonly string[];
  /** Each list is one clause: at least one of its flags is present. */
  readonly with: readonly (readonly string[])[];
  /** Each list is one clause: none of its flags is present. */
  readonly without: readonly (readonly string[])[];
  /** How many leading words of the pattern hold no wildcard, the fewest over its alternatives; 0 outside `bash`. */
  readonly fixedWords: number;
  /** On path surfaces, the directory at the front of the pattern before any wildcard, with the home mark; or null. */
  readonly directory: string | null;
  /** The pattern is `*` alone, without clauses. */
  readonly catchAll: boolean;
}

/** A tool that carries shell semantics under another name. */
export interface ShellTool {
  /** The field of the tool's input that holds the command. */
  readonly commandArgument: string;
  /** The field that holds the directory to run in, where there is one. */
  readonly workdirArgument?: string;
}

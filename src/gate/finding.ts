/**
 * What one look-up found. The findings of an invocation, in the order of the gates, are its whole evaluation: a
 * decision is taken from one of them, an explanation tells them all.
 */
import type { Action, Sentinel } from "../decision.ts";
import type { AccessPath } from "../path/access-path.ts";
import type { CommandUnit, PathMention, ProgramFloor } from "../shell/program.ts";
import type { Question } from "../table/question.ts";
import type { LookupOptions, TableRule } from "../table/table.ts";

/** The gates, in the order in which an invocation passes them. */
export const GATES = [
  "skill-read",
  "path",
  "external_directory",
  "bash external_directory",
  "bash path",
  "tool",
] as const;
export type GateName = (typeof GATES)[number];

export interface Finding {
  readonly gate: GateName;
  readonly surface: string;
  /** What the surface was asked about, for display. */
  readonly value: string;
  readonly action: Action;
  /** The rule that answered; null where a default or a floor did. */
  readonly rule: TableRule | null;
  /** The value is not known well enough: some of what it may be gets another answer. */
  readonly mixed: boolean;
  /** A `final` rule answered. */
  readonly final: boolean;
  /** Set where the question is about a floor: what to say of it, should it hold. */
  readonly floor: Floor | null;
  /** The rule that answers for a wrapper and what it wraps, where it lifted an `ask` here. */
  readonly lifted: TableRule | null;
  readonly subject: Subject;
  /** What was looked up, to be looked up again by an explanation; null where nothing was. */
  readonly asked: Asked | null;
}

export interface Floor {
  readonly sentinel: Sentinel;
  /** A sentence for people. */
  readonly detail: string;
}

/** What a finding is about. */
export type Subject =
  | { readonly kind: "call" }
  | { readonly kind: "unit"; readonly index: number; readonly unit: CommandUnit }
  | { readonly kind: "program"; readonly floor: ProgramFloor | null }
  | {
      readonly kind: "path";
      readonly path: AccessPath;
      readonly access: "read" | "write";
      /** Where a command names it; null for a path that a tool is given. */
      readonly mention: PathMention | null;
    };

export interface Asked {
  readonly question: Question;
  readonly options: LookupOptions;
}

/**
 * Resolved rules: what loading makes of the trees of all files, and what the table is built from.
 */
import type { Action, RuleSource } from "../src/decision.ts";
import type { Pattern, Span } from "./ast.ts";

export type Scope = "managed" | "user" | "project";

/** A rule after includes, groups and agents are resolved. A rule on a group has become one rule a pattern. */
export interface PolicyRule {
  readonly surface: string;
  readonly agent: string | null;
  readonly action: Action;
  readonly final: boolean;
  readonly access: "read" | "write" | null;
  /** Null stands for `*`. */
  readonly pattern: Pattern | null;
  /** Each list is one clause: at least one of its flags is present. */
  readonly with: readonly (readonly string[])[];
  /** Each list is one clause: none of its flags is present. */
  readonly without: readonly (readonly string[])[];
  readonly because: string | null;
  /** Where the rule stands; for a rule on a group, where the rule that names the group stands. */
  readonly source: RuleSource;
  /** Set for a rule on a group: the pattern of the group that this one is made of. */
  readonly member?: MemberSource;
  /** Set for a rule of a map of Pi's, until the maps are merged. */
  readonly merges?: true;
}

/** A pattern of a group. */
export interface MemberSource extends RuleSource {
  /** How many clauses of each kind come from the group. They stand before those of the rule. */
  readonly clauses: { readonly with: number; readonly without: number };
}

/**
 * Scopes that answer together. All trusted scopes make one layer, in order managed, user, project; each untrusted
 * project policy makes a layer of its own, which can only tighten.
 */
export interface PolicyLayer {
  readonly trusted: boolean;
  /** The answer where no rule of a surface matches; null where the layer says nothing. */
  readonly default: Action | null;
  /** The same for agents that have one of their own. */
  readonly agentDefaults?: ReadonlyMap<string, Action>;
  /** Rules for all and for agents, in the order of the text. */
  readonly rules: readonly PolicyRule[];
}

export interface ShellTool {
  readonly commandArgument: string;
  readonly workdirArgument?: string;
}

/** A rule as an expectation names it. */
export interface NamedRule {
  /** Null for any. */
  readonly surface: string | null;
  /** In its canonical form, without its reason; null where no rule is to decide. */
  readonly rule: string | null;
  readonly line: number;
  readonly column: number;
}

export interface PolicyTest {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly directory: string | null;
  readonly agent: string | null;
  readonly expectations: readonly {
    readonly action: Action;
    readonly tool: string;
    readonly rest: string;
    /** `rest` is a command as it is, even where it starts with `{`. */
    readonly fenced: boolean;
    /** What has to decide, or null where any rule may. */
    readonly by: NamedRule | null;
    readonly line: number;
    readonly column: number;
  }[];
}

/** A statement of what is never allowed, as rules that would deny it: one, or one for each pattern of a group. */
export interface PolicyNever {
  readonly rules: readonly PolicyRule[];
  /** Index of the layer whose statement it is. */
  readonly layer: number;
  readonly file: string;
  readonly span: Span;
}

/** A policy put together: what `emit` turns into a table. */
export interface ResolvedPolicy {
  readonly sources: readonly { readonly file: string; readonly scope: Scope; readonly text: string }[];
  /** At least one; the first is the trusted one, which may be empty. */
  readonly layers: readonly PolicyLayer[];
  readonly shellTools: Readonly<Record<string, ShellTool>>;
  readonly tests: readonly PolicyTest[];
  /** What is said to be never allowed; absent for nothing. */
  readonly nevers?: readonly PolicyNever[];
}

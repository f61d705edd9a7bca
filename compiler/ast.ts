/**
 * The tree of a policy file. Every node carries its span: a half-open UTF-16 range in the file's text.
 */
import type { Action } from "../src/decision.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface PolicyFile {
  readonly statements: readonly Statement[];
  /** Comments with their spans, for the formatter. */
  readonly comments: readonly Comment[];
}

export interface Comment {
  readonly span: Span;
  /** With its `#`. */
  readonly text: string;
}

export type Statement =
  | IncludeStatement
  | DefaultStatement
  | NeverStatement
  | ShellToolsStatement
  | GroupStatement
  | SurfaceStatement
  | TestStatement;

export interface IncludeStatement {
  readonly kind: "include";
  readonly span: Span;
  /** A file, relative to the including one, or the name of a policy that ships with the project. */
  readonly target: { readonly kind: "file" | "preset"; readonly name: string; readonly span: Span };
}

export interface DefaultStatement {
  readonly kind: "default";
  readonly span: Span;
  /** Null for all agents. */
  readonly agent: Name | null;
  readonly action: Action;
}

/** `never allow bash: rm -rf /*` */
export interface NeverStatement {
  readonly kind: "never";
  readonly span: Span;
  readonly surface: Name;
  /** What must not be allowed, as the rule that would allow it: with the action `allow`, and never null for `*`. */
  readonly rule: RuleNode;
}

export interface ShellToolsStatement {
  readonly kind: "shellTools";
  readonly span: Span;
  readonly tools: readonly ShellToolNode[];
}

export interface ShellToolNode {
  readonly span: Span;
  readonly tool: Name;
  readonly fields: readonly { readonly span: Span; readonly name: Name; readonly value: Name }[];
}

export interface GroupStatement {
  readonly kind: "group";
  readonly span: Span;
  readonly name: Name;
  readonly members: readonly GroupMember[];
}

export interface GroupMember {
  readonly span: Span;
  readonly subject: Pattern | GroupReference;
  readonly clauses: readonly FlagClause[];
}

export interface SurfaceStatement {
  readonly kind: "surface";
  readonly span: Span;
  readonly surface: Name;
  readonly agent: Name | null;
  readonly rules: readonly RuleNode[];
  /** The rules are a map of Pi's: one whose pattern the surface has already takes the place of that rule. */
  readonly merges?: true;
}

export interface RuleNode {
  readonly kind: "rule";
  /** From the first word to the last character, without the comment. */
  readonly span: Span;
  readonly final: boolean;
  readonly action: { readonly name: Action; readonly span: Span };
  /** `read` or `write` after the action, on `path` and `external_directory`; null for both. */
  readonly access: { readonly name: "read" | "write"; readonly span: Span } | null;
  /** Null stands for `*`. */
  readonly subject: Pattern | GroupReference | null;
  readonly clauses: readonly FlagClause[];
  readonly because: { readonly text: string; readonly span: Span } | null;
  /** The rule in the language, where its file has it in other words. */
  readonly written?: string;
}

export interface GroupReference {
  readonly kind: "group-reference";
  readonly span: Span;
  readonly name: string;
}

export interface FlagClause {
  readonly kind: "with" | "without";
  readonly span: Span;
  readonly flags: readonly Name[];
}

/** A word of the file with its place. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** A pattern as written: quotes and escapes resolved, structure kept. */
export interface Pattern {
  readonly kind: "pattern";
  readonly span: Span;
  readonly items: readonly PatternItem[];
}

export type PatternItem =
  /** Characters that stand for themselves. */
  | { readonly kind: "literal"; readonly text: string; readonly quoted: boolean; readonly span: Span }
  /** A run of unquoted blanks: a word boundary. */
  | { readonly kind: "boundary"; readonly span: Span }
  /** `*` or `**` */
  | { readonly kind: "any"; readonly span: Span }
  /** `?` */
  | { readonly kind: "one"; readonly span: Span }
  /** `{a,b}` */
  | { readonly kind: "alternatives"; readonly options: readonly (readonly PatternItem[])[]; readonly span: Span };

export interface TestStatement {
  readonly kind: "test";
  readonly span: Span;
  readonly name: Name;
  readonly directory: Name | null;
  readonly agent: Name | null;
  readonly expectations: readonly Expectation[];
}

export interface Expectation {
  readonly span: Span;
  readonly action: { readonly name: Action; readonly span: Span };
  readonly tool: Name;
  /** The rest of the line without the blanks around it, or the text between the fences. */
  readonly rest: Name;
  /** The text stands between fences: it is a command as it is, never JSON. */
  readonly fenced: boolean;
  /** What has to decide, or null where any rule may. */
  readonly by: Decider | null;
}

/** `by path: deny *.env`: the rule that has to decide an expectation. */
export interface Decider {
  /** From the `by` on. */
  readonly span: Span;
  /** Null where the rule may be of any surface. */
  readonly surface: Name | null;
  /** Without a reason. Null for `by default`: no rule decides. */
  readonly rule: RuleNode | null;
}

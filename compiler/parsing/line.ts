/**
 * What one line of a policy file is. Lines become statements in `parse.ts`, which knows the block that they stand in.
 */
import type {
  Decider,
  DefaultStatement,
  Expectation,
  GroupMember,
  IncludeStatement,
  NeverStatement,
  Name,
  RuleNode,
  ShellToolNode,
  Span,
} from "../ast.ts";

export type LineNode =
  | { readonly kind: "empty" }
  | IncludeStatement
  | DefaultStatement
  | NeverStatement
  | ShellToolsLine
  | GroupLine
  | SurfaceLine
  | TestLine
  | RuleNode
  | MemberLine
  | ToolLine
  | ExpectationLine
  | FenceLine
  | DeciderLine;

/** `shellTools:` */
export interface ShellToolsLine {
  readonly kind: "shellTools";
  readonly span: Span;
}

/** `group deletes:` */
export interface GroupLine {
  readonly kind: "group";
  readonly span: Span;
  readonly name: Name;
}

/** `bash for agent reviewer: deny` */
export interface SurfaceLine {
  readonly kind: "surface";
  readonly span: Span;
  readonly surface: Name;
  readonly agent: Name | null;
  readonly rule: RuleNode | null;
}

/** `test "pushes" in "/srv":` */
export interface TestLine {
  readonly kind: "test";
  readonly span: Span;
  readonly name: Name;
  readonly directory: Name | null;
  readonly agent: Name | null;
}

/** `find * with -delete` in a group */
export interface MemberLine {
  readonly kind: "member";
  readonly member: GroupMember;
}

/** `exec_command: commandArgument=cmd` */
export interface ToolLine {
  readonly kind: "tool";
  readonly tool: ShellToolNode;
}

/** `deny bash: rm x` */
export interface ExpectationLine {
  readonly kind: "expectation";
  readonly expectation: Expectation;
}

/** An expectation whose text follows between fences: its `rest` is empty. */
export interface FenceLine {
  readonly kind: "fence";
  readonly expectation: Expectation;
}

/** `by deny rm *`, below an expectation */
export interface DeciderLine {
  readonly kind: "decider";
  readonly decider: Decider;
}

/** The block that a line stands in, named like the grammar's start rules. */
export type Block = "Outside" | "Tools" | "Group" | "Test" | "Access" | "Surface";

/** The kinds of nodes of tree-sitter-bash that stand in words: closed lists, and what else is there is a fault. */
import type { Span } from "../syntax.ts";
import type { Surroundings } from "./literal-text.ts";
import type { TreeNode } from "./tree-sitter-tree.ts";

/** The kinds that nest something, or quote. */
const NESTING = new Set([
  "string",
  "translated_string",
  "raw_string",
  "ansi_c_string",
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
]);

/** The kinds of text inside of words, and of what groups it; they may hold nesting ones. */
const TEXT = new Set([
  "word",
  "number",
  "concatenation",
  "command_name",
  "string_content",
  "brace_expression",
  "extglob_pattern",
  "regex",
  "array",
  "subscript",
  "variable_name",
  "special_variable_name",
  "variable_assignment",
  "test_operator",
  "heredoc_content",
  "heredoc_body",
  "binary_expression",
  "unary_expression",
  "postfix_expression",
  "ternary_expression",
  "parenthesized_expression",
  "file_descriptor",
]);

export function isNesting(node: TreeNode): boolean {
  return NESTING.has(node.type);
}

export function isText(node: TreeNode): boolean {
  return TEXT.has(node.type);
}

/** The kinds that quote. */
export const QUOTES = new Set(["string", "translated_string", "raw_string", "ansi_c_string"]);

/** False for quotes and process substitutions that are plain text where they stand. */
export function counts(type: string, surroundings: Surroundings): boolean {
  if (surroundings === "bare") return true;
  if (type === "process_substitution") return false;
  return !QUOTES.has(type) || (surroundings === "operand" && type !== "raw_string");
}

/** The nodes of a list, and below the text that groups them, that stand between two positions. */
export function within(nodes: readonly TreeNode[], start: number, end: number): TreeNode[] {
  const found: TreeNode[] = [];
  const pending = nodes.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.end <= start || node.start >= end) continue;
    if (node.start >= start && node.end <= end) found.push(node);
    else if (!isNesting(node)) for (const child of node.children.toReversed()) pending.push(child);
  }
  return found;
}

/** A child of this kind that begins at `start` or up to `slack` later (after `!` or `#`). */
export function descendant(node: TreeNode, type: string, start: number, slack: number): TreeNode | undefined {
  return node.children.find((child) => child.type === type && child.start >= start && child.start <= start + slack);
}

export function spanOf(node: TreeNode): Span {
  return { start: node.start, end: node.end };
}

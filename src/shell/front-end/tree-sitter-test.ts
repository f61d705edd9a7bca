/** `[[ … ]]` of tree-sitter-bash's tree. */
import type { TestOperand } from "../syntax.ts";
import type { Places } from "./tree-sitter-places.ts";
import type { TreeNode } from "./tree-sitter-tree.ts";
import { spanOf } from "./tree-sitter-kinds.ts";
import type { TreeSitterWords } from "./tree-sitter-words.ts";

/** Kinds of expressions, and the operators that they may have; others are part of a word. */
const EXPRESSIONS = new Set(["unary_expression", "binary_expression", "parenthesized_expression"]);
const CONNECTIVES = new Set(["&&", "||", "!", "(", ")"]);
const COMPARISONS = new Set(["==", "!=", "=", "=~", "<", ">"]);
const UNARY = /^-[a-hknoprstuvwxzLNSGOR]$/;
const BINARY = /^-(?:eq|ne|lt|le|gt|ge|nt|ot|ef)$/;

/**
 * The operands in order, each with its operator. The grammar groups `a = b && c` otherwise than bash, so the tokens are
 * taken in the order of the source.
 */
export function readTest(nodes: readonly TreeNode[], places: Places, words: TreeSitterWords): TestOperand[] {
  const operands: TestOperand[] = [];
  /** The operator whose second operand comes next. */
  let operator: string | null = null;
  /** The last token was an operand. */
  let after = false;
  let end = -1;
  for (const node of tokens(nodes, places)) {
    const text = places.source.slice(node.start, node.end);
    if (node.type === "comment") {
      places.comment(node);
    } else if (CONNECTIVES.has(node.type)) {
      after = false;
    } else if (COMPARISONS.has(node.type) || (node.type === "test_operator" && after)) {
      if (!after || (node.type === "test_operator" && !BINARY.test(text))) places.unexpected(node);
      const first = operands.pop();
      if (first !== undefined) operands.push({ ...first, operator: text });
      operator = text;
      after = false;
    } else if (node.type === "test_operator") {
      if (!UNARY.test(text)) places.unexpected(node);
      operator = text;
    } else {
      if (node.start === end || after)
        places.notes.fault(spanOf(node), "no blank separates this from the word before it");
      // bash ends a word there; the grammar takes it for part of the word.
      if (/^[^('"\\]*&&/.test(text) || /\)&&/.test(text)) places.unexpected(node);
      operands.push({ word: words.separate([node], node.start, node.end, /[ \t\n]/), operator });
      operator = null;
      after = true;
    }
    end = node.end;
  }
  return operands;
}

/** The operands and operators, however they are grouped. */
function* tokens(nodes: readonly TreeNode[], places: Places): Generator<TreeNode> {
  const pending = nodes.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const operator = node.children.find((child) => child.field === "operator" || child.type === "test_operator");
    const tests =
      operator === undefined ||
      operator.type === "test_operator" ||
      CONNECTIVES.has(operator.type) ||
      COMPARISONS.has(operator.type);
    if (!EXPRESSIONS.has(node.type) || !tests) {
      yield node;
      continue;
    }
    places.gaps(node);
    for (const child of node.children.toReversed()) pending.push(child);
  }
}

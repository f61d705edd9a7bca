/** The tree that tree-sitter-bash gives, as plain objects: the parser's own tree is freed before anything reads it. */
import { Language, type ParseState, Parser, type TreeCursor } from "web-tree-sitter";
import { MAX_TREE_CHARACTERS, MAX_TREE_NODES } from "../bounds.ts";
import { grammarFile } from "./grammar-file.ts";

export interface TreeNode {
  /** The node's kind; for a token without a name, its text. */
  readonly type: string;
  /** UTF-16 positions. */
  readonly start: number;
  readonly end: number;
  /** The name of the field of its parent that it fills. */
  readonly field: string | null;
  readonly children: readonly TreeNode[];
}

/** What a parse gives: a tree without errors, or why there is none. */
export type Parsed =
  | { readonly kind: "tree"; readonly root: TreeNode }
  | { readonly kind: "error"; readonly start: number; readonly end: number }
  | { readonly kind: "bound" };

export class TreeParser {
  private readonly parser: Parser;
  private broken = false;

  private constructor(parser: Parser) {
    this.parser = parser;
  }

  /** Starts the parser: WebAssembly has to be loaded once, which takes some ten milliseconds. */
  static async load(): Promise<TreeParser> {
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Language.load(grammarFile()));
    return new TreeParser(parser);
  }

  parse(source: string): Parsed {
    if (this.broken || source.length > MAX_TREE_CHARACTERS) return { kind: "bound" };
    try {
      return this.attempt(source);
    } catch {
      // WebAssembly that ran out of memory answers nothing any more.
      this.broken = true;
      return { kind: "bound" };
    }
  }

  private attempt(source: string): Parsed {
    // With the first error it is known that the tree will not do, and recovery is what takes long.
    let reached = 0;
    const progressCallback = (state: ParseState): boolean => {
      reached = state.currentOffset >> 1; // in bytes of UTF-16
      return state.hasError;
    };
    const tree = this.parser.parse(source, null, { progressCallback });
    if (tree === null) {
      this.parser.reset();
      const at = Math.min(reached, source.length);
      return { kind: "error", start: at, end: source.length };
    }
    try {
      const cursor = tree.walk();
      try {
        return tree.rootNode.hasError ? firstError(cursor) : copy(cursor, source);
      } finally {
        cursor.delete();
      }
    } finally {
      tree.delete();
    }
  }
}

/**
 * Copies the whole tree without recursion: how deep it is, the input says. A token whose text is not what its kind says
 * (the grammar has taken `-<<` for `<<`) makes the tree one with an error.
 */
function copy(cursor: TreeCursor, source: string): Parsed {
  const open: { node: TreeNode; children: TreeNode[] }[] = [];
  for (let count = 1; ; count++) {
    if (count > MAX_TREE_NODES) return { kind: "bound" };
    const children: TreeNode[] = [];
    const node: TreeNode = {
      type: cursor.nodeType,
      start: cursor.startIndex,
      end: cursor.endIndex,
      field: cursor.currentFieldName,
      children,
    };
    if (!cursor.nodeIsNamed && source.slice(node.start, node.end).trim() !== node.type.trim()) {
      return { kind: "error", start: node.start, end: node.end };
    }
    open.at(-1)?.children.push(node);
    open.push({ node, children });
    if (cursor.gotoFirstChild()) continue;
    for (;;) {
      const done = open.pop()!;
      if (open.length === 0) return { kind: "tree", root: done.node };
      if (cursor.gotoNextSibling()) break;
      cursor.gotoParent();
    }
  }
}

/** Where the first node that is an error stands. */
function firstError(cursor: TreeCursor): Parsed {
  for (;;) {
    if (cursor.nodeType === "ERROR" || cursor.nodeIsMissing) {
      return { kind: "error", start: cursor.startIndex, end: cursor.endIndex };
    }
    if (cursor.currentNode.hasError && cursor.gotoFirstChild()) continue;
    if (cursor.gotoNextSibling()) continue;
    // The error is in a token that the grammar hides: the node that holds it has to do.
    return { kind: "error", start: cursor.startIndex, end: cursor.endIndex };
  }
}

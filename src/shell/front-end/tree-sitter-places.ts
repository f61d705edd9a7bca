/** Checks on where nodes stand: what is between them, and what is not to be there. */
import { checkGap, type Gap } from "./gaps.ts";
import type { Notes } from "./notes.ts";
import type { TreeNode } from "./tree-sitter-tree.ts";
import { spanOf } from "./tree-sitter-kinds.ts";

export class Places {
  readonly source: string;
  readonly notes: Notes;

  constructor(source: string, notes: Notes) {
    this.source = source;
    this.notes = notes;
  }

  /** What stands between two nodes, where a newline is allowed; text is a fault. */
  gap(start: number, end: number): Gap {
    return checkGap(this.source, start, end, true, this.notes);
  }

  /** Checks that nothing but white space stands between the children of a node. */
  gaps(node: TreeNode): void {
    let at = node.start;
    for (const child of node.children) {
      this.gap(at, child.start);
      at = child.end;
    }
    this.gap(at, node.end);
  }

  /** A `#` begins a comment only where a word could begin, and the grammar takes others for one too. */
  comment(node: TreeNode): void {
    let at = node.start;
    while (this.source.endsWith("\\\n", at)) at -= 2;
    const before = this.source[at - 1];
    if (before !== undefined && !" \t\n;&|(`".includes(before)) {
      this.notes.fault(spanOf(node), "this is no comment");
    }
  }

  unexpected(node: TreeNode): void {
    this.notes.fault(spanOf(node), `\`${node.type}\` was not expected here`);
  }
}

/** policies/canonical.gate shows the language: every construct is in it. */
import { expect, test } from "vitest";
import type { Node } from "ohm-js";
import grammars from "../../grammar/tollgate.ohm-bundle.js";
import { readProject } from "../project.ts";

/** Rules that are no construct: ways to read a single line, lookaheads, and what a canonical file has no need of. */
const apart = [
  /^lineIn|^lineOutside$|^statementLine$|Ahead/,
  /^reserved$|^keyword$|^special$|^unbraced$|^emptyString$|^unusualBlank$/,
  /^byteOrderMark$/,
  // A brace that stands for itself, blanks between brackets and at ends of lines, a last line without an end.
  /^loneBrace$|^lineEnd$|^emptyLine_blank$|^emptyLine_comment$/,
];

test("the canonical policy holds every construct", () => {
  const used = new Set<string>();
  const nodes = grammars.Tollgate.createSemantics().addOperation<void>("note", {
    _nonterminal(...children) {
      used.add(this.ctorName);
      for (const child of children) note(child);
    },
    _iter(...children) {
      for (const child of children) note(child);
    },
    _terminal() {},
  });
  const note = (node: Node) => (node as Node & { note(): void }).note();
  const match = grammars.Tollgate.match(readProject("policies/canonical.gate"), "file");
  expect(match.succeeded()).toBe(true);
  note(nodes(match) as Node);

  const rules = Object.keys(grammars.Tollgate.rules).filter((rule) => !apart.some((pattern) => pattern.test(rule)));
  expect(rules.filter((rule) => !used.has(rule))).toEqual([]);
});

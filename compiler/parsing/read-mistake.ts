/**
 * A line with mistakes: what is wrong with it is reported, and what is left of it becomes a node as far as possible.
 * The semantics of the grammar `TollgateMistakes`.
 */
import grammars from "../../grammar/tollgate.ohm-bundle.js";
import type { LineNode } from "./line.ts";
import type { Intent } from "./meant.ts";
import { looseBodyActions } from "./mistaken-body.ts";
import { looseStatementActions } from "./mistaken-line.ts";
import { looseItemActions, looseWordActions } from "./mistaken-pattern.ts";
import { looseClauseActions, looseRuleActions, looseSubjectActions } from "./mistaken-rule.ts";
import { semantics } from "./read-line.ts";
import { atPlace, read, type LinePlace } from "./reading.ts";

const startRules = {
  include: "looseIncludeLine",
  default: "looseDefaultLine",
  never: "looseNeverLine",
  shellTools: "looseShellToolsLine",
  group: "looseGroupLine",
  test: "looseTestLine",
  surface: "looseSurfaceLine",
  "spaced-name": "spacedNameLine",
  rule: "looseRuleLine",
  "access-rule": "looseAccessRuleLine",
  member: "looseMemberLine",
  tool: "looseToolLine",
  expectation: "looseExpectationLine",
  decider: "looseByLine",
} as const satisfies Partial<Record<Intent, string>>;

/** What is left of a line that was meant to be something; null where nothing is. Its mistakes are reported. */
export function readMistake(where: LinePlace, intent: keyof typeof startRules): LineNode | null {
  const match = grammars.TollgateMistakes.match(where.text, startRules[intent]);
  return match.succeeded() ? atPlace(where, () => read(mistakes(match)).line()) : null;
}

const mistakes = grammars.TollgateMistakes.extendSemantics(semantics)
  .extendOperation("line", { ...looseStatementActions, ...looseBodyActions })
  .extendOperation("rule", looseRuleActions)
  .extendOperation("subject", looseSubjectActions)
  .extendOperation("clause", looseClauseActions)
  .extendOperation("items", looseItemActions)
  .extendOperation("word", looseWordActions);

/**
 * The fallbacks of a scope.
 */
import type { Action } from "../../src/decision.ts";
import { tick } from "../diagnostic.ts";
import type { PlacedStatement } from "./gather.ts";
import { related, type Problems } from "./problems.ts";

/** The answers where no rule of a surface matches, by agent: null for all that have none of their own. */
export type Defaults = ReadonlyMap<string | null, Action>;

/** The defaults that a scope states. A second one for the same agents is reported. */
export function defaultsOf(statements: readonly PlacedStatement[], problems: Problems): Defaults {
  const defaults = new Map<string | null, Action>();
  const first = new Map<string | null, PlacedStatement>();
  for (const placed of statements) {
    const { statement, source } = placed;
    if (statement.kind !== "default") continue;
    const agent = statement.agent?.text ?? null;
    const earlier = first.get(agent);
    if (earlier === undefined) {
      first.set(agent, placed);
      defaults.set(agent, statement.action);
    } else if (earlier.statement !== statement) {
      const whose = agent === null ? "" : ` for agent ${tick(agent)}`;
      problems.report(source, "duplicate-default", statement.span, `the scope has a \`default\`${whose} already`, {
        help: "keep one of them",
        related: [related(earlier.source, earlier.statement.span, "the first one")],
      });
    }
  }
  return defaults;
}

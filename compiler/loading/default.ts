/**
 * The fallback of a scope.
 */
import type { Action } from "../../src/decision.ts";
import type { DefaultStatement } from "../ast.ts";
import type { Source } from "../source.ts";
import type { PlacedStatement } from "./gather.ts";
import { related, type Problems } from "./problems.ts";

/** The answer where no rule of a surface matches, or null where the scope says nothing. A second one is reported. */
export function defaultOf(statements: readonly PlacedStatement[], problems: Problems): Action | null {
  let first: { statement: DefaultStatement; source: Source } | null = null;
  for (const { statement, source } of statements) {
    if (statement.kind !== "default") continue;
    if (first === null) first = { statement, source };
    else if (first.statement !== statement) {
      problems.report(source, "duplicate-default", statement.span, "the scope has a `default` already", {
        help: "keep one of them",
        related: [related(first.source, first.statement.span, "the first one")],
      });
    }
  }
  return first?.statement.action ?? null;
}

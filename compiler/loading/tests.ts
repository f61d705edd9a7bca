/**
 * The `test` blocks of a policy, each once. Those of presets stay with the presets: they say what a preset does alone,
 * and a policy that includes one is free to do otherwise.
 */
import type { Decider } from "../ast.ts";
import { ruleName } from "../formatting/rule-text.ts";
import type { NamedRule, PolicyTest } from "../rule.ts";
import type { Source } from "../source.ts";
import { PRESET, type PlacedStatement } from "./gather.ts";

export function testsOf(statements: readonly PlacedStatement[]): PolicyTest[] {
  const seen = new Set<object>();
  return statements.flatMap(({ statement, source }) => {
    if (statement.kind !== "test" || seen.has(statement) || source.file.startsWith(PRESET)) return [];
    seen.add(statement);
    const expectations = statement.expectations.map(({ action, tool, rest, fenced, by, span }) => ({
      action: action.name,
      tool: tool.text,
      rest: rest.text,
      fenced,
      by: by === null ? null : namedRule(by, source),
      ...source.position(span.start),
    }));
    return [
      {
        name: statement.name.text,
        file: source.file,
        line: source.position(statement.span.start).line,
        directory: statement.directory?.text ?? null,
        agent: statement.agent?.text ?? null,
        expectations,
      },
    ];
  });
}

function namedRule({ surface, rule, span }: Decider, source: Source): NamedRule {
  return {
    surface: surface?.text ?? null,
    rule: rule === null ? null : ruleName(rule, source.text),
    ...source.position(span.start),
  };
}

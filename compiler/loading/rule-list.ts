/**
 * Rules as they are matched: a rule on a group becomes one rule a pattern, in order.
 */
import type { FlagClause, RuleNode, SurfaceStatement } from "../ast.ts";
import { compilePattern } from "../pattern.ts";
import type { PolicyNever, PolicyRule } from "../rule.ts";
import type { Source } from "../source.ts";
import type { PlacedStatement } from "./gather.ts";
import type { GroupPattern, GroupScope } from "./groups.ts";
import type { Problems } from "./problems.ts";

/** Patterns of a policy, alternatives counted one by one: what a table can be built from in a reasonable time. */
const MOST_PATTERNS = 100_000;

export class RuleList {
  readonly #problems: Problems;
  #patterns = 0;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** The rules of a scope's statements, in the order of the text. */
  rulesOf(statements: readonly PlacedStatement[], groups: GroupScope): PolicyRule[] {
    const rules: PolicyRule[] = [];
    for (const { statement, source } of statements) {
      if (statement.kind !== "surface" || statement.surface.text === "") continue;
      for (const rule of statement.rules) {
        if (this.#patterns > MOST_PATTERNS) return rules;
        const made = this.#rulesOf(rule, statement, source, groups);
        rules.push(...(statement.merges === true ? made.map((one) => ({ ...one, merges: true as const })) : made));
      }
    }
    return rules;
  }

  /** What a scope's statements say is never allowed, in the order of the text. `layer`: the layer of the scope. */
  neversOf(statements: readonly PlacedStatement[], groups: GroupScope, layer: number): PolicyNever[] {
    const nevers: PolicyNever[] = [];
    for (const { statement, source } of statements) {
      if (statement.kind !== "never") continue;
      const { rule, surface, span } = statement;
      const rules = this.#rulesOf(rule, { surface, agent: null }, source, groups);
      nevers.push({ rules: rules.map((one) => ({ ...one, action: "deny" })), layer, file: source.file, span });
    }
    return nevers;
  }

  #rulesOf(
    rule: RuleNode,
    statement: Pick<SurfaceStatement, "surface" | "agent">,
    source: Source,
    groups: GroupScope,
  ): PolicyRule[] {
    const { subject } = rule;
    const surface = statement.surface.text;
    const isGroup = subject?.kind === "group-reference";
    // A group on another surface is a mistake of its own.
    if (isGroup && surface !== "bash") return [];
    const patterns: readonly Partial<GroupPattern>[] = isGroup
      ? groups.patternsOf(subject, source)
      : [subject === null ? {} : { pattern: subject }];
    const common = {
      surface,
      agent: statement.agent?.text ?? null,
      action: rule.action.name,
      final: rule.final,
      access: rule.access?.name ?? null,
      because: rule.because?.text ?? null,
      source: { file: source.file, ...source.position(rule.span.start), text: rule.written ?? source.slice(rule.span) },
    };
    return patterns.map(({ pattern = null, clauses = [], source: member }) => {
      const made = {
        ...common,
        pattern,
        with: flagsOf([...clauses, ...rule.clauses], "with"),
        without: flagsOf([...clauses, ...rule.clauses], "without"),
        ...(member === undefined ? {} : { member: { ...member, clauses: countsOf(clauses) } }),
      };
      this.#count(made, rule, source);
      return made;
    });
  }

  #count(made: PolicyRule, rule: RuleNode, source: Source): void {
    if (this.#patterns > MOST_PATTERNS || this.#problems.hasErrors) return;
    const compiled = compilePattern(made);
    this.#patterns += compiled.ok ? compiled.programs.length : 1;
    if (this.#patterns > MOST_PATTERNS) {
      this.#problems.report(
        source,
        "too-many-rules",
        rule.span,
        `the policy comes to more than ${MOST_PATTERNS} patterns`,
        {
          help: "write fewer and broader rules",
        },
      );
    }
  }
}

function countsOf(clauses: readonly FlagClause[]): { with: number; without: number } {
  const negative = clauses.filter(({ kind }) => kind === "without").length;
  return { with: clauses.length - negative, without: negative };
}

function flagsOf(clauses: readonly FlagClause[], kind: FlagClause["kind"]): string[][] {
  return clauses.filter((clause) => clause.kind === kind).map(({ flags }) => flags.map(({ text }) => text));
}

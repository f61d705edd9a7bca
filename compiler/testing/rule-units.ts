/**
 * The rules of a policy as its author sees them: what stands on a line of its own. A rule on a group is one unit for
 * each pattern of the group, where the group is the author's own, so that each of them has to be tested.
 */
import type { RuleSource } from "../../src/decision.ts";
import { tableRulesOf } from "../emit.ts";
import type { PolicyRule, ResolvedPolicy } from "../rule.ts";

export interface RuleUnit {
  readonly rule: RuleSource;
  readonly surface: string;
  readonly agent: string | null;
  /** The pattern of a group, where the unit is one of a rule on a group. */
  readonly member: RuleSource | null;
  /** The rules of the table that it has become. */
  readonly indices: readonly number[];
}

/** The units of a policy in the order of its table. `own`: the files whose groups count pattern by pattern. */
export function ruleUnitsOf(policy: ResolvedPolicy, own: ReadonlySet<string>): RuleUnit[] {
  const units = new Map<string, RuleUnit & { readonly indices: number[] }>();
  for (const [index, { rule }] of tableRulesOf(policy).entries()) {
    const member = rule.member !== undefined && own.has(rule.member.file) ? rule.member : null;
    const key = `${placeKey(rule.source)} ${member === null ? "" : placeKey(member)}`;
    const known = units.get(key);
    if (known !== undefined) known.indices.push(index);
    else units.set(key, { rule: rule.source, surface: rule.surface, agent: rule.agent, member, indices: [index] });
  }
  return [...units.values()];
}

/** A text that tells places apart. */
export function placeKey({ file, line, column }: Pick<RuleSource, "file" | "line" | "column">): string {
  return JSON.stringify([file, line, column]);
}

/** True where a rule is made from what stands at a place, as the rule itself or as a pattern of its group. */
export function isMadeOf(rule: PolicyRule, key: string): boolean {
  return placeKey(rule.source) === key || (rule.member !== undefined && placeKey(rule.member) === key);
}

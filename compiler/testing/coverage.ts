/**
 * Coverage: which rules the tests of a policy have made win.
 */
import type { Finding } from "../../src/gate/finding.ts";
import { loadTable } from "../../src/table/load.ts";
import type { Table, TableRule } from "../../src/table/table.ts";
import { emitRules, tableRulesOf } from "../emit.ts";
import type { PolicyRule, ResolvedPolicy } from "../rule.ts";
import type { Observation } from "./observe.ts";
import { type RuleUnit, ruleUnitsOf } from "./rule-units.ts";
import type { TestOutcome } from "./run.ts";

/**
 * `won`: it gave the answer for some part of a call. `matched`: it matches some part, though another rule always
 * answers. `never`: no test comes near it.
 */
export type CoverageState = "won" | "matched" | "never";

export interface UnitCoverage {
  readonly unit: RuleUnit;
  readonly state: CoverageState;
  /** In how many expectations it won. */
  readonly wins: number;
}

export interface Coverage {
  /** The rules of the policy's own files. */
  readonly own: readonly UnitCoverage[];
  /** Those of included files and presets. They count apart: their own tests are for them. */
  readonly included: readonly UnitCoverage[];
}

/** How much work it may take to tell whether a rule matches a value with holes. */
const STEPS = 200_000;

/** What some outcomes cover. `own`: the files that are the policy's own. */
export function coverageOf(
  policy: ResolvedPolicy,
  outcomes: readonly TestOutcome[],
  own: ReadonlySet<string>,
): Coverage {
  const observations = outcomes.flatMap(({ observation }) => observation ?? []);
  const wins = new Map<number, number>();
  for (const { findings } of observations) {
    for (const index of new Set(findings.flatMap(winnersOf))) wins.set(index, (wins.get(index) ?? 0) + 1);
  }
  const rules = tableRulesOf(policy).map(({ rule }) => rule);
  const covered = ruleUnitsOf(policy, own).map((unit): UnitCoverage => {
    const count = unit.indices.reduce((sum, index) => sum + (wins.get(index) ?? 0), 0);
    if (count > 0) return { unit, state: "won", wins: count };
    const matches = unit.indices.some((index) => matchesSome(policy, rules[index]!, observations));
    return { unit, state: matches ? "matched" : "never", wins: 0 };
  });
  return {
    own: covered.filter(({ unit }) => own.has(unit.rule.file)),
    included: covered.filter(({ unit }) => !own.has(unit.rule.file)),
  };
}

/** The share of units that won, from 0 to 1; 1 where there are none. */
export function shareOf(coverage: readonly UnitCoverage[]): number {
  const won = coverage.filter(({ state }) => state === "won").length;
  return coverage.length === 0 ? 1 : won / coverage.length;
}

/** Where an answer is one of several that are possible, none of their rules has won. */
function winnersOf({ rule, lifted, mixed }: Finding): number[] {
  const winners: (TableRule | null)[] = mixed ? [] : [rule, lifted];
  return winners.flatMap((one) => one?.index ?? []);
}

/** True where a rule matches something that was looked up. */
function matchesSome(policy: ResolvedPolicy, rule: PolicyRule, observations: readonly Observation[]): boolean {
  let alone: Table | null = null;
  for (const { findings, agent } of observations) {
    if (rule.agent !== null && rule.agent !== agent) continue;
    for (const { surface, asked } of findings) {
      if (surface !== rule.surface || asked === null) continue;
      alone ??= loadTable(
        emitRules({ ...policy, sources: [], layers: [{ trusted: true, default: null, rules: [rule] }] }),
      );
      const options = { ...asked.options, budget: { left: STEPS } };
      if (alone.lookup(surface, agent, asked.question, options).matched) return true;
    }
  }
  return false;
}

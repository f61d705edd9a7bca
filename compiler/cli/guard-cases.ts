/**
 * What a guard found, as cases of a report: one for each policy.
 */
import type { DiffAnswer, PolicyDiff, Region } from "../analysis/diff.ts";
import type { ReportedCase, ReportedPlace, ReportedProblem } from "../reporters/index.ts";
import { nameOfRule } from "../testing/rule-names.ts";

/** The cases of some comparisons. */
export function guardCases(results: readonly { readonly file: string; readonly diff: PolicyDiff }[]): ReportedCase[] {
  return results.map(({ file, diff }) => ({
    suite: file,
    name: `nothing loosens in ${file}`,
    problems: [
      ...diff.regions.map((region) => loosened(region, file)),
      ...diff.undecided.map((one) => undecided(one, file)),
    ],
  }));
}

function loosened(region: Region, file: string): ReportedProblem {
  const { old, new: now, surface, agent, witness } = region;
  const who = agent === null ? "" : ` for agent \`${agent}\``;
  const change =
    old.action === now.action ? `${now.action}, which is no longer final` : `${old.action} → ${now.action}`;
  return {
    code: "loosened",
    severity: "error",
    message: `${surface}${who}: \`${witness.shown}\` ${change}`,
    help: `before: ${decider(old)}; now: ${decider(now)}`,
    place: placeIn(now, file) ?? start(file),
  };
}

function undecided(message: string, file: string): ReportedProblem {
  return { code: "not-compared", severity: "error", message, help: null, place: start(file) };
}

function decider({ rule }: DiffAnswer): string {
  return rule === null ? "the default" : `\`${nameOfRule(rule.text)}\` at ${rule.file}:${rule.line}`;
}

/** The rule's place, where it stands in a file as it is now. */
function placeIn({ rule }: DiffAnswer, file: string): ReportedPlace | null {
  if (rule === null || rule.file !== file) return null;
  const { line, column, text } = rule;
  return { file, line, column, endLine: line, endColumn: column + text.length };
}

function start(file: string): ReportedPlace {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1 };
}

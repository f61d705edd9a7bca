/**
 * What an examination found, as cases of a report.
 */
import type { RuleSource } from "../../src/decision.ts";
import type { ReportedCase, ReportedPlace, ReportedProblem } from "../reporters/index.ts";
import { shareOf, type UnitCoverage } from "./coverage.ts";
import type { Examination } from "./examine.ts";
import type { Survivor } from "./mutate.ts";
import { nameOfRule } from "./rule-names.ts";
import type { TestFailure, TestOutcome } from "./run.ts";

/** `threshold`: the share of own rules that have to win, from 0 to 1; null for none. */
export function casesOf({ own, outcomes, coverage, mutation }: Examination, threshold: number | null): ReportedCase[] {
  const [suite = ""] = own;
  const cases: ReportedCase[] = outcomes.map((outcome) => ({
    suite: outcome.test.file,
    name: `${outcome.test.name}: ${expectationText(outcome)}`,
    problems: outcome.failure === null ? [] : [failedProblem(outcome, outcome.failure)],
  }));
  if (coverage !== null && threshold !== null) {
    const isLow = shareOf(coverage.own) < threshold;
    const problems = isLow ? coverage.own.filter(({ state }) => state !== "won").map(uncoveredProblem) : [];
    cases.push({ suite, name: `at least ${percent(threshold)} of the rules win in some test`, problems });
  }
  if (mutation !== null) {
    cases.push({ suite, name: "no mutant survives", problems: mutation.survivors.map(survivorProblem) });
  }
  return cases;
}

/** `ask bash: git push`, on one line */
export function expectationText({ expectation }: Pick<TestOutcome, "expectation">): string {
  const { action, tool, rest } = expectation;
  return `${action} ${tool}: ${rest.replaceAll("\n", "⏎")}`.trimEnd();
}

/** A share in whole percent, cut off, so that only all of it is 100 %. */
export function percent(share: number): string {
  return `${Math.floor(100 * share)} %`;
}

/** Why an expectation does not hold, in a sentence. */
export function failureMessage(failure: TestFailure): string {
  switch (failure.kind) {
    case "action":
      return `expected ${failure.expected}, got ${failure.decision.action}`;
    case "rule": {
      const { surface, rule } = failure.expected;
      const where = surface === null ? "" : ` of \`${surface}\``;
      return rule === null ? "expected that no rule decides" : `expected that \`${rule}\`${where} decides`;
    }
    case "input":
      return failure.message;
  }
}

/** What decided in its place, in a sentence; null where nothing was decided. */
export function deciderMessage(failure: TestFailure): string | null {
  if (failure.kind === "input") return null;
  const { rule, sentinel, reason, surface } = failure.decision;
  if (rule !== null)
    return `\`${nameOfRule(rule.text)}\` of \`${surface}\` at ${rule.file}:${rule.line}:${rule.column} decided`;
  return [sentinel, reason].filter((part) => part !== null).join(": ");
}

function failedProblem({ test, expectation }: TestOutcome, failure: TestFailure): ReportedProblem {
  const { line, column } = failure.kind === "rule" ? failure.expected : expectation;
  const place = { file: test.file, line, column, endLine: line, endColumn: column };
  const message = `${expectationText({ expectation })}: ${failureMessage(failure)}`;
  return { code: "expectation-failed", severity: "error", message, help: deciderMessage(failure), place };
}

function uncoveredProblem({ unit, state }: UnitCoverage): ReportedProblem {
  const rule = unit.member ?? unit.rule;
  const why = state === "matched" ? "matches in tests, but never wins" : "matches nothing in any test";
  const help = "add an expectation that it decides";
  return {
    code: "rule-not-covered",
    severity: "error",
    message: `\`${nameOfRule(rule.text)}\` ${why}`,
    help,
    place: placeOf(rule),
  };
}

function survivorProblem({ mutant, suggestion }: Survivor): ReportedProblem {
  const message = `no test notices that \`${nameOfRule(mutant.place.text)}\` ${mutant.change}`;
  const { expectation, test } = suggestion;
  const agent = test.agent === null ? "" : ` (as agent ${test.agent})`;
  const help = `this one would: ${expectationText({ expectation })}${agent}`;
  return { code: "mutant-survived", severity: "error", message, help, place: placeOf(mutant.place) };
}

function placeOf({ file, line, column, text }: RuleSource): ReportedPlace {
  // A rule stands on one line.
  return { file, line, column, endLine: line, endColumn: column + text.length };
}

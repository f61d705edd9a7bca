/**
 * From the findings of an evaluation to its explanation.
 */
import type { BashProgram } from "../shell/program.ts";
import type { TableRule } from "../table/table.ts";
import { reasonOf, sentinelOf, sourceOf } from "../gate/answer.ts";
import type { Evaluation } from "../gate/evaluation.ts";
import type { Finding } from "../gate/finding.ts";
import type { TouchedPath } from "../gate/touched-path.ts";
import type { ExplainedPath, ExplainedRule, ExplainedUnit, Range, Step } from "./explanation.ts";

/** How many overridden rules of one step are told, last first. */
const MOST_OVERRIDDEN = 20;

/** Steps of which the overridden rules are told, besides the one that decides: finding them is slow. */
const MOST_EXPLORED = 200;

/** The commands of a program. */
export function tellUnits(program: BashProgram | null): ExplainedUnit[] {
  return (program?.units ?? []).map((unit) => ({
    range: rangeOf(unit.span),
    text: unit.text,
    origin: unit.origin,
    wrapper: unit.wrapper === null ? null : { name: unit.wrapper.name, sentinel: unit.wrapper.sentinel },
    wrappedBy: unit.wrappedBy,
  }));
}

/** The paths that a call touches. */
export function tellPaths(touchedPaths: readonly TouchedPath[]): ExplainedPath[] {
  return touchedPaths.map(({ path, accesses, mention, certain }) => ({
    range: mention === null ? null : rangeOf(mention.span),
    value: path.value(),
    access: accesses.length > 1 ? "both" : (accesses[0] ?? "both"),
    unit: mention?.unit ?? null,
    resolved: path.resolvedAlias(),
    place: placeOf(path.isDevice(), path.isOutside()),
    certain,
  }));
}

/** What the gates found. `deciding` is the finding that a decision is taken from. */
export function tellSteps(
  findings: readonly Finding[],
  deciding: Finding | null,
  touchedPaths: readonly TouchedPath[],
  evaluation: Evaluation,
): Step[] {
  const paths = new Map(touchedPaths.map((touched, index) => [touched.path, index]));
  const end = deciding?.action === "deny" ? findings.indexOf(deciding) : findings.length;
  return findings.map((finding, index) => {
    const { subject } = finding;
    return {
      gate: finding.gate,
      surface: finding.surface,
      value: finding.value,
      action: finding.action,
      rule: finding.rule === null ? null : tellRule(finding.rule),
      overridden:
        index < MOST_EXPLORED || finding === deciding ? overriddenRules(finding, evaluation).map(tellRule) : [],
      lifted: finding.lifted === null ? null : tellRule(finding.lifted),
      mixed: finding.mixed,
      final: finding.final,
      floor: finding.floor?.detail ?? null,
      sentinel: sentinelOf(finding),
      reason: reasonOf(finding),
      unit: subject.kind === "unit" ? subject.index : subject.kind === "path" ? (subject.mention?.unit ?? null) : null,
      path: subject.kind === "path" ? (paths.get(subject.path) ?? null) : null,
      access: subject.kind === "path" ? subject.access : null,
      reached: index <= end,
    };
  });
}

/** The rules that match the same value but did not answer. */
function overriddenRules(finding: Finding, evaluation: Evaluation): TableRule[] {
  if (finding.asked === null) return [];
  const { question, options } = finding.asked;
  const matching = evaluation.table.matching(finding.surface, evaluation.agent, question, options);
  return matching.filter((rule) => rule.index !== finding.rule?.index).slice(0, MOST_OVERRIDDEN);
}

function tellRule(rule: TableRule): ExplainedRule {
  return { ...sourceOf(rule), action: rule.action, final: rule.final, agent: rule.agent, because: rule.because };
}

function rangeOf(span: Range): Range {
  return { start: span.start, end: span.end };
}

function placeOf(isDevice: boolean, isOutside: boolean | "unknown"): ExplainedPath["place"] {
  if (isDevice) return "device";
  if (isOutside === "unknown") return "unknown";
  return isOutside ? "outside" : "inside";
}

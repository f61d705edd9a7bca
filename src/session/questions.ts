/**
 * What a person has to be told of what the gate asks.
 */
import { reasonOf, sentinelOf, sourceOf } from "../gate/answer.ts";
import type { Assessment } from "../gate/assessment.ts";
import type { Finding } from "../gate/finding.ts";
import type { AskedQuestion } from "./outcome.ts";

/** The questions of a call, each once. */
export function questionsOf(findings: readonly Finding[], { program }: Pick<Assessment, "program">): AskedQuestion[] {
  const questions = new Map<string, AskedQuestion>();
  for (const finding of findings) {
    const { subject, surface, value, rule, final } = finding;
    const marks = surface === "path" || surface === "external_directory";
    const question: AskedQuestion = {
      surface,
      value,
      access: subject.kind === "path" && marks ? subject.access : null,
      resolvedPath: subject.kind === "path" ? subject.path.resolvedAlias() : null,
      origin: originOf(finding, program),
      rule: rule === null ? null : sourceOf(rule),
      sentinel: sentinelOf(finding),
      reason: reasonOf(finding),
      final,
    };
    const key = JSON.stringify([surface, value, question.access, question.rule, question.sentinel]);
    if (!questions.has(key)) questions.set(key, question);
  }
  return [...questions.values()];
}

function originOf({ subject }: Finding, program: Assessment["program"]): readonly string[] {
  if (subject.kind === "unit") return subject.unit.origin;
  if (subject.kind !== "path" || subject.mention === null || subject.mention.unit === null) return [];
  return program?.units[subject.mention.unit]?.origin ?? [];
}

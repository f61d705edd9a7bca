/**
 * What a person is offered to approve for the session: for each question of a call the smallest rule that is of use,
 * and the one that says just this.
 */
import { sourceOf } from "../gate/answer.ts";
import type { Assessment } from "../gate/assessment.ts";
import type { Finding } from "../gate/finding.ts";
import type { Suggestion } from "./approval.ts";
import { answersFor, isLiftable } from "./approvals.ts";
import { commandChoices } from "./suggest-command.ts";
import { nameChoices } from "./suggest-name.ts";
import { pathChoices } from "./suggest-path.ts";
import { patternProgram, patternText, type Access, type PatternChoice } from "./pattern.ts";

/** What is offered for one call. Empty lists where no approval could answer for all of it. */
export interface Offer {
  /** The smallest rules that are of use beyond this call. */
  readonly rules: readonly Suggestion[];
  /** The rules that say just what was asked. */
  readonly exact: readonly Suggestion[];
}

const NOTHING: Offer = { rules: [], exact: [] };

/** The rules to offer for what is open of a call. `call` is the call's own mark. */
export function suggest(
  assessment: Assessment,
  open: readonly Finding[],
  call: string,
  world: { readonly home: string },
): Offer {
  if (!open.every(isLiftable)) return NOTHING;
  const choices = open.map((finding) => choicesFor(finding, assessment, world));
  if (choices.includes(null)) return NOTHING;
  const pick = (prefersExact: boolean): Suggestion[] => {
    const picked = new Map<string, Suggestion>();
    for (const [index, finding] of open.entries()) {
      const some = choices[index]!;
      const choice = prefersExact ? (some.find((one) => one.exact) ?? some[0]) : some[0];
      const suggestion = choice === undefined ? null : suggestionOf(finding, choice, assessment, call);
      if (suggestion !== null)
        picked.set(JSON.stringify([suggestion.surface, suggestion.program, suggestion.call]), suggestion);
    }
    return [...picked.values()];
  };
  // Both are tried before they are offered: what is approved has to hold when the same call comes again.
  const others = assessment.findings.filter((finding) => finding.action === "ask" && !open.includes(finding));
  const rest = { ...assessment, findings: assessment.findings.filter((finding) => !others.includes(finding)) };
  const needed = (some: readonly Suggestion[]): readonly Suggestion[] => fewest(some, rest, call);
  const [rules, exact] = [needed(pick(false)), needed(pick(true))];
  if (exact.length === 0) return { rules, exact: rules };
  return { rules: rules.length === 0 ? exact : rules, exact };
}

/** Tried one by one up to this number; beyond it what is not needed stays. */
const MOST_TRIED = 16;

/**
 * Those of some suggestions that it takes to answer for a call: what names a wrapper and what it runs answers for both.
 * None where all of them do not.
 */
function fewest(some: readonly Suggestion[], assessment: Assessment, call: string): readonly Suggestion[] {
  if (!answersFor(assessment, some, call)) return [];
  if (some.length > MOST_TRIED) return some;
  let left = some;
  for (const one of some.toReversed()) {
    const without = left.filter((other) => other !== one);
    if (without.length > 0 && answersFor(assessment, without, call)) left = without;
  }
  return left;
}

/** The choices for a question, the most useful first; null where no pattern can answer. Also what `learn` tries. */
export function choicesFor(
  finding: Finding,
  assessment: Assessment,
  world: { readonly home: string },
): readonly PatternChoice[] | null {
  const { subject } = finding;
  if (subject.kind === "program") return null;
  if (subject.kind === "unit") return commandChoices(subject.unit, finding.floor !== null);
  if (subject.kind === "path" && finding.gate !== "skill-read") {
    return pathChoices(subject, { home: world.home, cwd: assessment.cwd, tool: assessment.decision.tool });
  }
  return nameChoices(finding, assessment.kind);
}

/** A choice as a rule on the surface that asked; null where it cannot be written. */
export function suggestionOf(
  finding: Finding,
  choice: PatternChoice,
  assessment: Pick<Assessment, "agent">,
  call: string,
): Suggestion | null {
  const { subject } = finding;
  // A floor of a wrapper is answered by what is approved of the command itself.
  const surface = subject.kind === "unit" ? BASH : finding.surface;
  const access: Access | null =
    subject.kind === "path" && (surface === "path" || surface === "external_directory") ? subject.access : null;
  const pattern = patternText(choice.parts);
  if (pattern === null) return null;
  return {
    surface,
    agent: assessment.agent,
    access,
    pattern,
    rule: ["allow", access, pattern].filter((word) => word !== null).join(" "),
    exact: choice.exact,
    alsoAllows: choice.alsoAllows,
    askedBy: finding.rule === null ? null : sourceOf(finding.rule),
    program: patternProgram(choice.parts, surface, access),
    call: choice.thisCall === true ? call : null,
  };
}

const BASH = "bash";

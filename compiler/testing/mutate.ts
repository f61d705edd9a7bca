/**
 * Mutation testing: would the tests of a policy notice if one of its rules were changed?
 */
import type { Parsers } from "../../src/shell/parsers.ts";
import { loadTable } from "../../src/table/load.ts";
import { emitRules } from "../emit.ts";
import type { PolicyTest, ResolvedPolicy } from "../rule.ts";
import { Concern } from "./concern.ts";
import { differenceOf, type SuggestedTest } from "./difference.ts";
import { KnownAnswers, MutantTable } from "./mutant-table.ts";
import { mutantsOf, type Mutant } from "./mutants.ts";
import { TestRunner, type TestOutcome } from "./run.ts";

export interface Survivor {
  readonly mutant: Mutant;
  /** A test that would notice. */
  readonly suggestion: SuggestedTest;
}

export interface MutationRun {
  /** How many mutants some test notices. */
  readonly noticed: number;
  /** How many answer everything as the policy does. */
  readonly equivalent: number;
  /** Those that no test notices although a call shows what they change. */
  readonly survivors: readonly Survivor[];
  /** Those that change what a surface says of some texts, where no call that was tried shows it. */
  readonly hidden: readonly Mutant[];
  /** Those that were too large to be compared. */
  readonly undecided: readonly Mutant[];
}

/**
 * Changes the rules of some files one at a time, and runs the tests on each. `outcomes` are those of the policy itself,
 * and have to be without failures.
 */
export function mutate(
  policy: ResolvedPolicy,
  outcomes: readonly TestOutcome[],
  own: ReadonlySet<string>,
  parsers: Parsers,
): MutationRun {
  const data = emitRules(policy);
  const answers = new KnownAnswers();
  const old = new TestRunner(new MutantTable(loadTable(data), null, answers), parsers);
  const tally = { noticed: 0, equivalent: 0 };
  const survivors: Survivor[] = [];
  const hidden: Mutant[] = [];
  const undecided: Mutant[] = [];
  for (const mutant of mutantsOf(policy, own)) {
    const mutatedData = emitRules(mutant.policy);
    const mutated = new TestRunner(new MutantTable(loadTable(mutatedData), mutant.surface, answers), parsers);
    const concerned = new Concern(mutant);
    const cases = likeliestFirst(outcomes, mutant).filter(({ observation }) => concerned.by(observation));
    if (cases.some(({ test, expectation }) => !mutated.holds(test, expectation))) {
      tally.noticed++;
      continue;
    }
    const known = survivors.find(({ suggestion }) => !mutated.holds(suggestedTest(suggestion), suggestion.expectation));
    if (known !== undefined) {
      const { expectation } = known.suggestion;
      const decision = mutated.run(suggestedTest(known.suggestion), expectation).observation?.decision;
      survivors.push({
        mutant,
        suggestion: { ...known.suggestion, mutated: decision?.action ?? known.suggestion.mutated },
      });
      continue;
    }
    const difference = differenceOf(mutant, { old: data, mutated: mutatedData }, { old, mutated });
    if (difference.kind === "shown") survivors.push({ mutant, suggestion: difference.suggestion });
    else if (difference.kind === "hidden") hidden.push(mutant);
    else if (difference.kind === "undecided") undecided.push(mutant);
    else tally.equivalent++;
  }
  return { ...tally, survivors, hidden, undecided };
}

/** A suggestion as a test of a policy. */
export function suggestedTest({ test, expectation }: SuggestedTest): PolicyTest {
  return { ...test, file: "", line: 0, expectations: [expectation] };
}

/** Expectations in which a changed rule, or at least its surface, had a say come first. */
function likeliestFirst(outcomes: readonly TestOutcome[], { before, surface }: Mutant): TestOutcome[] {
  const places = new Set(before.map(({ source }) => `${source.file} ${source.line} ${source.column}`));
  const nearness = ({ observation }: TestOutcome): number => {
    const findings = observation?.findings ?? [];
    if (findings.some(({ rule }) => rule !== null && places.has(`${rule.file} ${rule.line} ${rule.column}`))) return 0;
    return findings.some((finding) => finding.surface === surface) ? 1 : 2;
  };
  return outcomes
    .map((outcome) => ({ outcome, near: nearness(outcome) }))
    .toSorted((a, b) => a.near - b.near)
    .map(({ outcome }) => outcome);
}

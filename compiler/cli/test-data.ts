/**
 * What `tollgate test` found, as data. The shape is part of the command line's face: members are only added.
 */
import { shareOf, type UnitCoverage } from "../testing/coverage.ts";
import type { Examination } from "../testing/examine.ts";
import type { Mutant } from "../testing/mutants.ts";

export function examinationData({ own, outcomes, coverage, mutation }: Examination): object {
  return {
    files: [...own],
    expectations: outcomes.map(({ test, expectation, failure, observation }) => {
      const { line, column, action, tool, rest } = expectation;
      const place = { file: test.file, line, column };
      const call = { tool, input: rest, directory: test.directory, agent: test.agent };
      return { test: test.name, ...place, ...call, expected: action, failure, decision: observation?.decision ?? null };
    }),
    coverage:
      coverage === null
        ? null
        : {
            share: shareOf(coverage.own),
            own: coverage.own.map(coverageData),
            included: coverage.included.map(coverageData),
          },
    mutation:
      mutation === null
        ? null
        : {
            noticed: mutation.noticed,
            equivalent: mutation.equivalent,
            survivors: mutation.survivors.map(({ mutant, suggestion: { test, expectation, mutated } }) => ({
              ...mutantData(mutant),
              suggestion: {
                expected: expectation.action,
                tool: expectation.tool,
                input: expectation.rest,
                agent: test.agent,
                mutated,
              },
            })),
            hidden: mutation.hidden.map(mutantData),
            undecided: mutation.undecided.map(mutantData),
          },
  };
}

function coverageData({ unit, state, wins }: UnitCoverage): object {
  const { rule, member, surface, agent } = unit;
  return { rule, member: member === null ? null : placeData(member), surface, agent, state, wins };
}

function mutantData({ kind, place, change, surface, agent }: Mutant): object {
  return { kind, change, surface, agent, rule: placeData(place) };
}

function placeData({ file, line, column, text }: Mutant["place"]): object {
  return { file, line, column, text };
}

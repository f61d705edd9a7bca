/**
 * Everything that can be asked about the tests of a policy: do they hold, what do they cover, what would they miss.
 */
import type { Parsers } from "../../src/shell/parsers.ts";
import type { CompiledPolicy } from "../compile.ts";
import { coverageOf, type Coverage } from "./coverage.ts";
import { mutate, type MutationRun } from "./mutate.ts";
import { runTests, type TestOutcome } from "./run.ts";

export interface Examination {
  /** The files that are the policy's own, as against what they include. */
  readonly own: ReadonlySet<string>;
  readonly outcomes: readonly TestOutcome[];
  /** Null where it was not asked for. */
  readonly coverage: Coverage | null;
  /** Null where it was not asked for, or where an expectation does not hold. */
  readonly mutation: MutationRun | null;
}

export interface Wanted {
  readonly coverage?: boolean;
  readonly mutation?: boolean;
}

/** Runs the tests of a policy, and looks into what is wanted. Null for a policy with errors. */
export function examine(
  { policy, table }: CompiledPolicy,
  own: ReadonlySet<string>,
  parsers: Parsers,
  { coverage = false, mutation = false }: Wanted = {},
): Examination | null {
  if (policy === null || table === null) return null;
  const outcomes = runTests(policy.tests, table, parsers);
  const holds = outcomes.every(({ failure }) => failure === null);
  return {
    own,
    outcomes,
    coverage: coverage ? coverageOf(policy, outcomes, own) : null,
    mutation: mutation && holds ? mutate(policy, outcomes, own, parsers) : null,
  };
}

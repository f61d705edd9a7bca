/**
 * The tests of a policy, for programs that run them.
 */
import { loadParsers } from "../../src/shell/parsers.ts";
import type { CompiledPolicy } from "../compile.ts";
import { runTests, type TestOutcome } from "./run.ts";

export type { TestFailure, TestOutcome } from "./run.ts";

export interface TestedPolicy {
  /** One for each expectation, in the order of the tests. */
  readonly outcomes: readonly TestOutcome[];
  /** True where the policy has no errors and every expectation holds. */
  readonly holds: boolean;
}

/** Runs the `test` blocks of a policy through the gate. A policy with errors has no outcomes. */
export async function testPolicy({ policy, table }: CompiledPolicy): Promise<TestedPolicy> {
  if (policy === null || table === null) return { outcomes: [], holds: false };
  const outcomes = runTests(policy.tests, table, await loadParsers());
  return { outcomes, holds: outcomes.every(({ failure }) => failure === null) };
}

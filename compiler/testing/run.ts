/**
 * Runs the `test` blocks of a policy through the gate that agents use.
 */
import type { Action, Decision, RuleSource } from "../../src/decision.ts";
import type { Invocation } from "../../src/gate.ts";
import { inputFromText, type TextInput } from "../../src/invocation/input-text.ts";
import { shellArguments, type ShellTools } from "../../src/invocation/shell-invocation.ts";
import type { Parsers } from "../../src/shell/parsers.ts";
import type { Table } from "../../src/table/table.ts";
import type { NamedRule, PolicyTest } from "../rule.ts";
import { ObservingGate, type Observation } from "./observe.ts";
import { nameOfRule } from "./rule-names.ts";

export type Expectation = PolicyTest["expectations"][number];

export interface TestOutcome {
  readonly test: PolicyTest;
  readonly expectation: Expectation;
  /** Null where the expectation holds. */
  readonly failure: TestFailure | null;
  /** What was decided, and how; null where the input cannot be read as one of its tool. */
  readonly observation: Observation | null;
}

/** Why an expectation does not hold. */
export type TestFailure =
  /** Another answer. */
  | { readonly kind: "action"; readonly expected: Action; readonly decision: Decision }
  /** The right answer, by another rule than the one that is named. */
  | { readonly kind: "rule"; readonly expected: NamedRule; readonly decision: Decision }
  /** The text is no input of its tool. */
  | { readonly kind: "input"; readonly message: string };

/** The outcome of every expectation, in the order of the tests. */
export function runTests(tests: readonly PolicyTest[], table: Table, parsers: Parsers): TestOutcome[] {
  const runner = new TestRunner(table, parsers);
  return tests.flatMap((test) =>
    test.expectations.map((expectation): TestOutcome => {
      const { failure, observation } = runner.run(test, expectation);
      return { test, expectation, failure, observation };
    }),
  );
}

/** Runs expectations against one table. */
export class TestRunner {
  readonly #table: Table;
  readonly #parsers: Parsers;
  readonly #gates = new Map<string | null, ObservingGate>();

  constructor(table: Table, parsers: Parsers) {
    this.#table = table;
    this.#parsers = parsers;
  }

  run(test: PolicyTest, expectation: Expectation): Pick<TestOutcome, "failure" | "observation"> {
    const read = readInput(expectation, this.#table.shellTools);
    if (read.kind === "error") return { failure: { kind: "input", message: read.message }, observation: null };
    const observation = this.#gate(test.directory).observe(invocationOf(test, expectation, read.input));
    return { failure: failureOf(expectation, observation.decision), observation };
  }

  /** True where the expectation holds; quicker than {@link run}. */
  holds(test: PolicyTest, expectation: Expectation): boolean {
    const read = readInput(expectation, this.#table.shellTools);
    if (read.kind === "error") return false;
    const decision = this.#gate(test.directory).decide(invocationOf(test, expectation, read.input));
    return failureOf(expectation, decision) === null;
  }

  #gate(directory: string | null): ObservingGate {
    let gate = this.#gates.get(directory);
    if (gate === undefined) {
      this.#gates.set(directory, (gate = new ObservingGate(this.#table, this.#parsers, directory)));
    }
    return gate;
  }
}

/** The input that an expectation stands for. What stands between fences is a command as it is. */
function readInput({ tool, rest, fenced }: Expectation, shellTools: ShellTools): TextInput {
  const shell = fenced ? shellArguments(tool, shellTools) : null;
  if (shell !== null) return { kind: "input", input: { [shell.commandArgument]: rest } };
  return inputFromText(tool, rest, shellTools);
}

function invocationOf(test: PolicyTest, { tool }: Expectation, input: unknown): Invocation {
  return { tool, input, ...(test.agent === null ? {} : { agent: test.agent }) };
}

function failureOf({ action, by }: Expectation, decision: Decision): TestFailure | null {
  if (decision.action !== action) return { kind: "action", expected: action, decision };
  if (by === null || isNamed(by, decision)) return null;
  return { kind: "rule", expected: by, decision };
}

/** True where a decision was taken by the rule that is named. */
function isNamed({ surface, rule }: NamedRule, decision: Decision): boolean {
  if (surface !== null && decision.surface !== surface) return false;
  return nameOf(decision.rule) === rule;
}

function nameOf(rule: RuleSource | null): string | null {
  return rule === null ? null : nameOfRule(rule.text);
}

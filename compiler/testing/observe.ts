/**
 * A gate that tells which rules of its table had a say in a decision: what coverage is counted from.
 */
import type { Decision } from "../../src/decision.ts";
import { DecisionGate, type Invocation } from "../../src/gate.ts";
import { decidingFinding } from "../../src/gate/combine.ts";
import type { Finding } from "../../src/gate/finding.ts";
import { walkGates } from "../../src/gate/walk.ts";
import type { Parsers } from "../../src/shell/parsers.ts";
import type { Question } from "../../src/table/question.ts";
import type { Table } from "../../src/table/table.ts";
import { emptyDisk, TEST_CWD, TEST_HOME, TEST_PLATFORM } from "./place.ts";

export interface Observation {
  readonly decision: Decision;
  readonly agent: string | null;
  /** What was looked up, as far as the decision asked: nothing is asked after a denial. */
  readonly findings: readonly Finding[];
  /** The paths that the call touches, each as a question for a surface. None where the call asks no rule. */
  readonly paths: (surface: string) => readonly Question[];
}

export class ObservingGate extends DecisionGate {
  /** A gate in the neutral place of tests, with the directory that a test names. */
  constructor(table: Table, parsers: Parsers, directory: string | null) {
    const cwd = directory ?? TEST_CWD;
    super({ table, cwd, home: TEST_HOME, platform: TEST_PLATFORM, fileSystem: emptyDisk }, parsers);
  }

  /** The same decision as `decide` gives, with what led to it. */
  observe(invocation: Invocation): Observation {
    const decision = this.decide(invocation);
    const agent = invocation.agent ?? null;
    // A call that cannot be read, or that the gate fails over, asks no rule.
    const nothing = { decision, agent, findings: [], paths: () => [] };
    if (decision.sentinel === "<gate-error>") return nothing;
    const { evaluation } = this.evaluate(invocation);
    if (evaluation === null) return nothing;
    const findings: Finding[] = [];
    decidingFinding(noted(walkGates(evaluation), findings));
    const touched = [...evaluation.given(), ...evaluation.mentioned()];
    const paths = (surface: string): Question[] =>
      touched.flatMap((path) => path.accesses.map((access) => evaluation.question(path, surface, access)));
    return { decision, agent, findings, paths };
  }
}

/** The same findings, each put into `into` as it is drawn. */
function* noted(findings: Iterable<Finding>, into: Finding[]): Generator<Finding> {
  for (const finding of findings) {
    into.push(finding);
    yield finding;
  }
}

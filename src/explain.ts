/**
 * The gate that hosts use: it decides, and tells why. Both take the same way through the gates.
 */
import type { Decision } from "./decision.ts";
import { tellPaths, tellSteps, tellUnits } from "./explain/tell.ts";
import type { Explanation } from "./explain/explanation.ts";
import { DecisionGate, factsOf, failedCall, unreadableCall, type GateOptions, type Invocation } from "./gate.ts";
import { decisionOf } from "./gate/answer.ts";
import type { Assessment } from "./gate/assessment.ts";
import { decidingFinding } from "./gate/combine.ts";
import type { SurfaceAnswer, SurfaceQuery } from "./gate/query.ts";
import { walkGates } from "./gate/walk.ts";
import type { ShellTools } from "./invocation/shell-invocation.ts";
import type { PathExtractor } from "./invocation/tool-path.ts";
import { loadParsers } from "./shell/parsers.ts";
import type { Table } from "./table/table.ts";

/** Answers tool calls. Neither method throws; whatever goes wrong is a denial with the sentinel `<gate-error>`. */
export interface Gate {
  /** The answer to a call. Synchronous: it looks at the disk through the gate's file system, and waits for nothing. */
  decide(invocation: Invocation): Decision;
  /** The same answer with all that led to it. Slower, for people. */
  explain(invocation: Invocation): Explanation;
  /** The same answer with every question behind it, for a session. */
  assess(invocation: Invocation): Assessment;
  /** What one surface other than `bash` says of one value, apart from all else that a call would be asked. */
  query(query: SurfaceQuery): SurfaceAnswer;
  /** Names the paths in the inputs of a tool from now on. */
  registerPathExtractor(tool: string, extractor: PathExtractor): void;
  /** The table that is asked, and the home directory that `~` stands for. */
  readonly table: Table;
  readonly home: string;
  /** The tools that are shells under another name, by the host and by the policy. */
  readonly shellTools: ShellTools;
}

/** Opens a gate. Asynchronous because the shell's parsers have to be loaded. */
export async function createGate(options: GateOptions): Promise<Gate> {
  return new ExplainingGate(options, await loadParsers());
}

class ExplainingGate extends DecisionGate implements Gate {
  explain(invocation: Invocation): Explanation {
    try {
      return this.#explain(invocation);
    } catch (error) {
      return withoutSteps(failedCall(invocation, error));
    }
  }

  #explain(invocation: Invocation): Explanation {
    const call = this.evaluate(invocation);
    const { tool, agent, cwd, projection, evaluation } = call;
    const facts = factsOf(call);
    const about = {
      tool,
      kind: projection.kind,
      agent,
      cwd,
      command: facts.command,
      workdir: projection.shell?.workdir ?? null,
      units: tellUnits(facts.program),
    };
    if (evaluation === null) return { ...withoutSteps(unreadableCall(call)), ...about };

    const findings = [...walkGates(evaluation)];
    const finding = decidingFinding(findings);
    if (finding === null) return withoutSteps(failedCall(invocation, "no surface was asked"));
    const touched = [...evaluation.given(), ...evaluation.mentioned()];
    return {
      decision: decisionOf(finding, facts),
      ...about,
      paths: tellPaths(touched),
      steps: tellSteps(findings, finding, touched, evaluation),
      deciding: findings.indexOf(finding),
    };
  }
}

function withoutSteps(decision: Decision): Explanation {
  return {
    decision,
    tool: decision.tool,
    kind: null,
    agent: null,
    cwd: "",
    command: decision.command,
    workdir: null,
    units: [],
    paths: [],
    steps: [],
    deciding: null,
  };
}

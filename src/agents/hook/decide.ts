/**
 * From the bytes of a call to the answer.
 */
import type { Decision } from "../../decision.ts";
import { DecisionGate, type Invocation } from "../../gate.ts";
import type { Assessment } from "../../gate/assessment.ts";
import type { ShellTools } from "../../invocation/shell-invocation.ts";
import { loadParsers, type Parsers } from "../../shell/parsers.ts";
import type { Table } from "../../table/table.ts";
import type { HookAgent, HookAnswer, HookCall, Surroundings } from "../contract.ts";
import { judge } from "../judge.ts";
import { AGENT_SHELL_TOOLS } from "../mapping.ts";
import { reasonFor } from "../reason.ts";
import { CANNOT_ASK } from "./agent.ts";

/** Optimising the grammar of bash takes longer than all that this process does with it, and it could not end before. */
const QUICK_WASM = "--liftoff-only";

/** Runs some work, and throws where that takes too long. */
export type Watched = <T>(work: () => T) => T;

/** One of the calls that a call of the agent is to the gate, and what it found. */
export interface Judged {
  readonly invocation: Invocation;
  readonly assessment: Assessment;
}

export interface Decided {
  readonly answer: HookAnswer;
  /** What the gate was asked, up to the first denial. */
  readonly judged: readonly Judged[];
  /** The tools that were shells to the gate. */
  readonly shellTools: ShellTools;
}

/**
 * Decides with one front end for the shell, and only where that is not enough starts the other: that takes as long as
 * all the rest, and everyday commands do not need it.
 */
export async function decide(
  agent: HookAgent,
  call: HookCall,
  table: Table,
  surroundings: Surroundings,
  watched: Watched,
): Promise<Decided> {
  const first = await loadParsers({ treeSitter: false });
  const quick = watched(() => answer(agent, call, table, surroundings, first));
  if (!first.lacked) return quick;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString(QUICK_WASM);
  const both = await loadParsers();
  return watched(() => answer(agent, call, table, surroundings, both));
}

function answer(
  agent: HookAgent,
  call: HookCall,
  table: Table,
  { directory }: Surroundings,
  parsers: Parsers,
): Decided {
  const cwd = call.root ?? call.cwd ?? directory;
  const gate = new DecisionGate({ table, cwd, shellTools: AGENT_SHELL_TOOLS }, parsers);
  const judged: Judged[] = [];
  const noting = {
    decide(invocation: Invocation): Decision {
      const assessment = gate.assess(invocation);
      judged.push({ invocation, assessment });
      return assessment.decision;
    },
  };
  const decision = judge(agent, call, noting, table);
  // Nobody is told why a call is allowed, and the text would take a while to make.
  const reason = decision.action === "allow" ? "" : reasonFor(decision, CANNOT_ASK[agent.name]);
  return { answer: agent.answer(call, decision, reason), judged, shellTools: gate.shellTools };
}

/**
 * One call of an agent, put to the gate under every name that counts.
 */
import { strictness, type Decision } from "../decision.ts";
import type { Invocation } from "../gate.ts";
import type { Table } from "../table/table.ts";
import type { AgentCall, AgentTools } from "./contract.ts";
import { mapCall, type MappedCall } from "./mapping.ts";

/** What answers: a gate, or a session that asks people too. */
export interface Decider {
  decide(invocation: Invocation): Decision;
}

/** The strictest decision about a call, under the agent's own name for the tool. Never allows what fails. */
export function judge(
  agent: AgentTools,
  call: AgentCall,
  gate: Decider,
  table: Table,
  servers: readonly string[] | null = null,
): Decision {
  let strictest: Decision | null = null;
  for (const invocation of invocationsOf(mapCall(agent, call, servers), table)) {
    const decision = gate.decide(invocation);
    if (strictest === null || strictness(decision.action) > strictness(strictest.action)) strictest = decision;
    if (strictest.action === "deny") break;
  }
  if (strictest === null) throw new Error("the call stands for nothing that could be judged");
  return { ...strictest, tool: call.tool };
}

/** The agent's own name for a tool counts only where the policy has rules under it. */
export function invocationsOf({ invocations, ownName }: MappedCall, table: Table): readonly Invocation[] {
  if (ownName === null || !table.has(ownName.tool, ownName.agent ?? null)) return invocations;
  return [...invocations, ownName];
}

/**
 * One call of an agent, put to the gate under every name that counts.
 */
import { strictness, type Decision } from "../decision.ts";
import type { Invocation } from "../gate.ts";
import type { Session } from "../session/session.ts";
import type { Table } from "../table/table.ts";
import type { AgentCall, AgentTools } from "./contract.ts";
import { mapCall } from "./mapping.ts";

/** What decides: a gate. */
export interface Deciding {
  decide(invocation: Invocation): Decision;
}

/** The strictest decision about a call. Never allows what fails. */
export function judge(agent: AgentTools, call: AgentCall, gate: Deciding, table: Table): Decision {
  let strictest: Decision | null = null;
  for (const invocation of invocationsOf(agent, call, table, null)) {
    const decision = gate.decide(invocation);
    if (strictest === null || strictness(decision.action) > strictness(strictest.action)) strictest = decision;
    if (strictest.action === "deny") break;
  }
  if (strictest === null) throw new Error("the call stands for nothing that could be judged");
  return { ...strictest, tool: call.tool };
}

export interface AuthorizeCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The MCP servers that the agent is known to have; null where that is not known. */
  readonly servers?: readonly string[] | null;
}

/** Puts a call to a session: null where it may go ahead, else what to tell the model. */
export async function authorize(
  agent: AgentTools,
  call: AgentCall,
  { session, table }: { readonly session: Session; readonly table: Table },
  { signal, servers = null }: AuthorizeCallOptions = {},
): Promise<string | null> {
  const invocations = invocationsOf(agent, call, table, servers);
  if (invocations.length === 0) return "tollgate: denied, since the call stands for nothing that could be judged";
  for (const invocation of invocations) {
    const { allowed, message } = await session.authorize(invocation, { signal });
    if (!allowed) return `tollgate: ${message ?? "denied"}`;
  }
  return null;
}

/** The agent's own name for a tool counts only where the policy has rules under it. */
function invocationsOf(
  agent: AgentTools,
  call: AgentCall,
  table: Table,
  servers: readonly string[] | null,
): readonly Invocation[] {
  const { invocations, ownName } = mapCall(agent, call, servers);
  if (ownName === null || !table.has(ownName.tool, ownName.agent ?? null)) return invocations;
  return [...invocations, ownName];
}

/**
 * The Claude Agent SDK: its `canUseTool` callback, and a callback for its `PreToolUse` hook.
 *
 * `canUseTool` is called only for calls that the SDK's own rules and hooks left open, so whoever wants the gate to see
 * every call registers both: the hook denies, and lets everything else come to `canUseTool`, which asks.
 */
import type { Session } from "../session/session.ts";
import type { Table } from "../table/table.ts";
import { claude, preToolUse } from "./claude.ts";
import type { AgentCall } from "./contract.ts";
import { authorize, judge, type Deciding } from "./judge.ts";
import { recordOf } from "./payload.ts";
import { reasonFor } from "./reason.ts";

export interface ClaudeSdkOptions {
  /** Opened with `shellTools: AGENT_SHELL_TOOLS`. */
  readonly gate: Deciding & { readonly table: Table };
  readonly session: Session;
  /** The directory that the session works in, absolute. */
  readonly cwd: string;
}

export type ClaudePermission =
  | { readonly behavior: "allow"; readonly updatedInput: Record<string, unknown> }
  | { readonly behavior: "deny"; readonly message: string };

export interface ClaudeSdkGate {
  readonly canUseTool: (
    tool: string,
    input: Record<string, unknown>,
    context: { readonly signal?: AbortSignal | undefined },
  ) => Promise<ClaudePermission>;
  /** For `hooks: { PreToolUse: [{ hooks: [preToolUse] }] }`. */
  readonly preToolUse: (input: unknown) => Promise<Record<string, unknown>>;
}

/** The callbacks. Neither rejects: whatever goes wrong is a denial. */
export function claudeSdkGate({ gate, session, cwd }: ClaudeSdkOptions): ClaudeSdkGate {
  const callOf = (tool: unknown, input: unknown): AgentCall => {
    return { tool: typeof tool === "string" ? tool : "", input, cwd, root: cwd, agent: null, mcp: null };
  };
  return {
    async canUseTool(tool, input, { signal }): Promise<ClaudePermission> {
      const message = await authorize(claude, callOf(tool, input), { session, table: gate.table }, { signal });
      return message === null ? { behavior: "allow", updatedInput: input } : { behavior: "deny", message };
    },
    async preToolUse(event): Promise<Record<string, unknown>> {
      const { tool_name: tool, tool_input: input } = recordOf(event) ?? {};
      const decision = judge(claude, callOf(tool, input), gate, gate.table);
      if (decision.action !== "deny") return {};
      return recordOf(JSON.parse(preToolUse(decision, reasonFor(decision)).output)) ?? {};
    },
  };
}

export { AGENT_SHELL_TOOLS } from "./mapping.ts";

/**
 * Pi: an extension for its events `tool_call`, `user_bash` and `session_start`.
 *
 * It asks with Pi's dialogs where there are any, keeps what is approved for the session, and hides tools that are denied
 * outright. Calls out of a script of `codemode` arrive as calls of their own. Rules for an agent count where an extension
 * says which one is active: see `pi/active-agent.ts`. A handler that throws denies; what goes wrong at the start denies
 * every call.
 */
import type { AgentCall, AgentTools, ToolMap } from "./contract.ts";
import { authorize } from "./judge.ts";
import { recordOf } from "./payload.ts";
import { callingAgents, type CallingAgents } from "./pi/active-agent.ts";
import type { PiApi, PiContext, PiToolCall, PiUserBash } from "./pi/api.ts";
import { askWith } from "./pi/ask.ts";
import { shorten } from "./reason.ts";
import { type OpenSession, Sessions, type SessionsOptions } from "./sessions.ts";

const TOOLS: ToolMap = {
  bash: { as: "shell", command: "command" },
  read: { as: "file", tool: "read", paths: ["path"] },
  write: { as: "file", tool: "write", paths: ["path"] },
  edit: { as: "file", tool: "edit", paths: ["path"] },
  grep: { as: "file", tool: "grep", paths: ["path"], globs: ["glob"] },
  find: { as: "file", tool: "find", paths: ["path"], globs: ["pattern"] },
  ls: { as: "file", tool: "ls", paths: ["path"] },
};

export const pi: AgentTools = { name: "pi", tools: TOOLS, mcp: "double-underscore" };

export interface PiOptions extends SessionsOptions {
  /** Take tools that are denied outright out of the model's sight. Default true. */
  readonly hideTools?: boolean | undefined;
}

/** Registers the extension. Never throws: what goes wrong denies every call instead. */
export function piExtension(options: PiOptions, api: PiApi): void {
  const sessions = new Sessions<PiContext>(options, (ctx) => (ctx.hasUI ? askWith(ctx) : undefined));

  api.on("tool_call", async ({ toolName, input }: PiToolCall, ctx: PiContext) => {
    const opened = await sessions.open(ctx.cwd, ctx);
    if (typeof opened === "string") return { block: true, reason: opened };
    const call = callOf(typeof toolName === "string" ? toolName : "", input, ctx.cwd);
    const agents = agentsOf(ctx);
    if (typeof agents === "string") return { block: true, reason: agents };
    for (const agent of decidingAgents(agents, call, opened)) {
      const reason = await authorize(pi, { ...call, agent }, opened, { signal: ctx.signal });
      if (reason !== null) return { block: true, reason };
    }
    return undefined;
  });

  api.on("user_bash", async ({ command, cwd }: PiUserBash, ctx: PiContext) => {
    const opened = await sessions.open(ctx.cwd, ctx);
    // A person typed it, so what would be asked is approved already.
    const reason = typeof opened === "string" ? opened : opened.denial(pi, callOf("bash", { command }, cwd));
    if (reason === null) return undefined;
    return { result: { output: reason, exitCode: 1, cancelled: false, truncated: false } };
  });

  if (options.hideTools === false) return;
  api.on("session_start", async (_event: unknown, ctx: PiContext) => {
    const opened = await sessions.open(ctx.cwd, ctx);
    if (typeof opened === "string") return undefined;
    const active = api.getActiveTools();
    const agents = agentsOf(ctx);
    if (typeof agents === "string") return undefined;
    const denied = new Set(agents.flatMap((agent) => opened.session.deniedTools(active, agent ?? undefined)));
    if (denied.size > 0) api.setActiveTools(active.filter((tool) => !denied.has(tool)));
    return undefined;
  });
}

/** The agents that may be calling; or, as a text for the model, why that cannot be told. */
function agentsOf(ctx: PiContext): CallingAgents | string {
  try {
    return callingAgents(ctx);
  } catch (error) {
    const why = shorten(error instanceof Error ? error.message : String(error), 300);
    return `tollgate: denied, since it cannot be told which agent calls: ${why}`;
  }
}

/**
 * The agents as whom a call has to be put to the session. Of several, one that the policy denies is enough, and one that
 * it allows adds nothing beside one that it does not; a person is asked once where the same rule asks for several.
 */
function decidingAgents(agents: CallingAgents, call: AgentCall, opened: OpenSession): CallingAgents {
  if (agents.length === 1) return agents;
  const decided = agents.map((agent) => ({ agent, decision: opened.decide(pi, { ...call, agent }) }));
  const denied = decided.find(({ decision }) => decision.action === "deny");
  if (denied !== undefined) return [denied.agent];
  const asked = new Map(
    decided
      .filter(({ decision }) => decision.action === "ask")
      .map(({ agent, decision }) => [JSON.stringify([decision.surface, decision.value, decision.rule]), agent]),
  );
  return asked.size === 0 ? agents.slice(0, 1) : [...asked.values()];
}

function callOf(tool: string, input: unknown, cwd: string): AgentCall {
  return { tool, input: spelled(input), cwd, root: cwd, agent: null, mcp: null };
}

/** Pi drops an `@` in front of a path before it opens it. */
function spelled(input: unknown): unknown {
  const record = recordOf(input);
  const path = record?.["path"];
  return typeof path === "string" && path.startsWith("@") ? { ...record, path: path.slice(1) } : input;
}

/**
 * Pi: an extension for its events `tool_call`, `user_bash`, `session_start` and `before_agent_start`.
 *
 * It asks with Pi's dialogs where there are any, remembers what was approved for the session, and hides tools that are
 * denied outright. Calls out of a script of `codemode` arrive as calls of their own. A handler that throws denies; what
 * goes wrong at the start denies every call.
 */
import { createGate, type Gate } from "../explain.ts";
import type { Table } from "../table/table.ts";
import type { AgentCall, AgentTools, ToolMap } from "./contract.ts";
import { openTable } from "./hook/table-file.ts";
import { judge } from "./judge.ts";
import { AGENT_SHELL_TOOLS, isAgentShell, mapCall } from "./mapping.ts";
import type { PiApi, PiContext, PiToolCall, PiUserBash } from "./pi/api.ts";
import { askPerson, Approvals } from "./pi/ask.ts";
import { recordOf } from "./payload.ts";
import { reasonFor, shorten } from "./reason.ts";

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

const NOBODY = "This run has nobody to ask.";

export interface PiOptions {
  /** The compiled table, an absolute path. */
  readonly table: string;
  /** Take tools that are denied outright out of the model's sight. Default true. */
  readonly hideTools?: boolean;
}

/** Registers the extension. Never throws: what goes wrong denies every call instead. */
export function piExtension(options: PiOptions, api: PiApi): void {
  const approvals = new Approvals();
  const gates = new Gates(options.table);

  const verdict = async (call: AgentCall, ctx: PiContext): Promise<string | null> => {
    const opened = await gates.open(ctx.cwd);
    if (typeof opened === "string") return `tollgate: denied, since the gate cannot start: ${opened}`;
    const decision = judge(pi, call, opened.gate, opened.table);
    if (decision.action === "allow") return null;
    if (decision.action === "deny") return reasonFor(decision);
    if (approvals.has(call)) return null;
    if (!ctx.hasUI) return reasonFor(decision, NOBODY);
    return await askPerson(ctx, call, decision, approvals);
  };

  api.on("tool_call", async (event: PiToolCall, ctx: PiContext) => {
    const reason = await verdict(callOf(event.toolName, event.input, ctx.cwd), ctx);
    return reason === null ? undefined : { block: true, reason };
  });

  api.on("user_bash", async (event: PiUserBash, ctx: PiContext) => {
    // The person types it, so what would be asked is approved already.
    const opened = await gates.open(ctx.cwd);
    const call = callOf("bash", { command: event.command }, event.cwd);
    const decision = typeof opened === "string" ? null : judge(pi, call, opened.gate, opened.table);
    if (decision !== null && decision.action !== "deny") return undefined;
    const output =
      decision === null ? `tollgate: denied, since the gate cannot start: ${String(opened)}` : reasonFor(decision);
    return { result: { output, exitCode: 1, cancelled: false, truncated: false } };
  });

  if (options.hideTools === false) return;
  api.on("session_start", async (_event: unknown, ctx: PiContext) => {
    const opened = await gates.open(ctx.cwd);
    if (typeof opened === "string") return undefined;
    const active = api.getActiveTools();
    const shown = active.filter((tool) => !isDeniedOutright(tool, opened));
    if (shown.length < active.length) api.setActiveTools(shown);
    return undefined;
  });
}

function callOf(tool: unknown, input: unknown, cwd: string): AgentCall {
  const name = typeof tool === "string" ? tool : "";
  return { tool: name, input: spelled(input), cwd, root: cwd, agent: null, mcp: null };
}

/** Pi drops an `@` in front of a path before it opens it. */
function spelled(input: unknown): unknown {
  const record = recordOf(input);
  const path = record?.["path"];
  return typeof path === "string" && path.startsWith("@") ? { ...record, path: path.slice(1) } : input;
}

/**
 * True for a tool that no call could get past the policy, whatever its input. Only what one catch-all rule denies
 * counts, so a tool is never hidden for an input that it merely has not got yet.
 */
function isDeniedOutright(tool: string, { table }: Opened): boolean {
  const call: AgentCall = { tool, input: {}, cwd: null, root: null, agent: null, mcp: null };
  const { invocations, ownName } = mapCall(pi, call);
  const asked = [...invocations, ...(ownName === null ? [] : [ownName])];
  const surfaces = asked.map((invocation) => (isAgentShell(invocation.tool) ? "bash" : invocation.tool));
  return surfaces.some((surface) => {
    const rules = table.rules.filter((rule) => rule.surface === surface && rule.agent === null);
    const last = rules.at(-1);
    return last !== undefined && last.catchAll && last.action === "deny";
  });
}

interface Opened {
  readonly gate: Gate;
  readonly table: Table;
}

/** The gate of a working directory, opened when it is first asked. A start that failed is tried again with each call. */
class Gates {
  readonly #file: string;
  readonly #open = new Map<string, Opened>();

  constructor(file: string) {
    this.#file = file;
  }

  /** What decides; or why there is nothing that could. */
  async open(cwd: string): Promise<Opened | string> {
    const known = this.#open.get(cwd);
    if (known !== undefined) return known;
    try {
      const table = openTable(this.#file);
      const gate = await createGate({ table, cwd, shellTools: AGENT_SHELL_TOOLS });
      const opened = { gate, table };
      this.#open.set(cwd, opened);
      return opened;
    } catch (error) {
      return shorten(error instanceof Error ? error.message : String(error), 300);
    }
  }
}


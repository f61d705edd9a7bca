/**
 * Pi: an extension for its events `tool_call`, `user_bash` and `session_start`.
 *
 * It asks with Pi's dialogs where there are any, keeps what is approved for the session, and hides tools that are denied
 * outright. Calls out of a script of `codemode` arrive as calls of their own. A handler that throws denies; what goes
 * wrong at the start denies every call.
 */
import type { AgentCall, AgentTools, ToolMap } from "./contract.ts";
import { authorize } from "./judge.ts";
import { recordOf } from "./payload.ts";
import type { PiApi, PiContext, PiToolCall, PiUserBash } from "./pi/api.ts";
import { askWith } from "./pi/ask.ts";
import { Sessions, type SessionsOptions } from "./sessions.ts";

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
    const reason = await authorize(pi, call, opened, { signal: ctx.signal });
    return reason === null ? undefined : { block: true, reason };
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
    const denied = new Set(opened.session.deniedTools(active));
    if (denied.size > 0) api.setActiveTools(active.filter((tool) => !denied.has(tool)));
    return undefined;
  });
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

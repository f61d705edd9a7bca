/**
 * OpenCode: a plugin for its event `tool.execute.before`.
 *
 * To throw is to deny, and there is no other word: what would be asked is denied, since `permission.ask` is never
 * called. OpenCode's own permissions come after the plugin and can still ask or deny.
 */
import type { AgentTools, ToolMap } from "./contract.ts";
import { authorize } from "./judge.ts";
import { recordOf } from "./payload.ts";
import { Sessions, type SessionsOptions } from "./sessions.ts";

const FILE = ["filePath", "path"];

const TOOLS: ToolMap = {
  bash: { as: "shell", command: "command", workdir: ["workdir"] },
  read: { as: "file", tool: "read", paths: FILE },
  write: { as: "file", tool: "write", paths: FILE },
  edit: { as: "file", tool: "edit", paths: FILE },
  multiedit: { as: "file", tool: "edit", paths: FILE },
  patch: { as: "file", tool: "edit", paths: [], patch: ["patchText"] },
  apply_patch: { as: "file", tool: "edit", paths: [], patch: ["patchText"] },
  glob: { as: "file", tool: "find", paths: ["path"], globs: ["pattern"] },
  grep: { as: "file", tool: "grep", paths: ["path"], globs: ["include"] },
  list: { as: "file", tool: "ls", paths: ["path"] },
  skill: { as: "skill", name: "name" },
  task: { as: "tool", tool: "task" },
  webfetch: { as: "tool", tool: "web_fetch" },
  websearch: { as: "tool", tool: "web_search" },
};

export const opencode: AgentTools = { name: "opencode", tools: TOOLS, mcp: "underscore" };

/** What OpenCode hands to a plugin, as far as this one needs it. */
export interface OpenCodeContext {
  readonly directory?: unknown;
}

export interface OpenCodeHooks {
  readonly config: (config: unknown) => Promise<void>;
  readonly "tool.execute.before": (
    input: { readonly tool?: unknown },
    output: { readonly args?: unknown },
  ) => Promise<void>;
}

/**
 * The plugin's hooks. Never rejects: a plugin that fails at its start is left out by OpenCode without a word, so what
 * goes wrong here denies every call instead.
 */
export async function openCodePlugin(options: SessionsOptions, context: OpenCodeContext): Promise<OpenCodeHooks> {
  const { directory } = context;
  const cwd = typeof directory === "string" ? directory : "";
  const sessions = new Sessions<null>(options, () => undefined);
  // Opened before the first call, which then need not wait for it.
  await sessions.open(cwd, null);
  /** As OpenCode writes them in tool names; null until it told its configuration. */
  let servers: readonly string[] | null = null;
  return {
    async config(config): Promise<void> {
      servers = serversOf(config);
    },
    async "tool.execute.before"({ tool }, { args }): Promise<void> {
      if (cwd === "") throw new Error("tollgate: denied, since the gate is not told the working directory");
      if (typeof tool !== "string" || tool === "") throw new Error("tollgate: denied, since the call names no tool");
      const opened = await sessions.open(cwd, null);
      if (typeof opened === "string") throw new Error(opened);
      const call = { tool, input: args, cwd, root: cwd, agent: null, mcp: null };
      const reason = await authorize(opencode, call, opened, { servers });
      if (reason !== null) throw new Error(reason);
    },
  };
}

/** The names of the MCP servers, with what OpenCode writes for the characters that a tool's name cannot have. */
function serversOf(config: unknown): readonly string[] | null {
  const root = recordOf(config);
  if (root === null) return null;
  return Object.keys(recordOf(root["mcp"]) ?? {}).map((name) => name.replaceAll(/[^A-Za-z0-9_-]/g, "_"));
}

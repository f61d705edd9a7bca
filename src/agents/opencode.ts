/**
 * OpenCode: a plugin for its event `tool.execute.before`.
 *
 * To throw is to deny, and there is no other word: what would be asked is denied, since `permission.ask` is never
 * called. OpenCode's own permissions come after the plugin and can still ask or deny.
 */
import type { Decision } from "../decision.ts";
import { createGate, type Gate } from "../explain.ts";
import type { Table } from "../table/table.ts";
import type { AgentTools, ToolMap } from "./contract.ts";
import { openTable } from "./hook/table-file.ts";
import { judge } from "./judge.ts";
import { AGENT_SHELL_TOOLS } from "./mapping.ts";
import { recordOf } from "./payload.ts";
import { reasonFor, shorten } from "./reason.ts";

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

const CANNOT_ASK =
  "OpenCode gives a plugin no way to ask for that; ask the person to allow it in the policy.";

export interface OpenCodeOptions {
  /** The compiled table, an absolute path. */
  readonly table: string;
}

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
export async function openCodePlugin(options: OpenCodeOptions, context: OpenCodeContext): Promise<OpenCodeHooks> {
  const opened = await open(options, context);
  /** As OpenCode writes them in tool names; null until it told its configuration. */
  let servers: readonly string[] | null = null;
  return {
    async config(config): Promise<void> {
      servers = serversOf(config);
    },
    async "tool.execute.before"({ tool }, { args }): Promise<void> {
      if (typeof opened === "string") throw new Error(`tollgate: denied, since the gate cannot start: ${opened}`);
      if (typeof tool !== "string" || tool === "") throw new Error("tollgate: denied, since the call names no tool");
      const { gate, table, directory } = opened;
      const call = { tool, input: args, cwd: directory, root: directory, agent: null, mcp: null };
      const decision: Decision = judge(opencode, call, gate, table, servers);
      if (decision.action !== "allow") throw new Error(reasonFor(decision, CANNOT_ASK));
    },
  };
}

interface Opened {
  readonly gate: Gate;
  readonly table: Table;
  readonly directory: string;
}

/** What decides; or why there is nothing that could. */
async function open(options: OpenCodeOptions, context: OpenCodeContext): Promise<Opened | string> {
  try {
    const { directory } = context;
    if (typeof directory !== "string" || directory === "") return "it is not told the working directory";
    const table = openTable(options.table);
    return { gate: await createGate({ table, cwd: directory, shellTools: AGENT_SHELL_TOOLS }), table, directory };
  } catch (error) {
    return shorten(error instanceof Error ? error.message : String(error), 300);
  }
}

/** The names of the MCP servers, with what OpenCode writes for the characters that a tool's name cannot have. */
function serversOf(config: unknown): readonly string[] | null {
  const root = recordOf(config);
  if (root === null) return null;
  return Object.keys(recordOf(root["mcp"]) ?? {}).map((name) => name.replaceAll(/[^A-Za-z0-9_-]/g, "_"));
}

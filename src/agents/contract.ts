/**
 * What an adapter is: how an agent names its tools, what it tells a gate, and in which words it takes an answer.
 */
import type { Decision } from "../decision.ts";

/** The agents that there are adapters for. */
export const AGENTS = ["claude", "codex", "copilot", "cursor", "gemini", "opencode", "pi"] as const;
export type AgentName = (typeof AGENTS)[number];

/** The agents that ask a gate by running a command. The others load a module. */
export const HOOK_AGENTS = ["claude", "codex", "copilot", "cursor", "gemini"] as const;
export type HookAgentName = (typeof HOOK_AGENTS)[number];

/** A tool call in the agent's own words. */
export interface AgentCall {
  /** The tool's name as the agent has it: `Bash`, `run_shell_command`. */
  readonly tool: string;
  readonly input: unknown;
  /** Where a relative path of this call starts, absolute; null where the agent does not tell. */
  readonly cwd: string | null;
  /** The directory that the session may work in, absolute; null where the agent does not tell. */
  readonly root: string | null;
  /** What kind of agent calls, where it is not the main one: a subagent's type. */
  readonly agent: string | null;
  /** The MCP server and its tool, where the agent names them apart from `tool`. */
  readonly mcp: McpName | null;
}

export interface McpName {
  readonly server: string;
  readonly tool: string;
}

/** What a tool of an agent is to the gate. Argument names are the agent's. */
export type ToolSpec =
  /**
   * A shell: the argument with its command, and those with the directory to run in. With `patches`, the agent itself
   * applies a patch that it finds in a command.
   */
  | { readonly as: "shell"; readonly command: string; readonly workdir?: readonly string[]; readonly patches?: true }
  /**
   * A tool for files, under the arguments that may hold its path. Arguments in `globs` hold a pattern that names files
   * below the path, those in `patch` a patch that names its files itself.
   */
  | {
      readonly as: "file";
      readonly tool: FileTool;
      readonly paths: readonly string[];
      readonly globs?: readonly string[];
      readonly patch?: readonly string[];
    }
  /** A skill, under the argument that names it. */
  | { readonly as: "skill"; readonly name: string }
  /** A tool that policies know under a common name, whatever the agent calls it. */
  | { readonly as: "tool"; readonly tool: string };

/** A surface for files. */
export type FileTool = "read" | "write" | "edit" | "grep" | "find" | "ls";

/** The tools of an agent by its names for them. A tool that is not here goes to the surface of its own name. */
export type ToolMap = Readonly<Record<string, ToolSpec>>;

/** How an agent names the tools of MCP servers. */
export type McpNaming =
  /** `mcp__server__tool` */
  | "double-underscore"
  /** `mcp_server_tool` */
  | "prefixed"
  /** `server-tool` */
  | "hyphen"
  /** `server_tool` */
  | "underscore"
  /** `MCP:tool` */
  | "colon";

/** An agent as far as its tools go. */
export interface AgentTools {
  readonly name: AgentName;
  readonly tools: ToolMap;
  readonly mcp: McpNaming;
}

/** What a hook command writes and how it ends. */
export interface HookAnswer {
  /** One JSON object, or nothing where silence is the answer. */
  readonly output: string;
  /** For the model or the person, where the agent takes its reason from there; else empty. */
  readonly errors: string;
  readonly code: 0 | 2;
}

/** A call that arrived at a hook, with the event that brought it. */
export interface HookCall extends AgentCall {
  readonly event: string;
  /** What the agent calls this run of it; null where it does not tell. */
  readonly session: string | null;
}

/** An adapter for an agent that asks by running a command. */
export interface HookAgent extends AgentTools {
  readonly name: HookAgentName;
  /** Reads what the agent wrote to the hook. Throws {@link UnreadableCall} where it is no call. */
  read(payload: Payload, surroundings: Surroundings): HookCall;
  /** The decision in the agent's words. `reason` is what to tell the model or the person. */
  answer(call: HookCall, decision: Decision, reason: string): HookAnswer;
}

export type Payload = Readonly<Record<string, unknown>>;

/** Where the agent started the hook. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The hook's own working directory, absolute. */
  readonly directory: string;
}

/** What arrived is not what this agent sends; the message is a sentence for people. */
export class UnreadableCall extends Error {
  override readonly name = "UnreadableCall";
}

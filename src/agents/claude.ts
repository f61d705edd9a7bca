/**
 * Claude Code: a command for its events `PreToolUse` and `PermissionRequest`.
 *
 * Its `file_path` arrives absolute, with `~` and `..` resolved and links not. `cwd` follows a `cd` of an earlier
 * command, so the fence is the project's directory, which is in the hook's environment.
 */
import type { Decision } from "../decision.ts";
import type { HookAgent, HookAnswer, HookCall, McpName, Payload, ToolMap } from "./contract.ts";
import { deniedByCode, oneObject, SILENCE } from "./hook-answer.ts";
import { firstAbsolute, recordOf, requiredText, textOf } from "./payload.ts";

const FILE = ["file_path", "path"];

/** Also the names that older versions had, and Copilot's for the same tools. */
export const CLAUDE_TOOLS: ToolMap = {
  Bash: { as: "shell", command: "command" },
  Read: { as: "file", tool: "read", paths: FILE },
  Write: { as: "file", tool: "write", paths: FILE },
  Edit: { as: "file", tool: "edit", paths: FILE },
  MultiEdit: { as: "file", tool: "edit", paths: FILE },
  NotebookRead: { as: "file", tool: "read", paths: ["notebook_path"] },
  NotebookEdit: { as: "file", tool: "edit", paths: ["notebook_path"] },
  Glob: { as: "file", tool: "find", paths: ["path"], globs: ["pattern"] },
  Grep: { as: "file", tool: "grep", paths: ["path"], globs: ["glob"] },
  LS: { as: "file", tool: "ls", paths: ["path"] },
  Skill: { as: "skill", name: "skill" },
  Agent: { as: "tool", tool: "task" },
  Task: { as: "tool", tool: "task" },
  WebFetch: { as: "tool", tool: "web_fetch" },
  WebSearch: { as: "tool", tool: "web_search" },
};

export const claude: HookAgent = {
  name: "claude",
  tools: CLAUDE_TOOLS,
  mcp: "double-underscore",

  read(payload, { environment, directory }): HookCall {
    const cwd = firstAbsolute(textOf(payload, "cwd"), directory);
    const tool = requiredText(payload, "tool_name");
    return {
      event: requiredText(payload, "hook_event_name"),
      session: textOf(payload, "session_id"),
      tool,
      input: payload["tool_input"],
      cwd,
      root: firstAbsolute(environment["CLAUDE_PROJECT_DIR"], cwd),
      agent: textOf(payload, "agent_type"),
      mcp: serverOf(payload, tool),
    };
  },

  answer(call, decision, reason): HookAnswer {
    switch (call.event) {
      case "PreToolUse":
        return preToolUse(decision, reason);
      case "PermissionRequest":
        return permissionRequest(decision, reason);
      default:
        return deniedByCode(`the event \`${call.event}\` is none that this hook can answer`);
    }
  },
};

/** The server stands beside the tool's name, so that nothing has to be guessed about where its name ends. */
function serverOf(payload: Payload, tool: string): McpName | null {
  const server = recordOf(payload["mcp_server"])?.["name"];
  if (typeof server !== "string" || !tool.startsWith(`mcp__${server}__`)) return null;
  return { server, tool: tool.slice(`mcp__${server}__`.length) };
}

/** An allowed call skips Claude Code's own question; its own rules that ask or deny still hold. */
export function preToolUse({ action }: Decision, reason: string): HookAnswer {
  return oneObject({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: action,
      ...(action === "allow" ? {} : { permissionDecisionReason: reason }),
    },
  });
}

/** Fires where a person is about to be asked. What the policy would ask too is left to that question. */
function permissionRequest({ action }: Decision, reason: string): HookAnswer {
  if (action === "ask") return SILENCE;
  const decision = action === "allow" ? { behavior: "allow" } : { behavior: "deny", message: reason };
  return oneObject({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
}

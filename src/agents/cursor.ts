/**
 * Cursor: a command for its events `preToolUse`, `beforeShellExecution`, `beforeMCPExecution` and `beforeReadFile`, by
 * its documentation; not tried on the real program.
 *
 * Its `ask` is not obeyed before a tool, so what would be asked is denied. For one call both a general and a special
 * event may come; both get the same answer.
 */
import type { HookAgent, HookAnswer, HookCall, Payload, ToolMap } from "./contract.ts";
import { UnreadableCall } from "./contract.ts";
import { oneObject } from "./hook-answer.ts";
import { firstAbsolute, inputOf, requiredText, textOf } from "./payload.ts";

const FILE = ["file_path", "path", "target_file"];

const TOOLS: ToolMap = {
  Shell: { as: "shell", command: "command", workdir: ["working_directory", "cwd"] },
  Read: { as: "file", tool: "read", paths: FILE },
  Write: { as: "file", tool: "write", paths: FILE },
  Edit: { as: "file", tool: "edit", paths: FILE },
  Delete: { as: "file", tool: "write", paths: FILE },
  Grep: { as: "file", tool: "grep", paths: ["path", "target_directory"], globs: ["glob"] },
  Glob: { as: "file", tool: "find", paths: ["path", "target_directory"], globs: ["glob_pattern", "pattern"] },
  LS: { as: "file", tool: "ls", paths: ["path", "target_directory"] },
  Task: { as: "tool", tool: "task" },
  WebFetch: { as: "tool", tool: "web_fetch" },
  WebSearch: { as: "tool", tool: "web_search" },
};

export const cursor: HookAgent = {
  name: "cursor",
  tools: TOOLS,
  mcp: "colon",

  read(payload, surroundings): HookCall {
    const event = requiredText(payload, "hook_event_name");
    const cwd = firstAbsolute(textOf(payload, "cwd"), firstRoot(payload), surroundings.directory);
    const root = firstAbsolute(firstRoot(payload), cwd);
    const where = { event, session: textOf(payload, "conversation_id"), cwd, root, agent: null, mcp: null };
    switch (event) {
      case "preToolUse":
        return { ...where, tool: requiredText(payload, "tool_name"), input: inputOf(payload["tool_input"]) };
      case "beforeShellExecution":
        return { ...where, tool: "Shell", input: { command: payload["command"] } };
      case "beforeReadFile":
        return { ...where, tool: "Read", input: { file_path: payload["file_path"] } };
      case "beforeMCPExecution": {
        const tool = requiredText(payload, "tool_name");
        return { ...where, tool: `MCP:${tool}`, input: inputOf(payload["tool_input"]), mcp: { server: "", tool } };
      }
      default:
        throw new UnreadableCall(`the event \`${event}\` is none that this hook can answer`);
    }
  },

  answer(_call, { action }, reason): HookAnswer {
    if (action === "allow") return oneObject({ permission: "allow" });
    return oneObject({ permission: "deny", user_message: reason, agent_message: reason });
  },
};

function firstRoot(payload: Payload): string | null {
  const roots = payload["workspace_roots"];
  const first: unknown = Array.isArray(roots) ? roots[0] : null;
  return typeof first === "string" ? first : null;
}

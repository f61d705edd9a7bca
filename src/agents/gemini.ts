/**
 * Gemini CLI: a command for its event `BeforeTool`.
 *
 * Its `ask` ends a run in yolo mode and turns a denial of its own policy into a question, so what would be asked is
 * denied. Paths arrive as written.
 */
import type { HookAgent, HookAnswer, HookCall, McpName, Payload, ToolMap } from "./contract.ts";
import { deniedByCode, oneObject } from "./hook-answer.ts";
import { firstAbsolute, recordOf, requiredText, textOf } from "./payload.ts";

const FILE = ["file_path", "absolute_path", "path"];
const FOLDER = ["dir_path", "path", "directory"];

const TOOLS: ToolMap = {
  run_shell_command: { as: "shell", command: "command", workdir: ["dir_path", "directory"] },
  read_file: { as: "file", tool: "read", paths: FILE },
  read_many_files: { as: "file", tool: "read", paths: ["include", "paths"] },
  write_file: { as: "file", tool: "write", paths: FILE },
  replace: { as: "file", tool: "edit", paths: FILE },
  list_directory: { as: "file", tool: "ls", paths: FOLDER },
  glob: { as: "file", tool: "find", paths: FOLDER, globs: ["pattern"] },
  grep_search: { as: "file", tool: "grep", paths: FOLDER, globs: ["include_pattern", "include"] },
  search_file_content: { as: "file", tool: "grep", paths: FOLDER, globs: ["include"] },
  activate_skill: { as: "skill", name: "name" },
  invoke_agent: { as: "tool", tool: "task" },
  web_fetch: { as: "tool", tool: "web_fetch" },
  google_web_search: { as: "tool", tool: "web_search" },
};

export const gemini: HookAgent = {
  name: "gemini",
  tools: TOOLS,
  mcp: "prefixed",

  read(payload, { environment, directory }): HookCall {
    const cwd = firstAbsolute(textOf(payload, "cwd"), environment["GEMINI_PROJECT_DIR"], directory);
    return {
      event: requiredText(payload, "hook_event_name"),
      session: textOf(payload, "session_id"),
      tool: requiredText(payload, "tool_name"),
      input: payload["tool_input"],
      cwd,
      root: cwd,
      agent: null,
      mcp: serverOf(payload),
    };
  },

  answer(call, { action }, reason): HookAnswer {
    if (call.event !== "BeforeTool") {
      return deniedByCode(`the event \`${call.event}\` is none that this hook can answer`);
    }
    return oneObject(action === "allow" ? { decision: "allow" } : { decision: "deny", reason });
  },
};

function serverOf(payload: Payload): McpName | null {
  const context = recordOf(payload["mcp_context"]);
  if (context === null) return null;
  return { server: requiredText(context, "server_name"), tool: requiredText(context, "tool_name") };
}

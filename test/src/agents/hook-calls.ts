/** Calls as each agent reports them to its hook, and the word of its answers. */
import type { HookAgentName } from "../../../src/agents/contract.ts";

/** A shell command. `session` is what the agent calls its run. */
export function callOf(agent: HookAgentName, command: string, about: { cwd: string; session?: string }): string {
  const { cwd, session } = about;
  switch (agent) {
    case "copilot":
      return JSON.stringify({ sessionId: session, cwd, toolName: "bash", toolArgs: { command } });
    case "cursor":
      return JSON.stringify({
        hook_event_name: "beforeShellExecution",
        conversation_id: session,
        cwd,
        workspace_roots: [cwd],
        command,
      });
    case "gemini":
      return JSON.stringify({
        hook_event_name: "BeforeTool",
        session_id: session,
        cwd,
        tool_name: "run_shell_command",
        tool_input: { command },
      });
    case "claude":
    case "codex":
      return JSON.stringify({
        hook_event_name: "PreToolUse",
        session_id: session,
        cwd,
        tool_name: "Bash",
        tool_input: { command },
      });
  }
}

/** The word of an answer, wherever the agent wants it; null for silence. Throws where it is no JSON. */
export function wordOf(output: string): unknown {
  if (output === "") return null;
  const answer = JSON.parse(output) as Record<string, unknown>;
  const inner = (answer["hookSpecificOutput"] ?? answer) as Record<string, unknown>;
  return inner["permissionDecision"] ?? inner["permission"] ?? inner["decision"];
}

/**
 * Codex: a command for its event `PreToolUse`, and for `PermissionRequest`.
 *
 * Only a denial is understood. An `allow` or an `ask` is an error after which the call runs, so an allowed call gets
 * silence, and what would be asked is denied. `cwd` is the directory that the call itself asked to run in; the
 * session's own is where the hook is started.
 */
import type { HookAgent, HookAnswer, HookCall, ToolMap } from "./contract.ts";
import { deniedByCode, oneObject, SILENCE } from "./hook-answer.ts";
import { firstAbsolute, requiredText, textOf } from "./payload.ts";

const TOOLS: ToolMap = {
  Bash: { as: "shell", command: "command", patches: true },
  apply_patch: { as: "file", tool: "edit", paths: [], patch: ["command", "input"] },
  view_image: { as: "file", tool: "read", paths: ["path"] },
  spawn_agent: { as: "tool", tool: "task" },
  web_search: { as: "tool", tool: "web_search" },
};

export const codex: HookAgent = {
  name: "codex",
  tools: TOOLS,
  mcp: "double-underscore",

  read(payload, { directory }): HookCall {
    const agent = textOf(payload, "agent_type");
    return {
      event: requiredText(payload, "hook_event_name"),
      session: textOf(payload, "session_id"),
      tool: requiredText(payload, "tool_name"),
      input: payload["tool_input"],
      cwd: firstAbsolute(textOf(payload, "cwd"), directory),
      root: firstAbsolute(directory),
      agent,
      mcp: null,
    };
  },

  answer(call, { action }, reason): HookAnswer {
    switch (call.event) {
      case "PreToolUse":
        if (action === "allow") return SILENCE;
        return oneObject({
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            permissionDecisionReason: reason,
          },
        });
      case "PermissionRequest":
        // Codex asks in order to leave its sandbox; that a command is allowed does not say that it may.
        if (action !== "deny") return SILENCE;
        return oneObject({
          hookSpecificOutput: {
            hookEventName: "PermissionRequest",
            decision: { behavior: "deny", message: reason },
          },
        });
      default:
        return deniedByCode(`the event \`${call.event}\` is none that this hook can answer`);
    }
  },
};

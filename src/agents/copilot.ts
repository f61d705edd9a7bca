/**
 * Copilot CLI: a command for its event `preToolUse`, or for `PreToolUse`, the same in the words of Claude Code.
 *
 * An answer that allows overrides `--deny-tool`, which a person gave; so an allowed call gets silence, and Copilot asks
 * as it would without a hook. For the same reason there is no answer to its event `permissionRequest`: that comes before
 * Copilot looks at `--deny-tool` as well, and what is to be denied was denied before.
 */
import type { HookAgent, HookAnswer, HookCall, Payload, Surroundings, ToolMap } from "./contract.ts";
import { CLAUDE_TOOLS, preToolUse } from "./claude.ts";
import { deniedByCode, oneObject, SILENCE } from "./hook-answer.ts";
import { firstAbsolute, inputOf, requiredText, textOf } from "./payload.ts";

const FILE = ["path", "file_path"];
const SEARCHED = ["path", "paths"];

/** The names of both events. `Edit` also stands for `apply_patch`, whose patch is in `input`. */
const TOOLS: ToolMap = {
  ...CLAUDE_TOOLS,
  Edit: { as: "file", tool: "edit", paths: FILE, patch: ["input", "patch"] },
  Glob: { as: "file", tool: "find", paths: SEARCHED, globs: ["pattern"] },
  Grep: { as: "file", tool: "grep", paths: SEARCHED, globs: ["glob"] },
  bash: { as: "shell", command: "command" },
  view: { as: "file", tool: "read", paths: FILE },
  create: { as: "file", tool: "write", paths: FILE },
  edit: { as: "file", tool: "edit", paths: FILE },
  str_replace_editor: { as: "file", tool: "edit", paths: FILE },
  apply_patch: { as: "file", tool: "edit", paths: [], patch: ["input", "patch"] },
  glob: { as: "file", tool: "find", paths: SEARCHED, globs: ["pattern"] },
  grep: { as: "file", tool: "grep", paths: SEARCHED, globs: ["glob"] },
  skill: { as: "skill", name: "skill" },
  task: { as: "tool", tool: "task" },
  web_fetch: { as: "tool", tool: "web_fetch" },
  web_search: { as: "tool", tool: "web_search" },
};

export const copilot: HookAgent = {
  name: "copilot",
  tools: TOOLS,
  mcp: "hyphen",

  read(payload, surroundings): HookCall {
    return payload["hook_event_name"] === undefined
      ? ownEvent(payload, surroundings)
      : claudeEvent(payload, surroundings);
  },

  answer(call, decision, reason): HookAnswer {
    const { action } = decision;
    switch (call.event) {
      case "preToolUse":
        if (action === "allow") return SILENCE;
        return oneObject({ permissionDecision: action, permissionDecisionReason: reason });
      case "PreToolUse":
        return action === "allow" ? SILENCE : preToolUse(decision, reason);
      default:
        return deniedByCode(`the event \`${call.event}\` is none that this hook can answer`);
    }
  },
};

/** The payload of `preToolUse` does not name its event; the fields do. */
function ownEvent(payload: Payload, surroundings: Surroundings): HookCall {
  const cwd = firstAbsolute(textOf(payload, "cwd"), surroundings.directory);
  return {
    // Only events that this hook cannot answer say which they are.
    event: textOf(payload, "hookName") ?? "preToolUse",
    session: textOf(payload, "sessionId"),
    tool: requiredText(payload, "toolName"),
    input: inputOf(payload["toolArgs"]),
    cwd,
    root: firstAbsolute(surroundings.environment["COPILOT_PROJECT_DIR"], cwd),
    agent: textOf(payload, "agentType"),
    mcp: null,
  };
}

function claudeEvent(payload: Payload, surroundings: Surroundings): HookCall {
  const cwd = firstAbsolute(textOf(payload, "cwd"), surroundings.directory);
  return {
    event: requiredText(payload, "hook_event_name"),
    session: textOf(payload, "session_id"),
    tool: requiredText(payload, "tool_name"),
    input: inputOf(payload["tool_input"]),
    cwd,
    root: firstAbsolute(surroundings.environment["COPILOT_PROJECT_DIR"], cwd),
    agent: textOf(payload, "agent_type"),
    mcp: null,
  };
}

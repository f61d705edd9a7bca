/** What each agent is told for each decision. */
import { describe, expect, test } from "vitest";
import type { HookAgentName, HookCall } from "../../../src/agents/contract.ts";
import { hookAgent } from "../../../src/agents/hook/agent.ts";
import type { Action, Decision } from "../../../src/decision.ts";

const decision = (action: Action): Decision => ({
  action,
  surface: "bash",
  value: "x",
  rule: null,
  sentinel: null,
  reason: null,
  tool: "Bash",
  command: "x",
  resolvedPath: null,
  origin: [],
  final: false,
});

function answer(name: HookAgentName, event: string, action: Action) {
  const call: HookCall = {
    event,
    session: null,
    tool: "Bash",
    input: {},
    cwd: null,
    root: null,
    agent: null,
    mcp: null,
  };
  const { output, errors, code } = hookAgent(name).answer(call, decision(action), "because");
  return { said: output === "" ? null : (JSON.parse(output) as unknown), errors, code };
}

const hook = (hookEventName: string, more: object) => ({ hookSpecificOutput: { hookEventName, ...more } });
const deny = { permissionDecision: "deny", permissionDecisionReason: "because" };
const refused = { decision: { behavior: "deny", message: "because" } };

describe("an answer", () => {
  test.each<[HookAgentName, string, Action, unknown]>([
    ["claude", "PreToolUse", "allow", hook("PreToolUse", { permissionDecision: "allow" })],
    [
      "claude",
      "PreToolUse",
      "ask",
      hook("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "because" }),
    ],
    ["claude", "PreToolUse", "deny", hook("PreToolUse", deny)],
    ["claude", "PermissionRequest", "allow", hook("PermissionRequest", { decision: { behavior: "allow" } })],
    ["claude", "PermissionRequest", "ask", null],
    ["claude", "PermissionRequest", "deny", hook("PermissionRequest", refused)],
    // An answer that allows or asks is an error to Codex, and the call runs.
    ["codex", "PreToolUse", "allow", null],
    ["codex", "PreToolUse", "ask", hook("PreToolUse", deny)],
    ["codex", "PreToolUse", "deny", hook("PreToolUse", deny)],
    ["codex", "PermissionRequest", "allow", null],
    ["codex", "PermissionRequest", "ask", null],
    ["codex", "PermissionRequest", "deny", hook("PermissionRequest", refused)],
    // An answer that allows would override what a person forbade on the command line.
    ["copilot", "preToolUse", "allow", null],
    ["copilot", "preToolUse", "ask", { permissionDecision: "ask", permissionDecisionReason: "because" }],
    ["copilot", "preToolUse", "deny", deny],
    ["copilot", "PreToolUse", "allow", null],
    [
      "copilot",
      "PreToolUse",
      "ask",
      hook("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "because" }),
    ],
    ["copilot", "PreToolUse", "deny", hook("PreToolUse", deny)],
    ["gemini", "BeforeTool", "allow", { decision: "allow" }],
    ["gemini", "BeforeTool", "ask", { decision: "deny", reason: "because" }],
    ["gemini", "BeforeTool", "deny", { decision: "deny", reason: "because" }],
    ["cursor", "preToolUse", "allow", { permission: "allow" }],
    ["cursor", "preToolUse", "ask", { permission: "deny", user_message: "because", agent_message: "because" }],
    ["cursor", "beforeReadFile", "deny", { permission: "deny", user_message: "because", agent_message: "because" }],
  ])("of %s to %s is for %s as that agent obeys it", (name, event, action, said) => {
    expect(answer(name, event, action)).toEqual({ said, errors: "", code: 0 });
  });

  test.each<[HookAgentName, string]>([
    ["claude", "PostToolUse"],
    ["codex", "Stop"],
    ["copilot", "postToolUse"],
    ["gemini", "AfterTool"],
  ])("of %s to an event that it cannot answer (%s) is a denial", (name, event) => {
    const { said, errors, code } = answer(name, event, "allow");
    expect({ said, code }).toEqual({ said: null, code: 2 });
    expect(errors).toContain(event);
  });
});

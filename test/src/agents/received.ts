/** What a gate is asked about a call as an agent sends it. */
import type { AgentCall, AgentName, AgentTools } from "../../../src/agents/contract.ts";
import { HOOK_AGENTS } from "../../../src/agents/contract.ts";
import { hookAgent } from "../../../src/agents/hook/agent.ts";
import { mapCall } from "../../../src/agents/mapping.ts";
import { opencode } from "../../../src/agents/opencode.ts";
import { pi } from "../../../src/agents/pi.ts";
import { at, textAt } from "../../agents/json.ts";

export function received(name: AgentName, sent: Readonly<Record<string, unknown>>): readonly unknown[] {
  const [agent, call] = callOf(name, sent);
  const { invocations, ownName } = mapCall(agent, call, name === "opencode" ? ["scripted"] : null);
  return [...invocations, ...(ownName === null ? [] : [{ ...ownName, input: "as sent" }])];
}

function callOf(name: AgentName, sent: Readonly<Record<string, unknown>>): [AgentTools, AgentCall] {
  const here = { cwd: "/srv/app", root: "/srv/app", agent: null, mcp: null };
  const hook = HOOK_AGENTS.find((known) => known === name);
  if (hook !== undefined) {
    const agent = hookAgent(hook);
    const environment = { CLAUDE_PROJECT_DIR: "/srv/app", COPILOT_PROJECT_DIR: "/srv/app" };
    return [agent, agent.read(sent, { environment, directory: "/srv/app" })];
  }
  if (name === "pi") return [pi, { ...here, tool: textAt(sent, "toolName"), input: sent["input"] }];
  return [opencode, { ...here, tool: textAt(sent, "input", "tool"), input: at(sent, "output", "args") }];
}

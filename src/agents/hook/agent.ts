/** The adapters of the agents that run a hook command. */
import { claude } from "../claude.ts";
import { codex } from "../codex.ts";
import type { HookAgent, HookAgentName } from "../contract.ts";
import { copilot } from "../copilot.ts";
import { cursor } from "../cursor.ts";
import { gemini } from "../gemini.ts";

const ADAPTERS: Readonly<Record<HookAgentName, HookAgent>> = { claude, codex, copilot, cursor, gemini };

export function hookAgent(name: HookAgentName): HookAgent {
  return ADAPTERS[name];
}

/** What to say instead of asking, for the agents whose hook cannot ask; null for those whose can. */
export const CANNOT_ASK: Readonly<Record<HookAgentName, string | null>> = {
  claude: null,
  copilot: null,
  codex: "Codex gives a hook no way to ask for that; ask the person to allow it in the policy.",
  gemini: "Gemini CLI gives a hook no safe way to ask for that; ask the person to allow it in the policy.",
  cursor: "Cursor gives a hook no safe way to ask for that; ask the person to allow it in the policy.",
};

/**
 * What a person has to do or to know besides what `init` does.
 */
import type { AgentName } from "../../../src/agents/contract.ts";
import { codexTrust } from "./codex-trust.ts";
import type { Level, Machine } from "./places.ts";

/**
 * Sentences for the person. What a change brings with it is said of the agents in `changed` alone; what has to be done
 * by hand, until it is done.
 */
export async function notesOf(
  agents: readonly AgentName[],
  changed: ReadonlySet<AgentName>,
  level: Level,
  machine: Machine,
): Promise<string[]> {
  const notes: string[] = [];
  if (changed.size > 0) {
    notes.push(RUNNING);
    if (level === "project") notes.push(PROJECT);
  }
  if (changed.has("cursor")) notes.push(CURSOR);
  // A hook that was changed is a new one to Codex, so it need not be asked.
  if (changed.has("codex")) notes.push(CODEX);
  else if (agents.includes("codex")) {
    const { state, text } = await codexTrust(machine);
    if (state !== "trusted") notes.push(text);
  }
  return notes;
}

const RUNNING = "an agent that is running now may go on without asking until it is started again";

const PROJECT =
  "the agents' files name places of this machine (Node, tollgate, the project's folder), and elsewhere every call " +
  "would be denied: do not commit them; who works on the project runs `tollgate init --project` themselves";

const CODEX = "Codex runs a new hook only once you trust it: start `codex` and say `/hooks`";

const CURSOR = "Cursor is wired by its documentation; this version was not tried with the program itself";

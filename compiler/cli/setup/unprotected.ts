/**
 * Files that tell agents to ask, where a policy leaves them to the agents: a variable may have put them anywhere.
 */
import { isAbsolute, relative } from "node:path";
import { createGate } from "../../../src/explain.ts";
import { patternText } from "../../../src/session/pattern.ts";
import type { Table } from "../../../src/table/table.ts";
import type { AgentName } from "../../../src/agents/contract.ts";
import { PLACES, type Level, type Machine } from "./places.ts";

export interface UnprotectedFile {
  readonly agent: AgentName;
  readonly file: string;
  /** A rule of `path` that keeps it from the agent; null where no policy can hold its name. */
  readonly rule: string | null;
}

/** The agents' files of which a table does not deny a write. */
export async function unprotectedFiles(
  agents: readonly AgentName[],
  level: Level,
  table: Table,
  machine: Machine,
): Promise<UnprotectedFile[]> {
  const { home, cwd, platform } = machine;
  const gate = await createGate({ table, home, cwd, platform });
  return agents.flatMap((agent) => {
    const file = PLACES[agent].file[level](machine);
    if (gate.decide({ tool: "write", input: { path: file, content: "" } }).action === "deny") return [];
    return [{ agent, file, rule: ruleFor(agent, file, level, machine) }];
  });
}

/**
 * Other files of an agent's own folder switch its hooks off too, so all of it is kept, as `preset:self-protection` keeps
 * it in its usual place; but not where a person's work lies in it.
 */
function ruleFor(agent: AgentName, file: string, level: Level, machine: Machine): string | null {
  const folder = PLACES[agent].folder(machine);
  const isWhole = level === "user" && ![machine.home, machine.cwd].some((place) => isIn(place, folder));
  const path = isWhole ? folder.replace(/[/\\]+$/, "") : file;
  const text = machine.platform === "win32" ? path.replaceAll("\\", "/") : path;
  const pattern = patternText([{ kind: "literal", text }, ...(isWhole ? [{ kind: "below" } as const] : [])]);
  return pattern === null ? null : `final deny write ${pattern} because "this can switch the gate off"`;
}

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[/\\]/)[0] !== "..";
}

/**
 * What `init` would change.
 */
import { CAPABILITIES } from "../../../src/agents/capabilities.ts";
import type { AgentName } from "../../../src/agents/contract.ts";
import type { Table } from "../../../src/table/table.ts";
import { compilePolicy, readInclude, serializeTable } from "../../index.ts";
import { wholeTextOf } from "../../utf8.ts";
import { EXIT, Failure } from "../exit-code.ts";
import type { Change } from "./changes.ts";
import { bytesOf, utf8Text } from "./disk.ts";
import { JsonProblem } from "./json-edit.ts";
import { settingsProblems } from "./settings-file.ts";
import { unprotectedFiles, type UnprotectedFile } from "./unprotected.ts";
import { wire } from "./wiring.ts";
import { piAgentSources } from "./pi-agents.ts";
import { isPresent, ownPlaces, PLACES, type Level, type Machine } from "./places.ts";

/** A first policy, with rules of `path` for settings in unusual places. */
function firstPolicy(rules: readonly string[]): string {
  const kept = rules.length === 0 ? "" : `\n# Settings of agents elsewhere\npath:\n  ${rules.join("\n  ")}\n`;
  return `# What agents may do. After a change, run \`tollgate init\` again.

include preset:starter             # everyday work is free, the rest is asked, a few things are never done
include preset:self-protection     # the gate's own files and the agents' settings stay as they are
${kept}
# Your rules: the last one that matches wins.
`;
}

export interface Plan {
  readonly changes: readonly Change[];
  /** Sentences about what the policy leaves open. */
  readonly notes: readonly string[];
}

/**
 * What the gate's own files have to be: the policy, and the table compiled from it. Those that are right already are not
 * among them. Throws {@link Failure} where the policy cannot be compiled.
 */
export function planOwnFiles(agents: readonly AgentName[], level: Level, machine: Machine): Change[] {
  return ownFiles(agents, level, machine, []).changes;
}

interface OwnFiles {
  readonly changes: Change[];
  readonly table: Table;
  /** There is no policy yet. */
  readonly isFirst: boolean;
}

function ownFiles(agents: readonly AgentName[], level: Level, machine: Machine, rules: readonly string[]): OwnFiles {
  const own = ownPlaces(machine, level);
  const policyBefore = bytesOf(own.policy);
  const policy = policyBefore ?? Buffer.from(firstPolicy(rules));
  // A table that another agent's setup writes must not lose them.
  const piAgents = isPresent("pi", machine) || agents.includes("pi") ? piAgentSources(level, machine) : [];
  const sources = [{ file: own.policy, text: utf8Text(own.policy, policy) }, ...piAgents];
  const compiled = compilePolicy(sources, { readInclude, lean: true });
  const error = compiled.diagnostics.find(({ severity }) => severity === "error");
  if (compiled.data === null || compiled.table === null) {
    // There is no other reason for it.
    const { file, line, message } = error!;
    const agent = piAgents.some((one) => one.file === file) ? `--policy ${own.policy} --policy ` : "";
    throw new Failure(
      EXIT.problems,
      `\`${file}\` line ${line}: ${message}, so it cannot be compiled`,
      `\`tollgate check ${agent}${file}\` shows all of it`,
    );
  }
  const table = Buffer.from(serializeTable(compiled.data));
  const summary = `${compiled.data.rules.length} rules, ${table.length} bytes`;
  const changes: Change[] = [
    { path: own.policy, before: policyBefore, after: policy, agent: null, summary: null },
    {
      path: own.table,
      before: bytesOf(own.table),
      after: table,
      agent: null,
      summary: `the table compiled from ${compiledFrom(own.policy, piAgents.length)}: ${summary}`,
    },
  ];
  return { changes: changes.filter(isDue), table: compiled.table, isFirst: policyBefore === null };
}

/** The changes that put the gate in front of the agents. Files that are right already are not among them. */
export async function planSetup(agents: readonly AgentName[], level: Level, machine: Machine): Promise<Plan> {
  const own = ownPlaces(machine, level);
  const first = ownFiles(agents, level, machine, []);
  const open = await unprotectedFiles(agents, level, first.table, machine);
  const rules = first.isFirst ? open.flatMap(({ rule }) => rule ?? []) : [];
  const { changes } = rules.length === 0 ? first : ownFiles(agents, level, machine, rules);
  const unkept = open.filter(({ rule }) => !first.isFirst || rule === null);
  for (const agent of agents) {
    const path = PLACES[agent].file[level](machine);
    const before = bytesOf(path);
    const after = wiredBytes(agent, path, before, own.table, machine);
    changes.push({ path, before, after, agent, summary: null });
  }
  return { changes: changes.filter(isDue), notes: unkept.map((file) => unprotectedNote(file, own.policy)) };
}

function unprotectedNote({ agent, file, rule }: UnprotectedFile, policy: string): string {
  const open = `${file}, which tells ${CAPABILITIES[agent].title} to ask, is not kept from the agent`;
  return rule === null ? `${open}, and no rule can name it` : `${open}; add \`path: ${rule}\` to ${policy}`;
}

function isDue({ before, after }: Change): boolean {
  return before === null || !before.equals(after);
}

function compiledFrom(policy: string, agents: number): string {
  if (agents === 0) return policy;
  return `${policy} and the permissions of ${agents === 1 ? "an agent" : `${agents} agents`} of Pi`;
}

function wiredBytes(agent: AgentName, path: string, before: Buffer | null, table: string, machine: Machine): Buffer {
  const text = before === null ? null : wholeTextOf(before);
  if (before !== null && text === null) {
    throw new Failure(EXIT.problems, `\`${path}\` is no UTF-8 text, so it cannot be added to`);
  }
  // An agent that drops the file would drop the gate with it, and an answer that all is done would be wrong.
  const problems = text === null || text.trim() === "" ? [] : settingsProblems(agent, text);
  const [problem] = problems;
  if (problem !== undefined) {
    const { line, what } = problem;
    const more = problems.length === 1 ? "" : ` (and ${problems.length - 1} more)`;
    throw new Failure(
      EXIT.problems,
      `\`${path}\` line ${line}: ${what}${more}`,
      "nothing was changed; mend that and run `tollgate init` again",
    );
  }
  try {
    return Buffer.from(wire(text, { agent, table, machine }));
  } catch (error) {
    if (error instanceof JsonProblem) throw new Failure(EXIT.problems, `\`${path}\` ${error.message}`);
    throw error;
  }
}

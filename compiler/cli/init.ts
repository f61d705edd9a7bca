/**
 * `tollgate init`: puts the gate in front of the agents of this machine, and takes it away again.
 */
import { isAbsolute } from "node:path";
import { AGENTS, type AgentName } from "../../src/agents/contract.ts";
import { nearest } from "../suggest.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { readLines } from "./lines.ts";
import { applyChange, showChange } from "./setup/changes.ts";
import { checkWritable } from "./setup/disk.ts";
import { asksByCommand } from "./setup/hook-line.ts";
import { notesOf } from "./setup/notes.ts";
import { isPresent, ownPlaces, type Level, type Machine } from "./setup/places.ts";
import { planSetup, type Plan } from "./setup/plan.ts";
import { quickenHook } from "./setup/quicken.ts";
import { readRecord, recorded, writeRecord } from "./setup/record.ts";
import { planUndo, undo } from "./setup/undo.ts";
import type { World } from "./world.ts";

export const init: Command = {
  name: "init",
  summary: "put the gate in front of your agents",
  help: `Usage: tollgate init [OPTION…] [AGENT…]
       tollgate init --undo [--project]

Writes a first policy, compiles it, and tells the agents to ask before each tool call: those that are given, or all
that are found here. Shows every change first. What stands in the agents' files already stays as it is, to the byte.
Run again after a change of the policy, or when an agent is new here. Entries of the gate that were changed are mended;
a file that an agent would not read as it stands is left alone, with the line that is in the way.
What is left to do by hand, such as to trust the hook in Codex, is said at every run until it is done.

AGENT is one of claude, codex, copilot, cursor, gemini, opencode, pi.

  --project           for the project in the current directory, not for all of your work
  --undo              put everything back as it was
  --yes               do it without asking

The policy is ~/.config/tollgate/policy.gate, or .tollgate/policy.gate in a project. Where Pi is found, what the
frontmatter of its agents permits is compiled with it. Settings that a variable (\`CLAUDE_CONFIG_DIR\` and the like) has
put elsewhere get a rule of their own in a new policy; of one that is there already, you are told the line that is
missing.

\`--undo\` takes the gate's entries out and leaves what others changed since, and the log. Where it
cannot, the policy, the table and what \`init\` wrote down stay until it is run again, so that no agent asks a gate that
is gone.

Exit codes: 0 all is in place, or nothing was to be done; 1 the policy has errors, or a file cannot be added to or taken
out of; 2 wrong usage; 3 a file could not be read or written.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("init", args, {
      project: { type: "boolean" },
      undo: { type: "boolean" },
      yes: { type: "boolean", short: "y" },
    });
    const level: Level = values.project === true ? "project" : "user";
    const machine = machineOf(world);
    const yes = values.yes === true;
    if (values.undo !== true) return await setUp(agentsOf("init", positionals, machine), level, machine, yes, world);
    if (positionals.length > 0) throw usage("init", "`--undo` takes no agents: it puts all of them back");
    return await takeBack(level, machine, yes, world);
  },
};

/** Variables that agents take folders of theirs from. */
const FOLDERS = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "PI_CODING_AGENT_DIR", "XDG_CONFIG_HOME"];

/** The machine as the setup sees it. Throws {@link Failure} where a folder is not given whole: it would be another one elsewhere. */
export function machineOf({ home, cwd, platform }: World, environment = process.env): Machine {
  if (!isAbsolute(home)) {
    throw new Failure(EXIT.usage, `your home directory is \`${home}\`, which is no absolute path`, "set `HOME` to it");
  }
  for (const name of FOLDERS) {
    const value = environment[name];
    if (value !== undefined && value !== "" && !isAbsolute(value)) {
      throw new Failure(
        EXIT.usage,
        `\`${name}\` is \`${value}\`, which is no absolute path`,
        "set it to one, or to nothing",
      );
    }
  }
  return { home, cwd, platform, environment };
}

/** The agents that were named, or those that are here. */
export function agentsOf(command: string, names: readonly string[], machine: Machine): AgentName[] {
  if (names.length === 0) {
    const found = AGENTS.filter((agent) => isPresent(agent, machine));
    if (found.length === 0) {
      throw new Failure(EXIT.usage, "no agent is found here", `name the one that you mean: ${AGENTS.join(", ")}`);
    }
    return found;
  }
  return names.map((name) => {
    const agent = AGENTS.find((known) => known === name);
    if (agent === undefined) throw usage(command, `there is no agent \`${name}\``, nearest(name, AGENTS));
    return agent;
  });
}

async function setUp(
  agents: readonly AgentName[],
  level: Level,
  machine: Machine,
  yes: boolean,
  world: World,
): Promise<ExitCode> {
  const plan = await planSetup(agents, level, machine);
  // Before anything is shown: without the record, nothing is changed.
  const { record, table } = ownPlaces(machine, level);
  readRecord(record);
  const quicken = (): void => {
    if (agents.some(asksByCommand)) quickenHook(table, machine);
  };
  if (plan.changes.length === 0) {
    quicken();
    const notes = await notesFor(plan, agents, level, machine);
    await world.output.write(
      `${notes}nothing to change: all is in place for ${agents.join(", ")}; \`tollgate doctor\` tells whether it works\n`,
    );
    return EXIT.ok;
  }
  for (const path of [...plan.changes.map((change) => change.path), record]) checkWritable(path);
  await world.output.write(plan.changes.map((change) => `${showChange(change)}\n`).join(""));
  if (!yes && !(await confirmed("make these changes", world))) return EXIT.ok;
  perform(plan, level, machine);
  quicken();
  const notes = await notesFor(plan, agents, level, machine);
  await world.output.write(`${notes}done; \`tollgate doctor\` tells whether it works\n`);
  return EXIT.ok;
}

/** The lines that tell a person what is to be known and done besides. */
async function notesFor(plan: Plan, agents: readonly AgentName[], level: Level, machine: Machine): Promise<string> {
  const changed = new Set(plan.changes.flatMap(({ agent }) => agent ?? []));
  const notes = [...plan.notes, ...(await notesOf(agents, changed, level, machine))];
  return notes.map((note) => `note: ${note}\n`).join("");
}

/** The gate's own files come first: an agent must not ask for a table that is not there yet. */
function perform({ changes }: Plan, level: Level, machine: Machine): void {
  const { record: path } = ownPlaces(machine, level);
  for (const [index, change] of changes.entries()) {
    const record = readRecord(path);
    try {
      // On record first, so that whatever is done can be undone.
      writeRecord(path, recorded(record, change));
      applyChange(change);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const help = index === 0 ? error.help : "`tollgate init --undo` takes back what was done";
      throw new Failure(error.code, error.message, help);
    }
  }
}

async function takeBack(level: Level, machine: Machine, yes: boolean, world: World): Promise<ExitCode> {
  const steps = planUndo(level, machine);
  if (steps.length === 0) {
    await world.output.write("nothing to undo: no change of `tollgate init` is left here\n");
    return EXIT.ok;
  }
  await world.output.write(steps.map(({ what }) => `${what}\n`).join(""));
  if (!yes && !(await confirmed("do this", world))) return EXIT.ok;
  const failures = undo(steps, level, machine);
  if (failures.length === 0) {
    await world.output.write("done\n");
    return EXIT.ok;
  }
  throw new Failure(
    failures.some(({ code }) => code === EXIT.file) ? EXIT.file : EXIT.problems,
    `not all was undone: ${failures.map(({ message }) => message).join("; ")}`,
    "mend that and run `tollgate init --undo` again; until then the gate stays for the agents that ask it",
  );
}

/** Asks on the terminal. No answer is a no. */
async function confirmed(what: string, world: World): Promise<boolean> {
  await world.output.write(`${what}? [y/N] `);
  for await (const lines of readLines(world.input, 1_000)) {
    const first = lines[0]?.bytes;
    if (first !== undefined && first !== null && /^y(?:es)?$/i.test(Buffer.from(first).toString("utf8").trim()))
      return true;
    break;
  }
  await world.output.write("nothing was changed\n");
  return false;
}

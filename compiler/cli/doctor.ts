/**
 * `tollgate doctor`: whether the agents ask the gate, and would obey it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { CAPABILITIES } from "../../src/agents/capabilities.ts";
import { AGENTS, type AgentName } from "../../src/agents/contract.ts";
import { parseCommandLine, type Command } from "./command.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { agentsOf, machineOf } from "./init.ts";
import { paint } from "./paint.ts";
import { codexTrust } from "./setup/codex-trust.ts";
import { switchedOff } from "./setup/disabled.ts";
import { bytesOf } from "./setup/disk.ts";
import { dryCall } from "./setup/dry-call.ts";
import { asksByCommand } from "./setup/hook-line.ts";
import { JsonProblem } from "./setup/json-edit.ts";
import { notCompiledIn } from "./setup/pi-agents.ts";
import { findCommand, isPresent, ownPlaces, PLACES, type Level, type Machine } from "./setup/places.ts";
import { planOwnFiles } from "./setup/plan.ts";
import { settingsProblems } from "./setup/settings-file.ts";
import { holdsGate, logBeside, wiredCommands, wiringDifferences, type Wiring } from "./setup/wiring.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "check that your agents ask the gate",
  help: `Usage: tollgate doctor [OPTION…] [AGENT…]

Checks each agent that is given, or all that are found here: that it is of a version whose ways are known, that it reads
the file which tells it to ask, that all stands there as \`init\` would write it, that no setting makes it pass over that,
that Codex trusts the hook, that the table is compiled from the policy and the permissions of Pi's agents as they are
now, and that a call which has to be denied is denied, by the same command that the agent runs. What could not be
checked has a line that says so. Then says what the agent lets a gate do.

  --project           for the project in the current directory, not for all of your work
  --brief             leave out what each agent lets a gate do

Exit codes: 0 every agent asks the gate; 1 one does not, or may not; 2 wrong usage; 3 a file could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("doctor", args, {
      project: { type: "boolean" },
      brief: { type: "boolean" },
    });
    const machine = machineOf(world);
    const level: Level = values.project === true ? "project" : "user";
    const color = paint(world.output.color);
    let healthy = true;
    const own = ownProblem(level, machine);
    for (const agent of agentsOf("doctor", positionals, machine)) {
      const { wired, findings } = await examine(agent, own, level, machine);
      const bad = findings.some(({ kind }) => kind === "bad");
      healthy &&= !bad;
      const unchecked = findings.some(({ kind }) => kind === "unchecked");
      const good = unchecked ? color.yellow("asks the gate, as far as can be told") : color.green("asks the gate");
      const verdict = bad ? color.red(wired ? "not in order" : "does not ask the gate") : good;
      await world.output.write(`${CAPABILITIES[agent].title}: ${verdict}\n`);
      for (const { kind, text } of findings) await world.output.write(`  ${MARKS[kind]} ${text}\n`);
      if (values.brief !== true) await world.output.write(`${capabilityLines(agent)}\n`);
    }
    const absent = AGENTS.filter((agent) => !isPresent(agent, machine));
    if (positionals.length === 0 && absent.length > 0) {
      await world.output.write(`not found here: ${absent.join(", ")}\n`);
    }
    return healthy ? EXIT.ok : EXIT.problems;
  },
};

interface Finding {
  readonly kind: "good" | "note" | "unchecked" | "bad";
  readonly text: string;
}

const MARKS = { good: "+", note: "?", unchecked: "?", bad: "!" } as const;

interface Examination {
  /** The agent is told to ask. */
  readonly wired: boolean;
  readonly findings: readonly Finding[];
}

/** Everything that can be said about an agent here. */
async function examine(agent: AgentName, own: OwnProblem | null, level: Level, machine: Machine): Promise<Examination> {
  const program = findCommand(PLACES[agent].commands, machine);
  const findings: Finding[] = [versionFinding(agent, program)];
  const file = PLACES[agent].file[level](machine);
  const { table } = ownPlaces(machine, level);
  const init = `\`tollgate init ${level === "project" ? "--project " : ""}${agent}\``;
  const { wired, found } = judge(file, { agent, table, machine }, init);
  findings.push(...found);
  if (own !== null && (wired !== null || !own.isAbsent)) {
    findings.push({ kind: "bad", text: own.byInit ? `${own.what}; run ${init}` : own.what });
  }
  if (wired === null) return { wired: false, findings };
  findings.push(...switchedOff(agent, machine).map((text): Finding => ({ kind: "bad", text })));
  if (agent === "codex") findings.push(await trustFinding(machine));
  const logged = sizeOf(logBeside(table));
  if (agent === "pi") findings.push(...agentFindings(level, machine));
  const wrong = answerOf(agent, wired, table, machine);
  findings.push(
    wrong === null
      ? { kind: "good", text: "a write of the gate's own table is denied by the command that it runs" }
      : { kind: "bad", text: wrong },
  );
  if (wrong === null) findings.push(logFinding(init, logBeside(table), logged));
  return { wired: true, findings };
}

function versionFinding(agent: AgentName, program: string | null): Finding {
  const { tried } = CAPABILITIES[agent];
  const known = tried === null ? "its ways are known from its documentation alone" : `its ways are known from ${tried}`;
  if (program === null) return { kind: "note", text: `its program is not on the PATH; ${known}` };
  const run = spawnSync(program, ["--version"], {
    encoding: "utf8",
    timeout: 10_000,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const version = /\d+\.\d+\.\d+/.exec(run.stdout ?? "")?.[0];
  if (version === undefined) return { kind: "note", text: `${program} does not tell its version; ${known}` };
  if (version === tried) return { kind: "good", text: `version ${version}, which is the one that was tried` };
  return { kind: "note", text: `version ${version}; ${known}` };
}

interface Judgement {
  /** The command line or the file by which the agent asks; null where it does not. */
  readonly wired: string | null;
  readonly found: readonly Finding[];
}

/** What stands in the agent's file, held against what `init` would write there. */
function judge(file: string, wiring: Wiring, init: string): Judgement {
  const { agent } = wiring;
  const bad = (text: string): Finding => ({ kind: "bad", text });
  const bytes = bytesOf(file);
  const text = bytes?.toString("utf8") ?? "";
  const silent = { wired: null, found: [bad(`${file} does not tell it to ask; run ${init}`)] };
  if (text.trim() === "") return silent;
  const problems = settingsProblems(agent, text);
  const found = problems.map(({ line, what }) => bad(`${file} line ${line}: ${what}`));
  try {
    if (!holdsGate(text, agent)) return found.length > 0 ? { wired: null, found } : silent;
    const differ = wiringDifferences(text, wiring);
    found.push(...differ.map((what) => bad(`${file}: ${what}; ${init} mends it`)));
    if (found.length === 0) found.push({ kind: "good", text: `told to ask in ${file}` });
    if (agent === "claude") found.push({ kind: "note", text: OTHER_SETTINGS });
    return { wired: asksByCommand(agent) ? wiredCommands(text, agent)[0]! : file, found };
  } catch (error) {
    // What the gate's entries cannot be looked for in is a problem of the file, and said already.
    if (!(error instanceof JsonProblem) || found.length === 0) throw error;
    return { wired: null, found };
  }
}

const OTHER_SETTINGS =
  "a setting of another type than it has to be makes Claude Code drop its file; only the common ones were looked at, `claude doctor` lists all";

/** What is wrong with the gate's own files. */
interface OwnProblem {
  readonly what: string;
  /** They are not there, which matters to an agent that asks. */
  readonly isAbsent: boolean;
  /** `init` mends it. */
  readonly byInit: boolean;
}

/** The table has to be what the policy says now. */
function ownProblem(level: Level, machine: Machine): OwnProblem | null {
  const { policy, table } = ownPlaces(machine, level);
  try {
    const due = planOwnFiles([], level, machine);
    if (due.length === 0) return null;
    const absent = [policy, table].find((path) => !existsSync(path));
    if (absent !== undefined) return { what: `${absent} is not there`, isAbsent: true, byInit: true };
    // Permissions of Pi's agents are told of by their files.
    if (notCompiledIn(level, table, machine).length > 0) return null;
    return { what: `${table} is not what ${policy} says by now`, isAbsent: false, byInit: true };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const help = error.help === null ? "" : `; ${error.help}`;
    const holds = existsSync(table) ? "; until that is mended, what was compiled before holds" : "";
    return { what: `${error.message}${help}${holds}`, isAbsent: false, byInit: false };
  }
}

/** Agents whose permissions the table does not have. */
function agentFindings(level: Level, machine: Machine): Finding[] {
  const { table } = ownPlaces(machine, level);
  const flag = level === "project" ? "--project " : "";
  const stale = notCompiledIn(level, table, machine).map((file): Finding => ({
    kind: "bad",
    text: `${file} has permissions that are not in the table as they stand there; run \`tollgate init ${flag}pi\``,
  }));
  if (level === "project") return stale;
  const ofProject = notCompiledIn("project", ownPlaces(machine, "project").table, machine).map((file): Finding => ({
    kind: "note",
    text: `${file} has permissions that hold once \`tollgate init --project pi\` has compiled them`,
  }));
  return [...stale, ...ofProject];
}

async function trustFinding(machine: Machine): Promise<Finding> {
  const { state, text } = await codexTrust(machine);
  return { kind: TRUST[state], text };
}

const TRUST = { trusted: "good", unknown: "unchecked", untrusted: "bad" } as const;

/** That call is in the log by now, unless there is none or it cannot be written, which changes no answer. */
function logFinding(init: string, log: string, before: string): Finding {
  if (sizeOf(log) !== before) return { kind: "good", text: `what it decides is written to ${log}` };
  return { kind: "note", text: `nothing is written to ${log}: it cannot be, or ${init} has to be run again` };
}

/** Changes with each record, also where a new file is begun. */
function sizeOf(log: string): string {
  try {
    const { ino, size } = statSync(log);
    return `${ino} ${size}`;
  } catch {
    return "none";
  }
}

function answerOf(agent: AgentName, wired: string, target: string, machine: Machine): string | null {
  try {
    return dryCall(agent, wired, target, machine);
  } catch (error) {
    return `it cannot be tried: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function capabilityLines(agent: AgentName): string {
  const { allow, ask, deny, failure, unseen, switchedOff: off, nested } = CAPABILITIES[agent];
  const facts = { allow, ask, deny, "gate fails": failure, "never seen": unseen, "switched off by": off, nested };
  return Object.entries(facts)
    .map(([name, text]) => `    ${`${name}:`.padEnd(16)} ${text}\n`)
    .join("");
}

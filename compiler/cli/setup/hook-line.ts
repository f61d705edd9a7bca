/**
 * The command line that an agent runs before each call.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HOOK_AGENTS, type AgentName, type HookAgentName } from "../../../src/agents/contract.ts";
import { findCommand, type Machine } from "./places.ts";

/**
 * Seconds until the gate is killed: longer than its own deadline, so that it can say why, and shorter than what the
 * agents are told, since they run a call whose hook took too long.
 */
const KILLED_AFTER = 8;
export const AGENT_TIMEOUT = 12;

/** True for an agent that asks by a command line; the others load a module, from a file that is only the gate's. */
export function asksByCommand(agent: AgentName): agent is HookAgentName {
  return HOOK_AGENTS.some((name) => name === agent);
}

/** By this, a line of ours is known. */
export const MARK = "tollgate-hook";

/** A file that agents load or run: beside `compiler` in a build, in `dist` in a checkout. */
export function builtFile(name: string): string {
  const candidates = [`../../../${name}`, `../../../dist/${name}`];
  const paths = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

/** The hook program that ships with the package. */
export function hookProgram(): string {
  return builtFile("tollgate-hook.cjs");
}

export interface HookLine {
  readonly agent: HookAgentName;
  readonly table: string;
  /** The review log; none otherwise. */
  readonly log?: string;
  readonly machine: Machine;
  /** The program that runs the hook. This process's own otherwise. */
  readonly node?: string;
  readonly program?: string;
  /** Seconds until it is killed. */
  readonly killedAfter?: number;
}

/**
 * The line. However the gate ends (killed, crashed, not found, out of time), the line ends with exit code 2 and a
 * message, which every agent takes for a denial; most of them run a call whose hook merely failed.
 *
 * `sh` runs it whatever shell the agent would take, and the words of the command reach it as they are.
 */
export function hookLine(line: HookLine): string {
  const { agent, table, log, machine, node = process.execPath, program = hookProgram() } = line;
  const killedAfter = line.killedAfter ?? KILLED_AFTER;
  const words = [node, program, agent, "--table", table, ...(log === undefined ? [] : ["--log", log])];
  if (machine.platform === "win32") return words.map((word) => `"${word.replaceAll('"', "")}"`).join(" ");
  const kill = watchdog(machine, killedAfter);
  if (kill !== "") words.push("--watched");
  const script = `${PLAIN_NODE}${kill}"$@" || { echo "tollgate: the gate failed, so this call is denied" >&2; exit 2; }`;
  return ["/bin/sh", "-c", script, MARK, ...words].map(quote).join(" ");
}

/**
 * What the environment tells Node is not for the gate: options may load code of a project, and Node reads further
 * certificates at every start, which takes longer than the gate does.
 */
const PLAIN_NODE = "NODE_OPTIONS= NODE_EXTRA_CA_CERTS= ";

/** What kills a gate that hangs in a call of the system: `timeout`, or Perl's alarm where that is missing (macOS). */
function watchdog(machine: Machine, seconds: number): string {
  const found = findCommand(["timeout", "gtimeout"], machine);
  if (found !== null) return `${quote(found)} -s KILL ${seconds} `;
  const perl = findCommand(["perl"], machine);
  return perl === null ? "" : `${quote(perl)} -e "alarm shift; exec @ARGV" ${seconds} `;
}

/** A word as every POSIX shell reads it, quoted only where it has to be. */
function quote(word: string): string {
  return /^[A-Za-z0-9_./@%+=:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

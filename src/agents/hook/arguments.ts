/**
 * The arguments of the hook command.
 */
import { HOOK_AGENTS, type HookAgentName } from "../contract.ts";

export interface HookArguments {
  readonly agent: HookAgentName;
  readonly table: string;
  /** The review log; null for none. */
  readonly log: string | null;
  /** From the start of the process to its answer, in milliseconds. */
  readonly deadline: number;
  /**
   * Whoever starts the process kills it where it takes too long, and makes a denial of every end but an answer. So it
   * may wait for its input in a way that nothing inside can end, which is the quickest one.
   */
  readonly watched: boolean;
}

export const USAGE = "tollgate-hook AGENT --table FILE [--log FILE] [--deadline MILLISECONDS] [--watched]";

/** Shorter than the `timeout` that `init` puts around the hook, which is shorter than what it tells the agent. */
const DEADLINE = 5_000;
const LONGEST_DEADLINE = 600_000;

/** Reads the arguments; answers a sentence for people where they are none. */
export function readArguments(words: readonly string[]): HookArguments | string {
  const [name, ...rest] = words;
  const agent = HOOK_AGENTS.find((known) => known === name);
  if (agent === undefined) return `the first argument has to be one of ${HOOK_AGENTS.join(", ")}`;
  let table: string | null = null;
  let log: string | null = null;
  let deadline = DEADLINE;
  let watched = false;
  for (let at = 0; at < rest.length; at++) {
    const option = rest[at]!;
    if (option === "--watched") {
      watched = true;
      continue;
    }
    const value = rest[++at];
    if (value === undefined) return `\`${option}\` needs a value`;
    if (option === "--table") table = value;
    else if (option === "--log") log = value;
    else if (option === "--deadline") deadline = Number(value);
    else return `there is no option \`${option}\``;
  }
  if (table === null || table === "") return "`--table FILE` is missing";
  if (log === "") return "`--log` is empty; name a file, or leave it out";
  if (!Number.isInteger(deadline) || deadline < 1 || deadline > LONGEST_DEADLINE) {
    return "`--deadline` has to be a number of milliseconds";
  }
  return { agent, table, log, deadline, watched };
}

/**
 * The command that agents run before each tool call: reads the call from the standard input, and writes the answer in
 * that agent's words. Whatever goes wrong is a denial.
 */
import { hookAgent } from "./hook/agent.ts";
import { readArguments, USAGE } from "./hook/arguments.ts";
import { runWithin, startDeadline } from "./hook/deadline.ts";
import { decide } from "./hook/decide.ts";
import { deny, denyOnSignals, denyUnlessFinished, finish, messageOf } from "./hook/failure.ts";
import { parsePayload, readInput } from "./hook/input.ts";
import { openTable } from "./hook/table-file.ts";

async function main(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  if (typeof given === "string") deny(`${given}; usage: ${USAGE}`);
  const late = (): never => deny(`the gate took longer than ${given.deadline} milliseconds`);
  startDeadline(given.deadline, late);
  if (!given.watched) denyOnSignals();
  const left = (): number => Math.max(1, Math.floor(given.deadline - process.uptime() * 1000));
  const watched = <T>(work: () => T): T => runWithin(left(), work);

  const agent = hookAgent(given.agent);
  const input = readInput(given.watched);
  const table = watched(() => openTable(given.table));
  const surroundings = { environment: process.env, directory: process.cwd() };
  const bytes = await input;
  // Not watched: it takes as long as its input, which is bounded, and a watch costs most of a millisecond.
  const call = agent.read(parsePayload(bytes), surroundings);
  const decided = await decide(agent, call, table, surroundings, watched);
  if (given.log !== null) {
    const { writeRecords } = await import("./hook/log.ts");
    await writeRecords(given.log, { ...decided, agent, call, table }, left());
  }
  const { answer } = decided;
  finish(answer.output, answer.errors, answer.code);
}

denyUnlessFinished();
main().catch((error: unknown) => deny(`the gate failed: ${messageOf(error)}`));

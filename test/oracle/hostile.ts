/** `npm run hostile -- --count N --seed S`: decides hostile commands and tells of errors, slow answers and memory. */
import { parseArgs } from "node:util";
import fc from "fast-check";
import type { Decision } from "../../src/index.ts";
import { openHostileGate } from "./hostile-gate.ts";
import { hostileCommand } from "./mutations.ts";

/** Milliseconds of processor time above which an answer is told of as slow. */
const SLOW_MS = 250;
/** How many commands are made and held at a time. */
const BATCH = 1000;
/** How many commands are decided before any is measured: they have the gate's code compiled. */
const WARM_UP = 500;
/**
 * How often a slow answer is measured again. What the same command costs differs by what the collector of garbage has
 * to do just then and by what else the machine does; the least is what the command itself costs.
 */
const AGAIN = 3;

const { values } = parseArgs({
  options: { count: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
});
const gate = await openHostileGate();

/** Decides a command, and how many milliseconds of processor time that took, over all threads. */
function measured(command: string): { readonly decision: Decision; readonly ms: number } {
  const before = process.cpuUsage();
  const decision = gate.decide({ tool: "bash", input: { command } });
  const { user, system } = process.cpuUsage(before);
  return { decision, ms: (user + system) / 1000 };
}

const count = Number(values.count);
for (const command of fc.sample(hostileCommand, { numRuns: WARM_UP, seed: Number(values.seed) - 1 })) measured(command);
const answers: Record<string, number> = { allow: 0, ask: 0, deny: 0 };
const slow: { ms: number; command: string }[] = [];
let errors = 0;
let slowest = 0;
let heap = 0;
for (let done = 0; done < count; done += BATCH) {
  for (const command of fc.sample(hostileCommand, {
    numRuns: Math.min(BATCH, count - done),
    seed: Number(values.seed) + done,
  })) {
    const { decision, ms: first } = measured(command);
    const { action, sentinel, reason } = decision;
    let ms = first;
    for (let again = 0; again < AGAIN && ms > SLOW_MS; again++) ms = Math.min(ms, measured(command).ms);
    answers[action] = (answers[action] ?? 0) + 1;
    slowest = Math.max(slowest, ms);
    if (ms > SLOW_MS) slow.push({ ms, command });
    if (sentinel === "<gate-error>") {
      errors += 1;
      console.log(`error: ${reason}: ${JSON.stringify(command.slice(0, 300))}`);
    }
  }
  globalThis.gc?.();
  const used = process.memoryUsage().heapUsed;
  if (done === 0) heap = used;
  else if (done % 20_000 === 0)
    console.log(`${done} done, heap ${((used - heap) / 1e6).toFixed(1)} MB above the start`);
}
console.log(
  `${count} commands: ${JSON.stringify(answers)}, ${errors} errors, slowest ${slowest.toFixed(0)} ms of processor time`,
);
for (const { ms, command } of slow.toSorted((a, b) => b.ms - a.ms).slice(0, 20)) {
  console.log(`${ms.toFixed(0)} ms, ${command.length} characters: ${JSON.stringify(command.slice(0, 160))}`);
}
process.exitCode = errors > 0 || slow.length > 0 ? 1 : 0;

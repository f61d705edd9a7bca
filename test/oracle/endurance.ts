/** `npm run endurance -- --count N`: decides the corpus over and over, and tells what memory that keeps. */
import { parseArgs } from "node:util";
import { cases } from "../corpus/case.ts";
import { everyday, hidden, lookAlike, opensEnv } from "../corpus/forms.ts";
import { openHostileGate } from "./hostile-gate.ts";

/** How often the memory is looked at. */
const LOOKS = 10;
/** Bytes by which the last look may be above the first: less than ten for each decision of a long run. */
const ALLOWED = 8_000_000;

const { values } = parseArgs({ options: { count: { type: "string", default: "1000000" } } });
const gate = await openHostileGate();
const calls = [
  ...[...hidden, ...lookAlike, ...opensEnv, ...everyday].map((command) => ({ tool: "bash", input: { command } })),
  ...cases.map(({ tool, input }) => ({ tool, input })),
];

/** Bytes in use by JavaScript and by the buffers beside it, WebAssembly's among them, after garbage was collected. */
function inUse(): number {
  if (globalThis.gc === undefined) throw new Error("run this with `node --expose-gc`");
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const count = Number(values.count);
const answers: Record<string, number> = { allow: 0, ask: 0, deny: 0 };
const looks: number[] = [];
for (let done = 0; done < count;) {
  const until = Math.min(count, done + Math.ceil(count / LOOKS));
  for (; done < until; done++) answers[gate.decide(calls[done % calls.length]!).action]! += 1;
  looks.push(inUse());
  const resident = process.memoryUsage().rss;
  console.log(`${done} decisions, ${megabytes(looks.at(-1)!)} in use, ${megabytes(resident)} resident`);
}
const growth = looks.at(-1)! - looks[0]!;
console.log(`${JSON.stringify(answers)}, ${megabytes(growth)} more at the last look than at the first`);
process.exitCode = growth > ALLOWED ? 1 : 0;

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

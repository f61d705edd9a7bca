/**
 * `tollgate log`: what stands in a review log, and whether it is whole.
 */
import { ChainVerifier } from "../../src/session/chain.ts";
import { parseMark } from "../../src/session/mark.ts";
import { linesOf, type PlacedRecord } from "../learning/records.ts";
import { summarize } from "../learning/summary.ts";
import { visible } from "../display.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { readBytes } from "./files.ts";
import { readLog, readLogRecords, readOperand } from "./log-files.ts";
import { recordLine, summaryLines } from "./log-text.ts";
import { paint } from "./paint.ts";
import type { World } from "./world.ts";

const FILTERS = {
  action: { type: "string" },
  resolution: { type: "string" },
  tool: { type: "string" },
  surface: { type: "string" },
  agent: { type: "string" },
  session: { type: "string" },
  grep: { type: "string" },
} as const;

const OPTIONS = {
  ...FILTERS,
  last: { type: "string", short: "n" },
  follow: { type: "boolean", short: "f" },
  summary: { type: "boolean" },
  format: { type: "string" },
} as const;

type Filters = { readonly [Name in keyof typeof FILTERS]?: string | undefined };

/** Milliseconds between two looks at a log that is followed. */
const PAUSE = 500;

export const log: Command = {
  name: "log",
  summary: "show a review log, or verify that it is whole",
  help: `Usage: tollgate log show [OPTION…] LOG
       tollgate log verify LOG

\`show\` lists the decisions in a log, one a line: its line in the file, the time, the policy's answer, what came of it,
the tool as it was invoked, and the call. The older files beside LOG (LOG.1, LOG.2, …) are read before it.

  --action ACTION     only what the policy answered with allow, ask or deny
  --resolution WORD   only what ended so: policy, approval, once, session, refused, nobody, timed-out, …
  --tool NAME, --surface NAME, --agent NAME, --session ID
                      only what has this name
  --grep TEXT         only calls that hold this text
  -n, --last NUMBER   only the last ones
  --summary           what was asked and denied most, in place of the list
  -f, --follow        go on with what is written from now on
  --format FORMAT     text (the default) or json

\`verify\` follows the chain of records from the oldest file to the last record, and reports each record that was changed,
is missing or stands elsewhere than it was written. A last line that was not written to its end is reported, and is no
fault: the next record takes its place.

Exit codes: 0 all well; 1 the log was tampered with, or is damaged; 2 wrong usage; 3 a file could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const [what, ...rest] = args;
    if (what === "verify") return await verify(rest, world);
    if (what === "show") return await show(rest, world);
    throw usage(
      "log",
      what === undefined ? "say what to do: `show` or `verify`" : `\`log\` has no \`${what}\``,
      what === undefined ? null : "show",
    );
  },
};

async function show(args: readonly string[], world: World): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine("log", args, OPTIONS);
  const file = readOperand("log", positionals);
  const isJson = values.format === "json";
  const { records } = readLogRecords(file, world);
  let shown = records.filter((one) => passes(one, values));
  if (values.last !== undefined) shown = shown.slice(-countOf(values.last));
  if (values.summary === true) {
    const summary = summarize(shown);
    const text = isJson ? JSON.stringify(summary, null, 2) : summaryLines(summary, world.output.columns).join("\n");
    await world.output.write(`${text}\n`);
    return EXIT.ok;
  }
  await writeRecords(shown, isJson, world);
  if (values.follow === true) await follow(file, records.length, values, isJson, world);
  return EXIT.ok;
}

function passes({ record }: PlacedRecord, filters: Filters): boolean {
  for (const name of ["action", "resolution", "tool", "surface", "agent", "session"] as const) {
    const wanted = filters[name];
    if (wanted !== undefined && record[name] !== wanted) return false;
  }
  const { grep } = filters;
  return (
    grep === undefined || [record.command, record.value, ...record.units].some((text) => text?.includes(grep) === true)
  );
}

function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw usage("log", `\`--last\` is \`${text}\`, but has to be a number from 1`);
  return count;
}

async function writeRecords(records: readonly PlacedRecord[], isJson: boolean, world: World): Promise<void> {
  const color = paint(world.output.color);
  const lines = records.map((one) =>
    isJson ? JSON.stringify(one.record) : recordLine(one, color, world.output.columns),
  );
  if (lines.length > 0) await world.output.write(`${lines.join("\n")}\n`);
}

/** Ends where nobody reads any longer. What is rotated away between two looks is in the older file, which is read too. */
async function follow(file: string, known: number, filters: Filters, isJson: boolean, world: World): Promise<void> {
  for (let seen = known; ;) {
    await world.pause(PAUSE);
    const { records } = readLogRecords(file, world);
    const fresh = records.slice(Math.min(seen, records.length)).filter((one) => passes(one, filters));
    seen = records.length;
    if (fresh.length > 0) await writeRecords(fresh, isJson, world);
  }
}

async function verify(args: readonly string[], world: World): Promise<ExitCode> {
  const { positionals } = parseCommandLine("log", args, {});
  const file = readOperand("log", positionals);
  const verifier = new ChainVerifier();
  let last = { file, lines: 0 };
  for (const { file: name, text } of readLog(file, world)) {
    const { lines, torn } = linesOf(text);
    for (const [index, line] of lines.entries()) verifier.line(line, name, index + 1);
    if (torn !== null) verifier.torn(name, lines.length + 1);
    last = { file: name, lines: lines.length };
  }
  const mark = readMarkBeside(file, world);
  if (mark !== null) verifier.marked(mark, last.file, last.lines);
  const color = paint(world.output.color);
  const problems = verifier.problems.map(({ file: name, line, message }) => `${visible(name)}:${line}: ${message}`);
  const { records, first, end } = verifier;
  const numbers =
    records === 0 ? "" : first === 1 ? `, 1 to ${end?.seq}` : `, ${first} to ${end?.seq}; earlier ones are not here`;
  const count = `${records} ${records === 1 ? "record" : "records"}${numbers}`;
  const ending = verifier.isSound ? color.green("the log is whole") : color.red("the log is not as it was written");
  const unmarked = mark === null && records > 0 ? "; without a mark of its end, a loss there would not show" : "";
  await world.output.write([...problems, `${count}: ${ending}${unmarked}`, ""].join("\n"));
  return verifier.isSound ? EXIT.ok : EXIT.problems;
}

function readMarkBeside(file: string, world: World): ReturnType<typeof parseMark> {
  try {
    return parseMark(Buffer.from(readBytes(`${file}.head`, world)).toString("latin1"));
  } catch {
    return null;
  }
}

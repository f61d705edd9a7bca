/**
 * `tollgate replay`: the calls of a review log under another policy.
 */
import { AGENT_SHELL_TOOLS } from "../../src/agents/mapping.ts";
import { createGate } from "../../src/explain.ts";
import { replay as replayRecords, type ReplayChange } from "../learning/replay.ts";
import { visible } from "../display.ts";
import { clip } from "./clip.ts";
import { parseCommandLine, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { readLogRecords, readOperand } from "./log-files.ts";
import { paint } from "./paint.ts";
import { place, PLACE_HELP, PLACE_OPTIONS } from "./place-options.ts";
import { POLICY_HELP, POLICY_OPTIONS, readTable } from "./policy-options.ts";

export const replay: Command = {
  name: "replay",
  summary: "show what another policy would have answered to the calls of a log",
  help: `Usage: tollgate replay LOG --policy NEW [OPTION…]

Judges every call of a log again and lists the ones that would be answered otherwise: what becomes looser first, each
with how often it stands in the log, what came of it then, and the rule that would decide now.

${POLICY_HELP}

${PLACE_HELP}
  --format FORMAT     text (the default) or json
  --exit-code         end with 10 where an answer becomes looser

Names are looked up on the disk as it is now. Calls of which a part was masked are marked with \`~\`.

Exit codes: 0 the log was replayed; 1 the policy has errors or the table was refused; 2 wrong usage; 3 a file could not
be read; 10 with --exit-code, an answer becomes looser.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("replay", args, {
      ...POLICY_OPTIONS,
      ...PLACE_OPTIONS,
      format: { type: "string" },
      "exit-code": { type: "boolean" },
    });
    const file = readOperand("replay", positionals);
    const table = await readTable("replay", values, [], world);
    const here = place("replay", values, world);
    const { records } = readLogRecords(file, world);
    const gate = await createGate({ table, ...here, fileSystem: world.fileSystem, shellTools: AGENT_SHELL_TOOLS });
    const { changes, partial, records: count } = replayRecords(records, gate);
    const color = paint(world.output.color);
    if (values.format === "json") {
      const plain = changes.map(({ first, ...change }) => ({
        ...change,
        file: first.file,
        line: first.line,
        tool: first.record.tool,
      }));
      await world.output.write(`${JSON.stringify({ records: count, partial, changes: plain }, null, 2)}\n`);
    } else {
      const lines = changes.map((change) => {
        const line = changeLine(change, world.output.columns);
        return change.direction === "loosens" ? color.yellow(line) : line;
      });
      const loosens = changes.filter(({ direction }) => direction === "loosens").length;
      const ending = `${count} decisions, ${changes.length} would be answered otherwise: ${loosens} looser, ${changes.length - loosens} stricter`;
      await world.output.write(`${[...lines, ending].join("\n")}\n`);
    }
    const isLooser = changes.some(({ direction }) => direction === "loosens");
    return values["exit-code"] === true && isLooser ? EXIT.ask : EXIT.ok;
  },
};

function changeLine({ old, decision, count, text, resolution, partial, first }: ReplayChange, columns: number): string {
  const head = `${old} → ${decision.action}`.padEnd(13);
  const times = `${count}×`.padStart(5);
  const rule = decision.rule === null ? "" : `  ${visible(`${decision.rule.file}:${decision.rule.line}`)}`;
  const front = `${head} ${times}  ${(partial ? "~" : " ") + resolution.padEnd(9)} `;
  const room = Math.max(20, columns - front.length - rule.length);
  return `${front}${clip(`${first.record.tool}: ${text.replace(/\s+/g, " ")}`, room)}${rule}`;
}

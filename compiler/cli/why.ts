/**
 * `tollgate why`: a record of a review log, told and explained again.
 */
import { AGENT_SHELL_TOOLS } from "../../src/agents/mapping.ts";
import { createGate } from "../../src/explain.ts";
import { invocationOf, isUnreadable } from "../learning/records.ts";
import { parseCommandLine, type Command } from "./command.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { explanationText } from "./explain-text.ts";
import { readPlace, recordAt } from "./log-files.ts";
import { recordLines } from "./log-text.ts";
import { paint } from "./paint.ts";
import { place, PLACE_HELP, PLACE_OPTIONS } from "./place-options.ts";
import { POLICY_HELP, POLICY_OPTIONS, readTable } from "./policy-options.ts";

export const why: Command = {
  name: "why",
  summary: "explain a decision that stands in a review log",
  help: `Usage: tollgate why [OPTION…] LOG:LINE

Tells what a record of a log holds. With a policy or a table, the call is explained again by it, and it is said whether
that is the table of then. Names are looked up on the disk as it is now.

${POLICY_HELP}

${PLACE_HELP}

Exit codes: 0 the record was told; 1 the policy has errors or the table was refused; 2 wrong usage; 3 the log or the
record could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("why", args, { ...POLICY_OPTIONS, ...PLACE_OPTIONS });
    const [operand, ...more] = positionals.toReversed();
    const { file, line } = readPlace("why", operand);
    const placed = recordAt(file, line, world);
    if (placed === null)
      throw new Failure(EXIT.file, `\`${file}\` has no record in line ${line}`, "`tollgate log show` lists the lines");
    await world.output.write(`${recordLines(placed, world.output.columns).join("\n")}\n`);
    const names = [
      values.table,
      values.policy,
      values.managed,
      values.user,
      values.project,
      more.length > 0 ? more : undefined,
    ];
    if (names.every((name) => name === undefined)) return EXIT.ok;

    const table = await readTable("why", values, more.toReversed(), world);
    const here = place("why", values, world);
    const { record } = placed;
    if (isUnreadable(record)) {
      const remark = "nothing of the call is in the log, since it could not be read: any policy denies it";
      await world.output.write(`\n${paint(world.output.color).dim(remark)}\n`);
      return EXIT.ok;
    }
    const gate = await createGate({ table, ...here, fileSystem: world.fileSystem, shellTools: AGENT_SHELL_TOOLS });
    const isSame = table.digest === record.table;
    const explanation = gate.explain(invocationOf(record));
    const before =
      record.action === explanation.decision.action ? "the answer is the same" : `the answer was ${record.action}`;
    const remark = `${isSame ? "by the table of then" : "by another table than then"}; ${before}${record.partial ? "; a part of the call is not in the log" : ""}`;
    await world.output.write(
      `\n${paint(world.output.color).dim(remark)}\n\n${explanationText(explanation, world.output)}`,
    );
    return EXIT.ok;
  },
};

/**
 * `tollgate learn`: rules for what people approved.
 */
import { AGENT_SHELL_TOOLS } from "../../src/agents/mapping.ts";
import { renderDiagnostics } from "../render.ts";
import { isAgentFile } from "../parse-file.ts";
import { learn as learnRules, LearnError, type LearnResult } from "../learning/learn.ts";
import { clip } from "./clip.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { textOf } from "../utf8.ts";
import { readBytesIfThere, readInclude, replaceFile, utf8 } from "./files.ts";
import { readLogRecords, readOperand } from "./log-files.ts";
import { paint } from "./paint.ts";
import { place, PLACE_HELP, PLACE_OPTIONS } from "./place-options.ts";
import { readSources, SOURCE_OPTIONS } from "./policy-options.ts";
import type { PolicySource } from "../index.ts";
import type { World } from "./world.ts";

export const learn: Command = {
  name: "learn",
  summary: "propose rules for what people approved, from a review log",
  help: `Usage: tollgate learn LOG [--policy FILE…] [OPTION…]
       tollgate learn LOG --write FILE [OPTION…]

Proposes the fewest rules that answer for what people approved. None of them allows what was refused, or what the policy
denies. A rule is wider than what was approved only at the end of a word or of a directory, and only where several
different things speak for it; commands that run others, and others whose arguments say everything, are proposed as they
are or not at all. Each rule comes with what it answers for, and with an example of what else it would allow.

  --write FILE        put the rules into this policy, formatted, with tests; FILE is one of the policies, or new
  --most NUMBER       most rules to propose; 25 otherwise
  --policy FILE, --managed FILE, --user FILE, --project FILE, --trust-project, --pi-agents DIR,
  --project-pi-agents DIR
                      the policies in force; see \`tollgate help decide\`

${PLACE_HELP}
  --format FORMAT     text (the default) or json

Exit codes: 0 all well, also where there is nothing to propose; 1 the policy has errors; 2 wrong usage; 3 a file could
not be read or written.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("learn", args, {
      ...SOURCE_OPTIONS,
      ...PLACE_OPTIONS,
      write: { type: "string" },
      most: { type: "string" },
      format: { type: "string" },
    });
    const log = readOperand("learn", positionals);
    const { records } = readLogRecords(log, world);
    const sources = readSources(values, [], world);
    if (values.write !== undefined && isAgentFile(values.write)) {
      throw usage("learn", `rules go into a policy, and \`${values.write}\` is the file of an agent`);
    }
    const policies = sources.filter(({ scope, file: name }) => scope === "user" && !isAgentFile(name));
    const file = values.write ?? policies.at(-1)?.file ?? "learned.gate";
    const withWritten = sources.some((one) => one.file === file)
      ? sources
      : [...sources, ...existing(values.write, world)];
    const options = {
      sources: withWritten,
      file,
      load: { readInclude: readInclude(world) },
      world: { ...place("learn", values, world), fileSystem: world.fileSystem, shellTools: AGENT_SHELL_TOOLS },
      ...(values.most === undefined ? {} : { most: numberOf(values.most) }),
      date: records.at(-1)?.record.time.slice(0, 10) ?? "an unknown day",
    };
    let learned: LearnResult;
    try {
      learned = await learnRules(records, options);
    } catch (error) {
      if (!(error instanceof LearnError)) throw error;
      const { diagnostics, files } = error.policy;
      await world.errors.write(renderDiagnostics(diagnostics, (name) => files.get(name), world.errors));
      throw new Failure(EXIT.problems, "the policy has errors");
    }
    const { text, ...told } = learned;
    if (values.format === "json") await world.output.write(`${JSON.stringify(told, null, 2)}\n`);
    else await world.output.write(`${proposalLines(learned, world).join("\n")}\n`);
    if (values.write !== undefined && learned.proposals.length > 0) {
      replaceFile(values.write, text, world);
      if (values.format !== "json") await world.output.write(`written to ${values.write}\n`);
    }
    return EXIT.ok;
  },
};

/** The policy that is written to, where it is there already. */
function existing(file: string | undefined, world: World): PolicySource[] {
  const bytes = file === undefined ? null : readBytesIfThere(file, world);
  return file === undefined || bytes === null ? [] : [{ file, text: utf8(`\`${file}\``, textOf(bytes)) }];
}

function numberOf(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw usage("learn", `\`--most\` is \`${text}\`, but has to be a number from 1`);
  return count;
}

function proposalLines({ proposals, allowed, already, left, kept, remarks }: LearnResult, world: World): string[] {
  const color = paint(world.output.color);
  const room = Math.max(40, world.output.columns) - 14;
  const lines: string[] = [];
  for (const { surface, agent, rule, calls, examples, alsoAllows } of proposals) {
    const head = agent === null ? surface : `${surface} for agent ${agent}`;
    lines.push(color.bold(clip(`${head}: ${rule}`, room + 12)));
    lines.push(
      `  ${calls === 1 ? "approved" : `${calls} calls`}:  ${clip(examples.join("; ").replace(/\s+/g, " "), room)}`,
    );
    if (alsoAllows !== null) lines.push(color.yellow(`  also:      ${clip(alsoAllows, room)}`));
  }
  if (proposals.length > 0) lines.push("");
  for (const remark of remarks) lines.push(clip(remark, room + 12));
  const rules = `${proposals.length} ${proposals.length === 1 ? "rule" : "rules"}`;
  lines.push(
    `${rules}: ${allowed} approved calls would be allowed, ${already} are already, ${left} go on being asked`,
    `of ${kept} that were refused or denied, none would be`,
  );
  return lines;
}

/**
 * `tollgate guard`: fails where a change of policies loosens an answer.
 */
import { diffTables, type PolicyDiff } from "../analysis/diff.ts";
import { visible } from "../display.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import {
  emptyTable,
  isInRevision,
  isRevision,
  isThere,
  readCompared,
  readRevision,
  trackedPolicies,
} from "./compared.ts";
import { DIFF_FORMATS, DIFF_OPTIONS, diffFormat, formatDiff } from "./diff.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { guardCases } from "./guard-cases.ts";
import { writeReport } from "./report-options.ts";
import type { World } from "./world.ts";

const GUARD_FORMATS = [...DIFF_FORMATS, "sarif", "github", "junit"] as const;

export const guard: Command = {
  name: "guard",
  summary: "fail where a change loosens a policy",
  help: `Usage: tollgate guard --base REV [OPTION…] [FILE…]

Compares each policy with what it is in a revision of git, and fails where an answer became less strict: from deny to
ask or allow, from ask to allow, or from \`final\` to what later rules can lift. Tightening passes. Without FILE, every
\`*.gate\` file below the working directory that git knows, or knew in REV. A policy that is not in REV is compared with
one that says nothing, where everything is asked.

  --base REV          the revision to compare with
  --format FORMAT     text (the default), json, markdown, sarif, github or junit
  --json, --markdown  the same as --format json and --format markdown

Exit codes: 0 nothing loosens; 1 something loosens, or could not be compared, or a policy has errors; 2 wrong usage; 3 a
file could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("guard", args, { ...DIFF_OPTIONS, base: { type: "string" } });
    const format = diffFormat("guard", values, GUARD_FORMATS);
    const { base } = values;
    if (base === undefined) throw usage("guard", "no revision to compare with: give `--base REV`");
    if (!isRevision(base, world)) throw new Failure(EXIT.file, `git knows no revision \`${base}\` here`);
    const files = positionals.length > 0 ? positionals : trackedPolicies(base, world);
    if (files.length === 0) throw usage("guard", "no policy: there is no `*.gate` file here");

    const results: { file: string; diff: PolicyDiff }[] = [];
    for (const file of files) results.push({ file, diff: loosening(await compare(base, file, world)) });
    const failed = results.filter(({ diff }) => !diff.equal);
    if (format === "json") await world.output.write(`${JSON.stringify(results, null, 2)}\n`);
    else if (format !== "text" && format !== "markdown") {
      await writeReport(format, { command: "guard", text: "", data: results, cases: guardCases(results) }, world);
    } else {
      const parts = results.map(({ file, diff }) => {
        const name = visible(file);
        if (diff.equal) return format === "markdown" ? `${name}: nothing loosens.\n` : `${name}: nothing loosens\n`;
        return `${format === "markdown" ? `### ${name}\n\n` : `${name}: `}${formatDiff(diff, format, world)}`;
      });
      await world.output.write(parts.join(format === "markdown" || failed.length > 0 ? "\n" : ""));
    }
    return failed.length > 0 ? EXIT.problems : EXIT.ok;
  },
};

async function compare(base: string, file: string, world: World): Promise<PolicyDiff> {
  const before = isInRevision(base, file, world) ? await readRevision(base, file, world) : null;
  const after = before === null || isThere(file, world) ? await readCompared(file, world) : null;
  return await diffTables(before ?? emptyTable(), after ?? emptyTable());
}

/** What of a comparison loosens, or could not be decided. */
function loosening(diff: PolicyDiff): PolicyDiff {
  const regions = diff.regions.filter(({ direction }) => direction === "loosens");
  return { regions, undecided: diff.undecided, equal: regions.length === 0 && diff.undecided.length === 0 };
}

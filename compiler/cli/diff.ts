/**
 * `tollgate diff`: what differs between two policies.
 */
import { diffTables, type PolicyDiff } from "../analysis/diff.ts";
import { oneOf, parseCommandLine, usage, type Command } from "./command.ts";
import { readCompared } from "./compared.ts";
import { diffMarkdown, diffText } from "./diff-text.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import type { World } from "./world.ts";

export const DIFF_FORMATS = ["text", "json", "markdown"] as const;
export type DiffFormat = (typeof DIFF_FORMATS)[number];

export const DIFF_OPTIONS = {
  format: { type: "string" },
  json: { type: "boolean" },
  markdown: { type: "boolean" },
} as const;

interface FormatValues {
  readonly format?: string | undefined;
  readonly json?: boolean | undefined;
  readonly markdown?: boolean | undefined;
}

/** The format that the options choose, among those that the command has. */
export function diffFormat<const Format extends string>(
  command: string,
  { format, json, markdown }: FormatValues,
  among: readonly Format[],
): Format {
  const chosen = [format, ...(json === true ? ["json"] : []), ...(markdown === true ? ["markdown"] : [])].filter(
    (name) => name !== undefined,
  );
  if (chosen.length > 1) throw usage(command, "choose one format");
  return oneOf(command, "format", chosen[0] ?? "text", among);
}

/** A comparison in a format. */
export function formatDiff(diff: PolicyDiff, format: DiffFormat, world: World): string {
  if (format === "json") return `${JSON.stringify(diff, null, 2)}\n`;
  return format === "markdown" ? diffMarkdown(diff) : diffText(diff, world.output);
}

export const diff: Command = {
  name: "diff",
  summary: "say what differs between two policies",
  help: `Usage: tollgate diff [OPTION…] OLD NEW

Compares two policies over everything that they can be asked, and tells where their answers differ: for each pair of
rules that decide before and after, a shortest example. Loosening comes first. OLD and NEW are policies, tables, or
either as it stands in a revision of git: REV:FILE.

  --format FORMAT     text (the default), json or markdown
  --json, --markdown  the same as --format json and --format markdown
  --exit-code         end with 1 where an answer differs, or where not everything could be compared

Surfaces are compared one by one. An example is a call that gives exactly the two answers, or says that other rules
have a say in it.

Exit codes: 0 compared; 1 a policy has errors, or \`--exit-code\`; 2 wrong usage; 3 a file could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("diff", args, {
      ...DIFF_OPTIONS,
      "exit-code": { type: "boolean" },
    });
    const format = diffFormat("diff", values, DIFF_FORMATS);
    const [old, now, ...more] = positionals;
    if (old === undefined || now === undefined || more.length > 0) throw usage("diff", "give two policies to compare");
    const result = await diffTables(await readCompared(old, world), await readCompared(now, world));
    await world.output.write(formatDiff(result, format, world));
    return values["exit-code"] === true && !result.equal ? EXIT.problems : EXIT.ok;
  },
};

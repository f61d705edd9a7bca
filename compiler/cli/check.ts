/**
 * `tollgate check`: what is wrong with policies.
 */
import { analyzePolicy } from "../analysis/analyze.ts";
import { fixPolicy } from "../analysis/fix.ts";
import type { Diagnostic, PolicySource } from "../index.ts";
import { visible } from "../display.ts";
import { casesOfFiles } from "../reporters/index.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { diagnosticsText, hasErrors } from "./diagnostics-text.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { readInclude, replaceText } from "./files.ts";
import { readSources, SOURCE_OPTIONS } from "./policy-options.ts";
import { FORMAT_HELP, FORMAT_OPTION, formatOf, writeReport } from "./report-options.ts";

export const check: Command = {
  name: "check",
  summary: "say what is wrong with policies",
  help: `Usage: tollgate check [OPTION…] FILE…

Reads policies and reports every mistake in them, each with its place; and, where there is none, what is worth a look:
rules that never win, rules that allow more than they seem to, and more. Each FILE is a policy of its own, with what it
includes; policies given as options are read together, as they would be in force.

  --policy FILE, --managed FILE, --user FILE, --project FILE, --trust-project, --pi-agents DIR,
  --project-pi-agents DIR
                      policies to read together; see \`tollgate help decide\`
  --fix               mend what can be mended without a change of any answer, in the files
${FORMAT_HELP}

Exit codes: 0 no errors, though perhaps warnings; 1 errors; 2 wrong usage; 3 a file could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("check", args, {
      ...SOURCE_OPTIONS,
      ...FORMAT_OPTION,
      fix: { type: "boolean" },
    });
    const format = formatOf("check", values);
    const together = readSources(values, [], world);
    const apart = positionals.flatMap((file) => readSources({}, [file], world));
    const policies: PolicySource[][] = [...(together.length > 0 ? [together] : []), ...apart.map((source) => [source])];
    if (policies.length === 0) throw usage("check", "no policy: give the files to check");

    const include = readInclude(world);
    const all: Diagnostic[] = [];
    let report = "";
    let isAfterFrames = false;
    for (const sources of policies) {
      const { policy, texts } =
        values.fix === true
          ? await fixPolicy(sources, { readInclude: include })
          : { policy: await analyzePolicy(sources, { readInclude: include }), texts: new Map<string, string>() };
      for (const [file, text] of texts) replaceText(file, text, world);
      all.push(...policy.diagnostics);
      const frames = diagnosticsText(policy, world.output);
      if (report !== "" && (isAfterFrames || frames !== "")) report += "\n";
      report += frames === "" ? `${sources.map(({ file }) => visible(file)).join(", ")}: nothing is wrong\n` : frames;
      isAfterFrames = frames !== "";
    }
    const files = policies.flatMap((sources) => sources.map(({ file }) => file));
    await writeReport(format, { command: "check", text: report, data: all, cases: casesOfFiles(files, all) }, world);
    return hasErrors(all) ? EXIT.problems : EXIT.ok;
  },
};

/**
 * `tollgate test`: runs the tests that stand in policies.
 */
import { loadParsers } from "../../src/shell/parsers.ts";
import { visible } from "../display.ts";
import { compilePolicy, type CompiledPolicy, type PolicySource } from "../index.ts";
import { isAgentFile } from "../parse-file.ts";
import { casesOfFiles, type ReportedCase } from "../reporters/index.ts";
import { addTests } from "../testing/add-tests.ts";
import { casesOf } from "../testing/cases.ts";
import { shareOf } from "../testing/coverage.ts";
import { examine, type Examination } from "../testing/examine.ts";
import type { Survivor } from "../testing/mutate.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { diagnosticsText } from "./diagnostics-text.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { readInclude, replaceText } from "./files.ts";
import { NAMING_OPTIONS, readSources, SOURCE_OPTIONS, type SourceValues } from "./policy-options.ts";
import { FORMAT_HELP, FORMAT_OPTION, formatOf, writeReport } from "./report-options.ts";
import { examinationData } from "./test-data.ts";
import { examinationText } from "./test-text.ts";
import type { World } from "./world.ts";

export const test: Command = {
  name: "test",
  summary: "run the tests that stand in policies",
  help: `Usage: tollgate test [OPTION…] FILE…

Runs every \`test\` of the policies, each through the gate that agents use, on a Linux machine with an empty disk, in
/srv/app where a test names no directory, with the home directory /home/user. Each FILE is a policy of its own, with
what it includes; policies given as options are tested together, as they would be in force.

  --policy FILE, --managed FILE, --user FILE, --project FILE, --trust-project, --pi-agents DIR,
  --project-pi-agents DIR
                      policies to test together; see \`tollgate help decide\`
  --coverage          list the rules, each with the number of expectations in which it won
  --threshold N       fail where fewer than N percent of the rules win somewhere; implies --coverage
  --mutate            change the rules one at a time, and fail where no test notices although a call shows it
  --write             add a test for each such change to the policy; implies --mutate
${FORMAT_HELP}

Rules and groups of the files named here count; those of what they include do not.

Exit codes: 0 all expectations hold; 1 one does not, or too few rules win, or a mutant survives, or a policy has errors;
2 wrong usage; 3 a file could not be read or written.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("test", args, {
      ...SOURCE_OPTIONS,
      ...FORMAT_OPTION,
      coverage: { type: "boolean" },
      threshold: { type: "string" },
      mutate: { type: "boolean" },
      write: { type: "boolean" },
    });
    const format = formatOf("test", values);
    const threshold = thresholdOf(values.threshold);
    const wanted = {
      coverage: values.coverage === true || threshold !== null,
      mutation: values.mutate === true || values.write === true,
    };
    const together = readSources(values, [], world);
    const apart = positionals.map((file) => readSources({}, [file], world));
    const policies = [...(together.length > 0 ? [together] : []), ...apart];
    if (policies.length === 0) throw usage("test", "no policy: give the files to test");

    const parsers = await loadParsers();
    const texts: string[] = [];
    const data: unknown[] = [];
    const cases: ReportedCase[] = [];
    let failed = false;
    for (const sources of policies) {
      const own = new Set(sources.map(({ file }) => file));
      const policy = compilePolicy(sources, { readInclude: readInclude(world) });
      const examination = examine(policy, own, parsers, wanted);
      if (policy.diagnostics.length > 0) await world.errors.write(diagnosticsText(policy, world.errors));
      if (examination === null) {
        failed = true;
        texts.push(`${[...own].map(visible).join(", ")}: the policy has errors\n`);
        data.push({ files: [...own], diagnostics: policy.diagnostics });
        cases.push(...casesOfFiles(own, policy.diagnostics));
        continue;
      }
      const options = sources === together ? sourceOptions(values) : sources.flatMap(({ file }) => ["--policy", file]);
      const context = { output: world.output, files: policy.files, policyOptions: options };
      let text = examinationText(examination, threshold, context);
      const isWritten = values.write === true && write(sources, examination, policy, world);
      if (isWritten) text += `\n${addedLine(examination)}`;
      texts.push(text);
      data.push(examinationData(examination));
      cases.push(...casesOf(examination, threshold));
      failed ||= hasFailed(examination, threshold, isWritten);
    }
    await writeReport(format, { command: "test", text: texts.join("\n"), data, cases }, world);
    return failed ? EXIT.problems : EXIT.ok;
  },
};

/** A share from 0 to 1. */
function thresholdOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!/^\d{1,3}(?:\.\d+)?$/.test(value) || Number(value) > 100) {
    throw usage("test", `\`--threshold\` is \`${value}\`, but has to be a number from 0 to 100`);
  }
  return Number(value) / 100;
}

/** The options that name the policies again. */
function sourceOptions(values: SourceValues): string[] {
  const named = NAMING_OPTIONS.flatMap((scope) => (values[scope] ?? []).flatMap((file) => [`--${scope}`, file]));
  return values["trust-project"] === true ? [...named, "--trust-project"] : named;
}

function hasFailed(
  { outcomes, coverage, mutation }: Examination,
  threshold: number | null,
  isWritten: boolean,
): boolean {
  if (outcomes.some(({ failure }) => failure !== null)) return true;
  if (coverage !== null && threshold !== null && shareOf(coverage.own) < threshold) return true;
  return mutation !== null && mutation.survivors.length > 0 && !isWritten;
}

/** Adds the suggested tests to the files whose rules survived; false where there is nothing to add. */
function write(
  sources: readonly PolicySource[],
  { mutation }: Examination,
  policy: CompiledPolicy,
  world: World,
): boolean {
  if (mutation === null || mutation.survivors.length === 0) return false;
  // Tests are of the language, and an agent's file is not: those about its rules go to a policy beside it.
  const policies = sources.filter(({ file }) => !isAgentFile(file));
  const fileOf = (file: string): string | undefined => (isAgentFile(file) ? policies[0]?.file : file);
  const changed = policies.map((source) => {
    const tests = mutation.survivors.filter(({ mutant }) => fileOf(mutant.place.file) === source.file);
    const text =
      tests.length === 0
        ? source.text
        : addTests(
            source.text,
            tests.map(({ suggestion }) => suggestion),
          );
    return { ...source, text };
  });
  const agents = sources.filter(({ file }) => isAgentFile(file));
  const { policy: after } = compilePolicy([...changed, ...agents], { readInclude: readInclude(world) });
  if (after === null || after.tests.length < (policy.policy?.tests.length ?? 0)) {
    throw new Failure(EXIT.fault, "the tests that were found cannot be written; nothing was changed");
  }
  for (const [index, { file, text }] of changed.entries()) {
    if (text !== policies[index]!.text) replaceText(file, text, world);
  }
  return policies.length > 0;
}

function addedLine({ mutation }: Examination): string {
  const survivors: readonly Survivor[] = mutation?.survivors ?? [];
  const count = new Set(survivors.map(({ suggestion }) => JSON.stringify(suggestion.expectation))).size;
  return `added ${count} expectation${count === 1 ? "" : "s"}\n`;
}

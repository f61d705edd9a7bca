/**
 * What `tollgate test` found, for people.
 */
import { commandWord } from "../command-word.ts";
import { visible } from "../display.ts";
import type { Source } from "../source.ts";
import { deciderMessage, expectationText, failureMessage, percent } from "../testing/cases.ts";
import { shareOf, type Coverage, type UnitCoverage } from "../testing/coverage.ts";
import type { Examination } from "../testing/examine.ts";
import type { MutationRun, Survivor } from "../testing/mutate.ts";
import { TEST_CWD, TEST_HOME, TEST_PLATFORM } from "../testing/place.ts";
import { nameOfRule } from "../testing/rule-names.ts";
import type { TestFailure, TestOutcome } from "../testing/run.ts";
import { paint, type Palette } from "./paint.ts";
import type { Output } from "./world.ts";

export interface TextContext {
  readonly output: Output;
  /** The files that were read, for the listing. */
  readonly files: ReadonlyMap<string, Source>;
  /** The options that name the policy, for the hint how to look further. */
  readonly policyOptions: readonly string[];
}

/** An examination as text. `threshold` as a share; null for none. */
export function examinationText(examination: Examination, threshold: number | null, context: TextContext): string {
  const color = paint(context.output.color);
  const { outcomes, coverage, mutation, own } = examination;
  const name = [...own].map(visible).join(", ");
  const failed = outcomes.flatMap((outcome) =>
    outcome.failure === null ? [] : [{ outcome, failure: outcome.failure }],
  );
  const parts: string[][] = failed.map(({ outcome, failure }) => failureLines(outcome, failure, context, color));
  parts.push([summaryLine(name, outcomes.length, failed.length, color)]);
  if (coverage !== null) parts.push(coverageLines(name, coverage, own, threshold, context, color));
  if (mutation !== null) parts.push(mutationLines(name, mutation, color));
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function summaryLine(name: string, count: number, failed: number, color: Palette): string {
  const expectations = `${count} expectation${count === 1 ? "" : "s"}`;
  if (count === 0) return `${name}: ${color.yellow("no tests")}`;
  if (failed === 0) return `${name}: ${color.green(`${expectations} ${count === 1 ? "holds" : "hold"}`)}`;
  return `${name}: ${color.red(`${failed} of ${expectations} failed`)}`;
}

function failureLines(outcome: TestOutcome, failure: TestFailure, context: TextContext, color: Palette): string[] {
  const { test, expectation } = outcome;
  const lines = [
    `${color.red("FAILED")} ${visible(test.file)}:${expectation.line}:${expectation.column}  ${visible(test.name)}`,
    `  ${visible(expectationText(outcome))}`,
    `  ${visible(failureMessage(failure))}`,
  ];
  const decider = deciderMessage(failure);
  if (decider !== null) lines.push(`  ${visible(decider)}`);
  const { kind } = failure;
  if (kind !== "input") lines.push(`  ${color.dim(visible(`why: ${explainCommand(outcome, context)}`))}`);
  return lines;
}

/** The command that explains a decision of a test. */
function explainCommand({ test, expectation }: TestOutcome, { policyOptions }: TextContext): string {
  const place = ["--cwd", test.directory ?? TEST_CWD, "--home", TEST_HOME, "--platform", TEST_PLATFORM];
  const agent = test.agent === null ? [] : ["--agent", test.agent];
  const call = expectation.rest === "" ? [expectation.tool] : [expectation.tool, expectation.rest];
  return ["tollgate", "explain", ...policyOptions, ...place, ...agent, ...call].map(commandWord).join(" ");
}

function coverageLines(
  name: string,
  { own, included }: Coverage,
  files: ReadonlySet<string>,
  threshold: number | null,
  { files: sources }: TextContext,
  color: Palette,
): string[] {
  const lines: string[] = [];
  for (const file of files) {
    const source = sources.get(file);
    if (source !== undefined) lines.push(...listing(source, own, color), "");
  }
  const share = shareOf(own);
  const isLow = threshold !== null && share < threshold;
  const tint = isLow ? color.red : color.green;
  lines.push(
    `${name}: ${tint(`${percent(share)} of the rules won`)} (${wonOf(own)})${isLow ? `, ${percent(threshold)} is asked for` : ""}`,
  );
  for (const [file, covered] of byFile(included))
    lines.push(color.dim(`  not counted: ${visible(file)} (${wonOf(covered)})`));
  return lines;
}

function wonOf(covered: readonly UnitCoverage[]): string {
  return `${covered.filter(({ state }) => state === "won").length} of ${covered.length}`;
}

function byFile(covered: readonly UnitCoverage[]): Map<string, UnitCoverage[]> {
  const files = new Map<string, UnitCoverage[]>();
  for (const one of covered) files.set(one.unit.rule.file, [...(files.get(one.unit.rule.file) ?? []), one]);
  return files;
}

/** What stands in front of a line of the listing. */
const MARKS = { matched: "~", never: "!" } as const;
const MARK_WIDTH = 5;

/** The lines of a file that hold rules, each with how often it won. */
function listing(source: Source, own: readonly UnitCoverage[], color: Palette): string[] {
  const byLine = new Map<number, UnitCoverage[]>();
  const note = (line: number, covered: UnitCoverage): void => {
    byLine.set(line, [...(byLine.get(line) ?? []), covered]);
  };
  for (const covered of own) {
    const { rule, member } = covered.unit;
    if (rule.file === source.file) note(rule.line, covered);
    if (member?.file === source.file) note(member.line, covered);
  }
  const width = String(Math.max(0, ...byLine.keys())).length;
  const lines = [color.dim("  won  rule")];
  for (const [line, covered] of [...byLine].toSorted(([a], [b]) => a - b)) {
    const wins = covered.reduce((sum, one) => sum + one.wins, 0);
    const state = wins > 0 ? null : covered.some((one) => one.state === "matched") ? "matched" : "never";
    const mark = (state === null ? String(wins) : MARKS[state]).padStart(MARK_WIDTH);
    const tint = state === null ? color.green : state === "matched" ? color.yellow : color.red;
    const text = visible(source.slice(source.lineSpan(line)).trim());
    lines.push(`${tint(mark)}  ${color.dim(`${String(line).padStart(width)} |`)} ${text}`);
  }
  lines.push(color.dim("  a number: in so many expectations; ~ it only matched; ! no test comes near it"));
  return lines;
}

function mutationLines(name: string, run: MutationRun, color: Palette): string[] {
  const { noticed, equivalent, survivors, hidden, undecided } = run;
  const total = noticed + survivors.length;
  const lines = survivors.flatMap((survivor) => survivorLines(survivor, color));
  if (survivors.length > 0) lines.push("");
  const told =
    survivors.length === 0
      ? color.green(`all of ${total} mutants were noticed`)
      : color.red(`${survivors.length} of ${total} mutants survived`);
  lines.push(`${name}: ${told}`);
  const rest = [
    [equivalent, "change no answer"],
    [hidden.length, "change what a surface says, but no call that was tried shows it"],
    [undecided.length, "were too large to be compared"],
  ] as const;
  for (const [count, what] of rest)
    if (count > 0) lines.push(color.dim(`  not counted: ${count} ${count === 1 ? singular(what) : what}`));
  return lines;
}

function singular(what: string): string {
  return what.replace(/^change /, "changes ").replace(/^were /, "was ");
}

function survivorLines({ mutant, suggestion }: Survivor, color: Palette): string[] {
  const { place, change } = mutant;
  const { expectation, test, mutated } = suggestion;
  const agent = test.agent === null ? "" : ` as agent ${test.agent}`;
  return [
    `${color.red("SURVIVED")} ${visible(place.file)}:${place.line}:${place.column}  ${visible(nameOfRule(place.text))}`,
    `  ${visible(change)}, and no test notices; this one would${agent}:`,
    `    ${visible(expectationText({ expectation }))}  ${color.dim(`(then ${mutated})`)}`,
  ];
}

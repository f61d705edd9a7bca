/**
 * JUnit's XML: a suite for each file, a case for each expectation or file. Warnings and hints are told without failing.
 */
import type { Report, ReportedCase, ReportedProblem } from "./report.ts";

export function junit(report: Report): string {
  const suites = new Map<string, ReportedCase[]>();
  for (const one of report.cases) {
    const others = suites.get(one.suite);
    if (others === undefined) suites.set(one.suite, [one]);
    else others.push(one);
  }
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  lines.push(`<testsuites name=${quoted(`tollgate ${report.command}`)} ${countsOf(report.cases)}>`);
  for (const [suite, cases] of suites) {
    lines.push(`  <testsuite name=${quoted(suite)} ${countsOf(cases)}>`);
    for (const one of cases) lines.push(...caseLines(one));
    lines.push("  </testsuite>");
  }
  lines.push("</testsuites>");
  return `${lines.join("\n")}\n`;
}

function caseLines({ suite, name, problems }: ReportedCase): string[] {
  const line = problems.find(({ place }) => place?.file === suite)?.place?.line;
  const where = line === undefined ? "" : ` line="${line}"`;
  const start = `    <testcase classname=${quoted(suite)} name=${quoted(name)} file=${quoted(suite)}${where}`;
  if (problems.length === 0) return [`${start}/>`];
  const others = problems.filter((problem) => !isFailure(problem));
  const output = others.length === 0 ? [] : [`      <system-out>${text(others.map(told).join("\n"))}</system-out>`];
  return [`${start}>`, ...problems.filter(isFailure).map(failureLine), ...output, "    </testcase>"];
}

function failureLine(problem: ReportedProblem): string {
  return `      <failure type=${quoted(problem.code)} message=${quoted(problem.message)}>${text(told(problem))}</failure>`;
}

function told({ message, help, place }: ReportedProblem): string {
  const where = place === null ? "" : `${place.file}:${place.line}:${place.column}: `;
  return `${where}${message}${help === null ? "" : `\n${help}`}`;
}

function countsOf(cases: readonly ReportedCase[]): string {
  const failed = cases.filter(({ problems }) => problems.some(isFailure)).length;
  return `tests="${cases.length}" failures="${failed}" errors="0" skipped="0"`;
}

function isFailure({ severity }: ReportedProblem): boolean {
  return severity === "error";
}

/** Characters that XML 1.0 cannot hold, even escaped. */
// oxlint-disable-next-line eslint/no-control-regex -- Control characters are what is looked for.
const OUTSIDE_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Surrogate}]/gu;

function text(value: string): string {
  return value
    .replaceAll(OUTSIDE_XML, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** An attribute's value with its quotes. Line breaks and tabs would be read as blanks. */
function quoted(value: string): string {
  const escaped = text(value)
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;")
    .replaceAll("\t", "&#9;");
  return `"${escaped}"`;
}

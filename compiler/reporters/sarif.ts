/**
 * SARIF 2.1.0: one run of this program, a result for each problem.
 */
import type { Severity } from "../diagnostic.ts";
import { problemsOf, type Report, type ReportedPlace, type ReportedProblem } from "./report.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  hint: "note",
};

export function sarif(report: Report): string {
  const problems = problemsOf(report);
  const codes = [...new Set(problems.map(({ code }) => code))].toSorted();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "tollgate", version: report.version, rules: codes.map((id) => ({ id })) } },
        automationDetails: { id: `tollgate/${report.command}/` },
        columnKind: "utf16CodeUnits",
        results: problems.map((problem) => resultOf(problem, codes.indexOf(problem.code))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf({ code, severity, message, help, place }: ReportedProblem, ruleIndex: number): object {
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: help === null ? message : `${message}\n${help}` },
    ...(place === null ? {} : { locations: [{ physicalLocation: locationOf(place) }] }),
  };
}

function locationOf({ file, line, column, endLine, endColumn }: ReportedPlace): object {
  return {
    artifactLocation: { uri: uriOf(file) },
    region: { startLine: line, startColumn: column, endLine, endColumn },
  };
}

/** A file's name as a reference: relative ones stay relative. */
function uriOf(file: string): string {
  const path = file.replaceAll("\\", "/");
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  // A drive's name, and the name of a preset, is a scheme.
  return encoded.replace(/^([A-Za-z]+)%3A/, (_, scheme: string) =>
    scheme.length === 1 ? `file:///${scheme}:` : `${scheme}:`,
  );
}

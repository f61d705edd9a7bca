/**
 * Workflow commands of GitHub Actions: one line a problem.
 *
 *     ::error file=a.gate,line=3,endLine=3,col=5,endColumn=9,title=unknown-action::`alow` is no action
 */
import type { Severity } from "../diagnostic.ts";
import { problemsOf, type Report, type ReportedProblem } from "./report.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", hint: "notice" };

export function github(report: Report): string {
  return problemsOf(report)
    .map((problem) => `${commandOf(problem)}\n`)
    .join("");
}

function commandOf({ code, severity, message, help, place }: ReportedProblem): string {
  const properties: [string, string | number][] = [];
  if (place !== null) {
    properties.push(["file", place.file], ["line", place.line], ["endLine", place.endLine]);
    // A range of columns is for a range on one line alone.
    if (place.line === place.endLine) {
      properties.push(["col", place.column], ["endColumn", Math.max(place.column, place.endColumn)]);
    }
  }
  properties.push(["title", code]);
  const written = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
  const text = help === null ? message : `${message}\n${help}`;
  return `::${COMMANDS[severity]} ${written}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

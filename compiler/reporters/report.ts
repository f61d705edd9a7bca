/**
 * What a command found, for people and for machines alike.
 */
import type { Diagnostic, Severity } from "../diagnostic.ts";

/** A range of a file. Lines and columns count from 1, columns in UTF-16 units; the end is the place after the last. */
export interface ReportedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface ReportedProblem {
  /** A stable name in kebab case. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence. */
  readonly message: string;
  /** What to do about it, or further lines that belong to it. */
  readonly help: string | null;
  /** Null for what stands nowhere in particular. */
  readonly place: ReportedPlace | null;
}

/** Something that was examined by itself: a file, or an expectation of a test. */
export interface ReportedCase {
  /** What it belongs to: a file. */
  readonly suite: string;
  readonly name: string;
  readonly problems: readonly ReportedProblem[];
}

export interface Report {
  /** The command that made it. */
  readonly command: string;
  /** The version of this program. */
  readonly version: string;
  /** For people, as the command itself lays it out, each line ended. */
  readonly text: string;
  /** The command's own data: what `json` writes. */
  readonly data: unknown;
  readonly cases: readonly ReportedCase[];
}

/** All problems of a report, in the order of its cases. */
export function problemsOf(report: Report): ReportedProblem[] {
  return report.cases.flatMap(({ problems }) => problems);
}

/** A diagnostic as a problem. */
function problemOf(diagnostic: Diagnostic): ReportedProblem {
  const { code, severity, message, help, suggestion, file, line, column, endLine, endColumn } = diagnostic;
  const meant = suggestion === null || suggestion.trim() === "" ? null : `did you mean \`${suggestion}\`?`;
  const place = { file, line, column, endLine, endColumn };
  return { code, severity, message, help: [meant, help].filter((one) => one !== null).join("; ") || null, place };
}

/** Diagnostics as cases: one for each file, those without problems too. */
export function casesOfFiles(files: Iterable<string>, diagnostics: readonly Diagnostic[]): ReportedCase[] {
  const names = new Set([...files, ...diagnostics.map(({ file }) => file)]);
  return [...names].map((file) => ({
    suite: file,
    name: file,
    problems: diagnostics.filter((diagnostic) => diagnostic.file === file).map(problemOf),
  }));
}

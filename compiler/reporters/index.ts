/**
 * The formats that results are written in.
 */
import { github } from "./github.ts";
import { junit } from "./junit.ts";
import type { Report } from "./report.ts";
import { sarif } from "./sarif.ts";

export { casesOfFiles } from "./report.ts";
export type { Report, ReportedCase, ReportedPlace, ReportedProblem } from "./report.ts";

/** A report as text, each line ended. */
export type Reporter = (report: Report) => string;

export const REPORTERS = {
  /** For people. */
  text: (report) => report.text,
  /** The command's own data. */
  json: (report) => `${JSON.stringify(report.data, null, 2)}\n`,
  /** Static Analysis Results Interchange Format 2.1.0, for code scanning. */
  sarif,
  /** Workflow commands of GitHub Actions, which show problems beside the lines of a pull request. */
  github,
  /** JUnit's XML, which most CI systems show as tests. */
  junit,
} as const satisfies Readonly<Record<string, Reporter>>;

export type ReportFormat = keyof typeof REPORTERS;

/** The names of the formats. */
export const REPORT_FORMATS: readonly ReportFormat[] = ["text", "json", "sarif", "github", "junit"];

/**
 * The option that says in which format a command tells what it found.
 */
import { REPORT_FORMATS, REPORTERS, type Report, type ReportFormat } from "../reporters/index.ts";
import { oneOf } from "./command.ts";
import { version } from "./version.ts";
import type { World } from "./world.ts";

export const FORMAT_OPTION = { format: { type: "string" } } as const;

export const FORMAT_HELP = "  --format FORMAT     text (the default), json, sarif, github or junit";

/** The format that was asked for. */
export function formatOf(command: string, values: { readonly format?: string | undefined }): ReportFormat {
  return oneOf(command, "format", values.format ?? "text", REPORT_FORMATS);
}

/** Writes a report to the output. */
export async function writeReport(format: ReportFormat, report: Omit<Report, "version">, world: World): Promise<void> {
  await world.output.write(REPORTERS[format]({ ...report, version: version() }));
}

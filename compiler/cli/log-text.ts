/**
 * Records and numbers of a log, as lines for a terminal.
 */
import type { Action } from "../../src/decision.ts";
import type { LogRecord } from "../../src/session/record.ts";
import { callText, type PlacedRecord } from "../learning/records.ts";
import type { Counted, Summary } from "../learning/summary.ts";
import { visible } from "../display.ts";
import { clip } from "./clip.ts";
import type { Paint, Palette } from "./paint.ts";

/** `12  2026-03-01 10:00:00  ask   once      exec_command  git push` */
export function recordLine({ record, line }: PlacedRecord, color: Palette, columns: number): string {
  const time = visible(record.time.slice(0, 19).replace("T", " "));
  const ending = record.resolution === "policy" ? "" : record.resolution;
  const front = `${String(line).padStart(5)}  ${time}  `;
  const head = `${record.action.padEnd(5)} ${visible(ending).padEnd(10)} `;
  const agent = record.agent === null ? "" : ` (${record.agent})`;
  const mode = record.mode === "enforce" ? "" : ` [${record.mode}]`;
  const text = `${record.tool}${agent}${mode}: ${callText(record).replace(/\s+/g, " ")}`;
  const shown = clip(text, Math.max(20, columns - front.length - head.length));
  return `${color.dim(front)}${paintOf(record, color)(head)}${shown}`;
}

/** The agent asked a person itself, so that nobody can tell what came of it. */
const isOpen = ({ resolution }: LogRecord): boolean => resolution === "agent";

function paintOf(record: LogRecord, color: Palette): Paint {
  const actions: Readonly<Record<Action, Paint>> = { allow: color.green, ask: color.yellow, deny: color.red };
  if (isOpen(record)) return actions.ask;
  return record.allowed ? (record.action === "ask" ? actions.ask : actions.allow) : actions.deny;
}

/** What was recorded of one decision, a line for each thing. */
export function recordLines({ record, file, line }: PlacedRecord, columns: number): string[] {
  const lines = [
    `${visible(file)}:${line}  ${visible(record.time)}  session ${visible(record.session)}, mode ${visible(record.mode)}`,
  ];
  const add = (name: string, text: string): void => {
    lines.push(`  ${name.padEnd(9)} ${clip(text.replace(/\n/g, " "), Math.max(40, columns) - 12)}`);
  };
  add("tool", record.agent === null ? record.tool : `${record.tool} for agent ${record.agent}`);
  add("in", record.cwd);
  if (record.command !== null) add("command", record.command);
  add("policy", `${record.action} ${record.surface}: ${record.value}${record.final ? " (final)" : ""}`);
  if (record.rule !== null)
    add("by", `${record.rule.text.replace(/[ \t]+/g, " ")} at ${record.rule.file}:${record.rule.line}`);
  if (record.reason !== null) add("reason", record.reason);
  for (const { surface, value, access } of record.asked) {
    if (record.action === "ask") add("asked", `${surface}: ${access === null ? "" : `${access} `}${value}`);
  }
  add(
    "ended",
    isOpen(record) ? "asked by the agent itself" : `${record.allowed ? "allowed" : "not run"}, ${record.resolution}`,
  );
  if (record.feedback !== null) add("said", record.feedback);
  for (const rule of record.approvals) add("approval", rule);
  return lines;
}

/** A summary on a screen. */
export function summaryLines(summary: Summary, columns: number): string[] {
  const { records, from, to } = summary;
  const span = from === null || to === null ? "" : `, ${visible(from.slice(0, 10))} to ${visible(to.slice(0, 10))}`;
  const lines = [`${records} ${records === 1 ? "decision" : "decisions"}${span}`];
  const section = (title: string, counted: readonly Counted[]): void => {
    if (counted.length === 0) return;
    lines.push("", title);
    for (const { text, count } of counted) {
      lines.push(`  ${String(count).padStart(5)}  ${clip(text.replace(/\s+/g, " "), Math.max(40, columns) - 9)}`);
    }
  };
  section("Answers", summary.endings);
  section("Asked most", summary.asked);
  section("Rules that asked", summary.rules);
  section("Not run", summary.denied);
  return lines;
}

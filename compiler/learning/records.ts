/**
 * The records of a review log, read back. A line that is no record is passed over, and counted.
 */
import type { Invocation } from "../../src/gate.ts";
import { readLink } from "../../src/session/chain.ts";
import type { LogRecord, RecordedQuestion } from "../../src/session/record.ts";

/** A record, and where it stands. */
export interface PlacedRecord {
  readonly record: LogRecord;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface ReadRecords {
  readonly records: readonly PlacedRecord[];
  /** Lines that are no records, a torn last one among them. */
  readonly passedOver: number;
}

/** The lines of a log's text, each without its end, and what stands after the last end. */
export function linesOf(text: string): { readonly lines: readonly string[]; readonly torn: string | null } {
  const lines = text.split("\n");
  const torn = lines.pop() ?? "";
  return { lines, torn: torn === "" ? null : torn };
}

/** The records of a log's text. Never throws. */
export function readRecords(text: string, file: string): ReadRecords {
  const { lines, torn } = linesOf(text);
  const records: PlacedRecord[] = [];
  let passedOver = torn === null ? 0 : 1;
  for (const [index, line] of lines.entries()) {
    const record = readLink(line) === null ? null : parseRecord(line);
    if (record === null) passedOver++;
    else records.push({ record, file, line: index + 1 });
  }
  return { records, passedOver };
}

/** The record on a line, or null for a line that is none. */
function parseRecord(line: string): LogRecord | null {
  try {
    const parsed: unknown = JSON.parse(line);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const ACTIONS: readonly unknown[] = ["allow", "ask", "deny"];

function isRecord(value: unknown): value is LogRecord {
  if (!isObject(value)) return false;
  const texts = ["time", "session", "mode", "tool", "cwd", "surface", "value", "resolution", "table"];
  const textsOrNull = ["agent", "command", "reason", "sentinel", "feedback"];
  return (
    value["v"] === 1 &&
    texts.every((name) => typeof value[name] === "string") &&
    textsOrNull.every((name) => value[name] === null || typeof value[name] === "string") &&
    ["allowed", "final", "partial"].every((name) => typeof value[name] === "boolean") &&
    ACTIONS.includes(value["action"]) &&
    isObject(value["input"]) &&
    isListOf(value["units"], (unit) => typeof unit === "string") &&
    isListOf(value["approvals"], (rule) => typeof rule === "string") &&
    isListOf(value["asked"], isQuestion) &&
    (value["rule"] === null || isRule(value["rule"]))
  );
}

function isQuestion(value: unknown): value is RecordedQuestion {
  if (!isObject(value)) return false;
  const access = value["access"];
  const accesses: readonly unknown[] = [null, "read", "write"];
  return typeof value["surface"] === "string" && typeof value["value"] === "string" && accesses.includes(access);
}

function isRule(value: unknown): boolean {
  if (!isObject(value)) return false;
  return typeof value["file"] === "string" && typeof value["text"] === "string" && typeof value["line"] === "number";
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The call that a record is about, as far as the record holds it. */
export function invocationOf(record: LogRecord): Invocation {
  const { tool, input, cwd, agent } = record;
  return { tool, input, ...(cwd === "" ? {} : { cwd }), ...(agent === null ? {} : { agent }) };
}

/**
 * True for a call that was denied because it could not be read, or because the gate failed over it: nothing of it is in
 * the log, so it cannot be judged again.
 */
export function isUnreadable({ sentinel, partial, input }: LogRecord): boolean {
  return sentinel === "<gate-error>" && partial && Object.keys(input).length === 0;
}

/** A text that is equal for records of the same call. */
export function callKey({ tool, input, cwd, agent }: LogRecord): string {
  return JSON.stringify([tool, input, cwd, agent]);
}

/** A call as a line for people: the command, or what else was asked about. */
export function callText({ command, value, tool }: LogRecord): string {
  return command ?? (value === "*" ? tool : value);
}

/** What the records tell about a person's mind. */
export type Verdict = "approved" | "refused" | "denied" | "other";

/** Approved and refused by a person, denied by the policy; all else (allowed anyway, not answered) says nothing. */
export function verdictOf(record: LogRecord): Verdict {
  if (record.resolution === "refused") return "refused";
  if (record.action === "deny") return "denied";
  if (!record.allowed || record.action !== "ask") return "other";
  return ["once", "session", "approval"].includes(record.resolution) ? "approved" : "other";
}

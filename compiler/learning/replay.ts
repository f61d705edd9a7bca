/**
 * The calls of a log, judged again: what another policy would have answered.
 */
import type { Action, Decision } from "../../src/decision.ts";
import { strictness } from "../../src/decision.ts";
import type { Gate } from "../../src/explain.ts";
import { callKey, callText, invocationOf, isUnreadable, type PlacedRecord } from "./records.ts";

/** A call that would be answered otherwise. */
export interface ReplayChange {
  readonly first: PlacedRecord;
  /** How often it stands in the log. */
  readonly count: number;
  readonly text: string;
  readonly old: Action;
  readonly decision: Decision;
  readonly direction: "loosens" | "tightens";
  /** What came of it then: `once`, `refused`, `policy`, … of the last time. */
  readonly resolution: string;
  /** A part of the call is not in the log, so that the answer may be another one. */
  readonly partial: boolean;
}

export interface Replay {
  readonly records: number;
  /** Loosening first, then by how often. */
  readonly changes: readonly ReplayChange[];
  /** Records of which a part is missing. */
  readonly partial: number;
}

/** Judges each call once, and counts how often it was made. */
export function replay(records: readonly PlacedRecord[], gate: Gate): Replay {
  const calls = new Map<string, { first: PlacedRecord; last: PlacedRecord; count: number }>();
  let partial = 0;
  for (const placed of records) {
    if (placed.record.partial) partial++;
    // No policy has a say in it: it would be denied again.
    if (isUnreadable(placed.record)) continue;
    const key = `${placed.record.action} ${callKey(placed.record)}`;
    const known = calls.get(key);
    if (known === undefined) calls.set(key, { first: placed, last: placed, count: 1 });
    else calls.set(key, { first: known.first, last: placed, count: known.count + 1 });
  }
  const changes: ReplayChange[] = [];
  for (const { first, last, count } of calls.values()) {
    const { record } = first;
    const decision = gate.decide(invocationOf(record));
    const difference = strictness(decision.action) - strictness(record.action);
    if (difference === 0) continue;
    const direction = difference < 0 ? "loosens" : "tightens";
    const { resolution } = last.record;
    const text = callText(record);
    changes.push({ first, count, text, old: record.action, decision, direction, resolution, partial: record.partial });
  }
  const isTighter = (change: ReplayChange): number => Number(change.direction === "tightens");
  changes.sort((a, b) => isTighter(a) - isTighter(b) || b.count - a.count);
  return { records: records.length, changes, partial };
}

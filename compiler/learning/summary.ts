/**
 * A log in a few numbers: what was asked most, and what came of it.
 */
import type { PlacedRecord } from "./records.ts";
import { callText } from "./records.ts";

export interface Counted {
  readonly text: string;
  readonly count: number;
}

export interface Summary {
  readonly records: number;
  readonly from: string | null;
  readonly to: string | null;
  /** By what the policy said and what came of it: `ask, once`. */
  readonly endings: readonly Counted[];
  /** What people were asked about most. */
  readonly asked: readonly Counted[];
  /** What was denied or refused most. */
  readonly denied: readonly Counted[];
  /** The rules that asked most; `no rule` for defaults and floors. */
  readonly rules: readonly Counted[];
}

const MOST = 10;

/** Counts what stands in a log. */
export function summarize(records: readonly PlacedRecord[]): Summary {
  const endings = new Counter();
  const asked = new Counter();
  const denied = new Counter();
  const rules = new Counter();
  for (const { record } of records) {
    const { action, resolution, rule } = record;
    endings.add(resolution === "policy" ? action : `${action}, ${resolution}`);
    if (action === "ask") {
      for (const { surface, value, access } of record.asked) {
        asked.add(`${surface}: ${access === null ? "" : `${access} `}${value}`);
      }
      rules.add(rule === null ? "no rule" : `${rule.text} (${rule.file}:${rule.line})`);
    }
    // What an agent asked about itself may have been run.
    if (!record.allowed && resolution !== "agent") denied.add(`${record.tool}: ${callText(record)}`);
  }
  const times = records.map(({ record }) => record.time).toSorted();
  return {
    records: records.length,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    endings: endings.top(Infinity),
    asked: asked.top(MOST),
    denied: denied.top(MOST),
    rules: rules.top(MOST),
  };
}

class Counter {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  top(most: number): Counted[] {
    const all = [...this.#counts].map(([text, count]) => ({ text, count }));
    return all.toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1)).slice(0, most);
  }
}

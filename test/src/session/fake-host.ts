import {
  createSession,
  type Answer,
  type AskRequest,
  type Clock,
  type LogRecord,
  type Session,
  type SessionOptions,
} from "../../../src/index.ts";
import type { Gate } from "../../../src/index.ts";

/** A clock that stands still until it is told to go on. */
class FakeClock implements Clock {
  #now = Date.UTC(2026, 2, 1, 12);
  readonly #timers: { readonly at: number; readonly call: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(): Promise<void> {
    return Promise.resolve();
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + milliseconds, call };
    this.#timers.push(timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  /** Timers that have not rung and were not called off. */
  get waiting(): number {
    return this.#timers.length;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.#timers.splice(this.#timers.indexOf(timer), 1);
      timer.call();
    }
  }
}

/** A question that waits for an answer. */
export interface Pending {
  readonly request: AskRequest;
  readonly signal: AbortSignal;
  answer(answer: Answer): void;
  fail(error: Error): void;
}

/** A host that keeps its questions until a test answers them. */
export class FakeHost {
  readonly clock = new FakeClock();
  readonly records: LogRecord[] = [];
  readonly pending: Pending[] = [];
  readonly asked: AskRequest[] = [];

  open(gate: Gate, options: Partial<SessionOptions> = {}): Session {
    return createSession({
      gate,
      id: "test",
      clock: this.clock,
      random: () => 0.5,
      log: {
        append: (record) => {
          this.records.push(record as LogRecord);
          return Promise.resolve();
        },
      },
      ask: (request, { signal }) => {
        this.asked.push(request);
        return new Promise((resolve, reject) => {
          this.pending.push({ request, signal, answer: resolve, fail: reject });
        });
      },
      ...options,
    });
  }

  /** Lets everything that can go on go on. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  }

  /** The next question, once it is put. */
  async next(): Promise<Pending> {
    await this.settle();
    const pending = this.pending.shift();
    if (pending === undefined) throw new Error("nobody is asked");
    return pending;
  }
}

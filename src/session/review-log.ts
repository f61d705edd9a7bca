/**
 * The review log of a session: records wait their turn and are appended together, so that a busy log costs little.
 */
import { LogFile } from "./log-file.ts";
import type { Clock } from "./clock.ts";
import { hostClock, hostRandom } from "./clock.ts";

/** Where a session leaves its records. */
export interface ReviewLog {
  /** Appends a record. Rejects where it could not be written. */
  append(record: object): Promise<void>;
  /** Lets go of the file; what waits is written first. */
  close(): Promise<void>;
}

export interface ReviewLogOptions {
  /** The file, absolute. Its folder is made where it is missing. */
  readonly file: string;
  /** The size in bytes from which on a new file is begun; 16 MiB otherwise. */
  readonly maxBytes?: number | undefined;
  /** How many older files are kept; 8 otherwise. */
  readonly keep?: number | undefined;
  /** Milliseconds that a record may wait for other processes; 5000 otherwise. */
  readonly patience?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Numbers from 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

/** Opens a log. Nothing is touched before the first record. */
export function openReviewLog(options: ReviewLogOptions): ReviewLog {
  return new QueuedLog(options);
}

interface Waiting {
  readonly record: object;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

/** Records that are written together at most, so that no write grows without end. */
const MOST_TOGETHER = 256;

/** Of how many tries one looks whether the holder of the lock lives. */
const LOOKS_EVERY = 8;

class QueuedLog implements ReviewLog {
  readonly #file: LogFile;
  readonly #patience: number;
  readonly #clock: Clock;
  readonly #random: () => number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;
  #isPrepared = false;

  constructor(options: ReviewLogOptions) {
    this.#random = options.random ?? hostRandom;
    this.#clock = options.clock ?? hostClock;
    this.#patience = options.patience ?? 5_000;
    const { file, maxBytes = 16 * 1_048_576, keep = 8 } = options;
    this.#file = new LogFile({ file, maxBytes, keep, random: this.#random });
  }

  append(record: object): Promise<void> {
    const written = new Promise<void>((done, failed) => {
      this.#waiting.push({ record, done, failed });
    });
    this.#writing ??= this.#write();
    return written;
  }

  async close(): Promise<void> {
    await this.#writing;
    this.#file.close();
  }

  async #write(): Promise<void> {
    // What comes in the same turn is written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const until = this.#clock.now() + this.#patience;
      for (let tries = 0; ; tries++) {
        const batch = this.#waiting.slice(0, MOST_TOGETHER);
        const result = this.#attempt(batch, tries % LOOKS_EVERY === LOOKS_EVERY - 1);
        if (result === "busy" && this.#clock.now() < until) {
          await this.#clock.sleep(this.#pause(tries));
          continue;
        }
        this.#waiting = this.#waiting.slice(batch.length);
        const error = result === "busy" ? new Error("other processes hold the log for too long") : result;
        for (const { done, failed } of batch) {
          if (error === null) done();
          else failed(error);
        }
        break;
      }
    }
    this.#writing = null;
  }

  #attempt(batch: readonly Waiting[], looks: boolean): Error | "busy" | null {
    try {
      if (!this.#isPrepared) this.#file.prepare();
      this.#isPrepared = true;
      return this.#file.tryAppend(
        batch.map(({ record }) => record),
        looks,
      )
        ? null
        : "busy";
    } catch (error) {
      // Perhaps the folder is gone: the next record tries from the start.
      this.#isPrepared = false;
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Milliseconds: short at first, since the lock is held for microseconds, and never alike in two processes. */
  #pause(tries: number): number {
    return this.#random() * Math.min(20, 1 + tries);
  }
}

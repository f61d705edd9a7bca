/**
 * The hook's last word where there is no answer: a denial, however the process ends.
 */
import { writeSync } from "node:fs";

let answered = false;

/**
 * From now on the process ends with a denial unless {@link finish} was called: exit code 2 and a reason on the standard
 * error, which every agent takes for one.
 */
export function denyUnlessFinished(): void {
  process.exitCode = 2;
  process.on("exit", () => {
    if (answered) return;
    process.exitCode = 2;
    sayQuietly("the gate ended without an answer");
  });
  const fail = (error: unknown): void => deny(`the gate failed: ${messageOf(error)}`);
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
}

/** The same where the process is asked to end by a signal. */
export function denyOnSignals(): void {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE"] as const) {
    process.on(signal, () => deny(`the gate was stopped by ${signal}`));
  }
}

/** Ends the process with a denial, now. */
export function deny(reason: string): never {
  sayQuietly(reason);
  answered = true;
  process.exit(2);
}

/** Writes the answer and ends the process, now. What cannot be written whole is a denial. */
export function finish(output: string, errors: string, code: 0 | 2): never {
  try {
    if (errors !== "") writeAll(2, errors);
    if (output !== "") writeAll(1, output);
  } catch (error) {
    deny(`the answer could not be written: ${messageOf(error)}`);
  }
  answered = true;
  process.exit(code);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : "an error without a message";
}

/** How often a full pipe is tried again before the answer counts as unwritten. */
const MOST_TRIES = 1_000_000;

function writeAll(descriptor: 1 | 2, text: string): void {
  let bytes: Uint8Array = Buffer.from(text);
  for (let tries = 0; bytes.length > 0; tries++) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      const isFull = error instanceof Error && "code" in error && error.code === "EAGAIN";
      if (!isFull || tries > MOST_TRIES) throw error;
    }
  }
}

function sayQuietly(reason: string): void {
  try {
    writeAll(2, `tollgate: ${reason}\n`);
  } catch {
    // Nobody reads it; the exit code still denies.
  }
}

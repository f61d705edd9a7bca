/** Floors for what the front ends could not read. */
import type { Recorder } from "../recorder.ts";
import type { Reading, Span } from "../syntax.ts";

/** Records what is wrong with the readings of a text. `anchor` is where the text stands, where it is in another one. */
export function recordFaults(
  recorder: Recorder,
  readings: readonly Reading[],
  agree: boolean,
  anchor: Span | null,
): void {
  const whole = anchor ?? { start: 0, end: readings[0]?.script.source.length ?? 0 };
  const clean = readings.some((reading) => reading.faults.length === 0);
  const bound = readings.flatMap((reading) => reading.faults).find((fault) => fault.bound !== undefined);
  if (!clean) {
    const [fault] = readings.flatMap((reading) => reading.faults);
    const sentinel = bound === undefined ? "<unparseable-bash-command>" : "<oversized-bash-command>";
    const detail = (bound ?? fault)?.detail ?? "this could not be read";
    recorder.floor(sentinel, anchor ?? (bound ?? fault)?.span ?? whole, detail);
  } else if (!agree) {
    recorder.floor("<unparseable-bash-command>", whole, "this can be read in more than one way");
  }
}

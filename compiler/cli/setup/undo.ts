/**
 * Taking back what `init` did.
 */
import { rmSync } from "node:fs";
import {
  applyChange,
  bytesOf,
  digestOf,
  readRecord,
  removeEmpty,
  restore,
  writeRecord,
  type RecordedFile,
} from "./changes.ts";
import { ownPlaces, type Level, type Machine } from "./places.ts";
import { JsonProblem, unwire } from "./wiring.ts";

/** One step of an undo, told before it is done. */
export interface UndoStep {
  readonly file: RecordedFile;
  readonly what: string;
  readonly run: () => void;
}

/** The steps, those of agents first: no agent must be left asking a gate that is gone. */
export function planUndo(level: Level, machine: Machine): UndoStep[] {
  const { files } = readRecord(ownPlaces(machine, level).record);
  const steps = files.map((file) => stepFor(file));
  return steps.toSorted((a, b) => Number(a.file.agent === null) - Number(b.file.agent === null));
}

function stepFor(file: RecordedFile): UndoStep {
  const now = bytesOf(file.path);
  if (now === null) return { file, what: `${file.path} is gone already`, run: () => removeEmpty(file.folders) };
  if (digestOf(now) === file.after) {
    const what = file.before === null ? `remove ${file.path}` : `put ${file.path} back as it was`;
    return { file, what, run: () => restore(file) };
  }
  if (file.agent === null) {
    return { file, what: `keep ${file.path}, which was changed since`, run: () => undefined };
  }
  return takeOut(file, file.agent, now);
}

/** The file was changed since by somebody else, so only what is ours goes. */
function takeOut(file: RecordedFile, agent: NonNullable<RecordedFile["agent"]>, now: Buffer): UndoStep {
  try {
    const left = unwire(now.toString("utf8"), agent);
    if (left === null) return { file, what: `remove ${file.path}`, run: () => rmSync(file.path, { force: true }) };
    const after = Buffer.from(left);
    const change = { path: file.path, before: now, after, agent, summary: null };
    return {
      file,
      what: `take the gate out of ${file.path}, which was changed since`,
      run: () => applyChange(change),
    };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return { file, what: `keep ${file.path}, which ${error.message}`, run: () => undefined };
  }
}

/** Does the steps, and forgets each that is done. */
export function undo(steps: readonly UndoStep[], level: Level, machine: Machine): void {
  const { record: path, folder } = ownPlaces(machine, level);
  for (const { file, run } of steps) {
    run();
    const left = readRecord(path).files.filter((other) => other.path !== file.path);
    writeRecord(path, { version: 1, files: left });
  }
  rmSync(path, { force: true });
  removeEmpty([folder]);
  // Now that the record is gone, the folders around it may be empty too.
  for (const { file } of steps) removeEmpty(file.folders);
}

/**
 * Taking back what `init` did.
 */
import { existsSync } from "node:fs";
import { AGENTS, type AgentName } from "../../../src/agents/contract.ts";
import { EXIT, Failure } from "../exit-code.ts";
import { applyChange, checkUnchanged, isSame } from "./changes.ts";
import { bytesOf, isLink, removeEmpty, removeFile } from "./disk.ts";
import { asksByCommand } from "./hook-line.ts";
import { JsonProblem } from "./json-edit.ts";
import { ownPlaces, PLACES, type Level, type Machine } from "./places.ts";
import { insertionsOf, isWritten, originOf, readRecord, writeRecord, type RecordedFile } from "./record.ts";
import { isMadeByInit, logBeside, seedOf } from "./wiring.ts";
import { withoutGate } from "./without-gate.ts";

/** One step of an undo, told before it is done. */
export interface UndoStep {
  readonly path: string;
  /** The agent whose file it is; null for the gate's own. */
  readonly agent: AgentName | null;
  /** Folders that `init` made for the file. */
  readonly folders: readonly string[];
  readonly what: string;
  /** Throws {@link Failure} where it cannot be done. */
  readonly run: () => void;
}

/** The steps, those of agents first: no agent must be left asking a gate that is gone. */
export function planUndo(level: Level, machine: Machine): UndoStep[] {
  const { record, table } = ownPlaces(machine, level);
  const { files } = readRecord(record);
  const known = new Set(files.map(({ path }) => path));
  const steps = files.map((file): UndoStep => {
    const { path, agent, folders } = file;
    return { path, agent, folders, ...unlessObstructed(path, () => stepFor(file)) };
  });
  const unknown = AGENTS.flatMap((agent) => {
    const path = PLACES[agent].file[level](machine);
    return known.has(path) ? [] : stepsUnrecorded(path, agent);
  });
  const all = [...steps, ...unknown].toSorted((a, b) => Number(a.agent === null) - Number(b.agent === null));
  return all.length === 0 ? [] : [...all, ...keptLog(logBeside(table))];
}

/** `init` wrote none of it, and it is all that is left to tell what was decided. */
function keptLog(path: string): UndoStep[] {
  if (!existsSync(path)) return [];
  return [{ path, agent: null, folders: [], ...nothing(`keep ${path}, which holds what was decided`) }];
}

type Act = Pick<UndoStep, "what" | "run">;

const nothing = (what: string): Act => ({ what, run: () => undefined });

/** What to do about a file; where it cannot be read or is no JSON, that nothing can be done. */
function unlessObstructed(path: string, plan: () => Act): Act {
  let obstacle: Failure;
  try {
    return plan();
  } catch (error) {
    if (error instanceof Failure) obstacle = error;
    else if (error instanceof JsonProblem) {
      obstacle = new Failure(EXIT.problems, `\`${path}\` ${error.what}`);
    } else throw error;
  }
  const run = (): never => {
    throw obstacle;
  };
  return { what: `cannot take the gate out: ${obstacle.message}`, run };
}

function stepFor(file: RecordedFile): Act {
  const { path, agent } = file;
  const now = bytesOf(path);
  if (now === null) return nothing(`${path} is gone already`);
  const origin = originOf(file);
  if (isSame(now, origin) && agent === null) return nothing(`${path} is as it was`);
  const asWritten = isWritten(file, now);
  if (agent === null) {
    return asWritten ? putBack(path, now, origin) : nothing(`keep ${path}, which was changed since`);
  }
  // What was there before may have had the gate in it, from elsewhere.
  const clean = origin === null ? null : withoutGate(origin, agent, origin, new Map());
  if (asWritten && isSame(clean, origin) && !(origin === null && isLink(path))) return putBack(path, now, origin);
  const left = asWritten && origin !== null ? clean : withoutGate(now, agent, origin, insertionsOf(file));
  return takeOut(path, agent, now, left, asWritten ? "" : ", which was changed since");
}

function putBack(path: string, now: Buffer, origin: Buffer | null): Act {
  return {
    what: origin === null ? `remove ${path}` : `put ${path} back as it was`,
    run: () => replace(path, now, origin),
  };
}

function takeOut(path: string, agent: AgentName, now: Buffer, left: Buffer | null, remark: string): Act {
  if (isSame(left, now)) return nothing(`${path} has nothing of the gate in it`);
  // Behind a link is a file that somebody keeps elsewhere.
  const isKept = left === null && isLink(path) && asksByCommand(agent);
  const after = isKept ? Buffer.from(seedOf(null, agent)) : left;
  const what = after === null ? `remove ${path}` : `take the gate out of ${path}${remark}`;
  return { what, run: () => replace(path, now, after) };
}

/** A file that asks the gate without being on record: the record was lost, or the file came from elsewhere. */
function stepsUnrecorded(path: string, agent: AgentName): UndoStep[] {
  let now: Buffer | null;
  try {
    now = bytesOf(path);
  } catch {
    // Nothing says that it has the gate in it.
    return [];
  }
  if (now === null || !isMadeByInit(now.toString("utf8"), agent)) return [];
  const bytes = now;
  const act = unlessObstructed(path, () =>
    takeOut(path, agent, bytes, withoutGate(bytes, agent, bytes, new Map()), ", which is not on record"),
  );
  return [{ path, agent, folders: [], ...act }];
}

function replace(path: string, before: Buffer, after: Buffer | null): void {
  if (after !== null) {
    applyChange({ path, before, after, agent: null, summary: null });
    return;
  }
  checkUnchanged(path, before);
  removeFile(path);
}

/**
 * Does the steps, and forgets each that is done. Answers those that could not be done; where an agent may still ask, the
 * gate's own files and the record stay, so that the rest can be undone later.
 */
export function undo(steps: readonly UndoStep[], level: Level, machine: Machine): Failure[] {
  const { record, folder } = ownPlaces(machine, level);
  const failures: Failure[] = [];
  for (const own of [false, true]) {
    if (failures.length > 0) return failures;
    for (const step of steps.filter(({ agent }) => (agent === null) === own)) {
      try {
        step.run();
        removeEmpty(step.folders);
        forget(step.path, record);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) return failures;
  try {
    removeFile(record);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error];
  }
  removeEmpty([folder]);
  // Now that the record is gone, the folders around it may be empty too.
  for (const { folders } of steps) removeEmpty(folders);
  return [];
}

function forget(path: string, record: string): void {
  const { files } = readRecord(record);
  const left = files.filter((other) => other.path !== path);
  if (left.length < files.length) writeRecord(record, { version: 1, files: left });
}

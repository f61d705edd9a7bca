/**
 * A review log by its name on the command line: the file, and the older ones beside it.
 */
import { basename, dirname, join, resolve } from "node:path";
import { readRecords, type PlacedRecord } from "../learning/records.ts";
import { usage } from "./command.ts";
import { readBytes } from "./files.ts";
import type { World } from "./world.ts";

/** The older files of a log and then the log itself, each with its text. */
export function readLog(file: string, world: World): { readonly file: string; readonly text: string }[] {
  const older = olderFiles(file, world).map((name) => ({ file: name, text: text(name, world) }));
  return [...older, { file, text: text(file, world) }];
}

/** The records of a log, the oldest first; how many lines were passed over. */
export function readLogRecords(file: string, world: World): { records: PlacedRecord[]; passedOver: number } {
  const read = readLog(file, world).map((one) => readRecords(one.text, one.file));
  return {
    records: read.flatMap(({ records }) => records),
    passedOver: read.reduce((sum, one) => sum + one.passedOver, 0),
  };
}

/** The record at a line of one file; null where none is. */
export function recordAt(file: string, line: number, world: World): PlacedRecord | null {
  return readRecords(text(file, world), file).records.find((one) => one.line === line) ?? null;
}

/** Text that is no UTF-8 stands as a replacement character, so that its record does not fit its hash. */
function text(file: string, world: World): string {
  return Buffer.from(readBytes(file, world)).toString("utf8");
}

function olderFiles(file: string, world: World): string[] {
  const [folder, name] = [dirname(file), basename(file)];
  let entries: string[];
  try {
    entries = world.fileSystem.readdir(resolve(world.cwd, folder));
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.startsWith(`${name}.`) && /^[1-9][0-9]{0,8}$/.test(entry.slice(name.length + 1)))
    .toSorted((a, b) => Number(a.slice(name.length + 1)) - Number(b.slice(name.length + 1)))
    .map((entry) => join(folder, entry));
}

/** `LOG:12` */
export function readPlace(
  command: string,
  operand: string | undefined,
): { readonly file: string; readonly line: number } {
  if (operand === undefined) throw usage(command, "no record: give the log and a line, as in `review.jsonl:12`");
  const place = /^(.+):([1-9][0-9]{0,8})$/.exec(operand);
  if (place === null)
    throw usage(command, `\`${operand}\` names no record: give the log and a line, as in \`review.jsonl:12\``);
  return { file: place[1]!, line: Number(place[2]) };
}

/** The one operand that names a log. */
export function readOperand(command: string, operands: readonly string[]): string {
  const [file, extra] = operands;
  if (file === undefined) throw usage(command, "no log: give the file that a session writes its records to");
  if (extra !== undefined) throw usage(command, `\`${extra}\` is one operand too many`);
  return file;
}

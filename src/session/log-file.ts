/**
 * The review log on the disk: a file that many processes append to, one whole record at a time.
 *
 * Beside the log stand its lock, its older files (`LOG.1`, `LOG.2`, …; the higher the younger) and `LOG.head`, which
 * marks the last record, so that a record that is cut off at the end is missed. All that is done here is done by whoever
 * holds the lock:
 *
 *   lock → where does the chain stand? → mend a torn end → write the records in one piece → mark the end → unlock
 *
 * A process that is killed at any point leaves at most a torn last line (the next writer cuts it off, and says so in
 * its record), a mark that is one record behind, and a lock that the next writer finds to be nobody's.
 *
 * The one door of a session to the disk.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CHAIN_START, chainLine, readLink, type ChainEnd } from "./chain.ts";
import { FileLock } from "./file-lock.ts";
import { type Mark, MARK_LENGTH, markText, parseMark } from "./mark.ts";

export interface LogFileOptions {
  readonly file: string;
  /** The size in bytes from which on a new file is begun. */
  readonly maxBytes: number;
  /** How many older files are kept. */
  readonly keep: number;
  readonly random: () => number;
}

/** Records hold less; a longer line was not written by this program. */
const LONGEST_LINE = 1_048_576;
/** Appends to a log. Methods throw with Node's `code`. */
export class LogFile {
  readonly #options: LogFileOptions;
  readonly #lock: FileLock;
  #descriptors: { readonly log: number; readonly head: number; readonly inode: number } | null = null;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#lock = new FileLock(`${options.file}.lock`, options.random);
  }

  /** Tries to append records now; false where another process holds the lock. `looks`: see {@link FileLock}. */
  tryAppend(records: readonly object[], looks: boolean): boolean {
    if (!this.#lock.tryAcquire(looks)) return false;
    try {
      this.#append(records);
    } finally {
      this.#lock.release();
    }
    return true;
  }

  /** Creates the folder of the log where it is missing, readable by its owner alone. */
  prepare(): void {
    // One by one: Node's own way to make several at once never ends where the system refuses a new folder in one that is
    // there with the word for a missing one, as `/proc` does.
    const missing: string[] = [];
    for (let folder = dirname(this.#options.file); !existsSync(folder); folder = dirname(folder))
      missing.unshift(folder);
    for (const folder of missing) makeFolder(folder);
  }

  close(): void {
    if (this.#descriptors === null) return;
    closeSync(this.#descriptors.log);
    closeSync(this.#descriptors.head);
    this.#descriptors = null;
  }

  #append(records: readonly object[]): void {
    let { log, head } = this.#open();
    let size = fstatSync(log).size;
    if (size >= this.#options.maxBytes && size > 0) {
      this.#rotate();
      ({ log, head } = this.#open());
      size = 0;
    }
    const stand = this.#stand(log, head, size);
    const { whole } = stand;
    let { end, healed } = stand;
    if (whole < size) cutTorn(log, whole);

    let text = "";
    for (const record of records) {
      const next = chainLine(end, healed === 0 ? record : { ...record, healed });
      healed = 0;
      text += `${next.line}\n`;
      end = next.end;
    }
    const bytes = Buffer.from(text);
    // An append is written whole, save on a full disk; what is then there is a torn line, and is mended like one.
    const written = writeSync(log, bytes);
    if (written < bytes.length) throw Object.assign(new Error("the disk is full"), { code: "ENOSPC" });
    writeSync(head, markText({ ...end, size: whole + bytes.length }), 0);
  }

  /** Where the chain stands, how much of the file is whole lines, and how many bytes of a torn one follow. */
  #stand(log: number, head: number, size: number): { end: ChainEnd; healed: number; whole: number } {
    const mark = readMark(head);
    if (mark !== null && mark.size === size && size > 0) return { end: mark, healed: 0, whole: size };
    const { line, whole } = lastLine(log, size);
    const link = line === null ? null : readLink(line);
    let end: ChainEnd = link ?? (line === null ? this.#standOfOlder() : CHAIN_START);
    // After a loss at the end the numbers go on, so that the gap shows.
    if (mark !== null && mark.seq > end.seq) end = { seq: mark.seq, hash: end.hash };
    return { end, healed: size - whole, whole };
  }

  /** The end of the youngest of the older files. */
  #standOfOlder(): ChainEnd {
    const youngest = olderFiles(this.#options.file).at(-1);
    if (youngest === undefined) return CHAIN_START;
    const descriptor = openSync(youngest, "r");
    try {
      const { line } = lastLine(descriptor, fstatSync(descriptor).size);
      return (line === null ? null : readLink(line)) ?? CHAIN_START;
    } finally {
      closeSync(descriptor);
    }
  }

  /** One rename: a crash before or after it leaves a log that goes on. */
  #rotate(): void {
    const { file, keep } = this.#options;
    this.close();
    const older = olderFiles(file);
    const last = older.at(-1);
    const number = last === undefined ? 1 : numberOf(last) + 1;
    renameSync(file, `${file}.${number}`);
    for (const old of older.slice(0, Math.max(0, older.length + 1 - keep))) rmSync(old, { force: true });
  }

  #open(): { readonly log: number; readonly head: number } {
    const { file } = this.#options;
    const inode = inodeOf(file);
    if (this.#descriptors !== null && this.#descriptors.inode === inode) return this.#descriptors;
    this.close();
    const log = openSync(file, "a+", 0o600);
    if (fstatSync(log).isFIFO()) {
      closeSync(log);
      // Nobody may read it, and a writer would wait for that without end.
      throw Object.assign(new Error("the file is a pipe"), { code: "ENOTLOG" });
    }
    // Not truncated, and made where it is missing.
    const headFile = `${file}.head`;
    const head = existsSync(headFile) ? openSync(headFile, "r+") : openSync(headFile, "w+", 0o600);
    this.#descriptors = { log, head, inode: fstatSync(log).ino };
    return this.#descriptors;
  }
}

/** Another process may have made it meanwhile. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
}

/** The older files of a log, oldest first. */
function olderFiles(file: string): string[] {
  const [folder, name] = [dirname(file), basename(file)];
  let entries: string[];
  try {
    entries = readdirSync(folder);
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.startsWith(`${name}.`) && /^[1-9][0-9]{0,8}$/.test(entry.slice(name.length + 1)))
    .map((entry) => join(folder, entry))
    .toSorted((a, b) => numberOf(a) - numberOf(b));
}

function numberOf(file: string): number {
  return Number(file.slice(file.lastIndexOf(".") + 1));
}

function readMark(descriptor: number): Mark | null {
  const bytes = Buffer.alloc(MARK_LENGTH);
  const read = readSync(descriptor, bytes, 0, MARK_LENGTH, 0);
  return parseMark(bytes.toString("latin1", 0, read));
}

/** Cuts off what is left of a record that was not written to its end; nothing else. */
function cutTorn(descriptor: number, whole: number): void {
  const front = Buffer.alloc(FRONT.length);
  const read = readSync(descriptor, front, 0, front.length, whole);
  const isRecord = FRONT.startsWith(front.toString("latin1", 0, read));
  if (!isRecord) throw Object.assign(new Error("the file ends with something that is no record"), { code: "ENOTLOG" });
  ftruncateSync(descriptor, whole);
}

const FRONT = '{"seq":';

/** The last whole line, null where there is none, and where the whole lines end. */
function lastLine(descriptor: number, size: number): { line: string | null; whole: number } {
  const start = Math.max(0, size - 2 * LONGEST_LINE);
  const bytes = Buffer.alloc(size - start);
  const read = readSync(descriptor, bytes, 0, bytes.length, start);
  const last = bytes.subarray(0, read).lastIndexOf(0x0a);
  if (last === -1 && start > 0) throw Object.assign(new Error("the file is no log"), { code: "ENOTLOG" });
  if (last === -1) return { line: null, whole: 0 };
  const before = last === 0 ? -1 : bytes.lastIndexOf(0x0a, last - 1);
  return { line: bytes.toString("utf8", before + 1, last), whole: start + last + 1 };
}

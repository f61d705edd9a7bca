/**
 * Changes of files: shown before they are made, and written down so that they can be undone to the byte.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { AGENTS, type AgentName, type Payload } from "../../../src/agents/contract.ts";
import { recordOf } from "../../../src/agents/payload.ts";

/** A file as it is and as it will be. */
export interface Change {
  readonly path: string;
  /** Null where there is none yet. */
  readonly before: Buffer | null;
  readonly after: Buffer;
  /** The agent whose file it is; null for the gate's own. */
  readonly agent: AgentName | null;
  /** What is not shown line by line. */
  readonly summary: string | null;
}

/** The bytes of a file, or null where there is none. */
export function bytesOf(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null;
}

/** What a person is shown: the lines that go and the lines that come. */
export function showChange({ path, before, after, summary }: Change): string {
  const title = `${before === null ? "new file" : "change"}: ${path}\n`;
  if (summary !== null) return `${title}  ${summary}\n`;
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const gone = old.slice(head, old.length - tail).map((line) => `  - ${line}\n`);
  const come = now.slice(head, now.length - tail).map((line) => `  + ${line}\n`);
  return title + gone.join("") + come.join("");
}

function linesOf(bytes: Buffer | null): string[] {
  return bytes === null ? [] : bytes.toString("utf8").replace(/\n$/, "").split("\n");
}

/** Makes a change: the file is replaced at once or not at all, behind a link where it is one, with its permissions. */
export function applyChange({ path, after }: Change): void {
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, after);
}

function writeWhole(path: string, content: Buffer): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.draft`);
  try {
    writeFileSync(draft, content, { mode, flag: "wx", flush: true });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** What `init` did to one file. */
export interface RecordedFile {
  readonly path: string;
  readonly agent: AgentName | null;
  /** The bytes that were there, in base64; null where there was no file. */
  readonly before: string | null;
  /** SHA-256 of the bytes that `init` wrote, in hexadecimal. */
  readonly after: string;
  /** Folders that `init` made for it, outermost first. */
  readonly folders: readonly string[];
}

export interface SetupRecord {
  readonly version: 1;
  readonly files: readonly RecordedFile[];
}

/** What is on record, or nothing. Throws where the record cannot be read. */
export function readRecord(path: string): SetupRecord {
  const bytes = bytesOf(path);
  if (bytes === null) return { version: 1, files: [] };
  const record = recordOf(JSON.parse(bytes.toString("utf8")));
  const files: unknown = record?.["files"];
  if (!Array.isArray(files)) throw new Error(`${path} is no record of what was changed`);
  return { version: 1, files: files.map((file: unknown) => readFile(path, recordOf(file) ?? {})) };
}

function readFile(record: string, { path, agent, before, after, folders }: Payload): RecordedFile {
  const isText = typeof path === "string" && typeof after === "string";
  if (!isText || (before !== null && typeof before !== "string") || !Array.isArray(folders)) {
    throw new Error(`${record} is no record of what was changed`);
  }
  return {
    path,
    after,
    before,
    agent: AGENTS.find((known) => known === agent) ?? null,
    folders: folders.filter((folder): folder is string => typeof folder === "string"),
  };
}

export function writeRecord(path: string, record: SetupRecord): void {
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
}

/** The record with a change in it. What was there before the first `init` stays on record. */
export function recorded(record: SetupRecord, change: Change): SetupRecord {
  const known = record.files.find(({ path }) => path === change.path);
  const file: RecordedFile = {
    path: change.path,
    agent: change.agent,
    before: known === undefined ? (change.before?.toString("base64") ?? null) : known.before,
    after: digestOf(change.after),
    folders: known?.folders ?? missingFolders(change.path),
  };
  return { version: 1, files: [...record.files.filter(({ path }) => path !== change.path), file] };
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

/** Puts the bytes back that were there, or takes the file away; folders that `init` made go where they are empty. */
export function restore({ path, before, folders }: RecordedFile): void {
  if (before === null) rmSync(path, { force: true });
  else writeWhole(path, Buffer.from(before, "base64"));
  removeEmpty(folders);
}

export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    if (!existsSync(folder)) continue;
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it by now.
      return;
    }
  }
}

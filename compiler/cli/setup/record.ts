/**
 * What `init` did, written down so that it can be undone to the byte.
 */
import { createHash } from "node:crypto";
import { AGENTS, type AgentName, type Payload } from "../../../src/agents/contract.ts";
import { recordOf } from "../../../src/agents/payload.ts";
import { EXIT, Failure } from "../exit-code.ts";
import { bytesOf, missingFolders, writeWhole } from "./disk.ts";
import type { Change } from "./changes.ts";
import type { Insertion } from "./json-edit.ts";
import { insertionsInto, type Insertions } from "./wiring.ts";
import { withoutGate } from "./without-gate.ts";

/** What `init` did to one file. */
export interface RecordedFile {
  readonly path: string;
  readonly agent: AgentName | null;
  /**
   * The bytes without the gate, in base64; null where there would be no file. They are those that were there before the
   * first `init`, with what others had changed until the last one.
   */
  readonly before: string | null;
  /** SHA-256 of the bytes that `init` wrote last, in hexadecimal. */
  readonly after: string;
  /** The same of what it wrote the time before, which still stands there where the last write failed. */
  readonly earlier: string | null;
  /** How the gate was put into an agent's file: by the list that an entry is in. */
  readonly insertions: Readonly<Record<string, Insertion>>;
  /** Folders that `init` made for it, outermost first. */
  readonly folders: readonly string[];
}

export interface SetupRecord {
  readonly version: 1;
  readonly files: readonly RecordedFile[];
}

/** What is on record, or nothing. Throws {@link Failure} where the record cannot be read. */
export function readRecord(path: string): SetupRecord {
  const bytes = bytesOf(path);
  if (bytes === null) return { version: 1, files: [] };
  const files = filesIn(bytes);
  if (files !== null) return { version: 1, files };
  throw new Failure(
    EXIT.file,
    `\`${path}\`, in which \`init\` wrote down what it changed, is damaged`,
    "remove it; `tollgate init --undo` then takes the gate out of the agents' files as far as it finds it there",
  );
}

function filesIn(bytes: Buffer): RecordedFile[] | null {
  let record: Payload | null;
  try {
    record = recordOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return null;
  }
  const files: unknown = record?.["files"];
  if (!Array.isArray(files)) return null;
  const read = files.map((file: unknown) => readFile(recordOf(file) ?? {}));
  return read.every((file) => file !== null) ? read : null;
}

function readFile({ path, agent, before, after, earlier, insertions, folders }: Payload): RecordedFile | null {
  const isText = typeof path === "string" && typeof after === "string";
  if (!isText || (before !== null && typeof before !== "string") || !Array.isArray(folders)) return null;
  const known = AGENTS.find((name) => name === agent) ?? null;
  if (known === null && agent !== null) return null;
  return {
    path,
    after,
    before,
    earlier: typeof earlier === "string" ? earlier : null,
    agent: known,
    insertions: Object.fromEntries(Object.entries(recordOf(insertions) ?? {}).flatMap(readInsertion)),
    folders: folders.filter((folder): folder is string => typeof folder === "string"),
  };
}

function readInsertion([list, value]: [string, unknown]): [string, Insertion][] {
  const { depth, lead, tail, trailing } = recordOf(value) ?? {};
  if (typeof depth !== "number" || typeof lead !== "string" || typeof tail !== "string") return [];
  return [[list, { depth, lead, tail, trailing: trailing === true }]];
}

export function writeRecord(path: string, record: SetupRecord): void {
  writeWhole(path, Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
}

/** The record with a change in it that is about to be made. */
export function recorded(record: SetupRecord, change: Change): SetupRecord {
  const known = record.files.find(({ path }) => path === change.path);
  const insertions = { ...known?.insertions, ...Object.fromEntries(insertionsBy(change)) };
  const file: RecordedFile = {
    path: change.path,
    agent: change.agent,
    ...pastOf(known, change),
    after: digestOf(change.after),
    insertions,
  };
  return { version: 1, files: [...record.files.filter(({ path }) => path !== change.path), file] };
}

function pastOf(known: RecordedFile | undefined, change: Change): Pick<RecordedFile, "before" | "earlier" | "folders"> {
  if (known === undefined) {
    return { before: encoded(change.before), earlier: null, folders: missingFolders(change.path) };
  }
  const { agent, before, folders } = known;
  const isAsWritten = change.before === null || isWritten(known, change.before);
  if (agent === null || isAsWritten) return { before, earlier: encodedDigest(change.before), folders };
  // Somebody else changed the file since, and that is to stay.
  const left = withoutGate(change.before, agent, originOf(known), insertionsOf(known));
  return { before: encoded(left), earlier: null, folders };
}

/** How a change puts the gate into lists in which it is not yet. */
function insertionsBy({ agent, before }: Change): Insertions {
  return agent === null ? new Map() : insertionsInto(before?.toString("utf8") ?? null, agent);
}

export function insertionsOf({ insertions }: RecordedFile): Insertions {
  return new Map(Object.entries(insertions));
}

/** True for bytes that `init` wrote into a file. */
export function isWritten({ after, earlier }: RecordedFile, bytes: Buffer): boolean {
  return [after, earlier].includes(digestOf(bytes));
}

/** The bytes of a file without the gate, as they are on record. */
export function originOf({ before }: RecordedFile): Buffer | null {
  return before === null ? null : Buffer.from(before, "base64");
}

function encoded(bytes: Buffer | null): string | null {
  return bytes === null ? null : bytes.toString("base64");
}

function encodedDigest(bytes: Buffer | null): string | null {
  return bytes === null ? null : digestOf(bytes);
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

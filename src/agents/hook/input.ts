/**
 * What the agent writes to the hook, read whole and within bounds.
 */
import { fstatSync, readSync } from "node:fs";
import { UnreadableCall, type Payload } from "../contract.ts";
import { recordOf } from "../payload.ts";

/** Longest input, in bytes. A call that is longer is denied. */
const LONGEST_INPUT = 4 * 1024 * 1024;

/** Bytes that are asked for at a time. */
const CHUNK = 65_536;

/**
 * The bytes of the standard input. Rejects with {@link UnreadableCall} where they are too many.
 *
 * `blocking` waits for them in the system, so that nothing in this process runs before they are there, no timer and no
 * signal's handler. It takes a tenth less of the time of an everyday call, since Node has no stream to load.
 */
export async function readInput(blocking: boolean): Promise<Uint8Array> {
  const chunks = new Chunks();
  // A file never makes anyone wait.
  const whole = (blocking || fstatSync(0).isFile()) && readBlocking(chunks);
  if (!whole) await readStream(process.stdin, chunks);
  return chunks.joined();
}

/** What has come, within bounds. */
class Chunks {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /** False where that is too much. */
  add(chunk: Buffer): boolean {
    this.#length += chunk.length;
    if (this.#length > LONGEST_INPUT) return false;
    this.#chunks.push(chunk);
    return true;
  }

  joined(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}

/** True once the end was read; false where the descriptor does not wait, so that a stream has to go on. */
function readBlocking(chunks: Chunks): boolean {
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let length: number;
    try {
      length = readSync(0, chunk);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      // So Windows tells that a pipe is at its end.
      if (code === "EOF") return true;
      if (code === "EAGAIN") return false;
      throw error;
    }
    if (length === 0) return true;
    if (!chunks.add(chunk.subarray(0, length))) throw tooMuch();
  }
}

function tooMuch(): UnreadableCall {
  return new UnreadableCall(`the call is larger than ${LONGEST_INPUT} bytes`);
}

function readStream(stream: NodeJS.ReadableStream, chunks: Chunks): Promise<void> {
  // By its events: the loop over a stream is code that a process which lives for one call would have to load.
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      if (!chunks.add(chunk)) reject(tooMuch());
    });
    stream.on("end", resolve);
    stream.on("error", reject);
  });
}

/** The JSON object that the bytes are. Throws {@link UnreadableCall}. */
export function parsePayload(bytes: Uint8Array): Payload {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableCall("the call is no UTF-8 text");
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new UnreadableCall("the call is no JSON, so it may be cut short");
  }
  const payload = recordOf(parsed);
  if (payload === null) throw new UnreadableCall("the call is no JSON object");
  return payload;
}

/**
 * What the agent writes to the hook, read whole and within bounds.
 */
import { UnreadableCall, type Payload } from "../contract.ts";
import { recordOf } from "../payload.ts";

/** Longest input, in bytes. A call that is longer is denied. */
const LONGEST_INPUT = 4 * 1024 * 1024;

/** The bytes of a stream. Rejects with {@link UnreadableCall} where they are too many. */
export function readBounded(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  // By its events: the loop over a stream is code that a process which lives for one call would have to load.
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > LONGEST_INPUT) reject(new UnreadableCall(`the call is larger than ${LONGEST_INPUT} bytes`));
      else chunks.push(chunk);
    });
    stream.on("end", () => resolve(Buffer.concat(chunks)));
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

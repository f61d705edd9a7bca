import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLines } from "../../../compiler/cli/lines.ts";

async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

async function linesOf(chunks: AsyncIterable<Uint8Array>, limit = 1_000): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for await (const lines of readLines(chunks, limit)) {
    for (const { number, bytes } of lines) {
      expect(number).toBe(found.length + 1);
      found.push(bytes === null ? null : Buffer.from(bytes).toString());
    }
  }
  return found;
}

describe("lines of a stream", () => {
  test("end with a newline, the last one also without", async () => {
    expect(await linesOf(chunksOf("a\nb\n"))).toEqual(["a", "b"]);
    expect(await linesOf(chunksOf("a\nb"))).toEqual(["a", "b"]);
    expect(await linesOf(chunksOf(""))).toEqual([]);
    expect(await linesOf(chunksOf("\n\n"))).toEqual(["", ""]);
  });

  test("may be torn anywhere, also within a character", async () => {
    const bytes = Buffer.from("é\nü");
    expect(await linesOf(chunksOf(bytes.subarray(0, 1), bytes.subarray(1, 4), bytes.subarray(4)))).toEqual(["é", "ü"]);
  });

  test("come as soon as they are whole", async () => {
    let given = 0;
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (const part of ["a\n", "b\nc"]) {
        given += 1;
        yield Buffer.from(part);
      }
    }
    const givenThen: number[] = [];
    for await (const lines of readLines(slow(), 10)) givenThen.push(...lines.map(() => given));
    expect(givenThen).toEqual([1, 2, 2]);
  });

  test("above the limit are thrown away, and the next one is read again", async () => {
    expect(await linesOf(chunksOf("1234\n12345\n12", "345\n1234"), 4)).toEqual(["1234", null, null, "1234"]);
  });

  test("are the same however the stream is cut", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\r", "{") }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 }),
      async (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const chunks: Uint8Array[] = [];
        for (let start = 0, turn = 0; start < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(bytes.subarray(start, start + size));
          start += size;
        }
        expect(await linesOf(chunksOf(...chunks))).toEqual(lines);
      },
    );
    await fc.assert(property, { seed: 7, numRuns: 200 });
  });
});

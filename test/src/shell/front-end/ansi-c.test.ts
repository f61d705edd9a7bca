import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeAnsiC } from "../../../../src/shell/front-end/ansi-c.ts";

describe("the escapes of $'…'", () => {
  it.each([
    ["plain", "plain"],
    ["a\\nb\\tc", "a\nb\tc"],
    ["\\'\\\"\\?\\\\", "'\"?\\"],
    ["\\a\\b\\e\\E\\f\\r\\v", "\x07\b\x1b\x1b\f\r\v"],
    ["\\x72\\x6d \\x7", "rm \x07"],
    ["\\162\\1551 \\0101", "rm1 \b1"],
    ["\\x{72}\\x{0072}", "rr"],
    ["\\u0072\\U0000006d \\u00e9", "rm é"],
    ["\\xc3\\xa9 \\303\\251", "é é"],
    ["\\cA\\ca\\c?\\c\\\\", "\x01\x01\x7f\x1c"],
    ["\\q\\x\\u\\8", "\\q\\x\\u\\8"],
    ["a\\\nb", "a\\\nb"],
    ["a\\0b", "a"],
    ["a\\x00b\\u0000c", "a"],
    ["\\c", "\\c"],
  ])("`%s`", (body, text) => {
    expect(decodeAnsiC(body)).toBe(text);
  });

  it.each(["\\xff", "\\303", "\\ud800", "\\U00110000", "\\x80a"])("`%s` makes bytes that are no text", (body) => {
    expect(decodeAnsiC(body)).toBeNull();
  });

  it("are what bash makes of them", () => {
    const atom = fc.constantFrom(
      ..."\\ \\x \\u \\U \\c \\0 \\1 1 7 8 a f F { } é 😀 \\x{ \\' \\\" \\? \\n \\e ? @ [ \\\\ \\c\\\\ c3 a9 d8 00 z \\xc3\\xa9".split(
        " ",
      ),
      " ",
      "\\\n",
    );
    const body = fc.array(atom, { minLength: 1, maxLength: 6 }).map((atoms) => atoms.join(""));
    const bodies = fc.sample(body.filter(isQuotable), { seed: 20, numRuns: 600 });
    const script = bodies.map((text) => `printf '%s\\0' $'${text}'`).join("\n");
    const run = spawnSync("bash", ["--norc", "-c", script], {
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      maxBuffer: 1 << 24,
    });
    const printed = split(run.stdout);
    expect(printed).toHaveLength(bodies.length);
    bodies.forEach((text, index) => {
      expect({ text, decoded: decodeAnsiC(text) }).toEqual({ text, decoded: asText(printed[index]!) });
    });
  });
});

/** True for a body that the next quote ends. */
function isQuotable(body: string): boolean {
  for (let at = 0; at < body.length; at++) {
    if (body[at] === "'") return false;
    if (body[at] === "\\" && ++at === body.length) return false;
  }
  return true;
}

function split(output: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    parts.push(output.subarray(start, end));
    start = end + 1;
  }
  return parts;
}

function asText(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { maskSecrets } from "../../../src/session/mask.ts";

const cases = parse(readFileSync(new URL("masks.yaml", import.meta.url), "utf8")) as {
  masked: { text: string; shows: string }[];
  kept: string[];
};

describe("secrets", () => {
  test.each(cases.masked)("are masked in $text", ({ text, shows }) => {
    expect(maskSecrets(text)).toEqual({ text: shows, masked: true });
    expect(maskSecrets(shows).text).toBe(shows);
  });

  test.each(cases.kept)("are not seen in %s", (text) => {
    expect(maskSecrets(text)).toEqual({ text, masked: false });
  });

  test("are looked for in large hostile texts without an end", () => {
    for (const part of [
      "a",
      "password",
      "-",
      "://",
      "=",
      " ",
      "eyJ",
      "bearer ",
      '"',
      "-----BEGIN ",
      "AKIA",
      "x-api-key:",
    ]) {
      expect(maskSecrets(part.repeat(Math.ceil(200_000 / part.length))).text.length).toBeGreaterThan(0);
    }
  });
});

import { describe, expect, test } from "vitest";
import { decodeEscapes, formatText } from "../../../../src/shell/words/format.ts";
import { knownText } from "../../../../src/text.ts";

function printf(format: string, ...args: string[]): string | null {
  const values = args.map((text) => (text === "" ? [] : [text]));
  const printed = formatText(format, values, args);
  return printed === null ? null : knownText(printed);
}

describe("printf prints", () => {
  test.each([
    [["%s", "a"], "a"],
    [["%s-", "a", "b"], "a-b-"],
    [["%s%s", "a"], "a"],
    [[String.raw`a\tb\n`], "a\tb\n"],
    [[String.raw`\x72\155`], "rm"],
    [["%d%%", "7"], "7%"],
    [["%b", String.raw`r\155`], "rm"],
    [["plain", "left", "over"], "plain"],
  ] as const)("%j", ([format, ...args], expected) => {
    expect(printf(format, ...args)).toBe(expected);
  });

  test.each([["%q", "a"], ["%x", "10"], ["%5s", "a"], ["%d", "x"], ["%(%F)T"]] as const)(
    "something that is not worked out for %j",
    (format, ...args) => {
      expect(printf(format, ...args)).toBeNull();
    },
  );

  test("a hole where an argument has one", () => {
    const hole = { kind: "characters", min: 0, max: null } as const;
    expect(formatText("%s.env", [[hole]], [null])).toEqual([hole, ".env"]);
  });
});

test("escapes that make no plain character are not worked out", () => {
  expect(decodeEscapes(String.raw`\xff`, "echo")).toBeNull();
  expect(decodeEscapes(String.raw`a\cb`, "echo")).toBeNull();
  expect(decodeEscapes(String.raw`\0`, "echo")).toBeNull();
  expect(decodeEscapes(String.raw`\z`, "echo")).toBe(String.raw`\z`);
});

describe("an escape is what it is for the one that prints it", () => {
  test.each([
    ["echo", String.raw`\0162m`, "rm"],
    ["echo", String.raw`\162m`, String.raw`\162m`],
    ["echo", String.raw`\"`, String.raw`\"`],
    ["format", String.raw`\162m`, "rm"],
    ["format", String.raw`\0162m`, "\x0e2m"],
    ["format", String.raw`\"\'\?`, `"'?`],
    ["argument", String.raw`\0162m`, "rm"],
    ["argument", String.raw`\162m`, "rm"],
    ["argument", String.raw`\'`, String.raw`\'`],
  ] as const)("%s: %s", (escaped, text, expected) => {
    expect(decodeEscapes(text, escaped)).toBe(expected);
  });
});

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { UNKNOWN_PART } from "../../../../src/shell/knowledge/script-effects.ts";
import { inspectScript, isPlainPerl } from "../../../../src/shell/knowledge/scripts.ts";

type Language = "sed" | "awk" | "jq" | "sql" | "make" | "escapes";

interface ScriptCase {
  readonly script: string;
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  /** A `…` stands for what the script does not tell. */
  readonly runs?: readonly string[];
  readonly opaque?: boolean;
}

const cases = parse(readFileSync(new URL("cases/scripts.yaml", import.meta.url), "utf8")) as {
  readonly [language in Language]: readonly ScriptCase[];
};

for (const [language, scripts] of Object.entries(cases) as [Language, readonly ScriptCase[]][]) {
  describe(`a ${language} script`, () => {
    it.each(scripts.map((each) => [each.script, each] as const))(
      "%s",
      (script, { reads = [], writes = [], runs = [], opaque = false }) => {
        const found = inspectScript(language, script);
        const told = found.runs.map((text) => text.replaceAll(UNKNOWN_PART, "…"));
        expect({ ...found, runs: told }).toMatchObject({ reads, writes, runs, opaque });
      },
    );

    it("of any characters is read without an error", () => {
      const characters = fc.string({
        unit: fc.constantFrom(..."sywre/|[]\\'\"(){};>< \nab1$@&p#,!.".split("")),
        maxLength: 40,
      });
      fc.assert(
        fc.property(characters, (text) => {
          expect(inspectScript(language, text).reads).toBeInstanceOf(Array);
        }),
        { seed: 3, numRuns: 2000 },
      );
    });
  });
}

it("a line of very many blanks is as quickly read", () => {
  expect(inspectScript("sql", `.echo ${" ".repeat(200_000)}'x`).opaque).toBe(true);
});

describe("a part that is not known", () => {
  it.each<[Language, string, boolean]>([
    ["sed", `s/a/${UNKNOWN_PART}/`, false],
    ["sed", `w ${UNKNOWN_PART}`, true],
    ["awk", `{print ${UNKNOWN_PART}}`, true],
    ["awk", `{print "${UNKNOWN_PART}"}`, false],
    ["awk", `{print > "${UNKNOWN_PART}"}`, true],
    ["sql", `select ${UNKNOWN_PART}`, true],
    ["sql", `select '${UNKNOWN_PART}'`, false],
  ])("of a %s script `%s` makes it opaque: %s", (language, text, opaque) => {
    expect(inspectScript(language, text).opaque).toBe(opaque);
  });
});

describe("perl code", () => {
  it.each([
    "s/a/b/",
    "s/a/b/g; s/c/d/",
    "s|/a|/b|g",
    "tr/a-z/A-Z/",
    "y/a/b/",
    "s/(x)/$1$1/g",
    "print if /x$/",
    "print unless m/x/",
    "s/a\\/b/c/i;",
  ])("`%s` only edits lines", (code) => {
    expect(isPlainPerl(code)).toBe(true);
  });

  it.each([
    "s/a/b/e",
    "s/a/b/ee",
    "s/a/@{[system(1)]}/",
    "s/a/$h{system(1)}/",
    "s/(?{system(1)})//",
    "unlink 1",
    "print if system(1)",
    "s/a/b/; unlink 1",
    "s{a}{b}",
    "s/a/b",
    "s'a'b'",
    `s/a/${UNKNOWN_PART}/`,
  ])("`%s` may do more", (code) => {
    expect(isPlainPerl(code)).toBe(false);
  });
});

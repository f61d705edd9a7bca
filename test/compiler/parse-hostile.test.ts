/** Texts that nobody means: what is promised of them is that reading them ends, with places that lie in them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "../../compiler/ast.ts";
import { parsePolicy } from "../../compiler/parse.ts";

describe("whatever the text", () => {
  const words = [
    "bash",
    "path",
    "allow",
    "deny",
    "with",
    "because",
    "test",
    "group",
    "include",
    "for agent",
    "shellTools",
  ];
  const signs = [
    ":",
    " ",
    "\n",
    "\t",
    '"',
    "'",
    "{",
    "}",
    ",",
    "\\",
    "@",
    "#",
    "*",
    "?",
    "|",
    "-f",
    "=",
    "```",
    "\r\n",
    "\u00A0",
  ];
  const text = fc
    .array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words, ...signs) }, { weight: 1, arbitrary: fc.string() }),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join(""));

  test("nothing throws, and every place lies in the text", () => {
    fc.assert(
      fc.property(text, (policy) => {
        const { tree, diagnostics } = parsePolicy(policy, "a.gate");
        const spans: Span[] = diagnostics.map(({ span }) => span);
        JSON.stringify(tree, (key, value: unknown) => {
          if (key === "span") spans.push(value as Span);
          return value;
        });
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(policy.length);
        }
      }),
      { seed: 11, numRuns: 3000 },
    );
  });

  test("a line that gives no statement gives a problem", () => {
    fc.assert(
      fc.property(text, (policy) => {
        const line = policy.replaceAll(/[\r\n]/g, " ");
        const { tree, diagnostics } = parsePolicy(line, "a.gate");
        const isEmpty = /^[ \t\uFEFF]*(?:#|$)/.test(line);
        expect(isEmpty || tree.statements.length > 0 || diagnostics.length > 0).toBe(true);
      }),
      { seed: 12, numRuns: 2000 },
    );
  });
});

describe("hostile files", () => {
  const many = (line: string, times: number) => line.repeat(times);

  test.each([
    ["ten megabytes of garbage", many("garbage \u0000 {{{ \n", 600_000), "file-too-large"],
    ["a hundred thousand broken lines", many("alow git\n", 100_000), "too-many-problems"],
    ["braces deep in each other", `bash: deny ${many("{", 4000)}`, "nesting-too-deep"],
    ["braces deep in each other after a test", `test "a":\nbash: deny ${many("{a,", 1300)}`, "nesting-too-deep"],
    ["fences that are never closed", `test "a":\n${many("  deny bash: ```\n", 50_000)}`, "too-many-problems"],
    ["control characters alone", many("\u0001\u0002", 400_000), "too-many-problems"],
    ["quotes", `bash: deny ${many('"', 4001)}`, "unterminated-quote"],
    ["one long line of blanks", `bash: deny x${many(" ", 900_000)}`, "line-too-long"],
  ])("end: %s", (_, text, code) => {
    const { diagnostics } = parsePolicy(text, "a.gate");
    expect(diagnostics.length).toBeLessThanOrEqual(101);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  test("of deep JSON are not read before they are needed", () => {
    const text = `test "a":\n  deny exec: ${many('{"a":', 700)}\n`;
    expect(parsePolicy(text, "a.gate").diagnostics).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { addTests } from "../../../compiler/testing/add-tests.ts";
import type { SuggestedTest } from "../../../compiler/testing/difference.ts";
import { formatPolicy } from "../../../compiler/format.ts";

function suggestion(tool: string, rest: string, agent: string | null = null): SuggestedTest {
  const expectation = { action: "deny" as const, tool, rest, fenced: false, by: null, line: 0, column: 0 };
  return { test: { name: "", directory: null, agent }, expectation, mutated: "ask" };
}

describe("tests that are added", () => {
  test("stand in a block at the end, in the canonical form", () => {
    const text = "bash: deny rm *\n";
    const added = addTests(text, [suggestion("bash", "rm"), suggestion("my tool", "{}"), suggestion("bash", "rm")]);
    expect(added).toBe('bash: deny rm *\n\ntest "found by mutation":\n  deny bash: rm\n  deny "my tool": {}\n');
    expect(formatPolicy(added, "a").text).toBe(added);
  });

  test("go to the block of an earlier time", () => {
    const text = 'test "found by mutation":\n  deny bash: rm # kept\n\nbash: deny rm *';
    expect(addTests(text, [suggestion("bash", "rm -f")])).toBe(
      'test "found by mutation":\n  deny bash: rm # kept\n  deny bash: rm -f\n\nbash: deny rm *',
    );
  });

  test("for an agent stand in a block for it", () => {
    expect(addTests("", [suggestion("bash", "a", "code review"), suggestion("bash", "b")])).toBe(
      'test "found by mutation" as agent "code review":\n  deny bash: a\n\ntest "found by mutation":\n  deny bash: b\n',
    );
  });

  test("leave everything else as it is, whatever it looks like", () => {
    const text = "\r\nbash:   deny\r\n\tallow   ls  # why  \r\n";
    const added = addTests(text, [suggestion("bash", "rm")]);
    expect(added.startsWith(text)).toBe(true);
    expect(added.slice(text.length)).toBe('\r\ntest "found by mutation":\r\n  deny bash: rm\r\n');
    expect(addTests("skill: ask", [suggestion("bash", "rm")]).startsWith("skill: ask\n\ntest ")).toBe(true);
  });
});

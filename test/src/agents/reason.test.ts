import { describe, expect, test } from "vitest";
import { reasonFor, shorten } from "../../../src/agents/reason.ts";
import type { Decision } from "../../../src/decision.ts";

const decision: Decision = {
  action: "deny",
  surface: "bash",
  value: "git push --force",
  rule: {
    file: "team.gate",
    line: 4,
    column: 3,
    text: 'deny git push * with --force   because "use --force-with-lease"',
  },
  sentinel: null,
  reason: "use --force-with-lease",
  tool: "Bash",
  command: "git push --force",
  resolvedPath: null,
  origin: [],
  final: false,
};

describe("a reason", () => {
  test("names what is denied, by which rule, where that stands, and why", () => {
    const reason = reasonFor(decision);
    for (const part of [
      "`Bash`",
      "git push --force",
      "`deny git push * with --force`",
      "team.gate:4",
      "use --force-with-lease",
    ]) {
      expect(reason).toContain(part);
    }
    expect(reason).toMatch(/^tollgate: /);
  });

  test("says what a person is asked, and why it is not where that is impossible", () => {
    const ask: Decision = { ...decision, action: "ask" };
    expect(reasonFor(ask)).toContain("needs a person's approval");
    expect(reasonFor(ask, "This agent cannot ask.")).toMatch(/nobody to ask.* This agent cannot ask\.$/);
  });

  test.each(["deny", "ask"] as const)("is one short line without secrets, for %s", (action) => {
    const value = `curl -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789'\n\u001B[2J\u202E ${"x".repeat(100_000)}`;
    const reason = reasonFor({ ...decision, action, value, reason: "y".repeat(100_000) });
    expect(reason.length).toBeLessThan(1_000);
    expect(reason).not.toMatch(/[\p{Cc}\u202E]/u);
    expect(reason).not.toContain("abcdefghijklmnopqrstuvwxyz0123456789");
  });
});

describe("a shortened text", () => {
  test.each([
    ["short", "short"],
    ["a\n\u0000b", "a b"],
    ["0123456789x", "012345678…"],
    ["012345678\u{1F600}x", "012345678…"],
    ["01234567\u{1F600}xx", "01234567…"],
  ])("%j is %j", (text, shown) => {
    expect(shorten(text, 10)).toBe(shown);
  });
});

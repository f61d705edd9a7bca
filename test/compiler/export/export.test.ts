import { describe, expect, test } from "vitest";
import { exportCodex } from "../../../compiler/export/codex.ts";
import type { ExportedRule } from "../../../compiler/export/exported.ts";
import { exportGemini } from "../../../compiler/export/gemini.ts";
import { compilePolicy } from "../../../compiler/index.ts";
import type { Table } from "../../../src/table/table.ts";

function tableOf(text: string): Table {
  const { table, diagnostics } = compilePolicy([{ file: "p.gate", text }]);
  if (table === null) throw new Error(JSON.stringify(diagnostics));
  return table;
}

/** What becomes of the last rule. */
function last(rules: readonly ExportedRule[]) {
  const rule = rules.at(-1);
  return rule === undefined ? null : { closeness: rule.closeness, lines: rule.lines };
}

describe("for Codex", () => {
  test.each<[string, string, string, string[]]>([
    [
      "a prefix",
      "bash:\n  deny git push *",
      "exact",
      ['prefix_rule(pattern = ["git","push"], decision = "forbidden")'],
    ],
    ["a question", "bash:\n  ask npm *", "exact", ['prefix_rule(pattern = ["npm"], decision = "prompt")']],
    [
      "a reason",
      'bash:\n  deny npm publish * because "releases are made by people"',
      "exact",
      [
        'prefix_rule(pattern = ["npm","publish"], decision = "forbidden", justification = "releases are made by people")',
      ],
    ],
    [
      "alternatives",
      "bash:\n  deny {sudo,su} *",
      "exact",
      [
        'prefix_rule(pattern = ["sudo"], decision = "forbidden")',
        'prefix_rule(pattern = ["su"], decision = "forbidden")',
      ],
    ],
    [
      "quoted words",
      'bash:\n  deny git "my alias" *',
      "exact",
      ['prefix_rule(pattern = ["git","my alias"], decision = "forbidden")'],
    ],
    ["flags", "bash:\n  deny rm * with -r", "stricter", ['prefix_rule(pattern = ["rm"], decision = "forbidden")']],
    [
      "a whole command",
      "bash:\n  deny git push",
      "stricter",
      ['prefix_rule(pattern = ["git","push"], decision = "forbidden")'],
    ],
    [
      "a wildcard in the middle",
      "bash:\n  deny git * --hard",
      "stricter",
      ['prefix_rule(pattern = ["git"], decision = "forbidden")'],
    ],
    [
      "a part of a word",
      "bash:\n  deny git push-*",
      "stricter",
      ['prefix_rule(pattern = ["git"], decision = "forbidden")'],
    ],
    ["a name that is not fixed", "bash:\n  deny * --force", "impossible", []],
    ["what is allowed", "bash:\n  allow git *", "impossible", []],
    ["paths", "path:\n  deny *.env", "impossible", []],
    ["an agent's own rules", "bash for agent reviewer:\n  deny git *", "impossible", []],
  ])("%s is as close as it can be", (_name, policy, closeness, lines) => {
    expect(last(exportCodex(tableOf(policy)))).toEqual({ closeness, lines });
  });

  test("a prefix under which something is denied is never only asked about", () => {
    const [ask] = exportCodex(tableOf("bash:\n  ask git push *\n  deny git push * with --force"));
    expect(ask).toMatchObject({
      closeness: "stricter",
      lines: ['prefix_rule(pattern = ["git","push"], decision = "forbidden")'],
    });
  });

  test("a prefix with an exception that is allowed is stricter", () => {
    const [deny] = exportCodex(tableOf("bash:\n  deny git push *\n  allow git push --dry-run *"));
    expect(deny?.closeness).toBe("stricter");
  });
});

describe("for Gemini CLI", () => {
  const rule = (...lines: string[]) => ["[[rule]]", ...lines, ""];

  test.each<[string, string, string, string[]]>([
    [
      "a whole tool",
      'write: deny because "read only"',
      "exact",
      rule('toolName = ["write_file"]', 'decision = "deny"', "priority = 900", 'denyMessage = "read only"'),
    ],
    [
      "a server",
      "mcp: ask github:*",
      "exact",
      rule('mcpName = "github"', 'toolName = "*"', 'decision = "ask_user"', "priority = 800"),
    ],
    [
      "a server's tool",
      "mcp: deny github:delete_repo",
      "exact",
      rule('mcpName = "github"', 'toolName = "delete_repo"', 'decision = "deny"', "priority = 900"),
    ],
    [
      "commands",
      "bash: deny git push *",
      "stricter",
      rule('toolName = ["run_shell_command"]', 'commandPrefix = ["git push"]', 'decision = "deny"', "priority = 900"),
    ],
    [
      "a tool with exceptions",
      "write:\n  allow src/\n  deny",
      "exact",
      rule('toolName = ["write_file"]', 'decision = "deny"', "priority = 900"),
    ],
    ["some tools of a server", "mcp: deny github:delete_*", "impossible", []],
    ["quoted words", 'bash: deny git "my alias" *', "impossible", []],
    ["paths", "path: deny *.env", "impossible", []],
    ["what is allowed", "write: allow", "impossible", []],
  ])("%s is as close as it can be", (_name, policy, closeness, lines) => {
    expect(last(exportGemini(tableOf(policy)))).toEqual({ closeness, lines });
  });

  test("a whole tool with exceptions that come later cannot be said", () => {
    const [deny] = exportGemini(tableOf("write:\n  deny\n  allow src/"));
    expect(deny?.closeness).toBe("impossible");
  });
});

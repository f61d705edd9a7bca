import { describe, expect, test } from "vitest";
import type { Span, Statement } from "../../compiler/ast.ts";
import { parsePolicy } from "../../compiler/parse.ts";

/** The tree of a text with nothing wrong with it, its spans replaced by the text that they cover. */
function treeOf(text: string): unknown[] {
  const { tree, diagnostics } = parsePolicy(text, "a.gate");
  expect(diagnostics).toEqual([]);
  return shown(tree.statements, text) as unknown[];
}

function shown(node: unknown, text: string): unknown {
  if (Array.isArray(node)) return node.map((one) => shown(one, text));
  if (typeof node !== "object" || node === null) return node;
  const spanText = ({ start, end }: Span) => text.slice(start, end);
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === "span" ? spanText(value as Span) : shown(value, text)]),
  );
}

describe("statements", () => {
  test("are read with their places", () => {
    const text = [
      'include "./team.gate"  # ours',
      "include preset:secrets",
      "default: ask",
      "shellTools:",
      "  exec_command: commandArgument=cmd workdirArgument='the dir'",
      "group deletes:",
      "  rm *",
      "  @others with -f|--force",
    ].join("\n");
    expect(treeOf(text)).toEqual([
      {
        kind: "include",
        span: 'include "./team.gate"',
        target: { kind: "file", name: "./team.gate", span: '"./team.gate"' },
      },
      {
        kind: "include",
        span: "include preset:secrets",
        target: { kind: "preset", name: "secrets", span: "preset:secrets" },
      },
      { kind: "default", span: "default: ask", agent: null, action: "ask" },
      {
        kind: "shellTools",
        span: "shellTools:\n  exec_command: commandArgument=cmd workdirArgument='the dir'",
        tools: [
          {
            span: "exec_command: commandArgument=cmd workdirArgument='the dir'",
            tool: { text: "exec_command", span: "exec_command" },
            fields: [
              {
                span: "commandArgument=cmd",
                name: { text: "commandArgument", span: "commandArgument" },
                value: { text: "cmd", span: "cmd" },
              },
              {
                span: "workdirArgument='the dir'",
                name: { text: "workdirArgument", span: "workdirArgument" },
                value: { text: "the dir", span: "'the dir'" },
              },
            ],
          },
        ],
      },
      {
        kind: "group",
        span: "group deletes:\n  rm *\n  @others with -f|--force",
        name: { text: "deletes", span: "deletes" },
        members: [
          {
            span: "rm *",
            subject: {
              kind: "pattern",
              span: "rm *",
              items: [
                { kind: "literal", text: "rm", quoted: false, span: "rm" },
                { kind: "boundary", span: " " },
                { kind: "any", span: "*" },
              ],
            },
            clauses: [],
          },
          {
            span: "@others with -f|--force",
            subject: { kind: "group-reference", span: "@others", name: "others" },
            clauses: [
              {
                kind: "with",
                span: "with -f|--force",
                flags: [
                  { text: "-f", span: "-f" },
                  { text: "--force", span: "--force" },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  test("open surfaces, which may carry a rule and be for an agent", () => {
    const text =
      'external_directory: ask\nbash for agent "code review":\n  final deny rm * because "a \\"reason\\""  # so\n';
    expect(treeOf(text)).toMatchObject([
      { surface: { text: "external_directory" }, agent: null, rules: [{ span: "ask", final: false, subject: null }] },
      {
        agent: { text: "code review", span: '"code review"' },
        rules: [
          {
            span: 'final deny rm * because "a \\"reason\\""',
            final: true,
            action: { name: "deny", span: "deny" },
            because: { text: 'a "reason"', span: 'because "a \\"reason\\""' },
          },
        ],
      },
    ]);
  });

  test("open tests, whose expectations are raw text", () => {
    const text = [
      'test "a" as agent reviewer in "/srv":',
      "  allow bash: git log --format='%h # %s'  # no comment  ",
      '  deny "my tool": {"a": [1]}',
      "  ask ls:",
      "  deny bash: ```",
      "    cd x",
      "      rm y",
      "    ```   ",
      "  ask skill: dev",
    ].join("\n");
    expect(treeOf(text)).toMatchObject([
      {
        name: { text: "a" },
        directory: { text: "/srv" },
        agent: { text: "reviewer" },
        expectations: [
          {
            tool: { text: "bash" },
            rest: {
              text: "git log --format='%h # %s'  # no comment",
              span: "git log --format='%h # %s'  # no comment",
            },
            fenced: false,
          },
          { tool: { text: "my tool" }, rest: { text: '{"a": [1]}' } },
          { span: "ask ls:", tool: { text: "ls" }, rest: { text: "", span: "" } },
          {
            span: "deny bash: ```\n    cd x\n      rm y\n    ```",
            rest: { text: "cd x\n  rm y", span: "    cd x\n      rm y" },
            fenced: true,
          },
          { tool: { text: "skill" }, rest: { text: "dev" } },
        ],
      },
    ]);
  });

  test("carry comments, each with its place", () => {
    const { tree } = parsePolicy("# one\nbash:  # two\n\t# three\n  deny a#b # four", "a.gate");
    expect(tree.comments.map(({ text, span }) => [text, span.start])).toEqual([
      ["# one", 0],
      ["# two", 13],
      ["# three", 20],
      ["# four", 39],
    ]);
  });

  test("end blocks, so that a rule after them needs a surface", () => {
    const { diagnostics } = parsePolicy("bash:\n  ask x\ndefault: ask\n  ask y", "a.gate");
    expect(diagnostics).toMatchObject([{ code: "missing-surface", line: 4, column: 3 }]);
  });
});

describe("files", () => {
  test.each(["", "\n", "\r\n", "   ", "# only words", "\uFEFF", "\t\n\n"])("may hold nothing: %j", (text) => {
    expect(parsePolicy(text, "a.gate")).toMatchObject({ tree: { statements: [] }, diagnostics: [] });
  });

  test("may end their lines in either way, or not at all, and start with a byte order mark", () => {
    const lines = [
      "bash:",
      "\tallow git *  # yes",
      "  deny rm *",
      'test "x":',
      "  deny bash: ```",
      "a",
      "b",
      "```",
      "  ask x: y",
    ];
    const spans = (text: string) => parsePolicy(text, "a.gate").diagnostics;
    const texts = (text: string) =>
      parsePolicy(text, "a.gate").tree.statements.map((statement: Statement) =>
        JSON.stringify(statement, (key, value: unknown) => (key === "span" ? undefined : value)),
      );
    const [first, ...others] = [
      lines.join("\n"),
      `${lines.join("\n")}\n`,
      `${lines.join("\r\n")}\r\n`,
      lines.join("\r\n"),
      `\uFEFF${lines.join("\n")}`,
    ];
    expect(spans(first ?? "")).toEqual([]);
    for (const other of others) {
      expect(spans(other)).toEqual([]);
      expect(texts(other)).toEqual(texts(first ?? ""));
    }
  });

  test("give columns that do not count a byte order mark", () => {
    expect(parsePolicy("\uFEFFbash: alow x", "a.gate").diagnostics).toMatchObject([
      { line: 1, column: 7, span: { start: 7 } },
    ]);
  });
});

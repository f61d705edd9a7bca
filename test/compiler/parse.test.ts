import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Pattern, PatternItem, RuleNode, Span, Statement } from "../../compiler/ast.ts";
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

function rulesOf(text: string): readonly RuleNode[] {
  const { tree, diagnostics } = parsePolicy(text, "a.gate");
  expect(diagnostics).toEqual([]);
  return tree.statements.flatMap((statement) => (statement.kind === "surface" ? statement.rules : []));
}

/** A pattern of `bash` in a short notation: `a` a literal, `'a'` a quoted one, `_` a boundary, `{a,b}` alternatives. */
function patternOf(pattern: string, surface = "bash"): string {
  const [rule] = rulesOf(`${surface}: deny ${pattern}`);
  if (rule?.subject?.kind !== "pattern") throw new Error("no pattern");
  return rule.subject.items.map(noted).join(" ");
}

function noted(item: PatternItem): string {
  switch (item.kind) {
    case "literal":
      return item.quoted ? `'${item.text}'` : item.text;
    case "boundary":
      return "_";
    case "any":
      return "*";
    case "one":
      return "?";
    case "alternatives":
      return `{${item.options.map((option) => option.map(noted).join(" ")).join("|")}}`;
  }
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

describe("patterns", () => {
  test.each([
    ["git *", "git _ *"],
    ["*", "*"],
    ["[ *", "[ _ *"],
    ["date +*", "date _ + *"],
    ["rm .tmp/*", "rm _ .tmp/ *"],
    ["git add -A*", "git _ add _ -A *"],
    ['"C:/Program Files/Tool/tool.exe" *', "'C:/Program Files/Tool/tool.exe' _ *"],
    ["npm run test:?", "npm _ run _ test: ?"],
    ["a\t  b", "a _ b"],
    [String.raw`a\ b\*\\`, String.raw`a ' ' b '*' '\'`],
    [String.raw`"a\"b\\c\d$HOME"`, String.raw`'a"b\c\d$HOME'`],
    [String.raw`'a\b"c'`, String.raw`'a\b"c'`],
    [`"a"'b'c`, "'a' 'b' c"],
    ['""', "''"],
    ["git {status,log --stat} *", "git _ {status|log _ --stat} _ *"],
    ["{ a , b }", "{a|b}"],
    ["{a,{b,c}d}*", "{a|{b|c} d} *"],
    ['{a,""}', "{a|''}"],
    ["{a with b,because}", "{a _ with _ b|because}"],
    ["find . -exec rm {} +", "find _ . _ -exec _ rm _ {} _ +"],
    ["git show stash@{0}", "git _ show _ stash@{0}"],
    ["${X} {x y}", "${X} _ {x _ y}"],
    ["{*}", "{ * }"],
    ["x{y z", "x{y _ z"],
    ["} a,b", "} _ a,b"],
    [String.raw`\{a,b}`, "'{' a,b}"],
    ["a=b!c$d(e)[f]:;&|<>", "a=b!c$d(e)[f]:;&|<>"],
    ["a**b", "a * b"],
    ["a#b", "a#b"],
    ['"with" "#x"', "'with' _ '#x'"],
    ["withal because-of", "withal _ because-of"],
    ["日本 é", "日本 _ é"],
  ])("%s", (pattern, expected) => {
    expect(patternOf(pattern)).toBe(expected);
  });

  test("end at the words of a rule and at comments", () => {
    const [rule] = rulesOf('bash: deny find *  with -delete without -x|-y because "no" # words');
    expect(rule).toMatchObject({
      subject: { items: [{ text: "find" }, { kind: "boundary" }, { kind: "any" }] },
      clauses: [{ kind: "with" }, { kind: "without" }],
      because: { text: "no" },
    });
    expect(rulesOf("bash: deny with -f")).toMatchObject([{ subject: null, clauses: [{ kind: "with" }] }]);
    expect(rulesOf("bash: deny # with -f")).toMatchObject([{ subject: null, clauses: [] }]);
  });

  test("take `read` and `write` as an access where there is one", () => {
    const [read, write, all, quoted] = rulesOf('path:\n  allow read ~/x\n  deny write\n  ask readme\n  ask "read"');
    expect(read).toMatchObject({ access: { name: "read" }, subject: { items: [{ text: "~/x" }] } });
    expect(write).toMatchObject({ access: { name: "write" }, subject: null });
    expect(all).toMatchObject({ access: null, subject: { items: [{ text: "readme" }] } });
    expect(quoted).toMatchObject({ access: null, subject: { items: [{ text: "read", quoted: true }] } });
    expect(patternOf("read *")).toBe("read _ *");
    expect(patternOf("read", "mcp")).toBe("read");
  });

  test("have items whose places cover the pattern without a gap", () => {
    const piece = fc.constantFrom(
      "a",
      "b c",
      " * ",
      "?",
      "{a,b c}",
      "{}",
      '"x y"',
      "'q'",
      String.raw`\ `,
      "x{1}",
      "-f",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const text = `bash: deny ${pieces.join("").trim()}`;
        const { tree, diagnostics } = parsePolicy(text, "a.gate");
        const rules = tree.statements.flatMap((one) => (one.kind === "surface" ? one.rules : []));
        const subject = rules[0]?.subject;
        if (diagnostics.length > 0 || subject?.kind !== "pattern") return;
        expect(text.slice(subject.span.start, subject.span.end)).toBe(text.slice("bash: deny ".length).trimEnd());
        covers(subject, subject.span);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

/** The items of a list stand one after the other; those of alternatives stand inside them, in order. */
function covers({ items }: Pick<Pattern, "items">, span: Span): void {
  let at = span.start;
  for (const item of items) {
    expect(item.span.start).toBe(at);
    at = item.span.end;
    if (item.kind !== "alternatives") continue;
    let inside = item.span.start + 1;
    for (const option of item.options) {
      for (const inner of option) {
        expect(inner.span.start).toBeGreaterThanOrEqual(inside);
        inside = inner.span.end;
      }
    }
    expect(inside).toBeLessThan(item.span.end);
  }
  expect(at).toBe(span.end);
}

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

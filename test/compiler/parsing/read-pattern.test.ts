import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Pattern, PatternItem, RuleNode, Span } from "../../../compiler/ast.ts";
import { parsePolicy } from "../../../compiler/parse.ts";

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

import { describe, expect, test } from "vitest";
import type { PolicySource } from "../../compiler/load.ts";
import type { ResolvedPolicy } from "../../compiler/rule.ts";
import { loadMistake, mistakes, underlined } from "./mistakes.ts";

describe("mistakes", () => {
  test.each(mistakes.map((mistake) => [mistake.name, mistake] as const))("%s", (_, mistake) => {
    const loaded = loadMistake(mistake);
    const found = loaded.diagnostics.map((diagnostic) => [
      diagnostic.code,
      underlined(diagnostic, loaded),
      diagnostic.line,
    ]);
    expect(found).toEqual(mistake.problems);
    expect(loaded.policy === null).toBe(loaded.diagnostics.some(({ severity }) => severity === "error"));
  });
});

/** Loads policies, given as text or as sources, with the files and presets that they reach. */
function load(
  policy: string | readonly PolicySource[],
  files: Readonly<Record<string, string>> = {},
  presets: Readonly<Record<string, string>> = {},
): ResolvedPolicy {
  const sources = typeof policy === "string" ? [{ file: "policy.gate", text: policy }] : policy;
  const loaded = loadMistake({ name: "", sources, files, presets, problems: [] });
  expect(loaded.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (loaded.policy === null) throw new Error("no policy");
  return loaded.policy;
}

/** The rules of all layers, short: surface, agent, action and the text of the pattern. */
function rulesOf({ layers, sources }: ResolvedPolicy): string[] {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  return layers.flatMap(({ trusted, rules }) =>
    rules.map(({ surface, agent, final, action, access, pattern, source }) => {
      // A pattern of a group stands elsewhere than the rule, but its items are the same.
      const items =
        pattern === null
          ? "*"
          : pattern.items
              .map((item) => (item.kind === "literal" ? item.text : item.kind === "any" ? "*" : " "))
              .join("");
      const from = texts.has(source.file) ? source.file : "?";
      const parts = [
        final ? "final" : "",
        action,
        access ?? "",
        items,
        agent === null ? "" : `for ${agent}`,
        trusted ? "" : "untrusted",
      ];
      return `${surface}: ${parts.filter((part) => part !== "").join(" ")} (${from}:${source.line})`;
    }),
  );
}

describe("includes", () => {
  test("stand where they are named", () => {
    const policy = load('bash:\n  ask a\ninclude "lib/b.gate"\nbash: deny c', {
      "lib/b.gate": 'bash: allow b\ninclude "c.gate"\n',
      "lib/c.gate": "bash: allow c\n",
    });
    expect(rulesOf(policy)).toEqual([
      "bash: ask a (policy.gate:2)",
      "bash: allow b (lib/b.gate:1)",
      "bash: allow c (lib/c.gate:1)",
      "bash: deny c (policy.gate:4)",
    ]);
    expect(policy.sources.map(({ file, scope }) => [file, scope])).toEqual([
      ["policy.gate", "user"],
      ["lib/b.gate", "user"],
      ["lib/c.gate", "user"],
    ]);
  });

  test("may name a file again, which defines its groups, tools and tests only once", () => {
    const text =
      'group a:\n  rm *\ndefault: deny\nshellTools:\n  x: commandArgument=y\ntest "t":\n  deny bash: rm\nbash: deny @a\n';
    const policy = load('include "a.gate"\nbash: allow rm\ninclude "a.gate"', { "a.gate": text });
    expect(rulesOf(policy).map((rule) => rule.split(" (")[0])).toEqual([
      "bash: deny rm *",
      "bash: allow rm",
      "bash: deny rm *",
    ]);
    expect(policy.tests).toHaveLength(1);
    expect(policy.shellTools).toEqual({ x: { commandArgument: "y" } });
  });

  test("of presets are called by their names on every machine, and leave their tests behind", () => {
    const presets = { a: 'include "./b.gate"\npath: deny a\ntest "a":\n  deny read: a\n', b: "path: deny b\n" };
    const policy = load("include preset:a\n", {}, presets);
    expect(rulesOf(policy)).toEqual(["path: deny b (preset:b:1)", "path: deny a (preset:a:2)"]);
    expect(policy.tests).toEqual([]);
  });
});

describe("groups", () => {
  test("become one rule a pattern, in order, with all clauses", () => {
    const policy = load(
      'bash: deny @a with -z because "no"\ngroup a:\n  rm *\n  @b without -q\ngroup b:\n  find * with -delete|-exec\n  mv *\n',
    );
    expect(rulesOf(policy)).toEqual([
      "bash: deny rm * (policy.gate:1)",
      "bash: deny find * (policy.gate:1)",
      "bash: deny mv * (policy.gate:1)",
    ]);
    expect(policy.layers[0]?.rules.map((rule) => [rule.with, rule.without, rule.because])).toEqual([
      [[["-z"]], [], "no"],
      [[["-delete", "-exec"], ["-z"]], [["-q"]], "no"],
      [[["-z"]], [["-q"]], "no"],
    ]);
    expect(policy.layers[0]?.rules[1]?.source.text).toBe('deny @a with -z because "no"');
  });

  test("are found in their own scope first, then in earlier ones, then among the shipped", () => {
    const presets = { shipped: "group shipped:\n  s *\n  @inner\ngroup inner:\n  i *\nbash: deny other\n" };
    const policy = load(
      [
        { file: "p", scope: "project", text: "group a:\n  project *\nbash:\n  allow @a\n  allow @b\n" },
        { file: "u", scope: "user", text: "group a:\n  user *\nbash:\n  allow @a\n  allow @shipped\n" },
        { file: "m", scope: "managed", text: "group b:\n  managed *\ngroup a:\n  m *\nbash: allow @a\n" },
      ],
      {},
      presets,
    );
    expect(rulesOf(policy)).toEqual([
      "bash: allow m * (m:5)",
      "bash: allow user * (u:4)",
      "bash: allow s * (u:5)",
      "bash: allow i * (u:5)",
      "bash: allow project * untrusted (p:4)",
      "bash: allow managed * untrusted (p:5)",
    ]);
  });
});

describe("scopes", () => {
  test("follow each other from managed to project, whatever their order", () => {
    const policy = load([
      { file: "p", scope: "project", trusted: true, text: "default: deny\nbash: allow p" },
      { file: "u1", text: "bash: allow u1" },
      { file: "m", scope: "managed", text: "default: ask\nbash: allow m" },
      { file: "u2", scope: "user", text: "bash for agent x: allow u2" },
    ]);
    expect(policy.layers).toHaveLength(1);
    expect(policy.layers[0]).toMatchObject({ trusted: true, default: "deny" });
    expect(rulesOf(policy)).toEqual([
      "bash: allow m (m:2)",
      "bash: allow u1 (u1:1)",
      "bash: allow u2 for x (u2:1)",
      "bash: allow p (p:2)",
    ]);
  });

  test("that are not trusted make layers of their own", () => {
    const policy = load([
      { file: "a", scope: "project", text: "default: deny\nbash: allow a" },
      { file: "b", scope: "project", text: "bash: deny b" },
      { file: "u", text: "default: ask" },
    ]);
    expect(policy.layers.map(({ trusted, default: answer, rules }) => [trusted, answer, rules.length])).toEqual([
      [true, "ask", 0],
      [false, "deny", 1],
      [false, null, 1],
    ]);
  });

  test("always have a trusted layer, though it may be empty", () => {
    expect(load([]).layers).toEqual([{ trusted: true, default: null, rules: [] }]);
  });

  test("replace a shell tool of an earlier one and drop none", () => {
    const tools = (text: string) => `shellTools:\n  ${text}\n`;
    const policy = load([
      { file: "m", scope: "managed", text: tools("a: commandArgument=x\n  b: commandArgument=y workdirArgument=z") },
      { file: "u", text: tools("b: commandArgument=cmd\n  c: commandArgument=c") },
      { file: "p", scope: "project", text: tools("a: commandArgument=harmless\n  d: commandArgument=d") },
    ]);
    expect(policy.shellTools).toEqual({
      a: { commandArgument: "x" },
      b: { commandArgument: "cmd" },
      c: { commandArgument: "c" },
    });
  });
});

describe("rules", () => {
  test("keep their place and their text without the comment", () => {
    const policy = load(
      'bash:\r\n\tfinal deny rm * with -f  because "no"   # words\r\npath for agent x: allow read ~/a  # b\r\n',
    );
    expect(policy.layers[0]?.rules).toMatchObject([
      {
        final: true,
        with: [["-f"]],
        because: "no",
        source: { file: "policy.gate", line: 2, column: 2, text: 'final deny rm * with -f  because "no"' },
      },
      { agent: "x", access: "read", source: { line: 3, column: 19, text: "allow read ~/a" } },
    ]);
  });
});

describe("tests", () => {
  test("name the rule that has to decide in its canonical form, without places", () => {
    const policy = load(
      'test "a":\n  deny bash: x\n    by bash: deny   { x , y }  with -f|-g # why\n  ask ls: x\n    by default\n  ask ls: y\n',
    );
    expect(policy.tests[0]?.expectations.map(({ by }) => by)).toEqual([
      { surface: "bash", rule: "deny {x,y} with -f|-g", line: 3, column: 5 },
      { surface: null, rule: null, line: 5, column: 5 },
      null,
    ]);
  });

  test("keep what they say and where", () => {
    const policy = load(
      'test "a" in "/srv" as agent b:\n  deny bash: rm x # y\n  ask exec: {"a": 1}\n  allow bash: ```\n  {\n  ```\n',
    );
    expect(policy.tests).toEqual([
      {
        name: "a",
        file: "policy.gate",
        line: 1,
        directory: "/srv",
        agent: "b",
        expectations: [
          { action: "deny", tool: "bash", rest: "rm x # y", fenced: false, by: null, line: 2, column: 3 },
          { action: "ask", tool: "exec", rest: '{"a": 1}', fenced: false, by: null, line: 3, column: 3 },
          { action: "allow", tool: "bash", rest: "{", fenced: true, by: null, line: 4, column: 3 },
        ],
      },
    ]);
  });
});

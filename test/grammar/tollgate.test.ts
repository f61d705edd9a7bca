import { readFileSync } from "node:fs";
import fc from "fast-check";
import { grammars as readGrammars } from "ohm-js";
import { extractExamples } from "ohm-js/extras";
import { describe, expect, test } from "vitest";
import { parsePolicy } from "../../compiler/parse.ts";
import grammars from "../../grammar/tollgate.ohm-bundle.js";
import { listFiles, readProject } from "../project.ts";

const text = readFileSync(new URL("../../grammar/tollgate.ohm", import.meta.url), "utf8");

describe("the examples beside the rules", () => {
  const examples = extractExamples(text);
  const all = readGrammars(text);

  test("are many, of both kinds", () => {
    expect(examples.filter(({ shouldMatch }) => shouldMatch).length).toBeGreaterThan(100);
    expect(examples.filter(({ shouldMatch }) => !shouldMatch).length).toBeGreaterThan(100);
  });

  test.each(examples)("$grammar $rule: $example ($shouldMatch)", ({ grammar, rule, example, shouldMatch }) => {
    expect(all[grammar]?.match(example, rule).succeeded()).toBe(shouldMatch);
  });

  test("stand beside every rule for a line", () => {
    const rules = Object.keys(all["Tollgate"]?.rules ?? {}).filter((rule) => rule.endsWith("Line"));
    const shown = new Set(examples.map(({ rule }) => rule));
    // Those have no form of their own.
    const plain = ["fencedLine", "closingLine"];
    expect(rules.filter((rule) => !shown.has(rule) && !plain.includes(rule))).toEqual([]);
  });
});

/** Problems that the grammar does not know of: an entry of `shellTools` without fields reads like a surface. */
const beyondGrammar = new Set(["missing-field", "malformed-test"]);

/** What the parser finds nothing wrong with, the grammar accepts, and nothing else. */
function agree(policy: string): boolean {
  const { diagnostics } = parsePolicy(policy, "a.gate");
  if (diagnostics.some(({ code }) => beyondGrammar.has(code))) return true;
  return (diagnostics.length === 0) === grammars.Tollgate.match(policy, "file").succeeded();
}

describe("the rule for a whole file", () => {
  test.each(listFiles(["policies"]).filter((file) => file.endsWith(".gate")))("accepts %s", (file) => {
    expect(grammars.Tollgate.match(readProject(file), "file").succeeded()).toBe(true);
  });

  const lines = [
    "",
    "  # words",
    'include "a.gate"',
    "include preset:x",
    "default: ask",
    "default: x",
    "shellTools:",
    "  exec: commandArgument=cmd",
    "  exec:",
    "group a:",
    "group a: x",
    "  rm * with -f",
    "  @a",
    "  test -f x",
    "  make: x",
    "bash:",
    "bash: alow x",
    "bash for agent x: deny",
    "path: allow read *",
    "read for agent x:",
    "mcp: deny",
    "  allow git {a,b} *",
    "  final deny write x without -f",
    '  deny "x',
    "  deny {a,b",
    '  ask x because "y"',
    '  ask x because "y" with -f',
    'test "a":',
    'test "a" in "/b" as agent c: # d',
    "  deny bash: x",
    "  deny bash: ```",
    "    by deny x with -f  # why",
    "    by path: allow read *",
    "  by default",
    "by",
    "  ```",
    "```",
    "words",
    "final deny x",
  ];

  test("accepts what the parser, line by line, finds nothing wrong with", () => {
    const line = fc.constantFrom(...lines);
    const ending = fc.constantFrom("\n", "\n", "\r\n");
    const policy = fc.array(fc.tuple(line, ending), { maxLength: 5 }).map((parts) => parts.flat().join(""));
    const result = fc.check(fc.property(policy, agree), { seed: 7, numRuns: 2000 });
    expect(result.counterexample).toBeNull();
  });

  test("agrees with the parser about the last line, whether it ends or not", () => {
    const heads = ["bash:", "group a:", 'test "a":', "shellTools:", "path:", "default: ask"];
    const policies = heads.flatMap((first) =>
      lines.flatMap((last) => [`${first}\n${last}`, `${first}\r\n${last}\r\n`, `\uFEFF${last}`]),
    );
    expect(policies.filter((policy) => !agree(policy))).toEqual([]);
  });
});

describe("the highlighting for editors", () => {
  const highlighting = readProject("grammar/tollgate.tmLanguage.json");
  const patterns = [...highlighting.matchAll(/"(?:match|begin|end)": ("(?:[^"\\]|\\.)*")/g)].map(
    (match) => JSON.parse(match[1] ?? "") as string,
  );

  test("consists of valid expressions", () => {
    expect(patterns.length).toBeGreaterThan(20);
    for (const pattern of patterns) expect(() => new RegExp(pattern, "u")).not.toThrow();
  });

  test("knows every word of the language", () => {
    // The words stand in the grammar in quotes.
    const rules = text.replaceAll(/^ *\/\/.*$/gm, "");
    const words = [...rules.matchAll(/"([A-Za-z]{2,})"/g)].map((match) => match[1] ?? "");
    const surfaces = ["path", "external_directory", "read", "write"];
    const missing = [...new Set(words)].filter(
      (word) => !surfaces.includes(word) && !patterns.join("\n").includes(word),
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ["comment", "  # words", "# words"],
    ["surface", "bash for agent x: deny", "bash for agent x:"],
    ["expectation", "  deny bash: rm -rf x", "  deny bash: rm -rf x"],
    ["by", "    by path: deny *.env", "    by "],
    ["group", "group a:", "group a:"],
    ["include", "include preset:secrets", "include preset:secrets"],
  ])("finds %s", (name, line, found) => {
    const { repository } = JSON.parse(highlighting) as {
      repository: Record<string, { match?: string; begin?: string }>;
    };
    const rule = repository[name];
    expect(new RegExp(rule?.match ?? rule?.begin ?? "$^", "u").exec(line)?.[0]).toBe(found);
  });
});

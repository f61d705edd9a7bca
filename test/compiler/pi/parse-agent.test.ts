/** Agent files of Pi as policies: what they say, and what becomes of files that nobody should write. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compilePolicy, diffPolicies, type PolicySource, serializeTable } from "../../../compiler/index.ts";
import { parseAgent } from "../../../compiler/pi/parse-agent.ts";
import { nameOfRule } from "../../../compiler/testing/rule-names.ts";
import { strictness } from "../../../src/decision.ts";
import { loadTable } from "../../../src/index.ts";
import { digestOf } from "../../../src/table/format.ts";
import { BOUNDARY, plain } from "../../../src/text.ts";

interface Case {
  readonly name: string;
  readonly base?: string;
  readonly agent: string;
  readonly policy: string;
  /** The programs of rules by their action, where no policy has the same. */
  readonly programs?: Readonly<Record<string, readonly string[]>>;
}

const cases = parse(readFileSync(new URL("agents.yaml", import.meta.url), "utf8")) as readonly Case[];

const FILE = "agents/helper.md";
const base = (text = ""): PolicySource => ({ file: "base.gate", text });

/** What the rules of a table say, apart from where they stand. */
function rulesOf(sources: readonly PolicySource[]) {
  const { data, diagnostics } = compilePolicy(sources);
  expect(diagnostics).toEqual([]);
  return (data?.rules ?? []).map(({ surface, agent, action, programs, because, final, layer }) => {
    return { layer, surface, agent, action, programs, because, final };
  });
}

describe("an agent's file", () => {
  test.each(cases.map((one) => [one.name, one] as const))("says what a policy would: %s", (_, one) => {
    const { agent, policy, programs = {} } = one;
    const expected = rulesOf([base(one.base), { file: "same.gate", text: policy }]).map((rule) =>
      rule.surface === "bash" && rule.action in programs ? { ...rule, programs: programs[rule.action] } : rule,
    );
    expect(rulesOf([base(one.base), { file: FILE, text: agent }])).toEqual(expected);
  });

  test.each(cases.map((one) => [one.name, one] as const))("can be included: %s", (_, one) => {
    const text = 'include "agents/helper.md"\n';
    const included = compilePolicy([base(one.base), { file: "policy.gate", text }], {
      readInclude: (__, name) => ({ file: name, text: one.agent }),
    });
    const given = compilePolicy([base(one.base), { file: FILE, text: one.agent }]);
    expect(included.data?.rules).toEqual(given.data?.rules);
  });

  test.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["a byte order mark", (text: string) => `\uFEFF${text}`],
    ["blanks behind the lines around it", (text: string) => text.replaceAll(/^---$/gm, "--- ")],
    ["a long prompt", (text: string) => `${text}${"Be careful.\n".repeat(10_000)}`],
  ])("may have %s", (_, change) => {
    for (const { agent, base: before } of cases) {
      const plainly = rulesOf([base(before), { file: FILE, text: agent }]);
      expect(rulesOf([base(before), { file: FILE, text: change(agent) }])).toEqual(plainly);
    }
  });

  test("tells of its rules as a policy would have them, at their places", () => {
    const { agent } = cases.find(({ name }) => name.startsWith("a denial"))!;
    const { data } = compilePolicy([{ file: FILE, text: agent }]);
    expect(data?.rules.map(({ file, line, column, text }) => [file, line, column, text])).toEqual([
      [FILE, 4, 5, 'deny npm * because "use pnpm"'],
      [FILE, 5, 5, "deny yarn *"],
    ]);
    for (const rule of data?.rules ?? []) expect(nameOfRule(rule.text)).toBe(rule.text.replace(/ because .*/, ""));
  });
});

describe("what no rule names", () => {
  const WHITELIST = '---\npermission: { "*": deny, read: allow }\n---\n';
  const LOOSE = '---\npermission: { "*": allow }\n---\n';
  const answer = (sources: readonly PolicySource[], agent: string | null, surface: string) =>
    loadTable(serializeTable(compilePolicy(sources).data!)).lookup(surface, agent, { written: [["x"]], readings: [] })
      .action;

  test.each([
    // [file, scope, default, for the agent on `x`, and on `read`]
    [WHITELIST, "user", "ask", "deny", "allow"],
    [WHITELIST, "user", "allow", "deny", "allow"],
    [WHITELIST, "project", "allow", "deny", "allow"],
    [WHITELIST, "project", "ask", "deny", "ask"],
    [LOOSE, "user", "deny", "allow", "allow"],
    [LOOSE, "project", "deny", "deny", "deny"],
    [LOOSE, "project", "allow", "allow", "allow"],
  ] as const)(
    "gets the answer of the agent's own default: %j, as %s, under `%s`",
    (text, scope, general, other, read) => {
      const before = base(`default: ${general}\nbash: ask\n`);
      const sources: PolicySource[] = [before, { file: FILE, text, scope }];
      for (const surface of ["x", "y", "write", "mcp"]) expect(answer(sources, "helper", surface)).toBe(other);
      expect(answer(sources, "helper", "read")).toBe(read);
      for (const agent of [null, "other"]) {
        for (const surface of ["x", "read", "bash"]) {
          expect(answer(sources, agent, surface)).toBe(answer([before], agent, surface));
        }
      }
    },
  );

  test("is compared where policies are", async () => {
    const before = compilePolicy([base("default: ask"), { file: FILE, text: WHITELIST }]);
    const after = compilePolicy([base("default: ask"), { file: FILE, text: LOOSE }]);
    const { regions } = await diffPolicies(before.data!, after.data!);
    expect(regions.map(({ agent, old, new: now }) => [agent, old.action, now.action])).toContainEqual([
      "helper",
      "deny",
      "allow",
    ]);
    expect(regions.every(({ agent }) => agent === "helper")).toBe(true);
  });

  test("counts where something is never allowed", () => {
    const never = base("never allow write: x\ndefault: ask\n");
    expect(compilePolicy([never, { file: FILE, text: WHITELIST }]).diagnostics).toEqual([]);
    const { diagnostics } = compilePolicy([never, { file: FILE, text: LOOSE }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["never-violated"]);
  });

  test("is refused in a table that says it twice", () => {
    const data = compilePolicy([{ file: FILE, text: WHITELIST }]).data!;
    const [layer] = data.layers;
    const twice = { ...layer!, agentDefaults: [...layer!.agentDefaults!, ...layer!.agentDefaults!] };
    const { digest: _, ...content } = { ...data, layers: [twice] };
    expect(() => loadTable({ ...content, digest: digestOf(content) })).toThrow("two defaults");
  });
});

describe("a file that nobody should write", () => {
  const permission = (yaml: string): string => `---\npermission:\n${yaml}---\n`;
  const hostile: Readonly<Record<string, string>> = {
    "aliases that multiply": `---\n${Array.from({ length: 12 }, (_, index) =>
      index === 0 ? "a0: &a0 [x, x, x]" : `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}x]`,
    ).join("\n")}\npermission: *a11\n---\n`,
    "an alias of itself": "---\npermission: &a\n  bash: *a\n---\n",
    "a merge": "---\nx: &x { bash: allow }\npermission:\n  <<: *x\n---\n",
    "lists deep in each other": permission(`  bash: ${"[".repeat(30_000)}\n`),
    "maps deep in each other": permission(`  bash: ${"{a: ".repeat(15_000)}\n`),
    "blocks deep in each other": permission(`  ${"- ".repeat(30_000)}\n`),
    "keys without end": permission(Array.from({ length: 9_000 }, (_, index) => `  ${index}x\n`).join("")),
    "a frontmatter that is too long": permission(`  bash: deny\n${"# x\n".repeat(20_000)}`),
    "5 MB": `${permission("  bash: deny\n")}${"x".repeat(5 * 1024 * 1024)}`,
    "5 MB without an end": `---\npermission:\n${"  bash: deny\n".repeat(400_000)}`,
    "no end": "---\npermission:\n  bash: deny\n",
    "an end with more on its line": "---\npermission:\n  bash: deny\n--- x\n",
    "a start that is late": "\n---\npermission:\n  bash: deny\n---\n",
    "a start with more on its line": "---yaml\npermission:\n  bash: deny\n---\n",
    "two documents": permission("  bash: deny\n...\n  bash: allow\n"),
    "a character that cannot be seen": permission('  bash: { "rm\u200B *": deny }\n'),
    "a character that cannot be seen, escaped": permission('  bash: { "rm\\u202E *": deny }\n'),
    "a lone surrogate": permission('  bash: { "rm \uD800 *": deny }\n'),
    "a mark of tables": permission('  bash: { "rm \\uFDD0 *": deny }\n'),
    NUL: permission("  bash: deny\u0000\n"),
  };

  test.each(Object.entries(hostile))("gives no table: %s", (_, text) => {
    const { table, diagnostics } = compilePolicy([{ file: FILE, text }]);
    expect(table).toBeNull();
    expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true);
  });

  test("never makes the parser throw, and never loses a denial without a word", () => {
    const [whole] = cases.filter(({ name }) => name.startsWith("a map"));
    const { agent } = whole!;
    const broken = fc
      .tuple(fc.nat(agent.length), fc.nat(6), fc.string({ unit: "binary", maxLength: 3 }))
      .map(([at, count, more]) => agent.slice(0, at) + more + agent.slice(at + count));
    fc.assert(
      fc.property(
        fc.oneof(
          broken,
          fc.string({ unit: "binary" }).map((text) => permission(text)),
        ),
        (text) => {
          const { tree, diagnostics, source } = parseAgent(text, FILE);
          for (const { span } of diagnostics) {
            expect(span.start).toBeLessThanOrEqual(span.end);
            expect(span.end).toBeLessThanOrEqual(source.text.length);
          }
          expect(tree.statements.length + diagnostics.length).toBeGreaterThanOrEqual(0);
          compilePolicy([{ file: FILE, text }]);
        },
      ),
      { seed: 7, numRuns: 1_000 },
    );
  });
});

describe("an agent's file of the project", () => {
  const word = fc.constantFrom("git", "push", "rm", "*", "?", "git *", "git push *", "rm *", "* push");
  const action = fc.constantFrom("allow", "ask", "deny");
  const map = fc.dictionary(word, action, { minKeys: 1, maxKeys: 4 });
  const policy = fc.array(fc.tuple(action, word), { maxLength: 4 });
  const commands = ["git", "git push", "git push x", "rm", "rm x", "a push", "x"];

  const yamlOf = (rules: Readonly<Record<string, string>>): string =>
    `---\npermission:\n  bash:\n${Object.entries(rules)
      .map(([key, value]) => `    ${JSON.stringify(key)}: ${value}\n`)
      .join("")}---\n`;
  const textOf = (rules: readonly (readonly [string, string])[]): string =>
    `bash:\n${rules.map(([does, pattern]) => `  ${does} ${pattern}\n`).join("")}`;
  const answers = (sources: readonly PolicySource[], agent: string | null) => {
    const { table } = compilePolicy(sources);
    return commands.map((command) => {
      const written = [[plain(command).replaceAll(" ", BOUNDARY)]];
      return strictness(table!.lookup("bash", agent, { written, readings: [] }).action);
    });
  };

  test("never makes an answer less strict, and changes none for other agents", () => {
    fc.assert(
      fc.property(policy, map, (rules, own) => {
        const before = [{ file: "p.gate", text: rules.length === 0 ? "" : textOf(rules) }];
        const after: PolicySource[] = [...before, { file: FILE, text: yamlOf(own), scope: "project" }];
        const [plainly, now] = [answers(before, "helper"), answers(after, "helper")];
        for (const [index, weight] of now.entries()) expect(weight).toBeGreaterThanOrEqual(plainly[index]!);
        expect(answers(after, "other")).toEqual(plainly);
        expect(answers(after, null)).toEqual(answers(before, null));
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  /** The other system: the maps are laid over each other, and the last match wins. */
  function laidOver(rules: readonly (readonly [string, string])[], own: Readonly<Record<string, string>>): number[] {
    const merged = { ...Object.fromEntries(rules.map(([does, pattern]) => [pattern, does])), ...own };
    return commands.map((command) => {
      const last = Object.entries(merged).findLast(([pattern]) => {
        const source = [...pattern].map((one) => (one === "*" ? ".*" : one === "?" ? "." : one)).join("");
        return new RegExp(`^${source.replace(/ \.\*$/, "( .*)?")}$`).test(command);
      });
      return strictness((last?.[1] ?? "ask") as "allow" | "ask" | "deny");
    });
  }

  test("is at least as strict as where maps are laid over each other, also where it is trusted", () => {
    const distinct = policy.filter((rules) => new Set(rules.map(([, pattern]) => pattern)).size === rules.length);
    fc.assert(
      fc.property(distinct, map, (rules, own) => {
        const sources = [
          { file: "p.gate", text: rules.length === 0 ? "" : textOf(rules) },
          { file: FILE, text: yamlOf(own) },
        ];
        const now = answers(sources, "helper");
        const there = laidOver(rules, own);
        for (const [index, weight] of now.entries()) expect(weight).toBeGreaterThanOrEqual(there[index]!);
      }),
      { seed: 13, numRuns: 300 },
    );
  });
});

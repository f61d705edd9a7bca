/** docs/table-format.md: a reader that is written from that page alone gives the answers of the table. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePolicy, serializeTable } from "../compiler/index.ts";
import { loadTable } from "../src/table/load.ts";
import { readProject } from "./project.ts";

const page = readProject("docs/table-format.md");

interface Json {
  readonly layers: readonly {
    readonly trusted: boolean;
    readonly default: string | null;
    readonly agentDefaults?: readonly { readonly agent: string; readonly default: string }[];
  }[];
  readonly rules: readonly {
    readonly layer: number;
    readonly surface: string;
    readonly agent: string | null;
    readonly action: string;
    readonly final: boolean;
  }[];
  readonly alphabets: readonly (readonly string[])[];
  readonly lists: readonly {
    readonly layer: number;
    readonly surface: string;
    readonly agent: string | null;
    readonly rules: number | null;
    readonly floors: number | null;
  }[];
  readonly automata: readonly Automaton[];
  readonly digest: string;
}
interface Automaton {
  readonly alphabet: number;
  readonly rows: readonly (readonly number[])[];
  readonly bases: readonly number[];
  readonly edges: readonly number[];
  readonly hits: readonly number[];
  readonly ends: readonly number[];
}

const pairs = (numbers: readonly number[], from = 0): [number, number][] => {
  const result: [number, number][] = [];
  for (let at = from; at + 1 < numbers.length; at += 2) result.push([numbers[at]!, numbers[at + 1]!]);
  return result;
};

/** The rank that wins, or -1. */
function winner(
  { alphabet, rows, bases, edges, hits, ends }: Automaton,
  alphabets: Json["alphabets"],
  text: string,
): number {
  const rowOf = pairs(bases).flatMap(([count, row]) => Array.from({ length: count }, () => row));
  const own: Map<number, number>[] = [];
  for (let at = 0; at < edges.length;) {
    const count = edges[at]!;
    own.push(new Map(pairs(edges.slice(at + 1, at + 1 + 2 * count))));
    at += 1 + 2 * count;
  }
  const [hit, end] = [new Map(pairs(hits)), new Map(pairs(ends))];
  let state = 0;
  let best = hit.get(0) ?? -1;
  for (const character of text) {
    const index = alphabets[alphabet]!.findIndex((one) => [...one].includes(character));
    const of = index === -1 ? (character >= "\uFDD0" && character <= "\uFDEF" ? 1 : 0) : index + 2;
    const row = rows[rowOf[state]!]!;
    state = own[state]!.get(of) ?? new Map(pairs(row, 1)).get(of) ?? row[0]!;
    best = Math.max(best, hit.get(state) ?? -1);
  }
  return Math.max(best, end.get(state) ?? -1);
}

const strictness = (action: string) => ["allow", "ask", "deny"].indexOf(action);

/** The answer to one text; null where an automaton is not stored. */
function answer(table: Json, surface: string, agent: string | null, text: string): string | null {
  const answers: string[] = [];
  for (const [layer, { trusted, default: general, agentDefaults = [] }] of table.layers.entries()) {
    const fallback = agentDefaults.find((one) => one.agent === agent)?.default ?? general;
    const lists = table.lists.filter((one) => one.layer === layer && one.surface === surface);
    const list = lists.find((one) => one.agent === agent) ?? lists.find((one) => one.agent === null);
    const members = table.rules.filter(
      (rule) => rule.layer === layer && rule.surface === surface && (rule.agent === null || rule.agent === list?.agent),
    );
    const floors = members
      .filter((rule) => rule.final && rule.action !== "allow")
      .toSorted((a, b) => strictness(a.action) - strictness(b.action));
    if (list !== undefined && (list.rules === null || (list.floors === null && floors.length > 0))) return null;
    const wins = (index: number | null | undefined) =>
      index === null || index === undefined ? -1 : winner(table.automata[index]!, table.alphabets, text);
    let action = members[wins(list?.rules)]?.action ?? fallback ?? (trusted ? "ask" : null);
    const floor = floors[wins(list?.floors)]?.action;
    if (floor !== undefined && (action === null || strictness(floor) > strictness(action))) action = floor;
    if (action !== null) answers.push(action);
  }
  return answers.toSorted((a, b) => strictness(b) - strictness(a))[0] ?? "ask";
}

const policies = {
  starter: [{ file: "starter.gate", text: readProject("policies/starter.gate") }],
  canonical: [
    { file: "a.gate", text: readProject("policies/canonical.gate").replace('include "./secrets.gate"\n', "") },
  ],
  scopes: [
    {
      file: "user.gate",
      text: "default: allow\nbash:\n  ask git *\n  deny rm * with -f\nbash for agent bot: final ask git push *\n",
    },
    {
      file: "project.gate",
      text: "default: deny\nbash: final deny git * without -v|--verbose\n",
      scope: "project" as const,
    },
  ],
  agents: [
    { file: "user.gate", text: "default: allow\nbash: ask git *\n" },
    { file: "bot.md", text: '---\npermission: { "*": deny, bash: { "git log *": allow } }\n---\n' },
    { file: "other/bot.md", text: '---\npermission: { "*": ask }\n---\n', scope: "project" as const },
  ],
};

describe.each(Object.entries(policies))("the table of %s", (_, sources) => {
  const { data, diagnostics } = compilePolicy(sources);
  if (data === null) throw new Error(JSON.stringify(diagnostics));
  const text = serializeTable(data);
  const table = JSON.parse(text) as Json;

  test("has the digest that the page describes", () => {
    const { digest, ...content } = table;
    expect(createHash("sha256").update(JSON.stringify(content), "utf8").digest("hex")).toBe(digest);
  });

  test("gives the same answers to a reader that knows only the page", () => {
    const loaded = loadTable(text);
    const parts = ["git", "rm", "push", "-f", "--force", "-rf", "ls", "/tmp/", ".env", "src/", "~", "*", "x", "é"];
    const marks = ["\uFDD0", "\uFDD0", "\uFDD1", "\uFDD2", "/", ""];
    const property = fc.property(
      fc.constantFrom("bash", "path", "write", "mcp", "other"),
      fc.constantFrom(null, "reviewer", "bot"),
      fc.constantFrom("", "\uFDD4", "\uFDD5", "\uFDD4\uFDD3"),
      fc.array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...marks)), { maxLength: 4 }),
      (surface, agent, front, words) => {
        const asked =
          front +
          words
            .flat()
            .join("")
            .replace(/[\uFDD0-\uFDD2]$/u, "");
        const read = answer(table, surface, agent, asked);
        if (read === null) return;
        expect(read).toBe(loaded.lookup(surface, agent, { written: [[asked]], readings: [] }).action);
      },
    );
    fc.assert(property, { seed: 3, numRuns: 400 });
  });
});

test("the page names every member of a table", () => {
  const { data } = compilePolicy(policies.canonical);
  const table = JSON.parse(serializeTable(data!)) as Record<string, unknown>;
  const items = Object.values(table).flatMap((value) => (Array.isArray(value) ? (value as unknown[]).slice(0, 1) : []));
  const members = [table, ...items].flatMap((item) =>
    typeof item === "object" && item !== null && !Array.isArray(item) ? Object.keys(item) : [],
  );
  expect(members.length).toBeGreaterThan(40);
  expect(members.filter((member) => !page.includes(`\`${member}\``))).toEqual([]);
});

test("the page names every mark that a program or a text can hold", () => {
  const sources = ["src/text.ts", "src/table/program.ts"].map(readProject).join("\n");
  const marks = [...sources.matchAll(/^export const [A-Z_]+ = "\\u(FD[DE][0-9A-F])"/gm)].map(
    (match) => `U+${match[1]}`,
  );
  expect(marks.length).toBe(10);
  expect(marks.filter((mark) => !page.includes(mark))).toEqual([]);
});

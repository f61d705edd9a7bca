import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emitTable, serializeTable } from "../../compiler/emit.ts";
import type { PolicyLayer } from "../../compiler/rule.ts";
import type { Action } from "../../src/decision.ts";
import { Alphabet } from "../../src/table/alphabet.ts";
import type { TableData } from "../../src/table/format.ts";
import { LazyAutomaton } from "../../src/table/lazy.ts";
import { classesOfSurfaces, forEachPart, listsOf, machineFor, membersOf } from "../../src/table/list.ts";
import { loadTable } from "../../src/table/load.ts";
import { SelectingAutomaton } from "../../src/table/selecting.ts";
import { StoredAutomaton } from "../../src/table/stored.ts";
import type { Value } from "../../src/text.ts";
import { answer, textsOf } from "../oracle/last-match.ts";
import { witnesses } from "../oracle/witnesses.ts";
import { BASH, layers, type Letters, MCP, PATH, policyOf, texts as textsIn, values } from "./policies.ts";

const SEED = 20261130;

function tableOf(some: readonly PolicyLayer[]): ReturnType<typeof loadTable> {
  return loadTable(serializeTable(emitTable(policyOf(some))));
}

function alphabetFor(data: TableData, surface: string): Alphabet {
  return new Alphabet(classesOfSurfaces(data.rules).get(surface)?.plain ?? []);
}

/** Texts of a value that the rules for an agent may tell apart. */
function witnessesFor(
  data: TableData,
  surface: string,
  agent: string | null,
  value: Value,
  letters: Letters,
): string[] {
  const alphabet = alphabetFor(data, surface);
  const lists = listsOf(data.rules);
  const automata = data.layers
    .flatMap((_, layer) => {
      const own = lists.filter((list) => list.layer === layer);
      return own.find((list) => list.agent === agent) ?? own.find((list) => list.agent === null) ?? [];
    })
    .flatMap((list) => (["rules", "floors"] as const).map((part) => ({ part, members: membersOf(list, part) })))
    .filter(({ members }) => members.length > 0)
    .map(({ part, members }) => new LazyAutomaton(() => machineFor(members, alphabet, part)));
  return witnesses(value, automata, alphabet, letters.text);
}

function product(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (chosen, list) => chosen.flatMap((some) => list.map((text) => [...some, text])),
    [[]],
  );
}

const agents = fc.constantFrom(null, "helper", "stranger");
const unmatched = fc.constantFrom(undefined, "allow" as const, "deny" as const);

describe.each([
  ["bash", BASH, 5],
  ["path", PATH, 5],
  ["mcp", MCP, 5],
] as const)("the table, asked on %s,", (surface, letters: Letters, most) => {
  const policies = layers(letters, { clauses: surface === "bash", most });

  it("answers a known text as the last matching rule does", () => {
    fc.assert(
      fc.property(
        policies,
        agents,
        fc.array(textsIn(letters), { minLength: 1, maxLength: 8 }),
        unmatched,
        (some, agent, asked, otherwise) => {
          const table = tableOf(some);
          const options = otherwise === undefined ? {} : { unmatched: otherwise };
          for (const text of asked) {
            const verdict = table.lookup(surface, agent, { written: [[text]], readings: [] }, options);
            const expected = answer(
              some,
              surface,
              agent,
              { written: [text], readings: [], aliases: [] },
              { unmatched: otherwise },
            );
            expect({ text, action: verdict.action, mixed: verdict.mixed }).toEqual({
              text,
              action: expected,
              mixed: false,
            });
          }
        },
      ),
      { seed: SEED, numRuns: 800 },
    );
  });

  it("answers a question of several spellings by the last rule that matches any of them", () => {
    const spellings = fc.record({
      written: fc.array(textsIn(letters), { minLength: 1, maxLength: 2 }),
      readings: fc.array(textsIn(letters), { maxLength: 2 }),
      aliases: fc.array(fc.record({ directory: fc.constantFrom("a", "/a", "B"), text: textsIn(letters) }), {
        maxLength: 1,
      }),
    });
    const plain = layers(letters, { clauses: surface === "bash", alternatives: false, most });
    fc.assert(
      fc.property(plain, agents, spellings, fc.boolean(), (some, agent, question, fold) => {
        const asked = {
          written: question.written.map((text) => [text]),
          readings: question.readings.map((text) => [text]),
          aliases: question.aliases.map(({ directory, text }) => ({ directory, value: [text] })),
        };
        const verdict = tableOf(some).lookup(surface, agent, asked, { fold });
        // Only on path surfaces a rule has a directory.
        const aliases =
          surface === "path" ? question.aliases : question.aliases.map((alias) => ({ ...alias, directory: "none" }));
        const options = { fold: fold && surface === "path" };
        expect(verdict.action).toBe(answer(some, surface, agent, { ...question, aliases }, options));
      }),
      { seed: SEED, numRuns: 600 },
    );
  });

  it("answers a value with holes by the one action that all its texts get, else asks", () => {
    const counts = { uniform: 0, mixed: 0 };
    const policy = layers(letters, { clauses: surface === "bash", most: 4 });
    fc.assert(
      fc.property(policy, agents, values(letters), (some, agent, value) => {
        const data = emitTable(policyOf(some));
        const { action, mixed } = loadTable(data).lookup(surface, agent, { written: [value], readings: [] });
        counts[mixed ? "mixed" : "uniform"]++;
        const asked = [...textsOf(value, letters.text, 1), ...witnessesFor(data, surface, agent, value, letters)];
        const answers = new Set(
          asked.map((text) => answer(some, surface, agent, { written: [text], readings: [], aliases: [] })),
        );
        expect({ action, mixed }).toEqual({
          action: answers.size === 1 ? [...answers][0] : "ask",
          mixed: answers.size > 1,
        });
      }),
      { seed: SEED, numRuns: 600 },
    );
    // Both answers have to come up, or nothing is shown.
    expect(Math.min(counts.uniform, counts.mixed)).toBeGreaterThan(20);
  });

  it("never answers a question of several values less strictly than one of their texts", () => {
    const policy = layers(letters, { clauses: surface === "bash", alternatives: false, most: 4 });
    const few = fc.array(values(letters), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(policy, few, fc.array(values(letters), { maxLength: 1 }), (some, written, readings) => {
        const { action, mixed } = tableOf(some).lookup(surface, null, { written, readings });
        const textsOfAll = [...written, ...readings].map((value) => textsOf(value, letters.text, 1).slice(0, 12));
        const answers = new Set<Action>();
        for (const chosen of product(textsOfAll)) {
          answers.add(
            answer(some, surface, null, {
              written: chosen.slice(0, written.length),
              readings: chosen.slice(written.length),
              aliases: [],
            }),
          );
        }
        expect(mixed ? "ask" : [...answers].join()).toBe(action);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("makes states as texts come just as it stores them", () => {
    let compared = 0;
    fc.assert(
      fc.property(policies, fc.array(textsIn(letters), { minLength: 1, maxLength: 8 }), (some, asked) => {
        const data = emitTable(policyOf(some));
        const table = loadTable(data);
        const classes = classesOfSurfaces(data.rules);
        for (const list of listsOf(table.rules)) {
          const stored = data.lists.find(({ layer, agent }) => layer === list.layer && agent === list.agent)!;
          forEachPart((part) => {
            const members = membersOf(list, part);
            const automaton = data.automata[stored[part] ?? -1];
            if (automaton === undefined) return;
            compared++;
            const alphabet = new Alphabet(classes.get(surface)![part.startsWith("folded") ? "folded" : "plain"]);
            const eager = new StoredAutomaton(automaton, alphabet);
            // So little is kept that states are forgotten within a text.
            const lazy = new LazyAutomaton(() => machineFor(members, alphabet, part), 1);
            const selecting = new SelectingAutomaton(
              () => members,
              () => alphabet,
              part,
            );
            for (const text of asked) {
              expect(lazy.winner(text)).toBe(eager.winner(text));
              expect(selecting.winner(text)).toBe(eager.winner(text));
            }
          });
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(300);
  });
});

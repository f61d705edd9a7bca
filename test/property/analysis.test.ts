/** The analysis against brute force: over few characters, every text up to a length is tried. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTables } from "../../compiler/analysis/diff.ts";
import { checkNever } from "../../compiler/analysis/never.ts";
import { examineRules } from "../../compiler/analysis/winners.ts";
import { emitTable } from "../../compiler/emit.ts";
import { compilePattern } from "../../compiler/pattern.ts";
import type { PolicyLayer } from "../../compiler/rule.ts";
import { strictness } from "../../src/decision.ts";
import { loadTable } from "../../src/table/load.ts";
import { answerTo, commandLength, commandTexts, numbered, pathLength, pathTexts } from "../oracle/analysis.ts";
import { answer } from "../oracle/last-match.ts";
import { BASH, layers, type Letters, PATH, policyOf } from "./policies.ts";

interface Texts {
  readonly letters: Letters;
  readonly all: readonly string[];
  readonly lengthOf: (text: string) => number;
  /** Every text of up to this length is among them. */
  readonly longest: number;
}

const COMMANDS: Texts = {
  letters: BASH,
  all: commandTexts(["a", "b", "-", "=", "x"], 4),
  lengthOf: commandLength,
  longest: 4,
};
const PATHS: Texts = {
  letters: PATH,
  all: pathTexts(["a", "B", "/", ".", "~", "x"], 3),
  lengthOf: pathLength,
  longest: 4,
};

const agents = [null, "helper"] as const;
const budget = () => ({ steps: 5_000_000 });

function policies(texts: Texts, most: number): fc.Arbitrary<PolicyLayer[]> {
  const clauses = texts.letters.surface === "bash";
  return layers(texts.letters, { clauses, most }).map(numbered);
}

/** A policy and one that comes of it by a few changes. */
function pairs(texts: Texts): fc.Arbitrary<[PolicyLayer[], PolicyLayer[]]> {
  const edited = fc
    .tuple(policies(texts, 5), policies(texts, 2), fc.nat(), fc.boolean())
    .map(([old, more, at, drop]): [PolicyLayer[], PolicyLayer[]] => {
      const [first, ...others] = old;
      const rules = [...first!.rules];
      const place = at % (rules.length + 1);
      if (drop) rules.splice(place, 1);
      else rules.splice(place, 0, ...more[0]!.rules.slice(0, 1));
      return [old, numbered([{ ...first!, rules }, ...others])];
    });
  return fc.oneof(edited, fc.tuple(policies(texts, 4), policies(texts, 4)));
}

const keyOf = (some: readonly unknown[]) => JSON.stringify(some);

describe.each([
  ["commands", COMMANDS, 30],
  ["paths", PATHS, 24],
])("over %s", (_, texts, numRuns) => {
  const { surface } = texts.letters;

  test("a comparison finds every region, with a shortest text of it", () => {
    fc.assert(
      fc.property(pairs(texts), ([old, now]) => {
        const [before, after] = [old, now].map((some) => emitTable(policyOf(some)));
        const tables = [loadTable(before!), loadTable(after!)] as const;
        const expected = new Map<string, number>();
        for (const agent of agents) {
          const shortest = new Map<string, number>();
          for (const text of texts.all) {
            const one = answerTo(old, tables[0], surface, agent, text);
            const other = answerTo(now, tables[1], surface, agent, text);
            if (one.action === other.action && one.final === other.final) continue;
            const key = keyOf([one.line, other.line, one.action, other.action, one.final, other.final]);
            shortest.set(key, Math.min(shortest.get(key) ?? Infinity, texts.lengthOf(text)));
          }
          for (const [key, length] of shortest) if (!expected.has(key)) expected.set(key, length);
        }
        const { found, undecided } = compareTables(before!, after!, budget());
        expect(undecided).toEqual([]);
        const told = new Map(
          found
            .filter(({ ground }) => ground.surface === surface)
            .map((region) => [
              keyOf([
                region.old.rule?.line ?? null,
                region.new.rule?.line ?? null,
                region.old.action,
                region.new.action,
                region.old.final,
                region.new.final,
              ]),
              texts.lengthOf(region.texts[0]!),
            ]),
        );
        for (const [key, length] of expected) {
          if (length <= texts.longest) expect(`${key}: ${told.get(key)}`).toBe(`${key}: ${length}`);
          else expect(told.get(key) ?? Infinity).toBeLessThanOrEqual(length);
        }
        for (const [key, length] of told) {
          if (length <= texts.longest) expect(expected.has(key), key).toBe(true);
        }
      }),
      { seed: 11, numRuns, endOnFailure: true },
    );
  });

  test("the texts of a region get the answers that are told", () => {
    fc.assert(
      fc.property(pairs(texts), ([old, now]) => {
        const [before, after] = [old, now].map((some) => emitTable(policyOf(some)));
        for (const { ground, texts: examples, old: one, new: other } of compareTables(before!, after!, budget())
          .found) {
          if (ground.surface !== surface) continue;
          for (const text of examples) {
            expect(answerTo(old, loadTable(before!), surface, ground.agent, text).action).toBe(one.action);
            expect(answerTo(now, loadTable(after!), surface, ground.agent, text).action).toBe(other.action);
          }
        }
      }),
      { seed: 12, numRuns, endOnFailure: true },
    );
  });

  test("a statement about what is never allowed holds, or fails with a shortest text", () => {
    fc.assert(
      fc.property(policies(texts, 4), policies(texts, 1), (policy, other) => {
        const rule = other[0]!.rules[0];
        fc.pre(rule !== undefined);
        const compiled = compilePattern(rule);
        if (!compiled.ok) return;
        const named = [
          {
            trusted: true,
            default: "allow" as const,
            rules: [{ ...rule, agent: null, action: "deny" as const, final: false }],
          },
        ];
        const trusted = policy.slice(0, 1);
        const unmatched = surface === "path" ? ("allow" as const) : undefined;
        let shortest = Infinity;
        for (const agent of agents) {
          for (const text of texts.all) {
            const question = { written: [text], readings: [], aliases: [] };
            if (answer(named, surface, null, question, { unmatched: "allow" }) !== "deny") continue;
            if (answer(trusted, surface, agent, question, { unmatched }) === "allow")
              shortest = Math.min(shortest, texts.lengthOf(text));
          }
        }
        const result = checkNever(emitTable(policyOf(policy)), { ...rule, programs: compiled.programs, layer: 0 });
        expect(result.kind).not.toBe("undecided");
        if (shortest < Infinity) expect(result.kind).toBe("violated");
        if (result.kind !== "violated") return;
        const question = { written: [result.text], readings: [], aliases: [] };
        expect(answer(named, surface, null, question, { unmatched: "allow" })).toBe("deny");
        expect(answer(trusted, surface, result.agent, question, { unmatched })).toBe("allow");
        if (result.agent === null && shortest <= texts.longest)
          expect(texts.lengthOf(result.text)).toBeGreaterThanOrEqual(shortest);
      }),
      { seed: 13, numRuns, endOnFailure: true },
    );
  });

  test("a rule that is said never to win wins for no text, and any other for some", () => {
    fc.assert(
      fc.property(policies(texts, 5), (policy) => {
        const data = emitTable(policyOf(policy));
        const { findings, undecided } = examineRules(data);
        expect(undecided).toEqual([]);
        const dead = new Set(
          findings.filter(({ kind }) => kind !== "redundant").map(({ source }) => source.rules[0]!.line),
        );
        for (const layer of policy) {
          for (const agent of agents) {
            const rules = [
              ...layer.rules.filter((rule) => rule.agent === null),
              ...layer.rules.filter((rule) => rule.agent === agent && agent !== null),
            ];
            for (const text of texts.all) {
              const matching = rules.filter((rule) => {
                const alone = [{ trusted: true, default: null, rules: [{ ...rule, agent: null, final: false }] }];
                const unmatched = rule.action === "allow" ? ("deny" as const) : ("allow" as const);
                return (
                  answer(alone, surface, null, { written: [text], readings: [], aliases: [] }, { unmatched }) !==
                  unmatched
                );
              });
              const floors = matching.filter(({ final, action }) => final && action !== "allow");
              const floor = floors.toSorted((a, b) => strictness(a.action) - strictness(b.action)).at(-1);
              const last = matching.at(-1);
              const held =
                floor !== undefined && last !== undefined && strictness(floor.action) > strictness(last.action);
              for (const winner of held ? [floor] : [last, floor]) {
                if (winner !== undefined)
                  expect(dead.has(winner.source.line), `${winner.source.line} ${text}`).toBe(false);
              }
            }
          }
        }
      }),
      { seed: 14, numRuns: numRuns / 3, endOnFailure: true },
    );
  });

  test("a rule that is said to be redundant can be dropped without any change", () => {
    fc.assert(
      fc.property(policies(texts, 5), (policy) => {
        const data = emitTable(policyOf(policy));
        const table = loadTable(data);
        for (const { kind, source } of examineRules(data).findings) {
          if (kind === "impossible") continue;
          const { line } = source.rules[0]!;
          const rest = policy.map((layer) => ({
            ...layer,
            rules: layer.rules.filter((rule) => rule.source.line !== line),
          }));
          const without = loadTable(emitTable(policyOf(rest)));
          for (const agent of agents) {
            for (const text of texts.all) {
              const one = answerTo(policy, table, surface, agent, text);
              const other = answerTo(rest, without, surface, agent, text);
              expect([text, other.action, other.final]).toEqual([text, one.action, one.final]);
            }
          }
        }
      }),
      { seed: 15, numRuns: numRuns / 3, endOnFailure: true },
    );
  });
});

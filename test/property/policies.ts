/**
 * Random policies, texts and values over few characters, so that rules overlap often.
 */
import * as fc from "fast-check";
import type { PatternItem } from "../../compiler/ast.ts";
import type { PolicyLayer, PolicyRule, ResolvedPolicy } from "../../compiler/rule.ts";
import {
  BOUNDARY,
  HOME,
  OPTION_BOUNDARY,
  type Piece,
  READ,
  VALUE_BOUNDARY,
  type Value,
  WRITE,
} from "../../src/text.ts";
import { any, either, gap, literal, one, quoted, tree } from "../oracle/pattern-tree.ts";

/** The characters of a surface: those of patterns, and one more that none holds. */
export interface Letters {
  readonly surface: string;
  readonly front: readonly string[];
  readonly pattern: readonly string[];
  readonly text: readonly string[];
}

const FLAGS = ["-a", "-b", "--ab", "--b", "-ab", "--a"];

export const BASH: Letters = {
  surface: "bash",
  front: [""],
  pattern: ["a", "b", "-", "=", "ab"],
  text: ["a", "b", "-", "=", "z", BOUNDARY, VALUE_BOUNDARY, OPTION_BOUNDARY],
};

export const PATH: Letters = {
  surface: "path",
  front: [READ, WRITE],
  pattern: ["a", "B", "/", ".", "~", "~/"],
  text: ["a", "B", "b", "/", ".", "~", "z", HOME],
};

export const MCP: Letters = {
  surface: "mcp",
  front: [""],
  pattern: ["a", "b", ":"],
  text: ["a", "b", ":", " "],
};

function items(letters: Letters): fc.Arbitrary<PatternItem> {
  const text = fc.constantFrom(...letters.pattern);
  const simple = fc.oneof(
    { weight: 5, arbitrary: text.map(literal) },
    { weight: 1, arbitrary: text.map(quoted) },
    { weight: 2, arbitrary: fc.constant(any) },
    { weight: 1, arbitrary: fc.constant(one) },
    { weight: letters.surface === "path" ? 0 : 3, arbitrary: fc.constant(gap) },
  );
  const options = fc.array(fc.array(simple, { maxLength: 2 }), { minLength: 1, maxLength: 2 });
  return fc.oneof({ weight: 8, arbitrary: simple }, { weight: 1, arbitrary: options.map((some) => either(...some)) });
}

function rules(letters: Letters, options: { clauses: boolean; alternatives?: boolean }): fc.Arbitrary<PolicyRule> {
  const paths = letters.surface === "path";
  const clauses = options.clauses
    ? fc.array(fc.uniqueArray(fc.constantFrom(...FLAGS), { minLength: 1, maxLength: 2 }), { maxLength: 1 })
    : fc.constant([]);
  const item = items(letters).filter(({ kind }) => options.alternatives !== false || kind !== "alternatives");
  return fc
    .record({
      agent: fc.constantFrom(null, null, null, "helper"),
      action: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
      final: fc.constantFrom(false, false, false, true),
      access: paths ? fc.constantFrom(null, null, "read" as const, "write" as const) : fc.constant(null),
      pattern: fc.option(
        fc.array(item, { minLength: 1, maxLength: 5 }).map((some) => tree(...some)),
        { freq: 9 },
      ),
      with: clauses,
      without: clauses,
    })
    .map((rule) => ({
      ...rule,
      surface: letters.surface,
      because: null,
      source: { file: "policy.gate", line: 1, column: 1, text: "a rule" },
    }));
}

export function layers(
  letters: Letters,
  options: { clauses: boolean; alternatives?: boolean; most: number },
): fc.Arbitrary<PolicyLayer[]> {
  const layer = fc.record({
    default: fc.constantFrom(null, "allow" as const, "deny" as const),
    rules: fc.array(rules(letters, options), { maxLength: options.most }),
  });
  return fc
    .tuple(layer, fc.array(layer, { maxLength: 1 }))
    .map(([trusted, others]) => [
      { trusted: true, ...trusted },
      ...others.map((other) => ({ trusted: false, ...other })),
    ]);
}

/** A policy of layers alone. */
export function policyOf(some: readonly PolicyLayer[]): ResolvedPolicy {
  return { sources: [], layers: some, shellTools: {}, tests: [] };
}

export function texts(letters: Letters): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...letters.front), fc.array(fc.constantFrom(...letters.text), { maxLength: 9 }))
    .map(([front, characters]) => front + characters.join(""));
}

/** Values of a few pieces, with one or two holes. */
export function values(letters: Letters): fc.Arbitrary<Value> {
  const known = fc.array(fc.constantFrom(...letters.text), { maxLength: 3 }).map((some) => some.join(""));
  const plain = letters.text.filter((character) => character < "\uFDD0");
  const some = fc.uniqueArray(fc.constantFrom(...plain), { minLength: 1, maxLength: 2 }).map((list) => list.join(""));
  const characters = fc
    .record({
      kind: fc.constant("characters" as const),
      min: fc.constantFrom(0 as const, 1 as const),
      max: fc.constantFrom(null, 1 as const),
      limit: fc.oneof(
        fc.constant({}),
        some.map((except) => ({ except })),
        some.map((notFirst) => ({ notFirst })),
        some.map((among) => ({ among })),
      ),
    })
    .map(({ limit, ...hole }) => ({ ...hole, ...limit }));
  const small: fc.Arbitrary<Value> = fc.array(known, { minLength: 1, maxLength: 2 });
  const hole: fc.Arbitrary<Piece> = fc.oneof(
    { weight: 4, arbitrary: characters },
    { weight: 1, arbitrary: fc.constant({ kind: "text" as const }) },
    {
      weight: 2,
      arbitrary: fc
        .array(small, { minLength: 1, maxLength: 2 })
        .map((options) => ({ kind: "choice" as const, options })),
    },
    { weight: 2, arbitrary: small.map((value) => ({ kind: "repeat" as const, value })) },
  );
  return fc
    .tuple(fc.constantFrom(...letters.front), known, hole, known, fc.option(hole, { freq: 2 }), known)
    .map(([front, a, first, b, second, c]) => [front + a, first, b, ...(second === null ? [] : [second]), c]);
}

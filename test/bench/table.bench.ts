/**
 * What tables cost: to make, to load and to ask. Run it with `npm run bench`.
 */
import { bench, describe } from "vitest";
import type { PatternItem } from "../../compiler/ast.ts";
import { emitTable, serializeTable } from "../../compiler/emit.ts";
import type { PolicyRule, ResolvedPolicy } from "../../compiler/rule.ts";
import { loadTable } from "../../src/table/load.ts";
import { ANY_CHARACTERS, BOUNDARY, MORE_WORDS, type Value } from "../../src/text.ts";
import { any, gap, literal, tree } from "../oracle/pattern-tree.ts";

/** A small generator of numbers that are the same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const number = generator(7);
const word = (): string => String.fromCharCode(...Array.from({ length: 2 + number(7) }, () => 97 + number(26)));
const words = Array.from({ length: 300 }, word);
const known = (): string => words[number(words.length)]!;

/** 80 % prefixes and literals, 10 % suffixes, 10 % infixes; or prefixes and literals alone. */
function policyOf(count: number, mixed: boolean): ResolvedPolicy {
  const patterns: PatternItem[][] = [[any]];
  while (patterns.length < count) {
    const kind = mixed ? number(10) : 0;
    if (kind === 8) patterns.push([any, literal(`.${known()}`)]);
    else if (kind === 9) patterns.push([any, gap, literal(`--${known()}`), gap, any]);
    else {
      const items: PatternItem[] = [literal(known())];
      for (let more = 1 + number(3); more > 0; more--) items.push(gap, literal(known()));
      if (number(3) > 0) items.push(gap, any);
      patterns.push(items);
    }
  }
  const rules = patterns.map((items, index): PolicyRule => ({
    surface: "bash",
    agent: null,
    action: (["allow", "ask", "deny"] as const)[number(3)]!,
    final: false,
    access: null,
    pattern: tree(...items),
    with: [],
    without: [],
    because: null,
    source: { file: "policy.gate", line: index + 1, column: 1, text: `rule ${index}` },
  }));
  return { sources: [], layers: [{ trusted: true, default: null, rules }], shellTools: {}, tests: [] };
}

const commands = Array.from({ length: 200 }, () =>
  [known(), ...Array.from({ length: number(5) }, () => (number(4) > 0 ? known() : `--${known()}`))].join(BOUNDARY),
);

describe.each([
  { size: "50 mixed rules", policy: policyOf(50, true) },
  { size: "1,000 mixed rules", policy: policyOf(1_000, true) },
  { size: "10,000 literal and prefix rules", policy: policyOf(10_000, false) },
])("a table of $size", ({ policy }) => {
  const text = serializeTable(emitTable(policy));
  const table = loadTable(text);
  const ask = (value: Value): unknown => table.lookup("bash", null, { written: [value], readings: [] });
  const few = { time: 500, iterations: 3, warmupIterations: 1 };

  bench("compile", () => void emitTable(policy), few);
  bench("load", () => void loadTable(text), few);
  bench("look up 200 commands", () => commands.forEach((command) => ask([command])));
  bench("look up a command with an unknown argument", () => void ask([`${commands[0]!}${BOUNDARY}`, ANY_CHARACTERS]));
  bench("look up a command with unknown arguments", () => void ask([commands[0]!, MORE_WORDS]));
});

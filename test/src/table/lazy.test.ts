import { describe, expect, it } from "vitest";
import { emitTable } from "../../../compiler/emit.ts";
import { Alphabet, alphabetOf } from "../../../src/table/alphabet.ts";
import { LazyAutomaton } from "../../../src/table/lazy.ts";
import { loadTable } from "../../../src/table/load.ts";
import { Machine } from "../../../src/table/machine.ts";
import { ANY } from "../../../src/table/program.ts";
import { ANY_TEXT, BOUNDARY } from "../../../src/text.ts";
import { policyOf } from "../../oracle/policy-of.ts";

/** Rules whose automaton would have a state for every subset of them. */
const count = 60;
const lines = Array.from(
  { length: count },
  (_, index) => `bash: ${index % 2 === 0 ? "allow" : "deny"} *a${index}z*b${index}z*`,
);

describe("rules whose automaton is too large", () => {
  const data = emitTable(policyOf(lines));
  const table = loadTable(data);

  it("are stored without one", () => {
    expect(data.lists[0]).toMatchObject({ rules: null, restrictive: null });
    expect(JSON.stringify(data).length).toBeLessThan(100_000);
  });

  it("answer all the same", () => {
    const ask = (text: string): string | undefined =>
      table.lookup("bash", null, { written: [[text]], readings: [] }).rule?.text;
    expect(ask("a3z b3z")).toBe("deny *a3z*b3z*");
    expect(ask("b3z a3z")).toBeUndefined();
    const all = Array.from({ length: count }, (_, index) => `a${index}z`).join(BOUNDARY);
    expect(ask(`${all} b7z b30z b4z`)).toBe("allow *a30z*b30z*");
    expect(ask(all)).toBeUndefined();
  });

  it("answer a value with holes within a budget", () => {
    const budget = { left: 20_000 };
    const verdict = table.lookup("bash", null, { written: [[ANY_TEXT, "b1z", ANY_TEXT]], readings: [] }, { budget });
    expect(verdict.action).toBe("ask");
    expect(verdict.mixed).toBe(true);
  });

  it("keep a bounded number of states", () => {
    const programs = lines.map((_, index) => `${ANY}a${index}z${ANY}b${index}z${ANY}`);
    const rules = programs.map((program) => ({ programs: [program], with: [], without: [] }));
    const alphabet = new Alphabet(alphabetOf(rules));
    const machine = new Machine(
      rules.map((rule) => ({ programs: rule.programs, conditions: [] })),
      alphabet,
    );
    const automaton = new LazyAutomaton(() => machine, 20_000);
    let most = 0;
    for (let round = 0; round < 400; round++) {
      const text = Array.from({ length: 30 }, (_, index) => `a${(round * 7 + index * round) % count}z`).join(" ");
      automaton.winner(text);
      most = Math.max(most, machine.weight);
    }
    expect(most).toBeGreaterThan(15_000);
    expect(most).toBeLessThan(40_000);
  });
});

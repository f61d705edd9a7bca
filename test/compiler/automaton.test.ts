import { describe, expect, it } from "vitest";
import { buildAutomaton, type UnnumberedAutomaton, WorkBudget } from "../../compiler/automaton.ts";
import { Alphabet, alphabetOf } from "../../src/table/alphabet.ts";

import { Machine } from "../../src/table/machine.ts";
import { ANY, MAY_END, ONE } from "../../src/table/program.ts";
import { StoredAutomaton } from "../../src/table/stored.ts";
import { BOUNDARY } from "../../src/text.ts";

function machineOf(programs: readonly string[]): Machine {
  const rules = programs.map((program) => ({ programs: [program], with: [], without: [] }));
  const alphabet = new Alphabet(alphabetOf(rules));
  return new Machine(
    rules.map((rule) => ({ programs: rule.programs, conditions: [] })),
    alphabet,
  );
}

function build(programs: readonly string[], work = Infinity): UnnumberedAutomaton | null {
  return buildAutomaton(machineOf(programs), work);
}

function statesOf(data: UnnumberedAutomaton | null): number {
  return data!.bases.reduce((sum, number, index) => (index % 2 === 0 ? sum + number : sum), 0);
}

const words = Array.from({ length: 100 }, (_, index) => `w${String(index).padStart(2, "0")}x`);

describe("the automaton of some rules", () => {
  it("has a state for each symbol of a literal, and one for everything else", () => {
    const data = build(["abc"]);
    expect(statesOf(data)).toBe(5);
    expect(data!.ends).toEqual([4, 0]);
    expect(data!.hits).toEqual([]);
  });

  it("ends at once where the last rule matches everything", () => {
    expect(statesOf(build(["git", `*${ANY}x${ANY}`, ANY]))).toBe(2);
  });

  it("shares the front of rules that begin alike", () => {
    const one = statesOf(build([`git${BOUNDARY}push${MAY_END}${BOUNDARY}${ANY}`]));
    const two = statesOf(
      build([`git${BOUNDARY}push${MAY_END}${BOUNDARY}${ANY}`, `git${BOUNDARY}pull${MAY_END}${BOUNDARY}${ANY}`]),
    );
    expect(two - one).toBeLessThan(6);
  });

  it("grows with the length of rules on suffixes and infixes, not with their subsets", () => {
    const suffixes = words.map((word) => `${ANY}.${word}`);
    const infixes = words.map((word) => `${ANY}--${word}${ANY}`);
    const prefixes = words.map((word) => `${word}${MAY_END}${BOUNDARY}${ANY}`);
    const symbols = [...suffixes, ...infixes, ...prefixes].reduce((sum, program) => sum + program.length, 0);
    expect(statesOf(build([...suffixes, ...infixes, ...prefixes]))).toBeLessThan(2 * symbols);
  });

  it("is the same whenever it is built", () => {
    const programs = [`a${ANY}b${ANY}`, `${ANY}.env`, "ab"];
    expect(build(programs)).toEqual(build(programs));
  });

  it("numbers its states breadth first", () => {
    const data = build(["ab", "ac", `${ANY}d`])!;
    const targets: number[] = [];
    const seen = new Set([0]);
    // Rows and transitions together name each new state in the order of its number, state by state.
    let edge = 0;
    let rowsDone = 0;
    const rowOf = data.bases.flatMap((count, index) =>
      index % 2 === 0 ? Array.from({ length: count }, () => data.bases[index + 1]!) : [],
    );
    for (const row of rowOf) {
      if (row >= rowsDone) {
        targets.push(...data.rows[row]!.filter((_, index) => index % 2 === 0));
        rowsDone = row + 1;
      }
      const count = data.edges[edge++]!;
      for (let at = 0; at < count; at++) targets.push(data.edges[edge + 2 * at + 1]!);
      edge += 2 * count;
    }
    const fresh = targets.filter((target) => !seen.has(target) && seen.add(target));
    expect(fresh).toEqual(fresh.map((_, index) => index + 1));
  });

  it("is given up where patterns multiply each other, in little work", () => {
    const multiplying = words.map((word) => `${ANY}${word}${ANY}-${word}${ANY}+${word}${ANY}`);
    const machine = machineOf(multiplying);
    const work = new WorkBudget(multiplying.join("").length).forRules(multiplying.join("").length);
    expect(buildAutomaton(machine, work)).toBeNull();
    expect(machine.work).toBeLessThan(1.2 * work);
  });

  it("keeps the winner of a text", () => {
    const rules = [ANY, `git${MAY_END}${BOUNDARY}${ANY}`, `${ANY}--force${ANY}`, `git${BOUNDARY}log`];
    const automaton = new StoredAutomaton({ alphabet: 0, ...build(rules)! }, machineOf(rules).alphabet);
    const winner = (...texts: string[]): number => automaton.winner(texts.join(BOUNDARY));
    expect([winner("ls"), winner("git"), winner("git", "push"), winner("git", "log")]).toEqual([0, 1, 1, 3]);
    expect([winner("git", "push", "--force"), winner("git", "log", "--force")]).toEqual([2, 2]);
    expect([winner(""), winner("gitk"), winner("🙂", "\uD800")]).toEqual([0, 0, 0]);
  });
});

describe("rules that begin with many different characters", () => {
  it("are told apart, and from the rule for any character", () => {
    const letters = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const rules = [`${ONE}z`, ...letters.map((letter) => `${letter}x`), ...letters.map((letter) => `${ANY}/${letter}`)];
    const automaton = new StoredAutomaton({ alphabet: 0, ...build(rules)! }, machineOf(rules).alphabet);
    for (const [index, letter] of letters.entries()) {
      expect(automaton.winner(`${letter}x`)).toBe(1 + index);
      expect(automaton.winner(`${letter}x/${letter}`)).toBe(401 + index);
      expect(automaton.winner(`${letter}z`)).toBe(0);
    }
    expect(automaton.winner("qz")).toBe(0);
    expect(automaton.winner(`${BOUNDARY}z`)).toBe(-1);
  });
});

describe("the budget", () => {
  it("is spent by all automata of a table together", () => {
    const budget = new WorkBudget(100);
    const all = budget.forRules(1_000_000_000);
    budget.spend(all - 1);
    expect(budget.isSpent).toBe(false);
    expect(budget.forRules(1_000_000_000)).toBe(1);
    budget.spend(1);
    expect(budget.isSpent).toBe(true);
  });
});

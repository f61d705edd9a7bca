/** Texts that are matched by the rules alone that begin as they do. */
import { expect, test } from "vitest";
import { emitRules } from "../../../compiler/emit.ts";
import { LazyAutomaton } from "../../../src/table/lazy.ts";
import { Alphabets, machineFor } from "../../../src/table/list.ts";
import { loadTable } from "../../../src/table/load.ts";
import { SelectingAutomaton } from "../../../src/table/selecting.ts";
import { BOUNDARY } from "../../../src/text.ts";
import { policyOf } from "../../oracle/policy-of.ts";

const { rules } = loadTable(
  emitRules(
    policyOf([
      "bash: ask *",
      "bash: allow git status",
      "bash: allow hg status",
      "bash: deny * push *",
      "bash: allow git st?sh",
    ]),
  ),
);
const alphabet = () => new Alphabets(rules).of("bash").plain;
const whole = () => new LazyAutomaton(() => machineFor(rules, alphabet(), "rules"));
const words = (text: string): string => text.replaceAll(" ", BOUNDARY);

test("get the rule that all rules would give them", () => {
  const selecting = new SelectingAutomaton(() => rules, alphabet, "rules");
  const texts = ["", "git", "git status", "hg status", "git status x", "git push", "a push b", "git stash", "gi", "x"];
  const winners = (automaton: LazyAutomaton): number[] => texts.map((text) => automaton.winner(words(text)));
  expect(winners(selecting)).toEqual(winners(whole()));
  // All rules are taken up at last, and nothing changes.
  for (let round = 0; round < 5; round++) expect(winners(selecting)).toEqual(winners(whole()));
  expect(selecting.made()).toBeGreaterThan(0);
});

test("need no other rule", () => {
  const selecting = new SelectingAutomaton(
    () => rules,
    () => {
      throw new Error("the characters of all rules were asked for");
    },
    "rules",
  );
  expect(selecting.winner(words("git status"))).toBe(1);
});

test("match nothing where no rule begins so", () => {
  const selecting = new SelectingAutomaton(() => rules.slice(1, 2), alphabet, "rules");
  expect(selecting.winner(words("ls x"))).toBe(-1);
});

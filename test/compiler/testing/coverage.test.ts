import { describe, expect, test } from "vitest";
import { coverageOf, shareOf, type UnitCoverage } from "../../../compiler/testing/coverage.ts";
import { own, tested } from "./tested.ts";

const told = ({ unit, state, wins }: UnitCoverage) => `${(unit.member ?? unit.rule).text}: ${state} ${wins}`;

async function covered(text: string, files?: Readonly<Record<string, string>>) {
  const { policy, outcomes } = await tested(text, files);
  return coverageOf(policy, outcomes, own);
}

describe("a rule", () => {
  test("has won, has only matched, or was never met", async () => {
    const { own: rules } = await covered(
      'bash:\n  ask *\n  allow git *\n  deny git push *\n  allow ls\ntest "a":\n  deny bash: git push\n  deny bash: git push -f\n  allow bash: git log\n',
    );
    expect(rules.map(told)).toEqual([
      "ask *: matched 0",
      "allow git *: won 1",
      "deny git push *: won 2",
      "allow ls: never 0",
    ]);
    expect(shareOf(rules)).toBe(0.5);
  });

  test("wins on every part of a call, also where another part decides", async () => {
    const { own: rules } = await covered(
      'bash:\n  allow ls\n  deny rm *\npath: deny *.env\ntest "a":\n  deny bash: ls; rm x\n',
    );
    expect(rules.map(told)).toEqual(["allow ls: won 1", "deny rm *: won 1", "deny *.env: never 0"]);
  });

  test("has only matched where nobody can tell whether it answers", async () => {
    const { own: rules } = await covered('bash:\n  allow git *\n  deny git push *\ntest "a":\n  ask bash: git "$X"\n');
    expect(rules.map(told)).toEqual(["allow git *: matched 0", "deny git push *: matched 0"]);
  });

  test("for another agent is not met", async () => {
    const { own: rules } = await covered('bash for agent a: deny\nbash: ask\ntest "a":\n  ask bash: ls\n');
    expect(rules.map(told)).toEqual(["ask: won 1", "deny: never 0"]);
  });
});

test("each pattern of a group of one's own counts", async () => {
  const { own: rules } = await covered(
    'group g:\n  rm *\n  unlink *\nbash:\n  deny @g\n  allow @read-only\ntest "a":\n  deny bash: rm x\n  allow bash: ls\n',
  );
  expect(rules.map(told)).toEqual(["rm *: won 1", "unlink *: never 0", "allow @read-only: won 1"]);
});

test("what is included counts apart", async () => {
  const { own: rules, included } = await covered('include "b.gate"\nbash: deny rm *\ntest "a":\n  deny bash: rm x\n', {
    "b.gate": "bash: allow ls\n",
  });
  expect(rules.map(told)).toEqual(["deny rm *: won 1"]);
  expect(included.map(told)).toEqual(["allow ls: never 0"]);
});

test("a policy without rules is covered", () => {
  expect(shareOf([])).toBe(1);
});

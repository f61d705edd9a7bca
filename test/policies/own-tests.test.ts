/**
 * The policies that ship with the project: nothing is wrong with them, what they expect is what happens, their tests
 * make every rule of theirs win, and would notice if one of them were changed.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { compilePolicy } from "../../compiler/index.ts";
import { formatPolicy } from "../../compiler/format.ts";
import { failureMessage } from "../../compiler/testing/cases.ts";
import { coverageOf } from "../../compiler/testing/coverage.ts";
import { mutate } from "../../compiler/testing/mutate.ts";
import { runTests } from "../../compiler/testing/run.ts";
import { loadParsers, type Parsers } from "../../src/shell/parsers.ts";
import { listFiles, readProject } from "../project.ts";

/** Mutation runs every test of a policy some hundred times. */
const LONG = 600_000;

describe.each(listFiles(["policies"]))("%s", (file) => {
  const folder = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
  const text = readProject(file);
  const { table, policy, diagnostics } = compilePolicy([{ file, text }], {
    readInclude: (from, name) => {
      const included = folder(from) + name.replace(/^\.\//, "");
      return { file: included, text: readProject(included) };
    },
  });
  let parsers: Parsers;
  beforeAll(async () => {
    parsers = await loadParsers();
  });
  const examined = () => {
    if (table === null || policy === null) throw new Error("the policy has errors");
    return { policy, outcomes: runTests(policy.tests, table, parsers), own: new Set([file]) };
  };

  test("has nothing wrong with it", () => {
    expect(diagnostics).toEqual([]);
  });

  test("is in the canonical form", () => {
    expect(formatPolicy(text, file).text).toBe(text);
  });

  test("holds what it expects", () => {
    const { outcomes } = examined();
    expect(outcomes.length).toBeGreaterThan(4);
    const failed = outcomes.flatMap(({ expectation, failure }) =>
      failure === null ? [] : [`${expectation.line}: ${expectation.rest}: ${failureMessage(failure)}`],
    );
    expect(failed).toEqual([]);
  });

  test("makes every rule of its own win", () => {
    const { policy: loaded, outcomes, own } = examined();
    const { own: covered } = coverageOf(loaded, outcomes, own);
    const missed = covered.filter(({ state }) => state !== "won");
    expect(missed.map(({ unit, state }) => `${(unit.member ?? unit.rule).text}: ${state}`)).toEqual([]);
  });

  test(
    "notices every change to a rule that a call could show",
    () => {
      const { policy: loaded, outcomes, own } = examined();
      const { noticed, survivors, undecided } = mutate(loaded, outcomes, own, parsers);
      expect(
        survivors.map(
          ({ mutant, suggestion }) => `${mutant.place.text} ${mutant.change}: ${suggestion.expectation.rest}`,
        ),
      ).toEqual([]);
      expect(undecided).toEqual([]);
      expect(noticed).toBeGreaterThan(10);
    },
    LONG,
  );
});

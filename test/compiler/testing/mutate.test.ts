import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mutate, suggestedTest } from "../../../compiler/testing/mutate.ts";
import { mutantsOf } from "../../../compiler/testing/mutants.ts";
import { TestRunner } from "../../../compiler/testing/run.ts";
import { compilePolicy } from "../../../compiler/index.ts";
import { emitTable } from "../../../compiler/emit.ts";
import { differenceOf } from "../../../compiler/testing/difference.ts";
import { emitRules } from "../../../compiler/emit.ts";
import { loadTable } from "../../../src/table/load.ts";
import { loadParsers } from "../../../src/shell/parsers.ts";
import { BOUNDARY } from "../../../src/text.ts";
import { own, tested } from "./tested.ts";

async function run(text: string, files?: Readonly<Record<string, string>>) {
  const { policy, outcomes, parsers } = await tested(text, files);
  return { ...mutate(policy, outcomes, own, parsers), parsers };
}

describe("mutation", () => {
  test("reports what no test notices, with a test that would", async () => {
    const { survivors, noticed } = await run(
      'bash:\n  allow git *\n  deny git push *\ntest "a":\n  deny bash: git push\n',
    );
    /** A word of no meaning: which one is chosen depends on the rules. */
    const any = (text: string) => expect.stringMatching(new RegExp(`^${text.replaceAll(/\bx\b/g, "\\w")}$`)) as string;
    const told = survivors.map(({ mutant, suggestion: { expectation, mutated } }) => [
      mutant.change,
      `${expectation.action} ${expectation.tool}: ${expectation.rest}`,
      mutated,
    ]);
    expect(told).toEqual(
      [
        ["is dropped", "allow bash: git", "ask"],
        ["matches `* *`", "ask bash: x", "allow"],
        ["matches `git *`", "allow bash: git", "deny"],
        ["matches `* push *`", "ask bash: x push", "deny"],
        ["matches `git * *`", "allow bash: git x", "deny"],
      ].map(([change, suggested, mutated]) => [change, any(suggested ?? ""), mutated]),
    );
    expect(noticed).toBe(3);
  });

  test("is content where every change is noticed", async () => {
    const text =
      'bash:\n  allow git *\n  deny git push *\ntest "a":\n  deny bash: git push\n  allow bash: git\n  allow bash: git log\n  ask bash: make\n  ask bash: make push\n';
    expect(await run(text)).toMatchObject({ survivors: [], hidden: [], undecided: [] });
  });

  test("passes over what changes no answer", async () => {
    const { survivors, equivalent } = await run(
      'bash:\n  deny rm *\n  deny rm -f *\ntest "a":\n  deny bash: rm\n  deny bash: rm -f\n  ask bash: x\n  ask bash: x -f\n',
    );
    expect(survivors.map(({ mutant }) => mutant.change)).toEqual([]);
    // The second rule dropped, and generalised to what the first one says already.
    expect(equivalent).toBe(3);
  });

  test("tells apart what a surface says and no call shows", async () => {
    const { survivors, hidden } = await run('external_directory: allow /srv/app/x\ntest "a":\n  ask read: /etc/x\n');
    expect(survivors).toEqual([]);
    expect(hidden.map(({ change }) => change)).toContain("is dropped");
  });

  test("suggests tests for agents, paths and names alike", async () => {
    const { survivors } = await run(
      "bash for agent bot: deny\npath: deny write *.lock\nmcp: allow github:get_x\nskill: deny\ntask: deny\n",
    );
    const dropped = survivors.filter(({ mutant }) => mutant.kind === "drop");
    expect(
      dropped.map(
        ({
          suggestion: {
            test: { agent },
            expectation: { action, tool, rest },
          },
        }) => [agent, action, tool, rest],
      ),
    ).toEqual([
      ["bot", "deny", "bash", "x"],
      [null, "deny", "write", ".lock"],
      [null, "allow", "mcp", "github:get_x"],
      [null, "deny", "skill", "x"],
      [null, "deny", "task", "{}"],
    ]);
  });
});

// ---- Against brute force --------------------------------------------------------------------------------------------

const words = ["a", "b", "-f"];
/** All commands of up to three words that start with a plain one. */
const commands = ["a", "b"].flatMap((first) => [
  [first],
  ...words.flatMap((second) => [[first, second], ...words.map((third) => [first, second, third])]),
]);
const pattern = fc
  .array(fc.constantFrom("a", "b", "*", "{a,b}"), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(" "));
const ruleText = fc
  .tuple(
    fc.constantFrom("allow", "ask", "deny", "final deny", "final ask"),
    pattern,
    fc.constantFrom("", "", " with -f", " without -f"),
  )
  .map((parts) => parts[0] + " " + parts[1] + parts[2]);

describe("whatever the rules", () => {
  test("what is said to change nothing changes no command, and a suggestion is noticed", async () => {
    const parsers = await loadParsers();
    const property = fc.property(fc.array(ruleText, { minLength: 1, maxLength: 4 }), (rules) => {
      const { policy } = compilePolicy([
        { file: "a.gate", text: `bash:\n${rules.map((rule) => `  ${rule}\n`).join("")}` },
      ]);
      if (policy === null) throw new Error("the policy has errors");
      const old = emitRules(policy);
      for (const mutant of mutantsOf(policy, own)) {
        const mutated = emitRules(mutant.policy);
        const runners = {
          old: new TestRunner(loadTable(old), parsers),
          mutated: new TestRunner(loadTable(mutated), parsers),
        };
        const difference = differenceOf(mutant, { old, mutated }, runners);
        if (difference.kind === "shown") {
          const { suggestion } = difference;
          expect(runners.old.holds(suggestedTest(suggestion), suggestion.expectation)).toBe(true);
          expect(runners.mutated.holds(suggestedTest(suggestion), suggestion.expectation)).toBe(false);
        } else if (difference.kind === "none") {
          const [before, after] = [loadTable(emitTable(policy)), loadTable(emitTable(mutant.policy))];
          const answer = (table: typeof before, command: readonly string[]) =>
            table.lookup("bash", null, { written: [[command.join(BOUNDARY)]], readings: [] }).action;
          for (const command of commands) expect(answer(after, command)).toBe(answer(before, command));
        } else expect(difference.kind).toBe("hidden");
      }
    });
    fc.assert(property, { seed: 5, numRuns: 25 });
  });
});

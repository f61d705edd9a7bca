import { describe, expect, test } from "vitest";
import { diffTables } from "../../../compiler/analysis/diff.ts";
import { decide, exampleGate } from "../../../compiler/analysis/probe.ts";
import { tableOf } from "./find.ts";

const told = async (old: string, now: string) => {
  const { regions } = await diffTables(tableOf(old), tableOf(now));
  return regions.map((region) => [
    region.surface,
    region.old.action,
    region.new.action,
    region.witness.shown,
    region.witness.real,
  ]);
};

describe("a comparison", () => {
  test.each([
    [
      "a rule that moved",
      "bash:\n  allow git *\n  deny git push *\n",
      "bash:\n  deny git push *\n  allow git *\n",
      [["bash", "deny", "allow", "git push", true]],
    ],
    ["a default", "bash: ask ls\n", "default: deny\nbash: ask ls\n", [["bash", "ask", "deny", "x", true]]],
    ["the lasting of an answer", "mcp: final deny a\n", "mcp: deny a\n", [["mcp", "deny", "deny", "a", true]]],
    [
      "an access",
      "default: allow\npath: deny write a\n",
      "default: allow\npath: deny a\n",
      [["path", "allow", "deny", "read a", true]],
    ],
    [
      "the home directory",
      "external_directory: allow\nread: allow\n",
      "external_directory: allow\nread:\n  allow\n  deny ~/\n",
      [["read", "allow", "deny", "~", true]],
    ],
    ["a name", "skill: allow a\n", "skill: deny a\n", [["skill", "allow", "deny", "a", true]]],
    [
      "a wrapper",
      "bash: allow *\n",
      "bash: allow *\nwrapper: allow nice\n",
      [["wrapper", "ask", "allow", "nice", true]],
    ],
    ["a tool", "task: ask\n", "task: deny\n", [["task", "ask", "deny", "*", true]]],
    [
      "a shell under another name",
      "bash: deny ls\n",
      "shellTools:\n  exec: commandArgument=cmd\nbash: deny ls\n",
      [["exec", "ask", "deny", "ls", true]],
    ],
    [
      "a word with blanks",
      "bash: allow x\n",
      'bash:\n  allow x\n  deny "a b" \'c"d\' ""\n',
      [["bash", "ask", "deny", `'a b' 'c"d' ''`, true]],
    ],
    ["a reserved word", "bash: ask\n", "bash:\n  ask\n  deny if\n", [["bash", "ask", "deny", "'if'", true]]],
  ])("tells %s", async (_, old, now, regions) => {
    expect((await told(old, now)).slice(0, 1)).toEqual(regions);
  });

  test("says of a path what the rules of its surface alone answer", async () => {
    const { regions } = await diffTables(tableOf("path: allow a\n"), tableOf("path: deny a\n"));
    expect(regions.map(({ witness }) => [witness.real, witness.whole])).toEqual(
      [
        [false, { old: "ask", new: "deny" }],
        [false, { old: "ask", new: "deny" }],
      ].slice(0, regions.length),
    );
  });

  test("gives examples that a gate answers as told", async () => {
    const old = tableOf("default: deny\nbash:\n  allow git *\n  ask git push *\nmcp: allow a:*\nskill: deny x\n");
    const now = tableOf("bash:\n  allow git *\n  deny git * x\nmcp: allow a:?\nskill: ask x\n");
    const { regions } = await diffTables(old, now);
    const gates = [await exampleGate(old), await exampleGate(now)] as const;
    expect(regions.length).toBeGreaterThan(4);
    for (const { witness, old: before, new: after } of regions) {
      expect(witness.real).toBe(true);
      const answers = gates.map((gate) => decide(gate, witness.call!).action);
      expect([witness.shown, ...answers]).toEqual([witness.shown, before.action, after.action]);
    }
  });

  test("never says that policies are equal where not all was looked at", async () => {
    const rules = Array.from({ length: 30 }, (_, index) => `  deny * a${index}b * c${index}d * e${index}f *`).join(
      "\n",
    );
    const old = tableOf(`bash:\n${rules}\n  allow x\n`);
    const now = tableOf(`bash:\n  deny *zz* with -z\n${rules}\n  allow x\n  allow x *zzzz*y*\n`);
    const { undecided, equal } = await diffTables(old, now, 50_000);
    expect([undecided, equal]).toEqual([["the rules of `bash` were not compared to the end"], false]);
  });

  test("says of a shell tool that its fields changed", async () => {
    const tool = (field: string): string => `shellTools:\n  exec: commandArgument=${field}\nbash: ask\n`;
    const { undecided, equal } = await diffTables(tableOf(tool("a")), tableOf(tool("b")));
    expect([undecided.length, equal]).toEqual([1, false]);
  });
});

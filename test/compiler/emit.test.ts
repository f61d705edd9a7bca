import { describe, expect, it } from "vitest";
import { emitTable, serializeTable } from "../../compiler/emit.ts";
import { digestOf, sha256 } from "../../src/table/format.ts";
import { loadTable } from "../../src/table/load.ts";
import { HOME } from "../../src/text.ts";
import { either, literal, tree } from "../oracle/pattern-tree.ts";
import { layerOf, policyOf, ruleOf } from "../oracle/policy-of.ts";

const sample = policyOf([
  "bash: ask *",
  "bash: allow git *",
  "bash: final deny git push * with --force|-f",
  "read: deny *.env",
]);

describe("the table of a policy", () => {
  it("begins with the version of the format and ends with the digest of the rest", () => {
    const members = Object.keys(JSON.parse(serializeTable(emitTable(sample))) as object);
    expect([members[0], members.at(-1)]).toEqual(["format", "digest"]);
    const { digest, ...content } = emitTable(sample);
    expect(digest).toBe(digestOf(content));
    expect(digest).toMatch(/^[0-9a-f]{64}$/u);
  });

  it("is the same bytes whenever it is made", () => {
    expect(serializeTable(emitTable(sample))).toBe(serializeTable(emitTable(sample)));
  });

  it("does not depend on the order in which shell tools were written", () => {
    const tools = { b: { commandArgument: "c" }, a: { commandArgument: "c", workdirArgument: "w" } };
    const turned = { a: tools.a, b: tools.b };
    expect(serializeTable(emitTable({ ...sample, shellTools: tools }))).toBe(
      serializeTable(emitTable({ ...sample, shellTools: turned })),
    );
  });

  it("shows marks by their code, so that a person can read it", () => {
    expect(serializeTable(emitTable(sample))).not.toMatch(/[\uFDD0-\uFDEF]/u);
    expect(serializeTable(emitTable(sample))).toContain('"programs":["git\\ufde2\\ufdd0\\ufde0"]');
  });

  it("names its sources by the digest of their text", () => {
    const source = { file: "a.gate", scope: "user" as const, text: "bash: deny\n" };
    expect(emitTable({ ...sample, sources: [source] }).sources).toEqual([
      { file: "a.gate", scope: "user", sha256: sha256("bash: deny\n") },
    ]);
  });

  it("keeps where a rule stands, as it was written", () => {
    const rule = { ...ruleOf("bash: deny rm *", 7), because: "no" };
    const [kept] = loadTable(emitTable({ ...sample, layers: [layerOf([], { rules: [rule] })] })).rules;
    expect(kept).toMatchObject({ file: "policy.gate", line: 7, column: 1, text: "deny rm *", because: "no", index: 0 });
  });

  it("has the rules for all before those for an agent, layer by layer", () => {
    const policy = policyOf(
      ["bash@helper: deny a", "bash: deny b", "read: deny c"],
      layerOf(["bash@helper: deny d", "bash: deny e"], { trusted: false }),
    );
    expect(emitTable(policy).rules.map(({ layer, text }) => `${layer} ${text}`)).toEqual([
      "0 deny b",
      "0 deny c",
      "0 deny a",
      "1 deny e",
      "1 deny d",
    ]);
    expect(emitTable(policy).lists.map(({ layer, surface, agent }) => [layer, surface, agent])).toEqual([
      [0, "bash", null],
      [0, "bash", "helper"],
      [0, "read", null],
      [1, "bash", null],
      [1, "bash", "helper"],
    ]);
  });

  it("holds equal automata once", () => {
    const policy = policyOf(["read: deny *.env", "write: deny *.env", "skill: deny x"]);
    const { lists, automata, alphabets } = emitTable(policy);
    const [read, write, skill] = lists;
    expect([read!.restrictive, read!.foldedRestrictive, write!.rules]).toEqual([read!.rules, read!.rules, read!.rules]);
    expect(skill!.foldedRestrictive).toBeNull();
    expect([automata.length, alphabets.length]).toEqual([2, 2]);
  });

  it("makes a rule that allows several directories a rule for each", () => {
    const pattern = tree(either([literal("/tmp/")], [literal("~/dev/")], [literal("/tmp/x")]));
    const rule = (action: "allow" | "deny") => ({ ...ruleOf(`read: ${action} x`), pattern });
    const policy = policyOf([]);
    const rules = loadTable(
      emitTable({ ...policy, layers: [layerOf([], { rules: [rule("allow"), rule("deny")] })] }),
    ).rules;
    expect(rules.map(({ action, directory, programs }) => [action, directory, programs.length])).toEqual([
      ["allow", "/tmp", 2],
      ["allow", `${HOME}/dev`, 1],
      ["deny", null, 3],
    ]);
  });

  it("replaces marks in flags and patterns, so that none can be faked", () => {
    const rule = { ...ruleOf("bash: deny a\uFDD0b"), with: [["-\uFDE0"]] };
    const [kept] = emitTable({ ...sample, layers: [layerOf([], { rules: [rule] })] }).rules;
    expect(kept).toMatchObject({ programs: ["a\uFFFDb"], with: [["-\uFFFD"]] });
  });

  it("is refused for alternatives without end, which the checker reports before", () => {
    const pattern = tree(...Array.from({ length: 20 }, () => either([literal("a")], [literal("b")])));
    const rule = { ...ruleOf("bash: deny x", 3), pattern };
    expect(() => emitTable({ ...sample, layers: [layerOf([], { rules: [rule] })] })).toThrow("policy.gate:3");
  });

  it("spends no more work on many agents than on a few", () => {
    const agents = Array.from({ length: 2_000 }, (_, index) => `bash@agent${index}: deny x${index} *`);
    const rules = Array.from({ length: 500 }, (_, index) => `bash: allow command${index} * --option${index} *`);
    const table = loadTable(emitTable(policyOf([...rules, ...agents])));
    const ask = (agent: string, command: string) =>
      table.lookup("bash", agent, { written: [[command]], readings: [] }).action;
    expect([
      ask("agent7", "x7"),
      ask("agent1999", "x1999"),
      ask("agent7", "x8"),
      ask("agent7", "command3\uFDD0--option3"),
    ]).toEqual(["deny", "deny", "ask", "ask"]);
  });
});

import { describe, expect, test } from "vitest";
import { loadTable } from "../../../src/index.ts";
import { runCommandLine } from "./fake-world.ts";

const files = {
  "a.gate": "bash: ask *\nbash: allow ls *\n",
  "b.gate": "bash: deny rm *\n",
  "c.gate": "bash: allow *\n",
  "bad.gate": "bash: alow ls\n",
};

describe("compile", () => {
  test("writes one table of several policies", async () => {
    const { code, output, errors, written } = await runCommandLine(
      ["compile", "a.gate", "b.gate", "-o", "out/t.json"],
      { files },
    );
    expect({ code, output, errors }).toEqual({ code: 0, output: "", errors: "" });
    const table = loadTable(written.get("/srv/project/out/t.json") ?? "");
    expect(table.rules.map(({ text }) => text)).toEqual(["ask *", "allow ls *", "deny rm *"]);
  });

  test("writes the same bytes each time, to a file or to the output", async () => {
    const first = await runCommandLine(["compile", "a.gate", "-o", "t.json"], { files });
    const second = await runCommandLine(["compile", "a.gate"], { files });
    expect(second.output).toBe(first.written.get("/srv/project/t.json"));
  });

  test("--lean leaves out the automata, and the table answers alike and can be verified", async () => {
    const { output: whole } = await runCommandLine(["compile", "a.gate", "b.gate"], { files });
    const { output: lean } = await runCommandLine(["compile", "--lean", "a.gate", "b.gate"], { files });
    expect(whole).not.toMatch(/"automata": *\[\]/);
    expect(lean).toMatch(/"automata": *\[\]/);
    for (const command of ["ls", "rm", "cat"]) {
      const question = { written: [[command]], readings: [] };
      const answers = [whole, lean].map((table) => loadTable(table).lookup("bash", null, question).rule?.text);
      expect(answers[1]).toBe(answers[0]);
    }
    const verified = await runCommandLine(["verify", "lean.json"], { files: { ...files, "lean.json": lean } });
    expect(verified).toMatchObject({ code: 0, output: "lean.json: is what its policies compile to\n" });
  });

  test("writes no table of a policy with errors", async () => {
    const { code, output, errors, written } = await runCommandLine(["compile", "a.gate", "bad.gate", "-o", "t.json"], {
      files,
    });
    expect({ code, output, written: written.size }).toEqual({ code: 1, output: "", written: 0 });
    expect(errors).toContain("bad.gate:1:7");
  });

  test("lets an untrusted project only tighten", async () => {
    const compile = async (...args: readonly string[]) =>
      loadTable(
        (await runCommandLine(["compile", "--user", "a.gate", "--project", "c.gate", ...args], { files })).output,
      );
    const rm = { written: [["rm"]], readings: [] };
    const untrusted = await compile();
    expect(untrusted.rules.map(({ layer }) => layer)).toEqual([0, 0, 1]);
    expect(untrusted.lookup("bash", null, rm).action).toBe("ask");
    const trusted = await compile("--trust-project");
    expect(trusted.rules.map(({ layer }) => layer)).toEqual([0, 0, 0]);
    expect(trusted.lookup("bash", null, rm).action).toBe("allow");
  });

  test("ends with 3 where the table cannot be written", async () => {
    expect(await runCommandLine(["compile", "a.gate", "-o", "/forbidden/t.json"], { files })).toMatchObject({
      code: 3,
      errors: "error: `/forbidden/t.json` cannot be written: it is not permitted\n",
    });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilePolicy, readInclude, serializeTable } from "../../compiler/index.ts";
import { createGate, loadTable } from "../../src/index.ts";

describe("a policy", () => {
  test("becomes a table that a gate takes, directly and from its text", async () => {
    const { table, data, diagnostics } = compilePolicy([
      { file: "a.gate", text: "bash:\n  allow git *\n  deny git push *\n" },
    ]);
    expect(diagnostics).toEqual([]);
    if (table === null || data === null) throw new Error("no table");
    for (const one of [table, loadTable(serializeTable(data))]) {
      const gate = await createGate({ table: one, cwd: "/srv", home: "/home/dev", platform: "linux" });
      expect(gate.decide({ tool: "bash", input: { command: "git push" } })).toMatchObject({
        action: "deny",
        rule: { file: "a.gate", line: 3, column: 3, text: "deny git push *" },
      });
    }
  });

  test("with an error becomes none, and says what is wrong with it", () => {
    const compiled = compilePolicy([{ file: "a.gate", text: "bash:\n  alow git *\n" }]);
    expect(compiled).toMatchObject({ table: null, data: null, policy: null });
    expect(compiled.diagnostics).toMatchObject([
      { code: "unknown-action", severity: "error", file: "a.gate", line: 2, column: 3, endLine: 2, endColumn: 7 },
    ]);
  });

  test("with a warning becomes one all the same", () => {
    const { table, diagnostics } = compilePolicy([{ file: "a.gate", text: "bahs: ask\n" }]);
    expect(table).not.toBeNull();
    expect(diagnostics).toMatchObject([{ code: "unknown-surface", severity: "warning" }]);
  });

  test("that is empty becomes a table that asks", async () => {
    const { table } = compilePolicy([]);
    if (table === null) throw new Error("no table");
    const gate = await createGate({ table, cwd: "/srv", home: "/home/dev", platform: "linux" });
    expect(gate.decide({ tool: "bash", input: { command: "ls" } }).action).toBe("ask");
  });
});

describe("the presets", () => {
  test("that ship with the project are at hand", () => {
    const { diagnostics, policy } = compilePolicy([
      { file: "a.gate", text: "include preset:secrets\nbash: allow @read-only\n" },
    ]);
    expect(diagnostics).toEqual([]);
    expect(policy?.sources.map(({ file }) => file)).toEqual(["a.gate", "preset:secrets", "preset:read-only"]);
  });

  test("can be replaced", () => {
    const options = {
      readPreset: (name: string) => ({ file: `preset:${name}`, text: "bash: deny rm *\n" }),
      presetNames: ["mine"],
    };
    expect(
      compilePolicy([{ file: "a.gate", text: "include preset:mine\n" }], options).policy?.layers[0]?.rules,
    ).toHaveLength(1);
    expect(compilePolicy([{ file: "a.gate", text: "bash: allow @read-only\n" }], options).diagnostics).toMatchObject([
      { code: "unknown-group" },
    ]);
  });
});

describe("files on the disk", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tollgate-include-"));
    writeFileSync(join(folder, "team.gate"), "\uFEFFbash: deny rm *\n");
    writeFileSync(join(folder, "latin.gate"), Buffer.from([0x23, 0xe9, 0x0a]));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("are included where a reader is given, relative to the including file", () => {
    const sources = [{ file: join(folder, "a.gate"), text: 'include "./team.gate"\n' }];
    const { policy, diagnostics } = compilePolicy(sources, { readInclude });
    expect(diagnostics).toEqual([]);
    expect(policy?.layers[0]?.rules).toMatchObject([
      { source: { file: join(folder, "team.gate"), line: 1, column: 7 } },
    ]);
    expect(compilePolicy(sources).diagnostics).toMatchObject([{ code: "missing-include" }]);
  });

  test("are not included where they are missing or no UTF-8 text", () => {
    const text = 'include "./gone.gate"\ninclude "./latin.gate"\n';
    const { diagnostics } = compilePolicy([{ file: join(folder, "a.gate"), text }], { readInclude });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["missing-include", 1],
      ["missing-include", 2],
    ]);
  });
});

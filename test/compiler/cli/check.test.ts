import { describe, expect, test } from "vitest";
import { runCommandLine } from "./fake-world.ts";

describe("check", () => {
  test("says that nothing is wrong", async () => {
    const files = { "a.gate": "bash: allow ls *\n" };
    expect(await runCommandLine(["check", "a.gate"], { files })).toMatchObject({
      code: 0,
      output: "a.gate: nothing is wrong\n",
      errors: "",
    });
  });

  test("reports every mistake of a file in one run, each underlined at its place", async () => {
    const files = {
      "five.gate": [
        "bash:",
        "  alow git *",
        "  deny rm * with -r because",
        "  allow @deletes",
        "include nothing",
        "path:",
        "  deny *.env with -r",
        "",
      ].join("\n"),
    };
    const { code, output, errors } = await runCommandLine(["check", "five.gate"], { files });
    expect({ code, errors }).toEqual({ code: 1, errors: "" });
    expect(output.match(/^error\[/gm)).toHaveLength(5);
    await expect(output).toMatchFileSnapshot("../../golden/check/five-mistakes.txt");
  });

  test("checks each file on its own", async () => {
    const files = { "a.gate": "default: ask\n", "b.gate": "default: alow\n", "c.gate": "default: deny\n" };
    const { code, output } = await runCommandLine(["check", "a.gate", "b.gate", "c.gate"], { files });
    expect(code).toBe(1);
    expect(output).toContain("a.gate: nothing is wrong\n");
    expect(output).toContain("b.gate:1:10");
    expect(output).toContain("c.gate: nothing is wrong\n");
  });

  test("checks what is given by options together", async () => {
    const files = { "a.gate": "group g:\n  ls *\n", "b.gate": "bash: allow @g\n" };
    expect((await runCommandLine(["check", "b.gate"], { files })).code).toBe(1);
    expect((await runCommandLine(["check", "--managed", "a.gate", "--user", "b.gate"], { files })).code).toBe(0);
  });

  test("gives the diagnostics as data", async () => {
    const files = { "a.gate": "bash: alow ls\n" };
    const { code, output } = await runCommandLine(["check", "--format", "json", "a.gate"], { files });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject([
      { code: "unknown-action", severity: "error", file: "a.gate", line: 1, column: 7 },
    ]);
  });

  test("mends a file in its place, and leaves its byte order mark", async () => {
    const files = { "a.gate": "\uFEFFbash:\n  deny git push *\n  deny git *\n" };
    const { code, written } = await runCommandLine(["check", "--fix", "a.gate"], { files });
    expect(code).toBe(0);
    expect([...written.values()]).toEqual(["\uFEFFbash:\n  deny git *\n"]);
  });

  test("follows what a file includes", async () => {
    const files = { "sub/a.gate": 'include "b.gate"\n', "sub/b.gate": "bash: alow ls\n" };
    const { code, output } = await runCommandLine(["check", "sub/a.gate"], { files });
    expect(code).toBe(1);
    expect(output).toContain("sub/b.gate:1:7");
    expect(output).toContain("alow ls");
  });
});

import { describe, expect, test } from "vitest";
import { runCommandLine } from "./fake-world.ts";

const files = {
  "neat.gate": "bash:\n  allow ls\n",
  "messy.gate": "bash:\n\n allow   ls\n",
  "bad.gate": "bash:\n  alow ls\n",
  "mark.gate": "\uFEFFbash: ask\n",
};

describe("fmt", () => {
  test("writes the canonical form of a file, or of the standard input", async () => {
    expect(await runCommandLine(["fmt", "messy.gate"], { files })).toMatchObject({
      code: 0,
      output: files["neat.gate"],
    });
    expect(await runCommandLine(["fmt"], { input: files["messy.gate"] })).toMatchObject({
      code: 0,
      output: files["neat.gate"],
    });
  });

  test("leaves an agent's own file alone, of which the permissions are only a part", async () => {
    const agent = { "helper.md": "---\nname: helper\npermission:\n  bash: ask\n---\n" };
    for (const mode of [[], ["--check"], ["--write"]]) {
      const { code, errors, written } = await runCommandLine(["fmt", ...mode, "helper.md"], { files: agent });
      expect({ code, written: written.size }).toEqual({ code: 2, written: 0 });
      expect(errors).toContain("`helper.md` is an agent's own file");
    }
  });

  test("--check names the files that are not formatted", async () => {
    expect(await runCommandLine(["fmt", "--check", "neat.gate"], { files })).toMatchObject({ code: 0, output: "" });
    const { code, output, written } = await runCommandLine(["fmt", "--check", "neat.gate", "messy.gate", "mark.gate"], {
      files,
    });
    expect({ code, output, written: written.size }).toEqual({
      code: 1,
      output: "messy.gate: not formatted\nmark.gate: not formatted\n",
      written: 0,
    });
  });

  test("--write replaces those files alone", async () => {
    const { code, written } = await runCommandLine(["fmt", "--write", "neat.gate", "messy.gate"], { files });
    expect(code).toBe(0);
    expect([...written]).toEqual([["/srv/project/messy.gate", files["neat.gate"]]]);
  });

  test("leaves a file with errors, says what is wrong, and goes on", async () => {
    const { code, errors, written } = await runCommandLine(["fmt", "--write", "bad.gate", "messy.gate"], { files });
    expect(code).toBe(1);
    expect(errors).toContain("bad.gate:2:3");
    expect(errors).toContain("bad.gate has errors, so it was left as it is\n");
    expect([...written.keys()]).toEqual(["/srv/project/messy.gate"]);
  });

  test.each([
    [["--check", "--write", "neat.gate"], 2],
    [["neat.gate", "messy.gate"], 2],
    [["--check"], 2],
    [["--check", "gone.gate"], 3],
  ])("%j is refused", async (args, code) => {
    expect(await runCommandLine(["fmt", ...args], { files })).toMatchObject({ code, output: "" });
  });

  test("refuses what is no UTF-8 text", async () => {
    expect(await runCommandLine(["fmt", "x.gate"], { files: { "x.gate": new Uint8Array([0xe9]) } })).toMatchObject({
      code: 3,
    });
  });
});

import { describe, expect, test } from "vitest";
import { runCommandLine } from "./fake-world.ts";

const files = {
  "a.gate": `default: deny
shellTools:
  exec: commandArgument=cmd
bash:
  ask
  allow git *
  deny git push *   because "no"
  allow make
  deny make *
  final deny rm *
bash for agent bot: allow curl *
path: deny *.env
external_directory: allow read /usr/
mcp: allow github:*
task: allow
`,
};

describe("can", () => {
  test("lists what is allowed, asked and denied, by surface", async () => {
    const { code, output } = await runCommandLine(["can", "a.gate"], { files });
    expect(code).toBe(0);
    await expect(output).toMatchFileSnapshot("../../golden/test/can.txt");
  });

  test("does not list a rule that never decides", async () => {
    expect((await runCommandLine(["can", "a.gate"], { files })).output).not.toMatch(/^ +make +a/m);
  });

  test.each([
    ["bash", ["bash", "path", "external_directory"]],
    ["exec", ["bash", "path", "external_directory"]],
    ["mcp", ["mcp", "path", "external_directory"]],
    ["task", ["task", "path", "external_directory"]],
    ["skill", []],
  ])("--tool %s shows the surfaces with a say in it", async (tool, surfaces) => {
    const { output } = await runCommandLine(["can", "--tool", tool, "a.gate"], { files });
    expect(output.match(/^\w+$/gm) ?? []).toEqual(surfaces);
  });

  test("--agent adds the agent's own rules", async () => {
    const { output } = await runCommandLine(["can", "--agent", "bot", "--tool", "bash", "a.gate"], { files });
    expect(output).toContain("curl * for agent bot  a.gate:11\n");
  });

  test("takes a table", async () => {
    const { written } = await runCommandLine(["compile", "a.gate", "-o", "t.json"], { files });
    const table = written.get("/srv/project/t.json") ?? "";
    const fromTable = await runCommandLine(["can", "--table", "t.json"], { files: { "t.json": table } });
    expect(fromTable.output).toBe((await runCommandLine(["can", "a.gate"], { files })).output);
    expect(
      (await runCommandLine(["can", "--table", "t.json", "a.gate"], { files: { ...files, "t.json": table } })).code,
    ).toBe(2);
  });

  test("gives the same as data", async () => {
    const { output } = await runCommandLine(["can", "--format", "json", "--tool", "task", "a.gate"], { files });
    expect(JSON.parse(output)).toMatchObject([
      {
        surface: "task",
        allow: [{ text: "allow", file: "a.gate", line: 15 }],
        ask: [],
        deny: [],
        otherwise: null,
        exact: true,
      },
      { surface: "path" },
      { surface: "external_directory" },
    ]);
  });
});

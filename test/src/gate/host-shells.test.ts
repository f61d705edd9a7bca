import { describe, expect, test } from "vitest";
import { compilePolicy } from "../../../compiler/index.ts";
import { createGate } from "../../../src/index.ts";

const POLICY = `shellTools:
  exec_command: commandArgument=cmd
bash:
  allow ls *
  deny rm *
external_directory: deny
`;

describe("a shell that the host names", () => {
  const { table } = compilePolicy([{ file: "p.gate", text: POLICY }]);
  if (table === null) throw new Error("the policy has errors");
  const shellTools = {
    run: { commandArgument: "line", workdirArgument: "at" },
    exec_command: { commandArgument: "command" },
  };
  const gate = createGate({ table, cwd: "/srv/app", home: "/home/dev", platform: "linux", shellTools });
  const decide = async (tool: string, input: unknown) => (await gate).decide({ tool, input });

  test("is judged as a shell, in its directory", async () => {
    expect(await decide("run", { line: "ls" })).toMatchObject({ action: "allow", surface: "bash", tool: "run" });
    expect(await decide("run", { line: "rm x" })).toMatchObject({ action: "deny", surface: "bash" });
    expect(await decide("run", { line: "ls", at: "/etc" })).toMatchObject({
      action: "deny",
      surface: "external_directory",
    });
  });

  test("takes its command where the host says, whatever the policy does", async () => {
    expect(await decide("exec_command", { command: "rm x", cmd: "ls" })).toMatchObject({ action: "deny" });
  });
});

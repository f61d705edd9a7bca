/** A shell under another name is gated like the shell itself. */
import { describe, expect, test } from "vitest";
import { openGate } from "./open-gate.ts";

const SHELL_TOOLS = "shellTools:\n  exec_command: commandArgument=cmd workdirArgument=workdir\n";
const RULES =
  "bash: allow *\nbash: deny rm *\nbash: ask make *\npath: deny *.env\nexternal_directory: ask *\nwrapper: deny sudo\n";

describe("a shell under another name", () => {
  test.each([
    "ls",
    "rm x",
    "ls && rm x",
    "echo $(rm x)",
    "make all",
    "bash -c 'ls'",
    "sudo ls",
    "eval ls",
    "echo 'unclosed",
    "cat .env",
    "cat /etc/passwd",
    "$CMD x",
    "cd sub && cat ../a",
    "",
  ])("is answered like bash: `%s`", async (command) => {
    const gate = await openGate(SHELL_TOOLS + RULES);
    const native = gate.decide({ tool: "bash", input: { command } });
    const aliased = gate.decide({ tool: "exec_command", input: { cmd: command } });
    expect(aliased).toEqual({ ...native, tool: "exec_command" });
    expect(native.tool).toBe("bash");
    expect(aliased.command).toBe(command);
  });

  test("is answered on `bash`, not on a surface of its own name", async () => {
    const gate = await openGate(`${SHELL_TOOLS}bash: deny rm *\nbash: allow *\nexec_command: deny *\n`);
    expect(gate.decide({ tool: "exec_command", input: { cmd: "ls" } })).toMatchObject({
      action: "allow",
      surface: "bash",
    });
  });

  test("never falls through to its own surface, also without a command", async () => {
    const gate = await openGate(`${SHELL_TOOLS}default: allow\nbash: deny *\n`);
    for (const input of [{}, null, { cmd: "" }, { command: "ls" }]) {
      expect(gate.decide({ tool: "exec_command", input })).toMatchObject({
        action: "deny",
        surface: "bash",
        command: "",
      });
    }
  });

  test("starts where its working directory says, and that is an access of its own", async () => {
    const gate = await openGate(`${SHELL_TOOLS}bash: allow *\nexternal_directory: ask *\n`);
    const call = { tool: "exec_command", input: { cmd: "cat passwd", workdir: "/etc" } };
    expect(gate.decide(call)).toMatchObject({ action: "ask", surface: "external_directory", tool: "exec_command" });
    const asked = gate
      .explain(call)
      .steps.filter((step) => step.surface === "external_directory" && step.action === "ask");
    expect(asked.map((step) => step.value)).toEqual(["/etc", "/etc/passwd"]);
  });

  test("in a directory of the project is not asked about for that, and its relative paths start there", async () => {
    const gate = await openGate(`${SHELL_TOOLS}bash: allow *\npath: deny /srv/project/sub/key\n`);
    expect(gate.decide({ tool: "exec_command", input: { cmd: "ls", workdir: "sub" } }).action).toBe("allow");
    expect(gate.decide({ tool: "exec_command", input: { cmd: "cat ./key", workdir: "sub" } }).action).toBe("deny");
    expect(gate.decide({ tool: "exec_command", input: { cmd: "cat ./key" } }).action).toBe("allow");
  });

  test("does not move the fence by its working directory", async () => {
    const gate = await openGate(
      `${SHELL_TOOLS}bash: allow *\nexternal_directory: ask *\nexternal_directory: allow /etc\n`,
    );
    expect(gate.decide({ tool: "exec_command", input: { cmd: "cat passwd", workdir: "/etc" } })).toMatchObject({
      action: "ask",
      value: "/etc/passwd",
    });
    expect(gate.decide({ tool: "exec_command", input: { cmd: "cat /srv/project/a", workdir: "/etc" } }).action).toBe(
      "allow",
    );
  });

  test.each(["/c/other", "C:\\other"])("reads the working directory `%s` as Git Bash does", async (workdir) => {
    const gate = await openGate(`${SHELL_TOOLS}bash: allow *\nexternal_directory: ask *\n`, {
      cwd: "C:\\srv\\project",
      platform: "win32",
    });
    expect(gate.decide({ tool: "exec_command", input: { cmd: "cat a", workdir } })).toMatchObject({
      action: "ask",
      surface: "external_directory",
    });
    expect(gate.decide({ tool: "exec_command", input: { cmd: "cat a", workdir: "/c/srv/project/sub" } }).action).toBe(
      "allow",
    );
  });

  test("is an extension like any other where no policy declares it", async () => {
    const gate = await openGate("bash: deny *\nexec_command: allow\n");
    expect(gate.decide({ tool: "exec_command", input: { cmd: "rm -rf /" } })).toMatchObject({
      action: "allow",
      surface: "exec_command",
      command: null,
    });
  });

  test("has no say for tools that are not declared", async () => {
    const without = await openGate(RULES);
    const declared = await openGate(SHELL_TOOLS + RULES);
    for (const call of [
      { tool: "bash", input: { command: "make; cat /etc/passwd" } },
      { tool: "read", input: { path: ".env" } },
      { tool: "task", input: {} },
      { tool: "mcp", input: { tool: "x" } },
    ]) {
      const { rule: ruleWithout, ...rest } = without.decide(call);
      const { rule: ruleDeclared, ...same } = declared.decide(call);
      expect(same).toEqual(rest);
      expect(ruleDeclared?.text).toBe(ruleWithout?.text);
    }
  });
});

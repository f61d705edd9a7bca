import { describe, expect, test } from "vitest";
import { readShellInvocation, resolveShellInvocation } from "../../../src/invocation/shell-invocation.ts";

const shellTools = {
  exec_command: { commandArgument: "cmd", workdirArgument: "workdir" },
  run: { commandArgument: "line" },
};

describe("a shell invocation", () => {
  test("of the native shell has its command and no working directory", () => {
    const invocation = resolveShellInvocation("bash", { command: "git status", workdir: "/etc" }, shellTools);
    expect(invocation).toEqual({ command: "git status", workdir: undefined });
  });

  test("of a shell under another name has both, from the arguments that the policy names", () => {
    const invocation = resolveShellInvocation("exec_command", { cmd: "cat passwd", workdir: "/etc" }, shellTools);
    expect(invocation).toEqual({ command: "cat passwd", workdir: "/etc" });
  });

  test("has no working directory where the policy names no argument for it", () => {
    expect(resolveShellInvocation("run", { line: "ls", workdir: "/etc" }, shellTools)).toEqual({
      command: "ls",
      workdir: undefined,
    });
  });

  test.each([[{}], [{ cmd: "" }], [{ cmd: null }], [null], [undefined], [{ command: "rm x" }]])(
    "of %j has the empty command, and is still a shell's",
    (input) => {
      expect(resolveShellInvocation("exec_command", input, shellTools)).toEqual({ command: "", workdir: undefined });
    },
  );

  test("has no working directory where that is empty", () => {
    expect(resolveShellInvocation("exec_command", { cmd: "ls", workdir: "" }, shellTools)?.workdir).toBeUndefined();
  });

  test("is none for a tool that no policy declares", () => {
    expect(resolveShellInvocation("exec_command", { cmd: "ls" }, {})).toBeNull();
    expect(resolveShellInvocation("exec_command", { cmd: "ls" }, undefined)).toBeNull();
    expect(resolveShellInvocation("read", { path: "x" }, shellTools)).toBeNull();
  });

  test("of the native shell needs no declaration and cannot be redeclared", () => {
    expect(resolveShellInvocation("bash", { command: "ls" }, undefined)?.command).toBe("ls");
    expect(
      resolveShellInvocation("bash", { command: "ls", x: "no" }, { bash: { commandArgument: "x" } })?.command,
    ).toBe("ls");
  });

  test("does not see blanks around the tool's name", () => {
    expect(resolveShellInvocation(" exec_command ", { cmd: "ls" }, shellTools)?.command).toBe("ls");
    expect(resolveShellInvocation(" bash ", { command: "ls" }, shellTools)?.command).toBe("ls");
  });

  test.each(["constructor", "__proto__", "toString"])("is none for `%s`, which objects inherit", (tool) => {
    expect(resolveShellInvocation(tool, { command: "ls" }, shellTools)).toBeNull();
  });

  test("reads an argument that is named like something inherited only where the input has it", () => {
    const tools = { x: { commandArgument: "constructor" }, y: { commandArgument: "__proto__" } };
    expect(resolveShellInvocation("x", {}, tools)?.command).toBe("");
    expect(resolveShellInvocation("y", JSON.parse('{"__proto__": "ls"}'), tools)?.command).toBe("ls");
  });
});

describe("what a shell invocation could not read", () => {
  test.each([
    [{ cmd: ["bash", "-lc", "rm x"] }, "cmd"],
    [{ cmd: 5 }, "cmd"],
    [{ cmd: "ls", workdir: { a: 1 } }, "workdir"],
    ["rm -rf /", "cmd"],
    [["rm", "-rf"], "cmd"],
    [true, "cmd"],
  ])("%j: `%s`", (input, argument) => {
    expect(readShellInvocation("exec_command", input, shellTools)?.unreadable).toBe(argument);
  });

  test("includes an argument whose getter throws", () => {
    const input = {
      get cmd(): string {
        throw new Error("no");
      },
    };
    expect(readShellInvocation("exec_command", input, shellTools)).toEqual({
      invocation: { command: "", workdir: undefined },
      unreadable: "cmd",
    });
  });

  test("includes a revoked proxy", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(readShellInvocation("exec_command", proxy, shellTools)?.unreadable).toBe("cmd");
  });

  test("is nothing where arguments are merely absent", () => {
    for (const input of [{}, null, undefined, { cmd: "ls" }]) {
      expect(readShellInvocation("exec_command", input, shellTools)?.unreadable).toBeNull();
    }
  });
});

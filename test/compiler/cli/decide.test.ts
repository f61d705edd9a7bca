import { describe, expect, test } from "vitest";
import { runCommandLine, type Surroundings } from "./fake-world.ts";

const files = {
  "p.gate": "default: allow\nbash: deny rm *\nread: deny ~/.ssh/\nbash for agent careful: ask *\n",
  "more.gate": "bash: deny ls *\n",
};

/** The decisions on some lines of input. */
async function decide(input: Surroundings["input"], ...args: readonly string[]): Promise<unknown[]> {
  const more = args.length === 0 ? ["--policy", "p.gate"] : args;
  const { code, output, errors } = await runCommandLine(["decide", ...more], {
    files,
    ...(input === undefined ? {} : { input }),
  });
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  if (output === "") return [];
  expect(output.endsWith("\n")).toBe(true);
  return output
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

const bash = (command: string, more: object = {}) => JSON.stringify({ tool: "bash", input: { command }, ...more });

describe("decide", () => {
  test("answers every line in order, with its id", async () => {
    const input = [bash("ls", { id: 1 }), bash("rm x", { id: "two" }), bash("ls", { id: null }), bash("ls")].join("\n");
    const answers = await decide(input);
    expect(answers).toMatchObject([
      { id: 1, action: "allow" },
      { id: "two", action: "deny" },
      { id: null, action: "allow" },
      { action: "allow" },
    ]);
    expect(answers[3]).not.toHaveProperty("id");
  });

  test("writes a whole decision", async () => {
    expect(await decide(bash("rm x", { id: 1 }))).toEqual([
      {
        id: 1,
        action: "deny",
        surface: "bash",
        value: "rm x",
        rule: { file: "p.gate", line: 2, column: 7, text: "deny rm *" },
        sentinel: null,
        reason: null,
        tool: "bash",
        command: "rm x",
        resolvedPath: null,
        origin: [],
        final: false,
      },
    ]);
  });

  test.each([
    ["no JSON", "{nope", "invalid-json"],
    ["half a line", '{"tool": "bash", "input": {"command": "l', "invalid-json"],
    ["no object", "[1]", "not-an-object"],
    ["null", "null", "not-an-object"],
    ["no tool", '{"input": {}}', "no-tool"],
    ["a tool that is no text", '{"tool": 5, "input": {}}', "wrong-type"],
    ["no input", '{"tool": "ls"}', "no-input"],
    ["a cwd that is no text", '{"tool": "ls", "input": {}, "cwd": 5}', "wrong-type"],
    ["an unknown platform", '{"tool": "ls", "input": {}, "platform": "beos"}', "wrong-type"],
    ["an agent that is no text", '{"tool": "ls", "input": {}, "agent": []}', "wrong-type"],
    ["an id that JSON numbers cannot hold", '{"id": 12345678901234567890, "tool": "ls", "input": {}}', "unsafe-number"],
    ["a prototype", '{"__proto__": {"tool": "bash", "input": {}}}', "no-tool"],
  ])("denies a line with %s, and goes on", async (_, line, code) => {
    const answers = await decide(`${bash("ls")}\n${line}\n${bash("ls")}\n`);
    expect(answers).toMatchObject([
      { action: "allow" },
      { action: "deny", sentinel: "<gate-error>", error: { code, line: 2 } },
      { action: "allow" },
    ]);
    expect(Object.keys(answers[1] as object)).toEqual(["action", "sentinel", "error"]);
  });

  test("gives the id of a line that it cannot read otherwise", async () => {
    expect(await decide('{"id": 7, "tool": 5}')).toMatchObject([
      { id: 7, action: "deny", error: { code: "wrong-type", line: 1 } },
    ]);
  });

  test("denies a line that is no UTF-8", async () => {
    const input = Buffer.concat([
      Buffer.from('{"tool":"ls","input":"'),
      Buffer.from([0xff]),
      Buffer.from(`"}\n${bash("ls")}\n`),
    ]);
    expect(await decide(input)).toMatchObject([{ error: { code: "invalid-utf-8", line: 1 } }, { action: "allow" }]);
  });

  test("passes over blank lines, and counts them", async () => {
    expect(await decide(`\n  \r\n${bash("ls")}\n\nnope\n`)).toMatchObject([
      { action: "allow" },
      { error: { line: 5 } },
    ]);
  });

  test("takes lines that end with CRLF, and a last line without an end", async () => {
    expect(await decide(`${bash("ls")}\r\n${bash("rm x")}`)).toMatchObject([{ action: "allow" }, { action: "deny" }]);
  });

  test("takes lines in any pieces", async () => {
    const text = `${bash("ls", { id: "é" })}\n${bash("rm x")}\n`;
    const pieces = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    expect(await decide(pieces)).toMatchObject([{ id: "é", action: "allow" }, { action: "deny" }]);
  });

  test("answers nothing to nothing", async () => {
    expect(await decide("")).toEqual([]);
  });

  test("takes the agent, the directory, the home and the platform of a line", async () => {
    const read = (path: string, more: object) => JSON.stringify({ tool: "read", input: { path }, ...more });
    const answers = await decide(
      [
        bash("ls", { agent: "careful" }),
        read("/home/dev/.ssh/id", {}),
        read("/home/dev/.ssh/id", { home: "/home/other" }),
        read("/home/other/.ssh/id", { home: "/home/other" }),
        read("id", { cwd: "/home/dev/.ssh" }),
        read("C:\\Users\\dev\\.ssh\\id", { home: "C:\\Users\\dev", platform: "win32", cwd: "C:\\x" }),
      ].join("\n"),
    );
    expect(answers.map((answer) => (answer as { action: string }).action)).toEqual([
      "ask",
      "deny",
      "allow",
      "deny",
      "deny",
      "deny",
    ]);
  });

  test("takes directory, home and platform of all lines from options", async () => {
    const line = JSON.stringify({ tool: "read", input: { path: "id" } });
    const inHome = ["--policy", "p.gate", "--cwd", "/users/me/.ssh", "--home", "/users/me"];
    expect(await decide(line, ...inHome)).toMatchObject([{ action: "deny" }]);
    expect(await decide(line, "--policy", "p.gate", "--cwd", "/users/me/.ssh")).toMatchObject([{ action: "allow" }]);
  });

  test("takes several policies, as one or as an option each", async () => {
    for (const args of [
      ["--policy", "p.gate", "more.gate"],
      ["--policy", "p.gate", "--policy", "more.gate"],
    ]) {
      expect(await decide(`${bash("ls")}\n${bash("rm x")}`, ...args)).toMatchObject([
        { action: "deny" },
        { action: "deny" },
      ]);
    }
  });

  test("takes a compiled table", async () => {
    const { code, written } = await runCommandLine(["compile", "p.gate", "-o", "t.json"], { files });
    expect(code).toBe(0);
    const table = written.get("/srv/project/t.json") ?? "";
    const result = await runCommandLine(["decide", "--table", "t.json"], {
      files: { "t.json": table },
      input: bash("rm x"),
    });
    expect(JSON.parse(result.output)).toMatchObject({ action: "deny", rule: { file: "p.gate", line: 2 } });
  });

  test("answers nothing under a policy with errors or a damaged table", async () => {
    const broken = await runCommandLine(["decide", "--policy", "bad.gate"], {
      files: { "bad.gate": "bash: alow ls\n" },
      input: bash("ls"),
    });
    expect(broken).toMatchObject({ code: 1, output: "" });
    expect(broken.errors).toContain("bad.gate:1:7");
    const damaged = await runCommandLine(["decide", "--table", "t.json"], {
      files: { "t.json": '{"format":1}' },
      input: bash("ls"),
    });
    expect(damaged).toMatchObject({ code: 1, output: "" });
    expect(damaged.errors).toContain("the table `t.json` was refused");
  });

  test("ends quietly where nobody reads the decisions any longer", async () => {
    const input = [`${bash("ls")}\n`, `${bash("ls")}\n`, `${bash("ls")}\n`];
    expect(await runCommandLine(["decide", "--policy", "p.gate"], { files, input, readerGoesAfter: 1 })).toMatchObject({
      code: 0,
      errors: "",
    });
  });
});

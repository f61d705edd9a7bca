import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../../compiler/cli/run.ts";
import { wantsColor } from "../../../compiler/cli/world.ts";
import manifest from "../../../package.json" with { type: "json" };
import { runCommandLine } from "./fake-world.ts";

describe("the command line", () => {
  test.each([["--help"], ["-h"], ["help"]])("%s lists the commands", async (word) => {
    const { code, output, errors } = await runCommandLine([word]);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(output).toContain(`  ${command.name} `);
    expect(errors).toBe("");
  });

  test("without a command lists them too, as an error", async () => {
    const { code, output, errors } = await runCommandLine([]);
    expect(code).toBe(2);
    expect(output).toBe("");
    expect(errors).toContain("Usage: tollgate COMMAND");
  });

  test.each([["--version"], ["-V"]])("%s tells the version", async (word) => {
    expect(await runCommandLine([word])).toMatchObject({ code: 0, output: `${manifest.version}\n` });
  });

  test.each(COMMANDS.map((command) => [command.name, command] as const))("has a page for %s", async (name, command) => {
    expect((await runCommandLine(["help", name])).output).toBe(command.help);
    expect((await runCommandLine([name, "--help"])).output).toBe(command.help);
    expect(command.help).toMatch(/^Usage: tollgate /);
    expect(command.help).toContain("Exit codes:");
    expect(command.help.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });

  test.each([
    [["chek", "a.gate"], "there is no command `chek`", "did you mean `check`?"],
    [["help", "explian"], "there is no command `explian`", "did you mean `explain`?"],
    [["--hlep"], "there is no option `--hlep`", "did you mean `--help`?"],
    [["frobnicate"], "there is no command `frobnicate`", "`tollgate --help` lists them"],
    [["decide", "--polcy", "a.gate"], "`decide` has no option `--polcy`", "did you mean `--policy`?"],
    [["explain", "--agnt", "x", "bash"], "`explain` has no option `--agnt`", "did you mean `--agent`?"],
    [["check", "-z"], "`check` has no option `-z`", "`tollgate help check` shows how to use it"],
    [["check"], "no policy: give the files to check", "`tollgate help check` shows how to use it"],
    [["compile"], "no policy: give the files to compile", "`tollgate help compile` shows how to use it"],
    [["decide"], "no policy: give `--policy FILE` or `--table FILE`", "`tollgate help decide` shows how to use it"],
    [["decide", "a.gate"], "`a.gate` is no option", "did you mean `--policy`?"],
    [
      ["decide", "--table", "t", "--policy", "p"],
      "give either a table or policies, not both",
      "`tollgate help decide` shows how to use it",
    ],
    [
      ["decide", "--policy", "p", "--platform", "windows"],
      "`--platform` is `windows`, but has to be one of `linux`, `darwin`, `win32`",
      "`tollgate help decide` shows how to use it",
    ],
    [
      ["explain", "--policy", "p", "--format", "jsn", "bash"],
      "`--format` is `jsn`, but has to be one of `text`, `json`",
      "did you mean `json`?",
    ],
    [
      ["explain", "--policy", "p"],
      "no tool: give the tool's name, and what it is called with",
      "`tollgate help explain` shows how to use it",
    ],
    [
      ["explain", "--table", "t", "bash", "git", "status"],
      "`status` is one operand too many; quote the text that belongs together",
      "`tollgate help explain` shows how to use it",
    ],
  ])("refuses %j", async (args, message, help) => {
    const { code, output, errors } = await runCommandLine(args);
    expect(errors).toBe(`error: ${message}\nhelp: ${help}\n`);
    expect({ code, output }).toEqual({ code: 2, output: "" });
  });

  test.each([
    [["check", "a.gate"], "`a.gate` cannot be read: there is no such file"],
    [["decide", "--table", "t.json"], "`t.json` cannot be read: there is no such file"],
  ])("ends with 3 where a file is missing: %j", async (args, message) => {
    expect(await runCommandLine(args)).toMatchObject({ code: 3, output: "", errors: `error: ${message}\n` });
  });

  test("ends with 3 where a policy is no text", async () => {
    const files = { "a.gate": new Uint8Array([0xff, 0xfe, 0x00]) };
    expect(await runCommandLine(["check", "a.gate"], { files })).toMatchObject({
      code: 3,
      errors: "error: `a.gate` is no UTF-8 text\n",
    });
  });

  test("ends quietly where nobody reads the output any longer", async () => {
    expect(await runCommandLine(["--help"], { readerGoesAfter: 0 })).toMatchObject({ code: 0, errors: "" });
  });
});

describe("colours", () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [true, { TERM: "dumb" }, false],
  ])("terminal %s, environment %j: %s", (isTerminal, environment, wanted) => {
    expect(wantsColor(isTerminal, environment)).toBe(wanted);
  });
});

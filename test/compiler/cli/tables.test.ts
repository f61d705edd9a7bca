import { describe, expect, test } from "vitest";
import { runCommandLine } from "./fake-world.ts";

const files = {
  "team.gate": 'include "more.gate"\ninclude preset:secrets\nbash:\n  ask\n  allow @read-only\n  allow git *\n',
  "more.gate": "shellTools:\n  exec: commandArgument=cmd\nbash: deny rm *\nskill for agent bot: deny\n",
  "project.gate": "bash: deny curl *\n",
};

async function compiled(
  args: readonly string[],
  more: Readonly<Record<string, string>> = files,
): Promise<Record<string, string>> {
  const { written, code } = await runCommandLine(["compile", ...args, "-o", "t.json"], { files: more });
  expect(code).toBe(0);
  return { ...more, "t.json": written.get("/srv/project/t.json") ?? "" };
}

describe("compile --check", () => {
  const check = ["compile", "--check", "team.gate", "-o", "t.json"];

  test("passes where the table is up to date, and writes nothing", async () => {
    const run = await runCommandLine(check, { files: await compiled(["team.gate"]) });
    expect(run).toMatchObject({ code: 0, output: "", errors: "" });
    expect(run.written.size).toBe(0);
  });

  test("says which sources and rules differ", async () => {
    const old = await compiled(["team.gate"]);
    const now = { ...old, "more.gate": files["more.gate"].replace("deny rm *", "deny rm -rf *") };
    expect(await runCommandLine(check, { files: now })).toMatchObject({
      code: 1,
      output: `t.json: out of date
  \`more.gate\` has changed
  \`deny rm *\` of \`bash\` at more.gate:3:7 is no longer there
  \`deny rm -rf *\` of \`bash\` at more.gate:3:7 is new
`,
    });
  });

  test("says that only the order of the rules differs", async () => {
    const old = await compiled(["team.gate"]);
    const now = {
      ...old,
      "team.gate": files["team.gate"].replace("  ask\n  allow @read-only\n", "  allow @read-only\n  ask\n"),
    };
    expect((await runCommandLine(check, { files: now })).output).toBe(
      "t.json: out of date\n  `team.gate` has changed\n  the rules stand in another order\n",
    );
  });

  test("says that a file was only written in another way", async () => {
    const old = await compiled(["team.gate"]);
    const now = { ...old, "t.json": JSON.stringify(JSON.parse(old["t.json"] ?? "")) };
    expect((await runCommandLine(check, { files: now })).output).toContain("the content is the same");
  });

  test("says that one has automata and the other has none", async () => {
    const whole = await compiled(["team.gate"]);
    const lean = await compiled(["--lean", "team.gate"]);
    expect((await runCommandLine([...check, "--lean"], { files: lean })).code).toBe(0);
    expect((await runCommandLine([...check, "--lean"], { files: whole })).output).toBe(
      "t.json: out of date\n  it has automata; the one that would be written, with `--lean`, has none\n",
    );
    expect((await runCommandLine(check, { files: lean })).output).toBe(
      "t.json: out of date\n  it has no automata, as with `--lean`; the one that would be written has them\n",
    );
  });

  test("needs a table", async () => {
    expect((await runCommandLine(["compile", "--check", "team.gate"], { files })).code).toBe(2);
    expect((await runCommandLine(check, { files })).code).toBe(3);
    expect((await runCommandLine(check, { files: { ...files, "t.json": "{}" } })).code).toBe(1);
  });
});

describe("verify", () => {
  test.each([
    [["team.gate"]],
    [["more.gate", "team.gate"]],
    [["--managed", "more.gate", "--project", "project.gate", "team.gate"]],
    [["--trust-project", "--project", "project.gate", "team.gate"]],
  ])("compiles again what was compiled from %j", async (args) => {
    const all = await compiled(args, {
      ...files,
      "team.gate": files["team.gate"].replace('include "more.gate"\n', ""),
    });
    expect(await runCommandLine(["verify", "t.json"], { files: all })).toMatchObject({
      code: 0,
      output: "t.json: is what its policies compile to\n",
    });
  });

  test("follows includes", async () => {
    expect((await runCommandLine(["verify", "t.json"], { files: await compiled(["team.gate"]) })).code).toBe(0);
  });

  test("says what differs", async () => {
    const all = { ...(await compiled(["team.gate"])), "more.gate": "bash: deny rm *\n" };
    const { code, output } = await runCommandLine(["verify", "t.json"], { files: all });
    expect(code).toBe(1);
    expect(output.split("\n")).toEqual([
      "t.json: is not what its policies compile to",
      "  `more.gate` has changed",
      "  `deny` of `skill` at more.gate:4:22 is no longer there",
      "  the shell tools are others",
      "",
    ]);
  });

  test("takes other policies in place of those that are named", async () => {
    const all = await compiled(["team.gate"]);
    expect((await runCommandLine(["verify", "t.json", "--policy", "project.gate"], { files: all })).code).toBe(1);
  });

  test("fails where a source or the table is gone, or is none", async () => {
    const { "more.gate": _, ...rest } = await compiled(["more.gate", "team.gate"], {
      ...files,
      "team.gate": "bash: ask\n",
    });
    expect((await runCommandLine(["verify", "t.json"], { files: rest })).code).toBe(3);
    expect((await runCommandLine(["verify", "gone.json"], { files })).code).toBe(3);
    expect((await runCommandLine(["verify", "team.gate"], { files })).code).toBe(1);
    expect((await runCommandLine(["verify"], { files })).code).toBe(2);
  });
});

describe("inspect", () => {
  test("shows the head, the sources, and the states of each surface", async () => {
    const all = await compiled(["--managed", "more.gate", "--project", "project.gate"]);
    const { code, output } = await runCommandLine(["inspect", "--rules", "t.json"], { files: all });
    expect(code).toBe(0);
    await expect(output).toMatchFileSnapshot("../../golden/test/inspect.txt");
  });

  test("gives the same as data", async () => {
    const all = await compiled(["more.gate"]);
    const { output } = await runCommandLine(["inspect", "--format", "json", "t.json"], { files: all });
    expect(JSON.parse(output)).toMatchObject({
      format: 1,
      sources: [{ file: "more.gate", scope: "user" }],
      shellTools: [{ tool: "exec", commandArgument: "cmd" }],
      lists: [
        { surface: "bash", agent: null, rules: 1 },
        { surface: "skill", agent: "bot", rules: 1 },
      ],
      rules: [{ text: "deny rm *" }, { text: "deny" }],
    });
  });

  test("refuses what is no table", async () => {
    expect((await runCommandLine(["inspect", "team.gate"], { files })).code).toBe(1);
    expect((await runCommandLine(["inspect"], { files })).code).toBe(2);
  });
});

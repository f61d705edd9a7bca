import { describe, expect, test } from "vitest";
import type { Explanation } from "../../../src/index.ts";
import { runCommandLine } from "./fake-world.ts";

const team = `shellTools:
  exec_command: commandArgument=cmd workdirArgument=workdir
bash:
  ask   *
  allow {ls,cat,echo,grep,head} *
  allow git {status,log,diff} *
  allow sudo apt-get update
  deny  rm *                       because "use trash"
  final deny git push * with --force|-f
wrapper: allow {time,timeout}
path:
  deny  *.env
  allow *.env.example
external_directory: ask *
external_directory: allow read /usr/share/
read: allow *
write: deny *
write: allow src/
mcp: ask *
mcp: allow github:{get,list}_*
task: deny
`;
const files = { "team.gate": team };

async function explain(...args: readonly string[]) {
  return await runCommandLine(["explain", "--policy", "team.gate", ...args], { files });
}

/** An argument as it may stand in a golden file: in ASCII, on one line. */
function quoted(argument: string): string {
  const escape = (character: string) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`;
  return JSON.stringify(argument).replaceAll(/[^ -~]/gu, escape);
}

/** What is explained, by the name of the file that holds what it looks like. */
const SCREENS: readonly (readonly [name: string, ...args: string[]])[] = [
  ["allowed-command", "bash", "git status"],
  ["denied-in-list", "bash", "git status; rm -rf build"],
  ["nested-substitution", "bash", 'echo "$(cat $(ls | head -1))" > out.txt'],
  ["wrapper-floor", "bash", "time sudo make install"],
  ["lifted-floor", "bash", "sudo apt-get update"],
  ["payload", "bash", "bash -c 'cat a; rm b'"],
  ["dynamic-command", "bash", "$CMD -rf x"],
  ["dynamic-path", "bash", 'cat "$DIR/a" /tmp/$NAME'],
  ["final-denial", "bash", "git push --force origin main"],
  ["path-denial", "bash", "cat config/.env src/a.ts"],
  ["outside", "bash", "cat /usr/share/dict/words /etc/hosts > /tmp/out"],
  ["unparseable", "bash", "echo 'unclosed"],
  ["several-lines", "bash", "if ls; then\n  cat README.md\nelse\n  rm README.md\nfi"],
  ["control-characters", "bash", "echo \u001B[31mred\u0007 \u202Etxt.exe"],
  ["other-shell", "exec_command", '{"cmd": "cat passwd", "workdir": "/etc"}'],
  ["read-tool", "read", "config/.env"],
  ["read-tool-outside", "read", "~/notes.md"],
  ["write-tool", "write", "lib/a.ts"],
  ["tool-without-path", "ls"],
  ["mcp", "mcp", "github:get_issue"],
  ["mcp-asked", "mcp", "github:delete_repo"],
  ["skill-default", "skill", "pdf"],
  ["extension", "task", "*"],
  ["unreadable", "read", '{"path": 5}'],
];

describe("explain", () => {
  test.each(SCREENS.map(([name, ...args]) => [name, args] as const))("draws %s", async (name, args) => {
    const { code, output, errors } = await explain(...args);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output.split("\n").filter((line) => line.length > 100)).toEqual([]);
    await expect(`tollgate explain ${args.map(quoted).join(" ")}\n\n${output}`).toMatchFileSnapshot(
      `../../golden/explain/${name}.txt`,
    );
  });

  test("uses colours on a terminal, and the same text without them in a pipe", async () => {
    const args = ["explain", "--policy", "team.gate", "bash", "git status; rm x"];
    const colored = await runCommandLine(args, { files, color: true });
    const plain = await runCommandLine(args, { files });
    expect(colored.output).toContain("\u001B[31m\u001B[1mDENY\u001B[22m\u001B[39m");
    // oxlint-disable-next-line eslint/no-control-regex -- The codes are what is taken away.
    expect(colored.output.replaceAll(/\u001B\[\d+m/g, "")).toBe(plain.output);
    expect(plain.output).not.toContain("\u001B");
  });

  test("draws a command of many parts on a few screens at most", async () => {
    const { output } = await explain("bash", `${"cat a; ".repeat(2_000)}rm x`);
    expect(output.split("\n").length).toBeLessThan(250);
    expect(output).toContain("DENY  bash: rm x");
    expect(output).toContain("2001 commands in all");
  });

  test("marks a word that stands for many files with the first of them and the last", async () => {
    const { output } = await explain(
      "bash",
      `cat config/{${Array.from({ length: 60 }, (_, at) => `f${at}`).join(",")}}`,
    );
    expect(output).toMatch(/^ +[\^~─╰└]*.*a…bh/mu);
    expect(output.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  test("gives the explanation as data", async () => {
    const { output } = await explain("--format", "json", "bash", "git status; rm x");
    const explanation = JSON.parse(output) as Explanation;
    expect(explanation.decision).toMatchObject({ action: "deny", value: "rm x", reason: "use trash" });
    expect(explanation.units.map(({ text }) => text)).toEqual(["git status", "rm x"]);
    const deciding = explanation.steps[explanation.deciding ?? -1];
    expect(deciding).toMatchObject({
      surface: "bash",
      unit: 1,
      rule: { text: 'deny  rm *                       because "use trash"' },
    });
    expect(deciding?.overridden.map(({ text }) => text)).toEqual(["ask   *"]);
  });

  test.each([
    ["git status", 0],
    ["make", 10],
    ["rm x", 20],
  ])("tells the answer to `%s` by its exit code, if asked to", async (command, expected) => {
    expect((await explain("--exit-code", "bash", command)).code).toBe(expected);
    expect((await explain("bash", command)).code).toBe(0);
  });

  test("takes several policies before the call", async () => {
    const more = { ...files, "more.gate": "bash: deny git *\n" };
    const args = ["explain", "--policy", "team.gate", "more.gate", "bash", "git status"];
    expect((await runCommandLine(args, { files: more })).output).toContain("DENY");
  });

  test("takes the agent, the directory and the home of the call", async () => {
    const policy = { "p.gate": "default: allow\nread for agent a: deny ~/x\n" };
    const args = ["explain", "--policy", "p.gate", "--agent", "a", "--cwd", "/h", "--home", "/h", "read", "x"];
    expect((await runCommandLine(args, { files: policy })).output).toContain("DENY");
  });

  test("refuses what is no input of the tool", async () => {
    expect(await explain("task", "anything")).toMatchObject({
      code: 2,
      output: "",
      errors: expect.stringContaining("the input of `task` has to be a JSON object") as string,
    });
  });
});

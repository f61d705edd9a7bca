/** Which entries of an agent's settings are the gate's, what of them differs, and how that is mended. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isOwnLine } from "../../../../compiler/cli/setup/command-line.ts";
import { hookLine, hookProgram } from "../../../../compiler/cli/setup/hook-line.ts";
import { wire, wiringDifferences } from "../../../../compiler/cli/setup/wiring.ts";
import { HOOK_AGENTS, type HookAgentName } from "../../../../src/agents/contract.ts";
import { MadeHome, SETTINGS } from "./made-home.ts";

const TABLE = "/h/.config/tollgate/table.json";
const machine = {
  home: "/h",
  cwd: "/h/project",
  environment: { PATH: process.env["PATH"] },
  platform: "linux",
} as const;
const wiring = (agent: HookAgentName) => ({ agent, table: TABLE, machine });

describe("a command line", () => {
  test.each(HOOK_AGENTS.map((agent) => [agent] as const))("that `init` writes for %s is the gate's", (agent) => {
    expect(isOwnLine(hookLine({ agent, table: "/a 'b/t.json", log: "/l", machine }))).toBe(true);
    expect(isOwnLine(hookLine({ agent, table: "C:\\t.json", machine: { ...machine, platform: "win32" } }))).toBe(true);
  });

  test.each([
    "tollgate-hook claude --table /t.json",
    "/usr/local/bin/tollgate-hook codex",
    "node /x/dist/tollgate-hook.cjs gemini --table /t",
    "'/opt/my node/bin/node' '/x y/tollgate-hook.cjs' claude; exit 0",
    "FOO=1 exec tollgate-hook claude",
    "timeout -s KILL 8 node /x/tollgate-hook.cjs claude",
    '"C:\\Program Files\\nodejs\\node.exe" "C:\\x\\tollgate-hook.cjs" "claude"',
  ])("that starts it by hand is, too: %s", (line) => {
    expect(isOwnLine(line)).toBe(true);
  });

  test.each([
    "notify --ignore tollgate-hook",
    "notify --ignore tollgate-hook claude",
    "echo tollgate-hook claude",
    "grep tollgate-hook.cjs claude",
    "node /x/other.js tollgate-hook.cjs claude",
    "node --eval 'tollgate-hook.cjs' claude",
    "# tollgate-hook claude",
    "tollgate-hook",
    "tollgate-hook --version",
    "tollgate-hook-wrapper claude",
    "/x/tollgate-hook/notify claude",
    "sh -c 'echo tollgate-hook claude'",
    "true && tollgate-hook claude",
    "",
  ])("that only speaks of it is not: %s", (line) => {
    expect(isOwnLine(line)).toBe(false);
  });
});

type Edit = (text: string) => string;
const put =
  (from: string | RegExp, to: string): Edit =>
  (text) =>
    text.replace(from, to);

/** What was done to an entry of ours, and what is said of it. */
const SPOILED: readonly (readonly [HookAgentName, Edit, string])[] = [
  ["claude", put('"matcher": "*"', '"matcher": "Bash"'), '`matcher` is "Bash", and has to be "*"'],
  ["claude", put('"type": "command"', '"type": "prompt"'), '`type` is "prompt", and has to be "command"'],
  ["claude", put('"timeout": 12', '"timeout": 0.001'), "`timeout` is 0.001, and has to be 12"],
  ["claude", put(/,\s*"timeout": 12/, ""), "`timeout` is not there, and has to be 12"],
  ["claude", put('"timeout": 12', '"timeout": 12, "async": true'), "`async` is true, and has to go"],
  ["claude", put('"timeout": 12', '"timeout": 12, "if": "Read"'), '`if` is "Read", and has to go'],
  ["claude", put(/\|\| \{ echo.*?exit 2; \}/, "; exit 0"), "what runs it and makes a failure a denial"],
  ["claude", put(/--watched"/, '--watched; exit 0"'), "it goes on with `; exit 0`"],
  ["claude", put(TABLE, "/other/table.json"), `its \`--table\` is /other/table.json, not ${TABLE}`],
  ["claude", put(/ --log \S+/, ""), "it has no `--log`"],
  ["claude", put(" --watched", ""), "what runs it and makes a failure a denial"],
  ["claude", put("NODE_OPTIONS= ", ""), "what runs it and makes a failure a denial"],
  ["claude", put(" claude ", " codex "), "it asks as `codex`, not as `claude`"],
  ["claude", put(hookProgram(), "/old/tollgate-hook.cjs"), "it runs /old/tollgate-hook.cjs, not "],
  ["claude", put("PreToolUse", "PostToolUse"), "`hooks.PreToolUse` does not ask the gate"],
  ["codex", put('"matcher": "*"', '"matcher": "("'), '`matcher` is "(", and has to be "*"'],
  [
    "claude",
    put(/"([^"]*)"(?=, *"timeout"|,\s*"timeout")/, '"$1 "'),
    "its command line is written in another way than",
  ],
  ["claude", put(process.execPath, "/other/node"), `it runs by /other/node, not by ${process.execPath}`],
  ["claude", put(/ --table .*?"/, ' --table"'), "its `--table` names no file"],
  ["copilot", put('"bash": ', '"bash": "notify", "command": '), "its command line does not start the gate"],
  ["copilot", put('"timeoutSec": 12', '"timeoutSec": 1'), "`timeoutSec` is 1, and has to be 12"],
  ["copilot", put('"bash"', '"powershell"'), "does not ask the gate"],
  ["cursor", put(/"failClosed": true/, '"failClosed": false'), "`failClosed` is false, and has to be true"],
  ["cursor", put('"beforeMCPExecution"', '"x"'), "`hooks.beforeMCPExecution` does not ask the gate"],
  ["gemini", put('"timeout": 12000', '"timeout": 12'), "`timeout` is 12, and has to be 12000"],
  ["gemini", put('"name": "tollgate"', '"name": "x"'), '`name` is "x", and has to be "tollgate"'],
];

describe("an entry of the gate", () => {
  test.each(SPOILED)("of %s that was changed (%o) is told of, and mended: %s", (agent, edit, message) => {
    const right = wire(null, wiring(agent));
    const spoiled = edit(right);
    expect(spoiled).not.toBe(right);
    expect(wiringDifferences(spoiled, wiring(agent)).join("\n")).toContain(message);
    const mended = wire(spoiled, wiring(agent));
    expect(wiringDifferences(mended, wiring(agent))).toEqual([]);
    expect(wire(mended, wiring(agent))).toBe(mended);
  });

  test.each(HOOK_AGENTS.map((agent) => [agent] as const))("of %s that is right stays, and nothing is said", (agent) => {
    const right = wire(null, wiring(agent));
    expect(wiringDifferences(right, wiring(agent))).toEqual([]);
    expect(wire(right, wiring(agent))).toBe(right);
  });

  test("of Windows without a program of Node before it is told of", () => {
    const windows = { agent: "claude", table: TABLE, machine: { ...machine, platform: "win32" } } as const;
    const right = wire(null, windows);
    const bare = right.replace(/"command": "\\"[^"]*\\" /, '"command": "');
    expect(bare).not.toBe(right);
    expect(wiringDifferences(bare, windows).join()).toContain(`it runs by itself, not by ${process.execPath}`);
  });

  test("that stands there twice is there once afterwards", () => {
    const data = JSON.parse(wire(null, wiring("claude"))) as { hooks: { PreToolUse: unknown[] } };
    data.hooks.PreToolUse.unshift({ matcher: "Bash", hooks: [{ type: "command", command: "tollgate-hook claude" }] });
    const twice = JSON.stringify(data);
    expect(wiringDifferences(twice, wiring("claude"))).toEqual(["`hooks.PreToolUse` asks the gate 2 times"]);
    expect(JSON.parse(wire(twice, wiring("claude")))).toEqual(JSON.parse(wire(null, wiring("claude"))));
  });

  test("in a group with others leaves it where the group is for some tools only", () => {
    const mine = { type: "command", command: "mine" };
    const gate = { type: "command", command: "tollgate-hook claude" };
    const before = JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [mine, gate] }] } });
    expect(wiringDifferences(before, wiring("claude"))[0]).toContain('`matcher` is "Bash"');
    const { hooks } = JSON.parse(wire(before, wiring("claude"))) as { hooks: { PreToolUse: unknown[] } };
    expect(hooks.PreToolUse).toEqual([
      { matcher: "Bash", hooks: [mine] },
      (JSON.parse(wire(null, wiring("claude"))) as typeof JSON & { hooks: typeof hooks }).hooks.PreToolUse[0],
    ]);
  });
});

describe("on a machine", () => {
  let made: MadeHome;
  beforeEach(() => {
    made = new MadeHome();
  });
  afterEach(() => made.remove());

  test("a hook of others that speaks of the gate stays as it is, also when the gate is taken out", async () => {
    const hook = { type: "command", command: "notify --ignore tollgate-hook" };
    const before = JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] } }, null, 2);
    made.put(SETTINGS, before);
    const { output } = await made.tollgate(["doctor", "--brief", "claude"]);
    expect(output).toContain("does not tell it to ask");
    await made.tollgate(["init", "--yes", "claude"]);
    const { hooks } = JSON.parse(made.read(SETTINGS)) as { hooks: { PreToolUse: unknown[] } };
    expect(hooks.PreToolUse).toMatchObject([{ matcher: "Bash", hooks: [hook] }, { matcher: "*" }]);
    await made.tollgate(["init", "--undo", "--yes"]);
    expect(made.read(SETTINGS)).toBe(before);
  });

  test("`init` shows what it mends, and `doctor` tells of it until then", async () => {
    await made.tollgate(["init", "--yes", "claude"]);
    const right = made.read(SETTINGS);
    made.put(SETTINGS, right.replace('"matcher": "*"', '"matcher": "Bash"'));
    const found = await made.tollgate(["doctor", "--brief", "claude"]);
    expect(found.code).toBe(1);
    expect(found.output).toContain('`matcher` is "Bash", and has to be "*"; `tollgate init claude` mends it');
    const { output } = await made.tollgate(["init", "claude"], "y\n");
    expect(output).toContain('-         "matcher": "Bash",');
    expect(output).toContain('+         "matcher": "*",');
    expect(made.read(SETTINGS)).toBe(right);
  });

  test("`doctor` tells of a policy that was changed and not compiled, also by what it includes", async () => {
    const policy = made.put(".config/tollgate/policy.gate", 'include "./more.gate"\ninclude preset:self-protection\n');
    const more = made.put(".config/tollgate/more.gate", "bash: ask\n");
    await made.tollgate(["init", "--yes", "claude"]);
    const doctor = async () => (await made.tollgate(["doctor", "--brief", "claude"])).output;
    expect(await doctor()).not.toContain("by now");
    made.put(".config/tollgate/more.gate", "bash: deny\n");
    expect(await doctor()).toContain(`table.json is not what ${policy} says by now; run \`tollgate init claude\``);
    made.put(".config/tollgate/more.gate", "bash: dney\n");
    expect(await doctor()).toContain("until that is mended, what was compiled before holds");
    expect(await doctor()).toContain(more);
  });

  test("a file of others in the place of a plugin is not written over", async () => {
    const file = made.put(".config/opencode/plugin/tollgate.js", "export const Mine = 1;\n");
    const { code, errors } = await made.tollgate(["init", "--yes", "opencode"]);
    expect(code).toBe(1);
    expect(errors).toContain(
      `\`${file}\` was not written by \`tollgate init\`, so it is left as it is; move it elsewhere first`,
    );
    expect(made.read(".config/opencode/plugin/tollgate.js")).toBe("export const Mine = 1;\n");
    await made.tollgate(["doctor", "--brief", "opencode"]);
  });

  test("`doctor` tells of a plugin that is not as `init` writes it", async () => {
    await made.tollgate(["init", "--yes", "pi"]);
    const path = ".pi/agent/extensions/tollgate.js";
    made.put(path, made.read(path).replace("table.json", "other.json"));
    const { code, output } = await made.tollgate(["doctor", "--brief", "pi"]);
    expect(code).toBe(1);
    expect(output).toContain("it is not what `tollgate init` writes");
  });

  test.each(["", "home", "./h"])("a home directory of %j is refused", async (home) => {
    for (const command of ["init", "doctor"]) {
      const { code, errors } = await made.tollgate([command, "claude"], "", { home });
      expect({ code, errors }).toMatchObject({
        code: 2,
        errors: expect.stringContaining("no absolute path") as string,
      });
    }
  });

  test("`init --project` says that its files are for this machine", async () => {
    const { output } = await made.tollgate(["init", "--yes", "--project", "claude"]);
    expect(output).toContain("do not commit them");
    expect((await made.tollgate(["init", "--yes", "claude"])).output).not.toContain("do not commit them");
  });

  test("`doctor` says that the trust of Codex was not checked where Codex is not on the PATH", async () => {
    await made.tollgate(["init", "--yes", "codex"]);
    const { PATH } = process.env;
    process.env["PATH"] = "/usr/bin:/bin";
    try {
      const { output } = await made.tollgate(["doctor", "--brief", "codex"]);
      expect(output).toContain("? whether Codex trusts the hook was not checked: `codex` is not on the PATH");
      expect(output).not.toContain("asks the gate\n");
    } finally {
      process.env["PATH"] = PATH;
    }
  });

  test.each([
    [{ trustStatus: "trusted", enabled: true }, 0, "+ Codex trusts the hook"],
    [{ trustStatus: "untrusted", enabled: true }, 1, "! Codex does not trust the hook (untrusted)"],
    [{ trustStatus: "trusted", enabled: false }, 1, "! the hook is switched off in Codex"],
    [{ trustStatus: "trusted", enabled: true, command: "notify" }, 1, "! Codex does not list the hook"],
  ])("`doctor` says what Codex makes of the hook: %j", async (hook, code, finding) => {
    await made.tollgate(["init", "--yes", "codex"]);
    const { hooks } = JSON.parse(made.read(".codex/hooks.json")) as {
      hooks: { PreToolUse: { hooks: { command: string }[] }[] };
    };
    const { command } = hooks.PreToolUse[0]!.hooks[0]!;
    const listed = { key: "k", currentHash: "h", command, ...hook };
    // What stands for Codex answers each request in turn.
    const answers = [
      { id: 1, result: {} },
      { id: 2, result: { data: [{ hooks: [listed] }] } },
    ].map((answer) => JSON.stringify(answer));
    const program = made.put("bin/codex", `#!/bin/sh\ncat <<'END'\n${answers.join("\n")}\nEND\ncat > /dev/null\n`);
    chmodSync(program, 0o755);
    vi.stubEnv("PATH", `${join(made.home, "bin")}:/usr/bin:/bin`);
    try {
      const done = await made.tollgate(["doctor", "--brief", "codex"]);
      expect(done.output).toContain(finding);
      expect(done.code).toBe(code);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

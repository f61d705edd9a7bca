/** `init` and `init --undo` on homes with things in them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AGENTS } from "../../../../src/agents/contract.ts";
import { createGate, loadTable } from "../../../../src/index.ts";
import { MadeHome } from "./made-home.ts";

let made: MadeHome;
let home: string;
let project: string;

beforeEach(() => {
  made = new MadeHome();
  ({ home, project } = made);
});
afterEach(() => made.remove());

const tollgate = (args: readonly string[], input = "") => made.tollgate(args, input);
const put = (path: string, text: string) => made.put(path, text);
const everything = () => made.everything();

const SETTINGS =
  '{ "env" : {},\n  "hooks": {"PreToolUse": [ {"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]} ]} }  \n';

describe("init", () => {
  test("shows what it would change, and changes nothing unless told to", async () => {
    put(".claude/settings.json", SETTINGS);
    const before = everything();
    const { code, output } = await tollgate(["init", "claude"]);
    expect(code).toBe(0);
    expect(output).toContain(`new file: ${home}/.config/tollgate/policy.gate`);
    expect(output).toContain("+ include preset:self-protection");
    expect(output).toContain(`change: ${home}/.claude/settings.json`);
    expect(output).toContain("tollgate-hook");
    expect(output).toContain("nothing was changed");
    expect(everything()).toEqual(before);
  });

  test("does it where a person says yes", async () => {
    const { output } = await tollgate(["init", "claude"], "y\n");
    expect(output).toContain("done");
    expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toContain("tollgate-hook");
  });

  test("leaves every byte of others, and puts them back", async () => {
    put(".claude/settings.json", SETTINGS);
    put(".codex/hooks.json", '{"hooks":{"Stop":[]}}');
    put(".gemini/settings.json", '{\r\n\t"a": 1 // x\r\n}\r\n');
    put(".cursor/hooks.json", '{\n  "version": 1,\n  "hooks": { "preToolUse": [] }\n}');
    put(".config/opencode/opencode.json", "{}");
    const before = everything();
    expect(await tollgate(["init", "--yes", ...AGENTS])).toMatchObject({ code: 0, errors: "" });
    const settings = readFileSync(join(home, ".claude/settings.json"), "utf8");
    expect(settings).toContain('{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}');
    expect(settings.startsWith('{ "env" : {},\n')).toBe(true);
    expect(await tollgate(["init", "--undo", "--yes"])).toMatchObject({ code: 0, errors: "" });
    expect(everything()).toEqual(before);
  });

  test("changes nothing where all is in place", async () => {
    put(".claude/settings.json", SETTINGS);
    await tollgate(["init", "--yes", ...AGENTS]);
    const before = everything();
    const { output } = await tollgate(["init", "--yes", ...AGENTS]);
    expect(output).toContain("nothing to change");
    expect(everything()).toEqual(before);
  });

  test("compiles a changed policy anew, and undo keeps it", async () => {
    await tollgate(["init", "--yes", "claude"]);
    const policy = put(".config/tollgate/policy.gate", "bash: deny\n");
    const { output } = await tollgate(["init", "--yes", "claude"]);
    expect(output).toContain("1 rules");
    await tollgate(["init", "--undo", "--yes"]);
    expect(readFileSync(policy, "utf8")).toBe("bash: deny\n");
    expect(existsSync(join(home, ".config/tollgate/table.json"))).toBe(false);
  });

  test("compiles what the frontmatter of Pi's agents permits, and tells where it has changed", async () => {
    const agent = (action: string) => `---\npermission:\n  write: ${action}\n---\n`;
    put(".pi/agent/agents/reviewer.md", agent("deny"));
    put(".pi/agent/agents/plain.md", "# Plain\n");
    expect((await tollgate(["init", "--yes", "pi"])).output).toContain("the permissions of an agent of Pi");
    const rules = () =>
      loadTable(readFileSync(join(home, ".config/tollgate/table.json"))).rules.filter(({ agent: who }) => who !== null);
    expect(rules().map(({ surface, agent: who, text }) => `${surface} ${who} ${text}`)).toEqual([
      "write reviewer deny",
    ]);
    const stale = "has permissions that are not in the table";
    expect((await tollgate(["doctor", "--brief", "pi"])).output).not.toContain(stale);

    const file = put(".pi/agent/agents/reviewer.md", agent("ask"));
    put("work/project/.pi/agents/mine.md", agent("deny"));
    const { output } = await tollgate(["doctor", "--brief", "pi"]);
    expect(output).toContain(`! ${file} ${stale}`);
    expect(output).toContain("mine.md has permissions that hold once");
    // Another agent's setup writes the same table.
    await tollgate(["init", "--yes", "claude"]);
    expect(rules().map(({ text }) => text)).toEqual(["ask"]);

    await tollgate(["init", "--yes", "--project", "pi"]);
    const table = JSON.parse(readFileSync(join(project, ".tollgate/table.json"), "utf8")) as { layers: unknown[] };
    expect(table.layers).toHaveLength(2);
    expect((await tollgate(["doctor", "--brief", "pi"])).output).not.toContain("hold once");
  });

  test("writes nothing at all where an agent of Pi has permissions with mistakes", async () => {
    const file = put(".pi/agent/agents/reviewer.md", "---\npermission:\n  write: dney\n---\n");
    const before = everything();
    const { code, errors } = await tollgate(["init", "--yes", "pi"]);
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining(file) as string });
    expect(everything()).toEqual(before);
  });

  test("writes nothing at all for a policy with errors", async () => {
    put(".config/tollgate/policy.gate", "bash: dney\n");
    const before = everything();
    expect(await tollgate(["init", "--yes", "claude"])).toMatchObject({ code: 1 });
    expect(everything()).toEqual(before);
  });

  test("writes nothing at all for a policy that is no UTF-8 text, as `check` refuses it", async () => {
    made.put(".config/tollgate/policy.gate", Buffer.from("bash: deny # caf\xe9\n", "latin1"));
    const before = everything();
    const { code, errors } = await tollgate(["init", "--yes", "claude"]);
    expect({ code, errors }).toMatchObject({ code: 3, errors: expect.stringContaining("is no UTF-8 text") as string });
    expect(everything()).toEqual(before);
  });

  test("compiles a policy with a byte order mark, and what it includes with one, to the table that `verify` expects", async () => {
    put(".config/tollgate/policy.gate", '\uFEFFinclude "./more.gate"\nbash: deny\n');
    put(".config/tollgate/more.gate", "\uFEFFread: deny\n");
    await tollgate(["init", "--yes", "claude"]);
    expect(await tollgate(["verify", join(home, ".config/tollgate/table.json")])).toMatchObject({ code: 0 });
  });

  test("writes nothing at all where a file of an agent cannot be added to", async () => {
    put(".claude/settings.json", "{ broken");
    const before = everything();
    const { code, errors } = await tollgate(["init", "--yes", "codex", "claude"]);
    expect({ code, errors }).toMatchObject({
      code: 1,
      errors: expect.stringContaining("line 1: something that is no JSON") as string,
    });
    expect(everything()).toEqual(before);
  });

  test("takes out only its own where a file was changed since", async () => {
    put(".claude/settings.json", SETTINGS);
    await tollgate(["init", "--yes", "claude"]);
    const file = join(home, ".claude/settings.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"env" : {}', '"env" : {"A": "1"}'));
    const { output } = await tollgate(["init", "--undo", "--yes"]);
    expect(output).toContain("which was changed since");
    const left = readFileSync(file, "utf8");
    expect(left).not.toContain("tollgate-hook");
    expect(left).toContain('"env" : {"A": "1"}');
    expect(left).toContain('"command": "mine"');
  });

  test("keeps a link and the permissions of the file behind it", async () => {
    const real = put("dotfiles/claude.json", "{}\n");
    mkdirSync(join(home, ".claude"));
    symlinkSync(real, join(home, ".claude/settings.json"));
    await tollgate(["init", "--yes", "claude"]);
    expect(readFileSync(real, "utf8")).toContain("tollgate-hook");
    expect(statSync(real).mode & 0o777).toBe(0o644);
  });

  test("is for a project where it is told so", async () => {
    await tollgate(["init", "--yes", "--project", ...AGENTS]);
    const below = (path: string) => existsSync(join(project, path));
    expect(
      [
        ".tollgate/policy.gate",
        ".claude/settings.json",
        ".codex/hooks.json",
        ".github/hooks/tollgate.json",
        ".cursor/hooks.json",
        ".gemini/settings.json",
        ".opencode/plugin/tollgate.js",
        ".pi/extensions/tollgate.js",
      ].filter((path) => !below(path)),
    ).toEqual([]);
    await tollgate(["init", "--undo", "--yes", "--project"]);
    expect(readdirSync(project)).toEqual([]);
  });

  describe("of an agent whose settings a variable has put elsewhere", () => {
    afterEach(() => vi.unstubAllEnvs());

    const VARIABLES = [
      ["claude", "CLAUDE_CONFIG_DIR", "settings.json"],
      ["codex", "CODEX_HOME", "config.toml"],
      ["copilot", "COPILOT_HOME", "hooks/tollgate.json"],
      ["opencode", "XDG_CONFIG_HOME", "opencode/plugin/tollgate.js"],
      ["pi", "PI_CODING_AGENT_DIR", "extensions/tollgate.js"],
    ] as const;

    const answers = async (calls: readonly object[]) => {
      const table = loadTable(readFileSync(join(home, ".config/tollgate/table.json")));
      const gate = await createGate({ table, cwd: project, home, platform: "linux" });
      return calls.map((input) => gate.decide({ tool: "path" in input ? "write" : "bash", input }).action);
    };

    test.each(VARIABLES)("keeps those of %s by a rule in a first policy", async (agent, variable, file) => {
      const folder = join(home, "it's elsewhere");
      vi.stubEnv(variable, folder);
      const { code, output } = await tollgate(["init", "--yes", agent]);
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('+   final deny write "') as string,
      });
      const path = join(folder, file);
      expect(
        await answers([{ path }, { command: `mv "${folder}${agent === "opencode" ? "/opencode" : ""}" /tmp/x` }]),
      ).toEqual(["deny", "deny"]);
      const before = everything();
      expect((await tollgate(["init", "--yes", agent])).output).toContain("nothing to change");
      expect(everything()).toEqual(before);
      await tollgate(["init", "--undo", "--yes"]);
      expect(existsSync(join(home, ".config"))).toBe(false);
    });

    test("leaves the work beside them free", async () => {
      vi.stubEnv("CODEX_HOME", home);
      await tollgate(["init", "--yes", "codex"]);
      expect(await answers([{ path: join(home, "hooks.json") }, { path: join(project, "a.ts") }])).toEqual([
        "deny",
        "ask",
      ]);
    });

    test("tells the line that a policy lacks, which then keeps them", async () => {
      const policy = put(".config/tollgate/policy.gate", "include preset:self-protection\n");
      vi.stubEnv("CLAUDE_CONFIG_DIR", join(home, "elsewhere"));
      const { output } = await tollgate(["init", "--yes", "claude"]);
      const line = /add `(path: final deny write .*)` to /.exec(output)?.[1];
      expect(readFileSync(policy, "utf8")).toBe("include preset:self-protection\n");
      const path = join(home, "elsewhere/settings.json");
      expect(await answers([{ path }])).toEqual(["ask"]);
      put(".config/tollgate/policy.gate", `include preset:self-protection\n${line}\n`);
      expect((await tollgate(["init", "--yes", "claude"])).output).not.toContain("is not kept");
      expect(await answers([{ path }])).toEqual(["deny"]);
    });

    test("says nothing where the policy keeps them", async () => {
      const { output } = await tollgate(["init", "--yes", ...AGENTS]);
      expect(output).not.toContain("is not kept");
      expect(made.read(".config/tollgate/policy.gate")).not.toContain("path:");
    });
  });

  test.each([
    [["init", "cluade"], "there is no agent `cluade`"],
    [["init", "--undo", "claude"], "`--undo` takes no agents"],
  ])("refuses %j", async (args, message) => {
    expect(await tollgate(args)).toMatchObject({ code: 2, errors: expect.stringContaining(message) as string });
  });

  test("has nothing to undo where it did nothing", async () => {
    expect((await tollgate(["init", "--undo"])).output).toContain("nothing to undo");
  });
});

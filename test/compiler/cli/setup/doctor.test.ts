import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchedOff } from "../../../../compiler/cli/setup/disabled.ts";
import { hookLine } from "../../../../compiler/cli/setup/hook-line.ts";
import { dryCall } from "../../../../compiler/cli/setup/dry-call.ts";
import type { Machine } from "../../../../compiler/cli/setup/places.ts";
import { unwire, wire, wiredCommands } from "../../../../compiler/cli/setup/wiring.ts";
import { AGENTS, HOOK_AGENTS, type AgentName } from "../../../../src/agents/contract.ts";

let machine: Machine;

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), "tollgate-doctor-"));
  machine = { home, cwd: join(home, "project"), environment: { PATH: process.env["PATH"] }, platform: "linux" };
  mkdirSync(machine.cwd);
});
afterEach(() => rmSync(machine.home, { recursive: true }));

function put(path: string, text: string): void {
  const file = join(machine.home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe("what switches a gate off", () => {
  test.each<[AgentName, string, string]>([
    ["claude", ".claude/settings.json", '{ /* x */ "disableAllHooks": true }'],
    ["claude", "project/.claude/settings.json", '{"disableAllHooks": true}'],
    ["claude", "project/.claude/settings.local.json", '{"disableAllHooks": true}'],
    ["copilot", "project/.github/copilot/settings.json", '{"disableAllHooks": true}'],
    ["copilot", "project/.claude/settings.json", '{"disableAllHooks": true}'],
    ["gemini", ".gemini/settings.json", '{"hooksConfig": {"enabled": false}}'],
    ["gemini", "project/.gemini/settings.json", '{"hooksConfig": {"disabled": ["tollgate"]}}'],
    ["codex", ".codex/config.toml", 'model = "x"\n[features]\nhooks = false # no\n'],
    ["codex", "project/.codex/config.toml", "features.hooks = false\n"],
    ["claude", ".claude/settings.json", "{ broken"],
    ["copilot", ".copilot/hooks/tollgate.json", '{"disableAllHooks": true}'],
    ["codex", ".codex/config.toml", "features = { hooks = false }\n"],
    ["codex", ".codex/config.toml", '[features]\n"hooks" = false\n'],
    ["codex", ".codex/config.toml", "\"features\".'hooks' = false\n"],
    ["codex", ".codex/config.toml", "[features]\ncodex_hooks = false\n"],
    ["codex", ".codex/config.toml", '[features]\nhooks = "false"\n'],
    ["codex", ".codex/config.toml", '[profiles."a b".features]\nhooks = false\n'],
    ["codex", ".codex/config.toml", "[features\n"],
  ])("of %s is found in %s: %s", (agent, path, text) => {
    put(path, text);
    expect(switchedOff(agent, machine).join()).toContain(join(machine.home, path));
  });

  test.each<[AgentName, string, string]>([
    ["claude", ".claude/settings.json", '{"disableAllHooks": false}'],
    ["gemini", ".gemini/settings.json", '{"hooksConfig": {"enabled": true, "disabled": ["other"]}}'],
    ["codex", ".codex/config.toml", "[features]\nhooks = true\n# hooks = false\n"],
    ["codex", ".codex/config.toml", '[other]\nhooks = false\nx = """\n[features]\nhooks = false\n"""\n'],
  ])("of %s is not %s: %s", (agent, path, text) => {
    put(path, text);
    expect(switchedOff(agent, machine)).toEqual([]);
  });
});

describe("a wired file", () => {
  test.each(AGENTS.map((agent) => [agent] as const))("of %s stays as it is when it is wired again", (agent) => {
    const wiring = { agent, table: "/t.json", machine };
    const once = wire(null, wiring);
    expect(wire(once, wiring)).toBe(once);
    const isModule = agent === "opencode" || agent === "pi";
    expect(wiredCommands(once, agent)).toHaveLength(isModule ? 0 : agent === "cursor" ? 4 : 1);
    const left = unwire(once, agent);
    expect(left === null ? [] : wiredCommands(left, agent)).toEqual([]);
  });

  test("gets the new line where the table is another one", () => {
    const before = wire(null, { agent: "claude", table: "/old.json", machine });
    const after = wire(before, { agent: "claude", table: "/new.json", machine });
    expect(after).toBe(before.replace("/old.json", "/new.json"));
  });
});

describe("a dry call", () => {
  test.each(HOOK_AGENTS.map((agent) => [agent] as const))(
    "tells of %s that a hook which is gone denies all",
    (agent) => {
      const line = hookLine({ agent, table: "/t.json", machine, program: "/nowhere.cjs" });
      expect(dryCall(agent, line, "/t.json", machine)).toContain("it denies every call (exit code 2)");
    },
  );

  test.each(HOOK_AGENTS.map((agent) => [agent] as const))("tells of %s that a hook lets all through", (agent) => {
    expect(dryCall(agent, "echo '{}'", "/t.json", machine)).toContain("does not deny");
    expect(dryCall(agent, "true", "/t.json", machine)).toContain("does not deny");
  });
});

/** What `init` and `doctor` do about the hook's log, and about its start. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../../../compiler/cli/run.ts";
import { hookLine } from "../../../../compiler/cli/setup/hook-line.ts";
import { quickenHook } from "../../../../compiler/cli/setup/quicken.ts";
import { logBeside, wire, wiredCommands } from "../../../../compiler/cli/setup/wiring.ts";
import { processWorld } from "../../../../compiler/cli/world.ts";
import { compilePolicy, readInclude, serializeTable } from "../../../../compiler/index.ts";
import { HOOK_AGENTS } from "../../../../src/agents/contract.ts";
import { CACHE_NAME } from "../../../../src/agents/hook/files.ts";
import { makeHook, type HookBundle } from "../../../src/agents/hook-bundle.ts";

let hook: HookBundle;
let own: string;
let table: string;
const machine = () => {
  return { home: hook.folder, cwd: hook.folder, environment: process.env, platform: "linux" } as const;
};

beforeAll(async () => {
  hook = await makeHook();
  own = join(hook.folder, ".config", "tollgate");
  table = join(own, "table.json");
});
afterAll(() => hook.remove());
beforeEach(() => {
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const { data } = compilePolicy([{ file: "p.gate", text: "include preset:self-protection\n" }], { readInclude });
  if (data === null) throw new Error("the policy has errors");
  writeFileSync(table, serializeTable(data));
});

test.each(HOOK_AGENTS)("the line of %s names the log beside the table", (agent) => {
  for (const line of wiredCommands(wire(null, { agent, table, machine: machine() }), agent)) {
    expect(line).toContain(` ${agent} --table ${table} --log ${join(own, "log.jsonl")}`);
  }
});

describe("doctor", () => {
  async function doctor(log: string | null): Promise<string> {
    const line = hookLine({
      agent: "claude",
      table,
      machine: machine(),
      program: hook.program,
      ...(log === null ? {} : { log }),
    });
    const group = { matcher: "*", hooks: [{ type: "command", command: line }] };
    mkdirSync(join(hook.folder, ".claude"), { recursive: true });
    writeFileSync(join(hook.folder, ".claude", "settings.json"), JSON.stringify({ hooks: { PreToolUse: [group] } }));
    let output = "";
    const write = async (text: string): Promise<void> => void (output += text);
    const world = {
      ...processWorld(),
      home: hook.folder,
      cwd: hook.folder,
      output: { color: false, columns: 200, write },
    };
    await run(["doctor", "--brief", "claude"], world);
    return output;
  }

  test("tells that the log is written", async () => {
    expect(await doctor(logBeside(table))).toContain(`+ what it decides is written to ${join(own, "log.jsonl")}`);
    expect(readFileSync(join(own, "log.jsonl"), "utf8")).toContain('"action":"deny"');
  });

  test("tells that it is not, and that the gate holds all the same", async () => {
    mkdirSync(join(own, "log.jsonl"));
    const output = await doctor(logBeside(table));
    expect(output).toContain(`? nothing is written to ${join(own, "log.jsonl")}`);
    expect(output).toContain("+ a write of the gate's own table is denied");
  });

  test("tells of a line from before there was a log", async () => {
    expect(await doctor(null)).toContain("`tollgate init claude` has to be run again");
  });
});

describe("a quicker start", () => {
  test("is prepared beside the program, and leaves nothing else", () => {
    const before = readdirSync(hook.folder).toSorted();
    quickenHook(table, machine(), hook.program);
    expect(readdirSync(hook.folder).toSorted()).toEqual([...before, CACHE_NAME].toSorted());
    expect(existsSync(join(own, "log.jsonl"))).toBe(false);
  });

  test("is done without where the program or the table is gone", () => {
    rmSync(join(hook.folder, CACHE_NAME), { force: true });
    quickenHook(table, machine(), "/nowhere/tollgate-hook.cjs");
    expect(existsSync(join(hook.folder, CACHE_NAME))).toBe(false);
  });
});

/**
 * What may go wrong with the gate, put to every agent's hook by the line that agents run, with the program as the package
 * has it. Whatever it is, the call is denied: exit code 2, a reason, and no answer beside it. The table in
 * docs/agents.md says what each agent would do with such a hook by itself.
 */
import { spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hookLine } from "../../../compiler/cli/setup/hook-line.ts";
import { HOOK_AGENTS, type HookAgentName } from "../../../src/agents/contract.ts";
import { CACHE_NAME, MAIN_NAME } from "../../../src/agents/hook/files.ts";
import { makeHook, type HookBundle, type HookRun } from "./hook-bundle.ts";
import { callOf, wordOf } from "./hook-calls.ts";

let hook: HookBundle;
let table: string;

beforeAll(async () => {
  hook = await makeHook();
  table = hook.writeTable("bash:\n  ask *\n  allow ls *\n");
});
afterAll(() => hook.remove());

/** A machine and a call as they are when all is well. */
interface Setting {
  readonly node: string;
  readonly program: string;
  readonly table: string;
  readonly log: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the agent writes; it goes on for good where `open`. */
  readonly input: string | Uint8Array;
  readonly open: boolean;
  /** Seconds until the line kills the hook. */
  readonly killedAfter: number;
}

/** Runs the line as the agents do: by a shell. */
async function runLine(agent: HookAgentName, setting: Setting): Promise<HookRun> {
  const { node, program, table: file, log, environment, input, open, killedAfter } = setting;
  const machine = { home: hook.folder, cwd: hook.folder, environment: process.env, platform: "linux" } as const;
  const line = hookLine({ agent, table: file, log, machine, node, program, killedAfter });
  const child = spawn(line, { shell: true, cwd: hook.folder, env: { PATH: process.env["PATH"], ...environment } });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  // A hook that ends before it has read all is judged by how it ends.
  child.stdin.on("error", () => undefined);
  if (open) child.stdin.write(input);
  else child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { output, errors, code };
}

/** A folder with a copy of the program, to be damaged. */
function copyOfProgram(name: string): string {
  const folder = join(hook.folder, "copies", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ["tollgate-hook.cjs", MAIN_NAME]) copyFileSync(join(hook.folder, file), join(folder, file));
  return folder;
}

const damaged = (name: string, damage: (folder: string) => void): { program: string } => {
  const folder = copyOfProgram(name);
  damage(folder);
  return { program: join(folder, "tollgate-hook.cjs") };
};

/** A table with a change in it. */
function tableWith(name: string, change: (text: string) => string): { table: string } {
  const file = join(hook.folder, `${name}.json`);
  writeFileSync(file, change(readFileSync(table, "utf8")));
  return { table: file };
}

/** A Node that a signal hits while the hook runs, which it does for as long as its input is open. */
function hitBy(signal: string): { node: string; open: true } {
  const node = join(hook.folder, `node-${signal}`);
  writeFileSync(node, `#!/bin/sh\n"${process.execPath}" "$@" <&0 &\nkill -${signal} $!\nwait $!\n`, { mode: 0o755 });
  return { node, open: true };
}

/** A Node that is started with an option. */
function nodeWith(name: string, option: string): { node: string } {
  const node = join(hook.folder, `node-${name}`);
  writeFileSync(node, `#!/bin/sh\nexec "${process.execPath}" ${option} "$@"\n`, { mode: 0o755 });
  return { node };
}

type Spoiled = (input: string) => Partial<Setting>;

const FAILURES: Readonly<Record<string, Spoiled>> = {
  "the hook is killed": () => hitBy("KILL"),
  "the hook is asked to end": () => hitBy("TERM"),
  "the hook breaks off with a fault of its memory": () => hitBy("SEGV"),
  "the hook hangs": () => ({ open: true, killedAfter: 1 }),
  "the hook runs out of memory": () => nodeWith("small", "--max-old-space-size=2"),
  "the hook cannot start": () => nodeWith("broken", "--require=/nowhere.cjs"),
  "Node is gone": () => ({ node: "/nowhere/node" }),
  "the program is gone": () => ({ program: "/nowhere/tollgate-hook.cjs" }),
  "the program's other half is gone": () => damaged("halved", (folder) => rmSync(join(folder, MAIN_NAME))),
  "the program is damaged": () =>
    damaged("damaged", (folder) => writeFileSync(join(folder, MAIN_NAME), "const x = {;")),
  "the program is cut short": () =>
    damaged("cut", (folder) => {
      const text = readFileSync(join(folder, MAIN_NAME), "utf8");
      writeFileSync(join(folder, MAIN_NAME), text.slice(0, text.length / 2));
    }),
  "the program is empty": () => damaged("empty", (folder) => writeFileSync(join(folder, MAIN_NAME), "")),
  "the table is missing": () => ({ table: "/nowhere/table.json" }),
  "the table is damaged": () => tableWith("changed", (text) => text.replace('"ask"', '"allow"')),
  "the table is cut short": () => tableWith("cut", (text) => text.slice(0, -100)),
  "the table is from a newer version": () =>
    tableWith("newer", (text) => text.replace(/"format": \d+/, '"format": 99')),
  "the call is cut short": (input) => ({ input: input.slice(0, -2) }),
  "there is no call": () => ({ input: "" }),
  "the call is of 5 MB": (input) => ({ input: input.replace("ls", `ls ${"x".repeat(5_000_000)}`) }),
  "the call is no UTF-8": (input) => ({
    input: Buffer.from(input.replace("ls", "ls \u0080"), "latin1"),
  }),
};

describe.each(HOOK_AGENTS)("the call of %s is denied where", (agent) => {
  const well = (): Setting => ({
    node: process.execPath,
    program: hook.program,
    table,
    log: join(hook.folder, `${agent}.jsonl`),
    environment: {},
    input: callOf(agent, "ls", { cwd: hook.folder }),
    open: false,
    killedAfter: 8,
  });

  test("nothing is wrong: no, then it is allowed", async () => {
    const { output, errors, code } = await runLine(agent, well());
    const isSilent = agent === "codex" || agent === "copilot";
    expect({ word: wordOf(output), errors, code }).toEqual({ word: isSilent ? null : "allow", errors: "", code: 0 });
  });

  test.concurrent.each(Object.entries(FAILURES))("%s", async (_name, spoil) => {
    const setting = { ...well(), ...spoil(callOf(agent, "ls", { cwd: hook.folder })) };
    const { output, errors, code } = await runLine(agent, setting);
    expect({ output, code }).toEqual({ output: "", code: 2 });
    expect(errors).toContain("tollgate: the gate failed, so this call is denied");
  });

  test("not where the environment has options for Node, which may load code of a project", async () => {
    const setting = { ...well(), environment: { NODE_OPTIONS: "--require=/nowhere.cjs" } };
    expect(await runLine(agent, setting)).toEqual(await runLine(agent, well()));
  });

  // The answer does not need the log.
  test.each(existsSync("/dev/full") ? ["ls", "rm x"] : [])(
    "not where only the log's disk is full: `%s`",
    async (command) => {
      const log = join(hook.folder, `${agent}-full.jsonl`);
      rmSync(log, { force: true });
      symlinkSync("/dev/full", log);
      const input = callOf(agent, command, { cwd: hook.folder });
      expect(await runLine(agent, { ...well(), log, input })).toEqual(await runLine(agent, { ...well(), input }));
    },
  );
});

describe("what was compiled before", () => {
  const call = (): string => callOf("claude", "ls && rm x", { cwd: hook.folder });
  const answerBy = async (folder: string): Promise<HookRun> => {
    const child = spawn(process.execPath, [join(folder, "tollgate-hook.cjs"), "claude", "--table", table], {
      cwd: hook.folder,
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
    child.stdin.end(call());
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { output, errors, code };
  };
  /** A copy of the program that has been asked to keep what it compiles. */
  function kept(name: string): string {
    const folder = join(hook.folder, name);
    cpSync(copyOfProgram(name), folder, { recursive: true });
    const before = hook.run(["--write-cache", "claude", "--table", table], call(), hook.folder, folder);
    expect(before).toMatchObject({ errors: "", code: 0 });
    expect(existsSync(join(folder, CACHE_NAME))).toBe(true);
    return folder;
  }

  test("is kept where that is asked for alone, and changes no answer", async () => {
    const plain = hook.run(["claude", "--table", table], call());
    expect(existsSync(join(hook.folder, CACHE_NAME))).toBe(false);
    expect(await answerBy(kept("kept"))).toEqual(plain);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["changed in a byte of its code", (bytes) => bytes.fill(bytes[40_000]! ^ 0xff, 40_000, 40_001)],
    ["cut short", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["empty", () => Buffer.alloc(0)],
    ["of another program, or another Node", (bytes) => Buffer.concat([Buffer.from("0".repeat(8)), bytes.subarray(8)])],
  ])("is passed over where it is %s", async (name, spoil) => {
    const folder = kept(name.replaceAll(/\W/g, "-"));
    const file = join(folder, CACHE_NAME);
    writeFileSync(file, spoil(readFileSync(file)));
    expect(await answerBy(folder)).toEqual(hook.run(["claude", "--table", table], call()));
  });

  test("is not read by a program that was replaced since", async () => {
    const folder = kept("replaced");
    // As long as before, so that the length does not tell.
    const text = readFileSync(join(folder, MAIN_NAME), "utf8");
    const program = readFileSync(join(folder, "tollgate-hook.cjs"), "utf8");
    const checksum = String(crc32(text));
    expect(program).toContain(checksum);
    const other = text.replaceAll("permissionDecision", "permissionDecisioN");
    writeFileSync(join(folder, MAIN_NAME), other);
    writeFileSync(join(folder, "tollgate-hook.cjs"), program.replaceAll(checksum, String(crc32(other))));
    expect((await answerBy(folder)).output).toContain("permissionDecisioN");
  });
});

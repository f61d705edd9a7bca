/** The hook command as a process: what it answers, and that nothing opens it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hookLine } from "../../../compiler/cli/setup/hook-line.ts";
import { HOOK_AGENTS, type HookAgentName } from "../../../src/agents/contract.ts";
import { makeHook, type HookBundle } from "./hook-bundle.ts";
import { callOf, wordOf } from "./hook-calls.ts";

const POLICY = `default: ask
bash:
  allow {ls,cat,git} *
  deny git push * with --force because "use --force-with-lease"
path: deny *.env
read: allow
`;

let hook: HookBundle;
let table: string;
let text: string;

beforeAll(async () => {
  hook = await makeHook();
  table = hook.writeTable(POLICY);
  text = readFileSync(table, "utf8");
});
afterAll(() => hook.remove());

const shellCall = (agent: HookAgentName, command: string): string => callOf(agent, command, { cwd: hook.folder });

describe.each(HOOK_AGENTS)("for %s", (agent) => {
  const silent = agent === "codex" || agent === "copilot";
  const asks = agent === "claude" || agent === "copilot";

  test.each([
    ["git status && ls", silent ? null : "allow"],
    ["if ls; then (ls); fi", silent ? null : "allow"],
    ["git push --force", "deny"],
    ["cat $X", asks ? "ask" : "deny"],
    ["cat .env", "deny"],
    ["touch x", asks ? "ask" : "deny"],
  ])("`%s` is answered in its words", (command, word) => {
    const { output, errors, code } = hook.run([agent, "--table", table], shellCall(agent, command));
    expect({ word: wordOf(output), errors, code }).toEqual({ word, errors: "", code: 0 });
  });

  test("a denial says why", () => {
    const { output } = hook.run([agent, "--table", table], shellCall(agent, "git push --force"));
    expect(output).toContain("use --force-with-lease");
    expect(output).toContain("p.gate:4");
  });

  /** Nothing on the standard output, a reason on the standard error, and the code that every agent takes for a denial. */
  const denied = { output: "", errors: expect.stringMatching(/^tollgate: .+\n$/s) as string, code: 2 };

  test.each<[string, (text: string) => string | null]>([
    ["missing", () => null],
    ["empty", () => ""],
    ["cut short", (whole) => whole.slice(0, -200)],
    ["changed in one place", (whole) => whole.replace('"deny"', '"allow"')],
    ["from a newer version", (whole) => whole.replace(/"format": \d+/, '"format": 99')],
    ["something else", () => '{"allow": "everything"}'],
  ])("a table that is %s is a denial", (name, spoil) => {
    const spoiled = spoil(text);
    const file = join(hook.folder, `${agent}-${name}.json`);
    if (spoiled !== null) writeFileSync(file, spoiled);
    expect(hook.run([agent, "--table", file], shellCall(agent, "ls"))).toEqual(denied);
  });

  test("a folder or a pipe in the table's place is a denial", () => {
    const folder = join(hook.folder, `${agent}-folder`);
    mkdirSync(folder);
    expect(hook.run([agent, "--table", folder], shellCall(agent, "ls"))).toEqual(denied);
    const pipe = join(hook.folder, `${agent}-pipe`);
    execFileSync("mkfifo", [pipe]);
    expect(hook.run([agent, "--table", pipe], shellCall(agent, "ls"))).toEqual(denied);
  });

  test.each<[string, (call: string) => string | Uint8Array]>([
    ["nothing at all", () => ""],
    ["cut short", (call) => call.slice(0, -3)],
    ["no JSON", () => "ls"],
    ["a list", (call) => `[${call}]`],
    ["no object", () => "null"],
    [
      "invalid UTF-8",
      (call) => Buffer.concat([Buffer.from(call.slice(0, -4)), Buffer.from([0xff]), Buffer.from(call.slice(-4))]),
    ],
    ["of 5 MB", (call) => call.replace("ls", `ls ${"x".repeat(5_000_000)}`)],
    ["without a tool", () => JSON.stringify({ hook_event_name: "PreToolUse" })],
    [
      "with a number for a tool",
      (call) => call.replace(/"(?:Bash|bash|run_shell_command)"/, "7").replace("beforeShellExecution", "other"),
    ],
  ])("a call that is %s is a denial", (_name, spoil) => {
    expect(hook.run([agent, "--table", table], spoil(shellCall(agent, "ls")))).toEqual(denied);
  });

  test("a call of a large but bearable size is judged", () => {
    const { output, code } = hook.run([agent, "--table", table], shellCall(agent, `ls ${"x".repeat(1_000_000)}`));
    expect(code).toBe(0);
    expect(wordOf(output)).toBe(asks ? "ask" : "deny");
  });

  test("an input that never ends is a denial once the time is over", async () => {
    const args = [agent, "--table", table, "--deadline", "1500"];
    const run = await hook.runWithOpenInput(args, shellCall(agent, "ls").slice(0, 20));
    expect(run).toEqual(denied);
  });

  test("too little time is a denial", () => {
    expect(hook.run([agent, "--table", table, "--deadline", "1"], shellCall(agent, "ls"))).toEqual(denied);
  });
});

describe.each([[[]], [["--watched"]]])("the call is read with %j", (watched) => {
  /** Runs a shell in which `hook` is the hook, and the file `call` holds a call. */
  function runScript(script: string): { word: unknown; status: number | null } {
    writeFileSync(join(hook.folder, "call"), shellCall("claude", "ls"));
    const args = [process.execPath, hook.program, "claude", "--table", table, ...watched];
    const run = spawnSync("sh", ["-c", script, "sh", ...args], { cwd: hook.folder, encoding: "utf8" });
    return { word: wordOf(run.stdout), status: run.status };
  }

  test.each([
    ["a file", '"$@" < call'],
    ["a pipe that is slow", '(head -c 20 call; sleep 0.3; tail -c +21 call) | "$@"'],
    [
      "a pipe that does not wait",
      `(head -c 20 call; sleep 0.6; tail -c +21 call) | perl -MFcntl -e 'fcntl(STDIN, F_SETFL, O_NONBLOCK); exec @ARGV' "$@"`,
    ],
  ])("from %s", (_name, script) => {
    expect(runScript(script)).toEqual({ word: "allow", status: 0 });
  });

  test.each([
    ["nothing", '"$@" < /dev/null'],
    ["no input at all", '"$@" <&-'],
    ["a folder", '"$@" < .'],
    ["more than a call may be", '(cat call; head -c 5000000 /dev/zero) | "$@"'],
  ])("not from %s, which is a denial", (_name, script) => {
    expect(runScript(script)).toEqual({ word: null, status: 2 });
  });
});

test("an event of Copilot that it does not answer is a denial, whatever the policy says of the call", () => {
  const call = { hookName: "permissionRequest", sessionId: "1", cwd: hook.folder, toolName: "bash" };
  const request = JSON.stringify({ ...call, toolInput: { command: "ls" }, permissionSuggestions: [] });
  const { output, errors, code } = hook.run(["copilot", "--table", table], request);
  expect({ output, code }).toEqual({ output: "", code: 2 });
  expect(errors).toContain("`permissionRequest` is none that this hook can answer");
});

describe("the command line", () => {
  test.each([
    [[], "the first argument has to be one of"],
    [["emacs", "--table", "t"], "the first argument has to be one of"],
    [["claude"], "`--table FILE` is missing"],
    [["claude", "--table"], "`--table` needs a value"],
    [["claude", "--table", "t", "--log"], "`--log` needs a value"],
    [["claude", "--table", "t", "--log", ""], "`--log` is empty"],
    [["claude", "--tabel", "t"], "there is no option `--tabel`"],
    [["claude", "--table", "t", "--deadline", "soon"], "`--deadline` has to be a number"],
  ])("%j is a denial that says what is wrong", (args, message) => {
    const { output, errors, code } = hook.run(args, "{}");
    expect({ output, code }).toEqual({ output: "", code: 2 });
    expect(errors).toContain(message);
  });
});

describe("the line that agents run", () => {
  const machine = { home: "/home/dev", cwd: "/srv", environment: process.env, platform: "linux" } as const;
  const runLine = (program: string, killedAfter = 8) => {
    const line = hookLine({ agent: "claude", table, machine, program, killedAfter });
    return spawnSync(line, {
      shell: true,
      input: shellCall("claude", "git status"),
      encoding: "utf8",
      cwd: hook.folder,
    });
  };
  const ending = (name: string, code: string): string => {
    const file = join(hook.folder, `${name}.cjs`);
    writeFileSync(file, code);
    return file;
  };

  test("answers as the command does", () => {
    const { stdout, stderr, status } = runLine(hook.program);
    expect({ word: wordOf(stdout), stderr, status }).toEqual({ word: "allow", stderr: "", status: 0 });
  });

  test.each([
    ["is killed", "process.kill(process.pid, 'SIGKILL')"],
    ["aborts", "process.abort()"],
    ["crashes", "throw new Error('x')"],
    ["ends with another code", "process.exit(3)"],
    ["hangs", "for (;;) {}"],
    ["hangs and ignores signals", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"],
    ["cannot be read", "}"],
  ])("denies where the command %s", (name, code) => {
    const { stdout, stderr, status } = runLine(ending(name.replaceAll(" ", "-"), code), 1);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain("tollgate: the gate failed, so this call is denied");
  });

  test("denies where the command is gone", () => {
    expect(runLine(join(hook.folder, "gone.cjs")).status).toBe(2);
  });

  test("keeps every word as it is, whatever is in it", () => {
    const odd = join(hook.folder, `it's "odd" $HOME \`x\` ;.json`);
    writeFileSync(odd, readFileSync(table));
    const line = hookLine({ agent: "claude", table: odd, machine, program: hook.program });
    const run = spawnSync(line, { shell: true, input: shellCall("claude", "ls"), encoding: "utf8", cwd: hook.folder });
    expect({ word: wordOf(run.stdout), status: run.status }).toEqual({ word: "allow", status: 0 });
  });
});

/** What the hook command leaves in the review log, and that a log which cannot be written changes no answer. */
import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../../compiler/cli/run.ts";
import { processWorld } from "../../../compiler/cli/world.ts";
import { readRecords } from "../../../compiler/learning/records.ts";
import { HOOK_AGENTS, type HookAgentName } from "../../../src/agents/contract.ts";
import { ChainVerifier } from "../../../src/session/chain.ts";
import type { LogRecord } from "../../../src/session/record.ts";
import { makeHook, type HookBundle, type HookRun } from "./hook-bundle.ts";
import { callOf, wordOf } from "./hook-calls.ts";

const POLICY = `default: ask
bash:
  allow {ls,cat,git,curl} *
  deny git push * with --force because "use --force-with-lease"
path: deny *.env
read: allow
edit: allow
write: allow
external_directory: deny
`;

let hook: HookBundle;
let table: string;
let folder: string;
let log: string;

beforeAll(async () => {
  hook = await makeHook();
  table = hook.writeTable(POLICY);
});
afterAll(() => hook.remove());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tollgate-hook-log-"));
  log = join(folder, "logs", "log.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = (agent: HookAgentName, command: string): string =>
  callOf(agent, command, { cwd: hook.folder, session: "s-1" });
const logged = (agent: HookAgentName, file = log): string[] => [agent, "--table", table, "--log", file];

const withoutLog = new Map<string, HookRun>();

/** What an agent is answered where there is no log. */
function answerOf(agent: HookAgentName, command: string): HookRun {
  const key = `${agent} ${command}`;
  const answer = withoutLog.get(key) ?? hook.run([agent, "--table", table], call(agent, command));
  withoutLog.set(key, answer);
  return answer;
}

function records(): readonly LogRecord[] {
  return readRecords(readFileSync(log, "utf8"), "log.jsonl").records.map(({ record }) => record);
}

/** What a command of the command line prints. */
async function tollgate(...args: string[]): Promise<string> {
  let output = "";
  const write = async (text: string): Promise<void> => void (output += text);
  const world = { ...processWorld(), output: { color: false, columns: 200, write } };
  expect(await run(args, world)).toBe(0);
  return output;
}

describe.each(HOOK_AGENTS)("the log of %s", (agent) => {
  const asks = agent === "claude" || agent === "copilot";

  test("tells of each call what was decided, and what came of it as far as the hook knows", () => {
    for (const command of ["git status", "git push --force", "make"]) hook.run(logged(agent), call(agent, command));
    expect(records().map(({ command, action, allowed, resolution }) => [command, action, allowed, resolution])).toEqual(
      [
        ["git status", "allow", true, "policy"],
        ["git push --force", "deny", false, "policy"],
        ["make", "ask", false, asks ? "agent" : "nobody"],
      ],
    );
    expect(records()[1]).toMatchObject({
      session: `${agent}:s-1`,
      mode: "enforce",
      tool: "bash",
      cwd: hook.folder,
      units: ["git push --force"],
      reason: "use --force-with-lease",
      rule: { file: "p.gate", line: 4 },
      partial: false,
    });
    expect(records()[2]?.asked).toEqual([{ surface: "bash", value: "make", access: null, final: false }]);
  });

  test("answers as without a log", () => {
    for (const command of ["git status", "git push --force", "make", 'for f in *; do cat "$f"; done', "cat .env"]) {
      expect(hook.run(logged(agent), call(agent, command))).toEqual(answerOf(agent, command));
    }
    expect(records()).toHaveLength(5);
  });
});

describe("the log", () => {
  test("is written by many hooks at once, and is whole", async () => {
    const runs = Array.from({ length: 16 }, (_, index) => {
      const agent = HOOK_AGENTS[index % HOOK_AGENTS.length]!;
      return hook.start(logged(agent), call(agent, `ls ${index}`));
    });
    expect((await Promise.all(runs)).map(({ code, errors }) => ({ code, errors }))).toEqual(
      runs.map(() => ({ code: 0, errors: "" })),
    );
    expect(new Set(records().map(({ command }) => command))).toEqual(new Set(runs.map((_, index) => `ls ${index}`)));
    const verifier = new ChainVerifier();
    for (const [index, line] of readFileSync(log, "utf8").trimEnd().split("\n").entries()) {
      verifier.line(line, log, index + 1);
    }
    expect(verifier).toMatchObject({ records: 16, isSound: true, problems: [] });
    expect(readdirSync(join(folder, "logs")).toSorted()).toEqual(["log.jsonl", "log.jsonl.head"]);
  });

  test("holds no secret", () => {
    hook.run(logged("claude"), call("claude", 'curl -H "Authorization: Bearer abcdefghijklmnop" https://example.com'));
    expect(readFileSync(log, "utf8")).not.toContain("abcdefghijklmnop");
    expect(records()[0]).toMatchObject({ partial: true, allowed: true });
  });

  test("has a record for each file of a patch, none of which is written where one is denied", () => {
    const command = "*** Begin Patch\n*** Add File: a.txt\n+x\n*** Add File: b.env\n+x\n*** End Patch";
    const cwd = hook.folder;
    const patch = { hook_event_name: "PreToolUse", cwd, tool_name: "apply_patch", tool_input: { command } };
    expect(wordOf(hook.run(logged("codex"), JSON.stringify(patch)).output)).toBe("deny");
    expect(records().map(({ tool, input, action, allowed }) => [tool, input, action, allowed])).toEqual([
      ["write", { path: "a.txt" }, "allow", false],
      ["write", { path: "b.env" }, "deny", false],
    ]);
  });

  test("is read by the commands that read logs, also what ran elsewhere than the session", async () => {
    mkdirSync(join(hook.folder, "sub"), { recursive: true });
    const elsewhere = callOf("codex", "cat x.env", { cwd: join(hook.folder, "sub") });
    hook.run(logged("codex"), elsewhere);
    hook.run(logged("claude"), call("claude", "make"));
    expect(await tollgate("log", "show", log)).toMatch(/ask {3}agent .* bash: make\n$/);
    expect(await tollgate("log", "verify", log)).toContain("2 records, 1 to 2: the log is whole");
    const why = await tollgate("why", `${log}:2`, "--table", table);
    expect(why).toContain("ended     asked by the agent itself");
    expect(why).toContain("by the table of then; the answer is the same");
    expect(await tollgate("why", `${log}:1`, "--table", table)).toContain("the answer is the same");
    expect(await tollgate("replay", log, "--table", table)).toContain("2 decisions, 0 would be answered otherwise");
    expect(await tollgate("log", "show", "--summary", log)).not.toMatch(/Not run[\s\S]*make/);
  });
});

/** Ways in which a log cannot be written; each gives the file to write to. */
const UNWRITABLE: Readonly<Record<string, () => string>> = {
  ...(existsSync("/dev/full")
    ? {
        "on a disk that is full": () => {
          symlinkSync("/dev/full", join(folder, "log.jsonl"));
          return join(folder, "log.jsonl");
        },
        "in a folder that nobody can write to": () => "/proc/tollgate/log.jsonl",
      }
    : {}),
  "below a file": () => {
    writeFileSync(join(folder, "file"), "");
    return join(folder, "file", "log.jsonl");
  },
  "a folder": () => {
    mkdirSync(join(folder, "log.jsonl"));
    return join(folder, "log.jsonl");
  },
  "a pipe that nobody reads": () => {
    execFileSync("mkfifo", [join(folder, "log.jsonl")]);
    return join(folder, "log.jsonl");
  },
  "something else than a log": () => {
    writeFileSync(join(folder, "log.jsonl"), "notes without an end");
    return join(folder, "log.jsonl");
  },
  "held by another process": () => {
    const host = hostname()
      .replace(/[^A-Za-z0-9_-]/g, "_")
      .slice(0, 64);
    symlinkSync(`${process.pid}@${host}.held`, join(folder, "log.jsonl.lock"));
    return join(folder, "log.jsonl");
  },
};

describe.each(Object.entries(UNWRITABLE))("a log that is %s", (_name, make) => {
  test.each(HOOK_AGENTS)("changes no answer for %s", (agent) => {
    const file = make();
    for (const command of ["git status", "git push --force", "make"]) {
      const without = answerOf(agent, command);
      expect(without).toMatchObject({ errors: "", code: 0 });
      expect(hook.run(logged(agent, file), call(agent, command))).toEqual(without);
    }
  });
});

test("a lock that a killed hook left behind is taken over", async () => {
  const dead = spawn(process.execPath, ["-e", "0"]);
  await new Promise((resolve) => dead.on("close", resolve));
  mkdirSync(join(folder, "logs"));
  const host = hostname()
    .replace(/[^A-Za-z0-9_-]/g, "_")
    .slice(0, 64);
  symlinkSync(`${dead.pid}@${host}.left`, `${log}.lock`);
  expect(readlinkSync(`${log}.lock`)).toContain("left");
  hook.run(logged("claude"), call("claude", "ls"));
  expect(records()).toHaveLength(1);
  expect(existsSync(`${log}.lock`)).toBe(false);
});

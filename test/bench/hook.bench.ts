/** The hook command, from its start to its end, beside a Node that does nothing. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bench, describe } from "vitest";
import { compilePolicy, serializeTable } from "../../compiler/index.ts";
import { root } from "../project.ts";
import { MAIN_NAME } from "../../src/agents/hook/files.ts";
import { makeHook } from "../src/agents/hook-bundle.ts";
import { callOf } from "../src/agents/hook-calls.ts";

const hook = await makeHook();
process.once("exit", () => hook.remove());

const starter = join(root, "policies", "starter.gate");
const policies = {
  small: "bash:\n  ask *\n  allow git *\n",
  starter: readFileSync(starter, "utf8"),
  "as init writes it": "include preset:starter\ninclude preset:self-protection\n",
};
const tables = Object.entries(policies).map(([name, text]) => {
  const { data } = compilePolicy([{ file: "p.gate", text }], { lean: true });
  if (data === null) throw new Error(`${name} has errors`);
  const file = join(hook.folder, `${name}.json`);
  writeFileSync(file, serializeTable(data));
  return { name, file };
});
const calls = {
  "an everyday command": "git status && npm test",
  "a command that needs both parsers": 'for f in *; do echo "$(cat "$f")"; done',
};
const options = { iterations: 15, time: 0, warmupIterations: 2, warmupTime: 0 };

describe("a process", () => {
  bench(
    "node -e 0",
    () => void spawnSync(process.execPath, ["-e", "0"], { env: { PATH: process.env["PATH"] } }),
    options,
  );
  for (const { name, file } of tables) {
    for (const [call, command] of Object.entries(calls)) {
      const input = JSON.stringify({
        hook_event_name: "PreToolUse",
        cwd: "/srv/app",
        tool_name: "Bash",
        tool_input: { command },
      });
      bench(`tollgate-hook, policy ${name}, ${call}`, () => void hook.run(["claude", "--table", file], input), options);
    }
  }
  // As `init` sets it up: with a log, and with what Node compiled before.
  const { file } = tables.at(-1)!;
  const args = ["claude", "--table", file, "--log", join(hook.folder, "log.jsonl")];
  const copy = join(hook.folder, "kept");
  cpSync(hook.program, join(copy, "tollgate-hook.cjs"));
  cpSync(join(hook.folder, MAIN_NAME), join(copy, MAIN_NAME));
  hook.run(["--write-cache", ...args], callOf("claude", calls["an everyday command"], { cwd: copy }), copy, copy);
  for (const [call, command] of Object.entries(calls)) {
    const input = callOf("claude", command, { cwd: "/srv/app" });
    bench(`tollgate-hook as init sets it up, ${call}`, () => void hook.run(args, input, copy, copy), options);
  }
});

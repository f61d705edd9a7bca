/**
 * Where a session ends, and where relative names start, for calls that run elsewhere than the session: Codex starts its
 * hook in the session's directory and tells the one that a command runs in, Claude Code names its project in the
 * environment and tells where a `cd` led, Gemini CLI has an argument for it.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHook, type HookBundle } from "./hook-bundle.ts";
import { wordOf } from "./hook-calls.ts";

const POLICY = `default: allow
path: deny secret.txt
external_directory: deny
`;

let hook: HookBundle;
let table: string;
let session: string;

beforeAll(async () => {
  hook = await makeHook();
  table = hook.writeTable(POLICY);
  session = join(hook.folder, "session");
  for (const folder of ["session/src", "session-2", "elsewhere"])
    mkdirSync(join(hook.folder, folder), { recursive: true });
});
afterAll(() => hook.remove());

const patch = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;

describe("a call of Codex", () => {
  test.each([
    // Where it runs, from the session's directory; what it does; what is answered.
    [".", "cat a.txt", null],
    ["src", "cat a.txt", null],
    ["src", "cat ../a.txt", null],
    ["src", "cat ../../a.txt", "deny"],
    [".", "cat ../a.txt", "deny"],
    // To run outside is to be outside, whatever is named there.
    ["../elsewhere", "cat ../session/a.txt", "deny"],
    ["../elsewhere", "git status", "deny"],
    ["../session-2", "cat a.txt", "deny"],
    ["src/..", "cat a.txt", null],
    ["src", "cat ../secret.txt", "deny"],
    ["..", "cat session/secret.txt", "deny"],
    [".", `apply_patch <<'EOF'\n${patch("a.txt")}\nEOF`, null],
    ["..", `apply_patch <<'EOF'\n${patch("a.txt")}\nEOF`, "deny"],
    ["src", `apply_patch <<'EOF'\n${patch("../secret.txt")}\nEOF`, "deny"],
  ])("in %s: `%s`", (place, command, word) => {
    const call = {
      hook_event_name: "PreToolUse",
      cwd: join(session, place),
      tool_name: "Bash",
      tool_input: { command },
    };
    const { output, code } = hook.run(["codex", "--table", table], JSON.stringify(call), session);
    expect({ word: wordOf(output), code }).toEqual({ word, code: 0 });
  });

  test.each([
    ["a.txt", null],
    ["../a.txt", "deny"],
    ["src/../secret.txt", "deny"],
  ])("that patches %s", (path, word) => {
    const tool_input = { command: patch(path) };
    const call = { hook_event_name: "PreToolUse", cwd: session, tool_name: "apply_patch", tool_input };
    const { output } = hook.run(["codex", "--table", table], JSON.stringify(call), session);
    expect(wordOf(output)).toBe(word);
  });
});

test.each([
  ["src", "cat ../a.txt", "allow"],
  ["src", "cat ../../a.txt", "deny"],
  ["../elsewhere", "cat a.txt", "deny"],
])("a call of Gemini CLI that runs in %s: `%s`", (place, command, word) => {
  const tool_input = { command, dir_path: place };
  const call = { hook_event_name: "BeforeTool", cwd: session, tool_name: "run_shell_command", tool_input };
  const { output } = hook.run(["gemini", "--table", table], JSON.stringify(call), session);
  expect(wordOf(output)).toBe(word);
});

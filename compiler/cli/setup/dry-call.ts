/**
 * A call that must be denied, put to the gate by the way that the agent itself would take.
 */
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { AgentName, HookAgentName } from "../../../src/agents/contract.ts";
import { memberOf } from "./json-edit.ts";
import type { Machine } from "./places.ts";

/** Milliseconds that an answer may take. */
const LONGEST = 15_000;

/** What came back: null where the call was denied as it has to be, else what is wrong. */
export function dryCall(agent: AgentName, wired: string, target: string, machine: Machine): string | null {
  switch (agent) {
    case "opencode":
      return dryModule(OPENCODE, wired, target, machine);
    case "pi":
      return dryModule(PI, wired, target, machine);
    case "claude":
    case "codex":
    case "copilot":
    case "cursor":
    case "gemini":
      return dryHook(agent, wired, target, machine);
  }
}

/** A write of the gate's own table, as each agent would report it. */
function payload(agent: HookAgentName, target: string, { cwd }: Machine): object {
  switch (agent) {
    case "claude":
      return { hook_event_name: "PreToolUse", cwd, tool_name: "Write", tool_input: { file_path: target, content: "" } };
    case "codex": {
      const command = `*** Begin Patch\n*** Delete File: ${target}\n*** End Patch`;
      return { hook_event_name: "PreToolUse", cwd, tool_name: "apply_patch", tool_input: { command } };
    }
    case "copilot":
      return { cwd, toolName: "create", toolArgs: { path: target, file_text: "" } };
    case "cursor":
      return { hook_event_name: "preToolUse", cwd, tool_name: "Write", tool_input: { file_path: target, content: "" } };
    case "gemini":
      return {
        hook_event_name: "BeforeTool",
        cwd,
        tool_name: "write_file",
        tool_input: { file_path: target, content: "" },
      };
  }
}

function dryHook(agent: HookAgentName, line: string, target: string, machine: Machine): string | null {
  const run = spawnSync(line, {
    shell: machine.platform === "win32" ? true : "/bin/sh",
    cwd: machine.cwd,
    env: { ...machine.environment, HOME: machine.home },
    input: JSON.stringify(payload(agent, target, machine)),
    encoding: "utf8",
    timeout: LONGEST,
  });
  // A line that ends without reading its input is judged by what it says, like any other.
  const isUnread = run.error !== undefined && "code" in run.error && run.error.code === "EPIPE";
  if (run.error !== undefined && !isUnread) return `it does not run: ${run.error.message}`;
  const said = run.stderr.trim().split("\n")[0] ?? "";
  if (run.status === 2) return `it denies every call (exit code 2): ${said}`;
  // The line that `init` writes never ends so.
  if (run.status !== 0) return `it fails (${endOf(run)}), and most agents go on with the call then: ${said}`;
  return isDenial(agent, run.stdout)
    ? null
    : `it does not deny a write of the gate's own table, but answers ${run.stdout || "nothing"}`;
}

function endOf({ status, signal }: Pick<SpawnSyncReturns<string>, "status" | "signal">): string {
  return status === null ? `ended by ${signal}` : `exit code ${status}`;
}

function isDenial(agent: HookAgentName, output: string): boolean {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    return false;
  }
  const word = (...names: readonly string[]): unknown => names.reduce(memberOf, answer);
  switch (agent) {
    case "claude":
    case "codex":
      return word("hookSpecificOutput", "permissionDecision") === "deny";
    case "copilot":
      return word("permissionDecision") === "deny";
    case "cursor":
      return word("permission") === "deny";
    case "gemini":
      return word("decision") === "deny";
  }
}

/** Loads the file as the agent would, makes the call, and tells what came of it in one line. */
const OPENCODE = `
const [file, target, directory] = process.argv.slice(1);
const { Tollgate } = await import(file);
const hooks = await Tollgate({ directory });
try {
  await hooks["tool.execute.before"]({ tool: "write" }, { args: { filePath: target, content: "" } });
  console.log("allowed");
} catch (error) {
  console.log("denied: " + error.message);
}`;

const PI = `
const [file, target, cwd] = process.argv.slice(1);
const handlers = {};
const { default: extension } = await import(file);
extension({ on: (event, handler) => (handlers[event] = handler), getActiveTools: () => [], setActiveTools: () => {} });
const ctx = { cwd, hasUI: false, signal: undefined, ui: {} };
const answer = await handlers.tool_call({ toolName: "write", input: { path: target, content: "" } }, ctx);
console.log(answer?.block ? "denied: " + answer.reason : "allowed");`;

function dryModule(program: string, file: string, target: string, machine: Machine): string | null {
  const args = ["--input-type=module", "-e", program, pathToFileURL(file).href, target, machine.cwd];
  const run = spawnSync(process.execPath, args, {
    cwd: machine.cwd,
    env: { ...machine.environment, HOME: machine.home },
    encoding: "utf8",
    timeout: LONGEST,
  });
  if (run.error !== undefined) return `it does not run: ${run.error.message}`;
  const said = run.stdout.trim();
  if (said.startsWith("denied: "))
    return said.includes("cannot start") ? `it denies every call: ${said.slice(8)}` : null;
  if (said === "allowed") return "it does not deny a write of the gate's own table";
  // Node tells where and how besides.
  const why = /^\w*Error\b.*/m.exec(run.stderr)?.[0] ?? run.stderr.trim().split("\n")[0];
  return `${file} cannot be loaded: ${why || "it ends Node without a word"}`;
}

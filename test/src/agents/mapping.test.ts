import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import type { AgentCall } from "../../../src/agents/contract.ts";
import { hookAgent } from "../../../src/agents/hook/agent.ts";
import { mapCall } from "../../../src/agents/mapping.ts";
import { listFiles, readProject } from "../../project.ts";
import type { AgentName } from "../../../src/agents/contract.ts";
import { received } from "./received.ts";

interface Case {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly asks: readonly unknown[];
}

const files = listFiles(["test/src/agents/calls"]);

test("there are calls of every agent that was tried", () => {
  expect(files.map((file) => /(\w+)\.yaml$/.exec(file)?.[1])).toEqual([
    "claude",
    "codex",
    "copilot",
    "gemini",
    "opencode",
    "pi",
  ]);
});

describe.each(files)("%s", (file) => {
  const agent = /(\w+)\.yaml$/.exec(file)?.[1] as AgentName;
  test.each(parse(readProject(file)) as Case[])("$sent", ({ sent, asks }) => {
    expect(received(agent, sent)).toEqual(asks);
  });
});

describe("a call", () => {
  const call = (tool: string, input: unknown, more: Partial<AgentCall> = {}): AgentCall => {
    return { tool, input, cwd: "/srv/app", root: "/srv/app", agent: null, mcp: null, ...more };
  };
  const asked = (agent: "claude" | "codex" | "copilot" | "gemini" | "cursor", ...args: Parameters<typeof call>) =>
    mapCall(hookAgent(agent), call(...args)).invocations;

  test.each([["Read"], ["Write"], ["Edit"], ["NotebookEdit"]])("of %s without a path cannot be read", (tool) => {
    expect(asked("claude", tool, { other: "x" })[0]?.input).toEqual({ path: 0 });
  });

  test("of a shell without a command cannot be read", () => {
    expect(asked("claude", "Bash", {})[0]?.input).toMatchObject({ command: 0 });
    expect(asked("claude", "Bash", undefined)[0]?.input).toMatchObject({ command: 0 });
  });

  test("of a search without a path is about the directory that the agent stands in", () => {
    expect(asked("claude", "Grep", { pattern: "x" }, { cwd: "/srv/app/src" })).toEqual([
      { tool: "grep", input: { path: "/srv/app/src" } },
    ]);
    expect(asked("claude", "Grep", { pattern: "x" })).toEqual([{ tool: "grep", input: {} }]);
  });

  test("resolves relative paths where the agent stands, and leaves all others", () => {
    const paths = ["a.txt", "../b", "/etc/passwd", "~/c", "$HOME/d", "file:///e", "C:/f"];
    const found = paths.map((path) => asked("claude", "LS", { path }, { cwd: "/srv/app/src" })[0]?.input);
    expect(found.map((input) => (input as { path: string[] }).path[0])).toEqual([
      "/srv/app/src/a.txt",
      "/srv/app/src/../b",
      ...paths.slice(2),
    ]);
  });

  test("that names several files asks about each", () => {
    expect(asked("gemini", "read_many_files", { include: ["a", "b"] })).toEqual([
      { tool: "read", input: { path: ["a", "b"] } },
    ]);
  });

  test("with a patch asks about every file in it", () => {
    const patch =
      "*** Begin Patch\n*** Update File: a\n*** Move to: ../b\n@@\n-x\n+y\n*** Delete File: c\n*** End Patch";
    expect(asked("codex", "apply_patch", { command: patch })).toEqual([
      { tool: "edit", input: { path: "a" } },
      { tool: "write", input: { path: "../b" } },
      { tool: "write", input: { path: "c" } },
    ]);
  });

  test("to a shell that applies patches itself asks about their files too", () => {
    const command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: .env\n+x\n*** End Patch\nEOF";
    expect(asked("codex", "Bash", { command }, { cwd: "/srv/app/src" }).slice(1)).toEqual([
      { tool: "write", input: { path: "/srv/app/src/.env" } },
    ]);
    expect(asked("codex", "Bash", { command: "apply_patch '*** Begin Patch'" })[1]?.input).toEqual({ path: 0 });
  });

  test("of a tool whose server is not certain asks about every server that it may be", () => {
    expect(asked("copilot", "my-server-run", { x: 1 })).toEqual([
      { tool: "mcp", input: { server: "my", tool: "server-run", arguments: { x: 1 } } },
      { tool: "mcp", input: { server: "my-server", tool: "run", arguments: { x: 1 } } },
    ]);
  });

  test("of an unknown tool goes to the surface of its own name, as it is", () => {
    expect(mapCall(hookAgent("claude"), call("Frobnicate", { path: "a" }))).toEqual({
      invocations: [{ tool: "Frobnicate", input: { path: "a" } }],
      ownName: null,
    });
  });

  test.each(["toString", "__proto__", "constructor"])("of a tool named %s is one of an unknown tool", (tool) => {
    expect(asked("claude", tool, {})).toEqual([{ tool, input: {} }]);
  });

  test("carries the type of the subagent that makes it", () => {
    expect(asked("claude", "Bash", { command: "ls" }, { agent: "reviewer" })[0]).toMatchObject({ agent: "reviewer" });
  });
});

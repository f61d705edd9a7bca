import { describe, expect, test } from "vitest";
import { inputFromText } from "../../../src/invocation/input-text.ts";

const shellTools = { exec_command: { commandArgument: "cmd", workdirArgument: "workdir" } };

describe("the input that a text stands for", () => {
  test.each([
    ["bash", "git status", { command: "git status" }],
    ["bash", "", { command: "" }],
    ["bash", "{ echo hi; }", { command: "{ echo hi; }" }],
    ["bash", '{"command": "ls"}', { command: "ls" }],
    ["exec_command", "ls", { cmd: "ls" }],
    ["exec_command", '{"cmd": "cat passwd", "workdir": "/etc"}', { cmd: "cat passwd", workdir: "/etc" }],
    ["read", "config/.env", { path: "config/.env" }],
    ["read", "*", {}],
    ["ls", "", {}],
    ["mcp", "github:search", { server: "github", tool: "search" }],
    ["mcp", "github_search", { tool: "github_search" }],
    ["mcp", '{"connect": "github"}', { connect: "github" }],
    ["skill", "pdf", { name: "pdf" }],
    ["task", "", {}],
    ["task", "*", {}],
    ["task", '{"prompt": "x"}', { prompt: "x" }],
  ])("%s: %s", (tool, text, input) => {
    expect(inputFromText(tool, text, shellTools)).toEqual({ kind: "input", input });
  });

  test.each([
    ["task", "anything", 'the input of `task` has to be a JSON object, like `{"path": "…"}`'],
    ["read", "{nope", "the input of `read` starts with `{` but is no JSON object"],
  ])("is none for %s: %s", (tool, text, message) => {
    expect(inputFromText(tool, text, shellTools)).toEqual({ kind: "error", message });
  });
});

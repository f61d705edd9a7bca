import { describe, expect, test } from "vitest";
import { mcpTarget, mcpTargets } from "../../../src/invocation/mcp-targets.ts";

describe("the targets of an MCP call", () => {
  test.each([
    [{ server: "github", tool: "search" }, ["github:search", "github_search", "github", "search", "mcp_call"]],
    [{ tool: "github:search" }, ["github:search", "github_search", "github", "search", "mcp_call"]],
    [
      { tool: "mcp__github__search" },
      ["github:search", "github_search", "github", "search", "mcp__github__search", "mcp_call"],
    ],
    [{ tool: "search" }, ["search", "mcp_call"]],
    [{ connect: "github" }, ["mcp_connect_github", "github", "mcp_connect"]],
    [{ describe: "search", server: "github" }, ["github:search", "github_search", "github", "search", "mcp_describe"]],
    [{ search: "issues", server: "github" }, ["mcp_server_github", "github", "mcp_search"]],
    [{ search: "issues" }, ["mcp_search"]],
    [{ list: "github" }, ["mcp_server_github", "github", "mcp_list"]],
    [{ list: true }, ["mcp_list"]],
    [{ server: "github" }, ["mcp_server_github", "github", "mcp_list"]],
    [{ action: "auth-start", server: "github" }, ["mcp_auth-start", "mcp_server_github", "github"]],
    [{}, ["mcp_status"]],
    [null, ["mcp_status"]],
    [undefined, ["mcp_status"]],
    [{ tool: " search ", server: " github " }, ["github:search", "github_search", "github", "search", "mcp_call"]],
  ])("%j", (input, written) => {
    const targets = mcpTargets(input);
    expect(targets.written.toSorted()).toEqual(written.toSorted());
    expect(targets.unreadable).toBeNull();
  });

  test("show the most specific one", () => {
    expect(mcpTarget(mcpTargets({ server: "github", tool: "search" }))).toBe("github:search");
    expect(mcpTarget(mcpTargets({ connect: "github" }))).toBe("mcp_connect_github");
  });

  test("let a denial see every server that a tool's name may start with", () => {
    const targets = mcpTargets({ tool: "github_search_code" });
    expect(targets.written).toEqual(["github_search_code", "mcp_call"]);
    expect(targets.readings).toEqual(expect.arrayContaining(["github", "github:search_code", "github_search"]));
  });

  test("let a denial see the tool's bare name where the name repeats the server", () => {
    expect(mcpTargets({ server: "db", tool: "db_drop" }).readings).toEqual(expect.arrayContaining(["db:drop", "drop"]));
    expect(mcpTargets({ server: "db", tool: "get_user" }).readings).toEqual([]);
  });

  test("let a denial see the server in a reference that contradicts the argument", () => {
    expect(mcpTargets({ server: "a", tool: "b:x" }).readings).toContain("b");
  });

  test("count the first mode as written and the others as readings", () => {
    const targets = mcpTargets({ tool: "x", connect: "github" });
    expect(targets.written).toEqual(["x", "mcp_call"]);
    expect(targets.readings).toEqual(expect.arrayContaining(["github", "mcp_connect"]));
  });

  test("do not take a tool that is named like a mode for that mode", () => {
    const targets = mcpTargets({ server: "evil", tool: "mcp_status" });
    expect(targets.written).not.toContain("mcp_status");
    expect(targets.readings).toContain("mcp_status");
  });

  test.each([
    [{ tool: 5 }, "tool"],
    [{ tool: "x", server: { a: 1 } }, "server"],
    [{ connect: ["a"] }, "connect"],
    ["github:search", "tool"],
    [["x"], "tool"],
  ])("of %j cannot be read: `%s`", (input, argument) => {
    expect(mcpTargets(input).unreadable).toBe(argument);
  });

  test("stay few for a name with many underscores", () => {
    expect(mcpTargets({ tool: "_".repeat(1_000_000) + "a_".repeat(100_000) }).readings.length).toBeLessThan(100);
  });
});

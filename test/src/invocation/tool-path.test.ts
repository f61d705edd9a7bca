import { describe, expect, test } from "vitest";
import { toolPaths } from "../../../src/invocation/tool-path.ts";

describe("the paths of a tool call", () => {
  test.each([
    ["read", { path: "src/a.ts" }, ["src/a.ts"]],
    ["read", { file_path: "/etc/passwd" }, ["/etc/passwd"]],
    ["read", { path: "a", file_path: "b" }, ["a", "b"]],
    ["edit", { path: "a.ts", oldText: "/etc/passwd", newText: "" }, ["a.ts"]],
    ["grep", { pattern: "/etc", path: "src" }, ["src"]],
    ["ls", {}, []],
    ["ls", null, []],
    ["ls", { path: "" }, []],
    ["read", { path: ["a", "b"] }, ["a", "b"]],
    ["read", { path: "file:///etc/passwd" }, ["file:///etc/passwd", "/etc/passwd"]],
    ["read", { path: "https://example.com/a" }, ["https://example.com/a"]],
    ["bash", { command: "cat a", path: "b" }, []],
    ["skill", { name: "x", path: "b" }, []],
    ["mcp", { server: "fs", tool: "read", arguments: { path: "/etc/passwd" } }, ["/etc/passwd"]],
    ["mcp", { server: "fs", tool: "read", args: '{"path": "/etc/passwd"}' }, ["/etc/passwd"]],
    ["mcp", { server: "fs", tool: "read", arguments: { paths: ["a", "b"] } }, ["a", "b"]],
    ["mcp", { server: "fs", tool: "move", arguments: { source: "/a/b", destination: "~/c" } }, ["/a/b", "~/c"]],
    ["mcp", { server: "fs", tool: "x", arguments: { uri: "file:///etc/a%20b" } }, ["file:///etc/a%20b", "/etc/a b"]],
    ["mcp", { server: "x", tool: "y", path: "/not/an/argument" }, []],
    ["mcp", { server: "x", tool: "y" }, []],
    ["view_image", { path: "a.png" }, ["a.png"]],
    ["view_image", { file_path: "a.png" }, ["a.png"]],
    ["many", { files: [{ path: "a" }, "b", { name: "c" }] }, ["a", "b"]],
    ["fetch", { url: "https://example.com/a", path: "https://example.com" }, []],
    ["say", { source: "the docs", to: "you" }, []],
    ["task", { prompt: "read /etc/passwd" }, []],
    ["flag", { root: true, file: 3 }, []],
  ])("%s %j", (tool, input, paths) => {
    expect(toolPaths(tool, input)).toEqual({ paths, unreadable: null });
  });

  test.each([
    ["read", { path: 5 }, "path"],
    ["read", { path: {} }, "path"],
    ["read", { path: [["/etc/passwd"]] }, "path"],
    ["read", "/etc/passwd", "path"],
    ["read", ["/etc/passwd"], "path"],
    ["view_image", { path: 5 }, "path"],
    ["mcp", { tool: "x", arguments: { path: 5 } }, "arguments.path"],
    ["mcp", { tool: "x", arguments: "not json" }, "arguments"],
    ["mcp", { tool: "x", arguments: 5 }, "arguments"],
    ["many", { paths: Array.from({ length: 5_000 }, (_, index) => `f${index}`) }, "paths"],
  ])("of %s %j cannot be read: `%s`", (tool, input, argument) => {
    expect(toolPaths(tool, input).unreadable).toBe(argument);
  });

  test("are what the tool's extractor says, where one is registered", () => {
    const extractors = {
      apply_patch: (input: unknown) =>
        ((input as { patch: string }).patch.match(/^\+\+\+ .*$/gm) ?? []).map((line) => line.slice(4)),
    };
    const input = { patch: "+++ a.ts\n+++ b.ts\n", path: "ignored" };
    expect(toolPaths("apply_patch", input, extractors).paths).toEqual(["a.ts", "b.ts"]);
    expect(toolPaths("other", input, extractors).paths).toEqual(["ignored"]);
  });

  test("cannot be read where the extractor throws", () => {
    const extractors = {
      x: () => {
        throw new Error("no");
      },
    };
    expect(toolPaths("x", {}, extractors).unreadable).toBe("path");
  });

  test("come from no extractor that objects inherit", () => {
    expect(toolPaths("constructor", { path: "a" }, {}).paths).toEqual(["a"]);
    expect(toolPaths("__proto__", { path: "a" }, {}).paths).toEqual(["a"]);
  });

  test("are read through a prototype, as the tool would read them", () => {
    expect(toolPaths("read", Object.create({ path: "/etc/passwd" })).paths).toEqual(["/etc/passwd"]);
  });

  test("cannot be read from an input whose getter throws", () => {
    const input = {
      get path(): string {
        throw new Error("no");
      },
    };
    expect(toolPaths("read", input).unreadable).toBe("path");
  });
});

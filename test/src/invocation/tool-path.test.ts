import { describe, expect, test } from "vitest";
import { toolPaths, type PathExtractors } from "../../../src/invocation/tool-path.ts";

function pathsOf(tool: string, input: unknown, extractors?: PathExtractors): string[] {
  return toolPaths(tool, input, extractors).paths.map(({ path }) => path);
}

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
    ["many", { edits: [{ file_path: "a" }, { filePath: "b" }], options: { output: { path: "/c" } } }, ["a", "b", "/c"]],
    ["notebook", { notebook_path: "a.ipynb", target_file: "b", TargetFile: "c" }, ["a.ipynb", "b", "c"]],
    [
      "open",
      { href: "file:///etc/passwd", x: { y: "file:///z" } },
      ["file:///etc/passwd", "/etc/passwd", "file:///z", "/z"],
    ],
    ["open", { uri: "file:///C:/a%20b" }, ["file:///C:/a%20b", "C:/a b"]],
    ["grep", { pattern: "x", path: "src", glob: "{.env,zzz.ts}" }, ["src", "src/.env", "src/zzz.ts"]],
    ["grep", { pattern: "x", include: "a/{b,c/{d,e}}" }, ["a/b", "a/c/d", "a/c/e"]],
    ["grep", { pattern: "x", path: "src", glob: "!*.env" }, ["src"]],
    ["mcp", { tool: "x", arguments: { deep: { file_path: "/a" }, list: [{ paths: ["b"] }] } }, ["/a", "b"]],
    ["mcp", { tool: "x", arguments: { schema: { path: 5 } } }, []],
    ["fetch", { url: "https://example.com/a", path: "https://example.com" }, []],
    ["say", { source: "the docs", to: "you" }, []],
    ["task", { prompt: "read /etc/passwd" }, []],
    ["flag", { root: true, file: 3 }, []],
  ])("%s %j", (tool, input, paths) => {
    const found = toolPaths(tool, input);
    expect(found.paths.map(({ path }) => path)).toEqual(paths);
    expect(found.unreadable).toBeNull();
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
    expect(pathsOf("apply_patch", input, extractors)).toEqual(["a.ts", "b.ts"]);
    expect(pathsOf("other", input, extractors)).toEqual(["ignored"]);
  });

  test("may each be read, written or both, as an extractor says", () => {
    const extractors: PathExtractors = {
      copy: (input) => {
        const { from, to } = input as { from: string; to: string };
        return [
          { path: from, access: "read" },
          { path: to, access: "write" },
        ];
      },
      link: () => ({ path: "a" }),
      none: () => null,
    };
    expect(toolPaths("copy", { from: "a", to: "b" }, extractors).paths).toEqual([
      { path: "a", access: "read", named: true },
      { path: "b", access: "write", named: true },
    ]);
    expect(toolPaths("link", {}, extractors).paths).toEqual([{ path: "a", access: null, named: true }]);
    expect(toolPaths("none", { path: "a" }, extractors)).toEqual({ paths: [], unreadable: null });
  });

  test.each([[[7]], [[{ file: "a" }]], [{ path: "a", access: "sometimes" }], [7], [[["a"]]]])(
    "cannot be read where the extractor answers %j",
    (answer) => {
      const extractors = { x: () => answer } as unknown as PathExtractors;
      expect(toolPaths("x", {}, extractors).unreadable).toBe("path");
    },
  );

  test("tell names of a search's filter from its wildcards", () => {
    expect(toolPaths("grep", { path: "src", glob: "{.env,*.ts}" }).paths).toEqual([
      { path: "src", access: null, named: true },
      { path: "src/.env", access: null, named: true },
      { path: "src/*.ts", access: null, named: false },
    ]);
    expect(toolPaths("grep", { glob: "{a,b}".repeat(20) }).unreadable).toBe("glob");
  });

  test("cannot be read out of an input that is too large or too deep", () => {
    let deep: unknown = "a";
    for (let level = 0; level < 100_000; level++) deep = { x: deep };
    expect(toolPaths("x", deep).unreadable).toBe("path");
    expect(toolPaths("x", { many: Array.from({ length: 150_000 }, () => "y") }).unreadable).toBe("path");
    expect(toolPaths("x", { many: [Array.from({ length: 150_000 }, () => 1)] }).unreadable).toBeNull();
    const round: Record<string, unknown> = {};
    round["self"] = round;
    expect(toolPaths("x", round).unreadable).toBe("path");
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
    expect(pathsOf("constructor", { path: "a" }, {})).toEqual(["a"]);
    expect(pathsOf("__proto__", { path: "a" }, {})).toEqual(["a"]);
  });

  test("are read through a prototype, as the tool would read them", () => {
    expect(pathsOf("read", Object.create({ path: "/etc/passwd" }))).toEqual(["/etc/passwd"]);
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

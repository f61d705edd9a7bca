import { describe, expect, test } from "vitest";
import { classifyToolKind, searchesDirectory, toolAccess } from "../../../src/invocation/tool-kind.ts";

describe("the kind of a tool", () => {
  test.each(["bash", "mcp", "skill"] as const)("is %s for the tool of that name", (tool) => {
    expect(classifyToolKind(tool)).toBe(tool);
  });

  test.each(["read", "write", "edit", "grep", "find", "ls"])("is path for %s", (tool) => {
    expect(classifyToolKind(tool)).toBe("path");
  });

  test.each(["task", "web_search", "exec_command", "mcp__github__search", "external_directory", "path", "wrapper", ""])(
    "is extension for `%s`",
    (tool) => expect(classifyToolKind(tool)).toBe("extension"),
  );

  test("does not see blanks around the name", () => {
    expect(classifyToolKind(" bash ")).toBe("bash");
    expect(classifyToolKind("\tread\n")).toBe("path");
  });

  test("sees case: a tool of another spelling is another tool", () => {
    expect(classifyToolKind("Bash")).toBe("extension");
    expect(classifyToolKind("READ")).toBe("extension");
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "is extension for `%s`, which objects inherit",
    (tool) => {
      expect(classifyToolKind(tool)).toBe("extension");
    },
  );
});

describe("the access of a tool", () => {
  test("is reading for tools that look, writing for write, both for edit", () => {
    for (const tool of ["read", "grep", "find", "ls"]) expect(toolAccess(tool)).toBe("read");
    expect(toolAccess("write")).toBe("write");
    expect(toolAccess("edit")).toBe("both");
  });

  test("is both for a tool of which nothing is known", () => {
    for (const tool of ["mcp", "task", "constructor"]) expect(toolAccess(tool)).toBe("both");
  });

  test("reaches the working directory without a path only for tools that search", () => {
    expect(["read", "write", "edit", "grep", "find", "ls", "task"].filter(searchesDirectory)).toEqual([
      "grep",
      "find",
      "ls",
    ]);
  });
});

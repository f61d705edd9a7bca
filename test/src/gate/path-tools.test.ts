/** The built-in tools that take a path match rules on where it leads, not on how it is spelled. */
import { describe, expect, test } from "vitest";
import { openGate } from "./open-gate.ts";

const TOOLS = ["read", "write", "edit", "grep", "find", "ls"] as const;

describe("a path tool", () => {
  test.each(TOOLS)("%s: a rule catches a link by where it leads", async (tool) => {
    const gate = await openGate(`default: allow\n${tool}: deny *.env\n`, { links: { "notes.md": ".env" } });
    expect(gate.decide({ tool, input: { path: "notes.md" } })).toMatchObject({
      action: "deny",
      surface: tool,
      value: "/srv/project/notes.md",
      resolvedPath: "/srv/project/.env",
    });
    expect(gate.decide({ tool, input: { path: "other.md" } })).toMatchObject({ action: "allow", resolvedPath: null });
  });

  test.each(TOOLS)("%s: a rule catches a link by its own name too", async (tool) => {
    const gate = await openGate(`default: allow\n${tool}: deny notes.md\n`, { links: { "notes.md": "real.md" } });
    expect(gate.decide({ tool, input: { path: "notes.md" } }).action).toBe("deny");
  });

  test.each(TOOLS)("%s: without a path its surface is asked about `*`", async (tool) => {
    const gate = await openGate(`default: allow\n${tool}: deny src/*\n${tool}: ask *\n`);
    expect(gate.decide({ tool, input: {} })).toMatchObject({ action: "ask", surface: tool, value: "*" });
    expect(gate.decide({ tool, input: null })).toMatchObject({ action: "ask", value: "*" });
    expect(gate.decide({ tool, input: { path: "" } })).toMatchObject({ action: "ask", value: "*" });

    const narrow = await openGate(`default: allow\n${tool}: deny *.env\n`);
    expect(narrow.decide({ tool, input: {} })).toMatchObject({ action: "allow", surface: tool });
  });

  test("is matched as typed, relative to the working directory, absolute, and with `~`", async () => {
    const deny = async (pattern: string, path: string) =>
      (await openGate(`default: allow\nread: deny ${pattern}\n`)).decide({ tool: "read", input: { path } }).action;
    expect(await deny("config/*", "/srv/project/config/a")).toBe("deny");
    expect(await deny("/srv/project/config/*", "config/a")).toBe("deny");
    expect(await deny("config/*", "./x/../config/a")).toBe("deny");
    expect(await deny("~/.ssh/", "/home/dev/.ssh/id")).toBe("deny");
    expect(await deny("~/.ssh/", "~/.ssh/id")).toBe("deny");
    expect(await deny("~/.ssh/", "~/.sshx/id")).toBe("allow");
  });

  test("through a link that loops is matched as typed", async () => {
    const gate = await openGate("default: allow\nread: deny a\n", { links: { a: "b", b: "a" } });
    expect(gate.decide({ tool: "read", input: { path: "a" } }).action).toBe("deny");
    expect(gate.decide({ tool: "read", input: { path: "c" } }).action).toBe("allow");
  });

  test("is allowed only where it leads", async () => {
    const gate = await openGate("read: deny *\nread: allow docs/*\n", { links: { "docs/x": "/etc/passwd" } });
    expect(gate.decide({ tool: "read", input: { path: "docs/a" } }).action).toBe("allow");
    expect(gate.decide({ tool: "read", input: { path: "docs/x" } }).action).toBe("deny");
  });

  test("with several paths is answered by the strictest", async () => {
    const gate = await openGate("default: allow\nread: deny *.env\n");
    expect(gate.decide({ tool: "read", input: { path: ["a", "b/.env", "c"] } })).toMatchObject({
      action: "deny",
      value: "/srv/project/b/.env",
    });
  });

  test("is found by an extractor where names do not tell, each path with what is done to it", async () => {
    const gate = await openGate("default: allow\npath:\n  deny write *.lock\n  deny read *.env\n");
    // The example of docs/paths.md.
    gate.registerPathExtractor("apply_patch", (input) => {
      const patch = String((input as { patch?: unknown }).patch);
      return [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)].map(([, action, path = ""]) => ({
        path,
        access: action === "Update" ? ("both" as const) : ("write" as const),
      }));
    });
    const decide = (...lines: string[]) =>
      gate.decide({ tool: "apply_patch", input: { patch: ["*** Begin Patch", ...lines].join("\n") } }).action;
    expect(decide("*** Add File: a.ts", "+x", "*** Update File: b.lock")).toBe("deny");
    expect(decide("*** Delete File: a.lock")).toBe("deny");
    expect(decide("*** Add File: new.env")).toBe("allow");
    expect(decide("*** Update File: old.env")).toBe("deny");
    expect(decide("*** Add File: a.ts", "+*** Update File: b.lock")).toBe("allow");
  });

  test("that searches without a path is held by a rule on the working directory", async () => {
    const gate = await openGate("default: allow\npath: deny /srv/project/\n");
    for (const tool of ["grep", "find", "ls"])
      expect(gate.decide({ tool, input: { pattern: "x" } }).action).toBe("deny");
  });

  test("that is not declared by a policy is gated on `path` and the fence all the same", async () => {
    const gate = await openGate("read: allow *\npath: deny *.env\n");
    expect(gate.decide({ tool: "read", input: { path: "x.env" } })).toMatchObject({ action: "deny", surface: "path" });
    expect(gate.decide({ tool: "read", input: { path: "/etc/hosts" } })).toMatchObject({
      action: "ask",
      surface: "external_directory",
    });
  });
});

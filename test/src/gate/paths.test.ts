import { describe, expect, test } from "vitest";
import { MemoryDisk } from "../path/memory-disk.ts";
import { decideBash, openGate } from "./open-gate.ts";

describe("a path rule", () => {
  const policy = "default: allow\npath: deny *.env\npath: allow *.env.example\n";

  test("protects a file from every tool and every command", async () => {
    const gate = await openGate(policy);
    for (const tool of ["read", "write", "edit", "grep", "find", "ls"]) {
      expect(gate.decide({ tool, input: { path: "config/.env" } })).toMatchObject({ action: "deny", surface: "path" });
    }
    for (const command of ["cat .env", "cat < .env", "echo x > config/.env", "cp .env x", "git status; cat ./.env"]) {
      expect(gate.decide({ tool: "bash", input: { command } })).toMatchObject({ action: "deny", surface: "path" });
    }
    expect(
      gate.decide({ tool: "mcp", input: { server: "fs", tool: "read", arguments: { path: ".env" } } }).action,
    ).toBe("deny");
    expect(gate.decide({ tool: "view", input: { path: ".env" } }).action).toBe("deny");
    expect(gate.decide({ tool: "read", input: { path: ".env.example" } }).action).toBe("allow");
  });

  test("on reading does not speak of writing", async () => {
    const gate = await openGate("default: allow\npath: deny read log/*\n");
    expect(gate.decide({ tool: "read", input: { path: "log/a" } }).action).toBe("deny");
    expect(gate.decide({ tool: "edit", input: { path: "log/a" } }).action).toBe("deny");
    expect(gate.decide({ tool: "write", input: { path: "log/a" } }).action).toBe("allow");
    expect(gate.decide({ tool: "bash", input: { command: "echo x > log/a" } }).action).toBe("allow");
  });

  test("does not fire where it does not match", async () => {
    expect(
      await decideBash("bash: allow *\nexternal_directory: allow *\npath: deny *.env\n", "cat src/a.ts"),
    ).toMatchObject({
      action: "allow",
      surface: "bash",
    });
  });

  test("that is a catch-all does not make every word a path", async () => {
    expect((await decideBash("bash: allow *\npath: ask *\n", "echo hello")).action).toBe("allow");
    expect((await decideBash("bash: allow *\npath: ask *\npath: deny hello\n", "frobnicate hello")).action).toBe(
      "deny",
    );
  });
});

test("a search for which nothing is left of what a decision looks through may find any file", async () => {
  const directories = Array.from({ length: 100 }, (_, at) => `/srv/project/d${at}/x`);
  const fileSystem = new MemoryDisk(["/srv/project/.env", ...directories]);
  const gate = await openGate("default: allow\npath: deny *.env\n", { fileSystem });
  const answer = (command: string) => gate.decide({ tool: "bash", input: { command } }).action;
  const searches = Array.from({ length: 120 }, (_, at) => `grep -r --include='zz${at}*' x .; `).join("");
  for (const command of ["rsync '.e*' h:", "grep -r --include='.e*' x .", "cat .e*"]) {
    expect({ command, alone: answer(command), behind: answer(searches + command) }).toEqual({
      command,
      alone: "deny",
      behind: "ask",
    });
  }
});

test("a question about what may lie outside names the place that does", async () => {
  const policy = "default: allow\nexternal_directory: ask\n";
  for (const command of ["cd src; make; cd ..; ls", "cd src\ncat ../../x\n"]) {
    const { action, value } = await decideBash(policy, command);
    expect({ action, outside: !value.startsWith("/srv/project") && value.startsWith("/") }).toEqual({
      action: "ask",
      outside: true,
    });
  }
});

describe("the surfaces `read` and `write`", () => {
  test("also tighten what a command reads and writes", async () => {
    const policy = "bash: allow *\nwrite: deny *\nwrite: allow build/\nread: ask secret/*\n";
    expect(await decideBash(policy, "echo x > a")).toMatchObject({ action: "deny", surface: "write" });
    expect((await decideBash(policy, "echo x > build/a")).action).toBe("allow");
    expect(await decideBash(policy, "cat < secret/a")).toMatchObject({ action: "ask", surface: "read" });
  });

  test("say nothing about a command where no rule matches, whatever the default is", async () => {
    expect(
      (await decideBash("default: deny\nbash: allow *\nwrite: ask a\nexternal_directory: allow *\n", "echo x > b"))
        .action,
    ).toBe("allow");
  });

  test("do not loosen what a command may do", async () => {
    expect((await decideBash("bash: ask *\nwrite: allow *\n", "echo x > a")).action).toBe("ask");
  });
});

describe("the fence", () => {
  test("is the default where no rule of `external_directory` matches", async () => {
    expect(await decideBash("bash: allow *\n", "cat /etc/hosts")).toMatchObject({
      action: "ask",
      surface: "external_directory",
      value: "/etc/hosts",
    });
    expect((await decideBash("default: allow\n", "cat /etc/hosts")).action).toBe("allow");
  });

  test.each([
    "cat src/a.ts",
    "cat /srv/project/src/a.ts",
    "echo x > /dev/null",
    "ls",
    "/bin/ls",
    "/usr/bin/git status",
  ])("stands open for `%s`", async (command) => {
    expect((await decideBash("bash: allow *\n", command)).action).toBe("allow");
  });

  test("is measured where a link leads", async () => {
    const links = { out: "/etc" };
    const policy = "bash: allow *\nread: allow *\n";
    expect(await decideBash(policy, "cat out/hosts", { links })).toMatchObject({
      action: "ask",
      surface: "external_directory",
      resolvedPath: "/etc/hosts",
    });
  });

  test("lets a directory in by its rule", async () => {
    const policy = "bash: allow *\nexternal_directory: allow read /usr/share/\n";
    expect((await decideBash(policy, "cat /usr/share/dict/words")).action).toBe("allow");
    expect((await decideBash(policy, "echo x > /usr/share/dict/words")).action).toBe("ask");
  });

  test("asks about what may lie on either side, and never denies it", async () => {
    const policy = "bash: allow *\nexternal_directory: deny *\n";
    expect((await decideBash(policy, 'cat "$DIR/a"')).action).toBe("ask");
  });
});

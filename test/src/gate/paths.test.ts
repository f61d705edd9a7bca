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

describe("a program that begins with a change of directory", () => {
  const policy = "default: allow\nexternal_directory: ask\npath: deny *.env\n";
  const fileSystem = new MemoryDisk([
    "/srv/project/src/deep/",
    "/srv/project/file",
    "/srv/project/inner -> src",
    "/srv/project/outer -> /etc",
    "/etc/",
  ]);
  const answer = async (command: string) => (await decideBash(policy, command, { fileSystem })).action;

  test.each([
    "cd src; make; cd ..; ls",
    "cd src && make; cd ..",
    "cd src\nmake\ncd ../x && ls\ncd ..",
    "set -euo pipefail\ncd src 2>/dev/null\nmake\ncd ..",
    "echo start; cd /srv/project/src >/dev/null 2>&1; make; cd ..",
    "cd src/deep; cd ../..",
    "cd inner; cd ..",
    'cd "src"; make & cd ..',
    "cd src; ln -s ../a b; cat b",
  ])("succeeds where the directory is there: `%s`", async (command) => {
    expect(await answer(command)).toBe("allow");
  });

  test.each([
    ["the directory is not there", "cd gone; make; cd .."],
    ["it is a file", "cd file; make; cd .."],
    ["it leads outside", "cd outer; cd .."],
    ["what follows leads outside all the same", "cd src; make; cd ../.."],
    ["something runs before", "make; cd src; cd .."],
    ["something in its words runs before", "cd $(rmdir src; echo src); cd .."],
    ["something before it is substituted", "echo $(rmdir src); cd src; cd .."],
    ["its redirection may fail", "cd src < gone; cd .."],
    ["its redirection may fail for another file", "cd src > gone/x; cd .."],
    ["a part of its name need not be there", "cd gone/../src; cd .."],
    ["it may not be the builtin", "cd() { :; }; unset -f cd; cd src; cd .."],
    ["it may be an alias", "alias cd=true; cd src; cd .."],
    ["it runs beside the rest", "cd src & cd .."],
    ["it is in a pipe", "cd src | cat; cd .."],
    ["it is looked for elsewhere", "CDPATH=/etc; cd src; cd .."],
    ["a shell may be restricted", "set -r; cd src; cd .."],
    ["another one follows", "cd src; cd deep; cd ../.."],
  ])("may fail where %s: `%s`", async (_, command) => {
    expect(await answer(command)).toBe("ask");
  });

  test("is looked at both ways where it only matters that it failed", async () => {
    expect(await answer("cd src || cat .env")).toBe("deny");
    expect(await answer("cd src && cat ../.env")).toBe("deny");
  });
});

test("a question about what may lie outside names the place that does", async () => {
  const policy = "default: allow\nexternal_directory: ask\n";
  for (const command of ["make; cd src; make; cd ..; ls", "cd src\ncat ../../x\n"]) {
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

describe("a directory that is known in part", () => {
  const policy = "bash: allow *\nexternal_directory: ask *\nexternal_directory: allow /tmp/\n";

  test.each([
    'W=$(mktemp -d); cd "$W" && cat a',
    'cd "$(mktemp -d)" && git init -q && touch a && echo x > b',
    'cd "$(mktemp -d)" && git clone https://example.org/x && cd x && ls && cd .. && cat a',
    'D=$(mktemp -d); git -C "$D" init -q; tar xf a.tgz -C "$D"',
    'D="/tmp/x-$(date +%s)"; mkdir "$D"; cd "$D"; cat a *.txt',
    'cd "src/$(date +%F)" && cat a',
    'pushd "$(mktemp -d)" && cat a && popd && cat b',
    'cd "$(mktemp -d)" && D=$(pwd) && ls "$D" "$PWD/a"',
  ])("is judged as its name written out: `%s`", async (command) => {
    expect(await decideBash(policy, command)).toMatchObject({ action: "allow" });
  });

  test.each([
    'cd "/var/w.$$" && cat a',
    'cd "$(mktemp -d)" && cat ../../etc/passwd',
    'cd "$(mktemp -d)" && cd ../../etc && cat passwd',
    'cd "$(mktemp -d)" && cat /etc/passwd',
    'cd "$(mktemp -d)" && cat "$X"',
    'cd "/tmp/$X" && cat a',
    'cd "$(date +%s)" && cat a',
    'cd "$(mktemp -d)" && ln -s / l && cat l/etc/passwd',
    'W=$(mktemp -d); ln -s "$X" "$W/l"; cd "$W" && cat l/a',
  ])("is no way out: `%s`", async (command) => {
    expect(await decideBash(policy, command)).toMatchObject({ action: "ask" });
  });

  test.each([
    ["external_directory: allow *\npath: deny *.env\n", 'cd "$(mktemp -d)" && cat .env', "path"],
    ["bash: deny rm *\nexternal_directory: allow *\n", 'cd "$(mktemp -d)" && cp /bin/rm r && ./r x', "bash"],
    ["bash: deny rm *\nexternal_directory: allow *\n", 'W=$(mktemp -d); cp /bin/rm "$W/r"; "$W/r" x', "bash"],
    ["bash: deny rm *\nexternal_directory: allow *\n", 'W=$(mktemp -d); echo "rm x" > "$W/s"; cd "$W"; sh ./s', "bash"],
  ])("hides nothing from `%s`: `%s`", async (rules, command, surface) => {
    expect(await decideBash(`bash: allow *\n${rules}`, command)).toMatchObject({ action: "deny", surface });
  });

  test("of which nothing is known is told as such", async () => {
    const decision = await decideBash("bash: allow *\nexternal_directory: allow /tmp/\n", "cd -P src && cat a");
    expect(decision.action).toBe("ask");
    expect(decision.reason).toContain("only a run tells in which directory `a` is");
  });
});

describe("a name that may be empty", () => {
  const policy = "bash: allow *\nexternal_directory: allow *\npath: allow *\npath: deny src/.env\npath: deny /etc/*\n";

  test.each([
    'cat "src/$(git rev-parse HEAD)/.env"',
    'cat "src/$(date -d "$X" +%F)/.env"',
    'cat "$(git rev-parse HEAD)/etc/passwd"',
    'cat "$(git branch --show-current)/etc/passwd"',
  ])("is also left out of a path: `%s`", async (command) => {
    expect((await decideBash(policy, command)).action).toBe("deny");
  });

  test.each([
    'cat "src/$(date +%F)/.env"',
    'cat "src/x$(git rev-parse HEAD)/.env"',
    "cat src/*/.env",
    'cat "$(nproc)/a"',
  ])("is not taken for one that has something: `%s`", async (command) => {
    expect((await decideBash(policy, command)).action).toBe("allow");
  });
});

describe("the name of a directory that a substitution enters", () => {
  const policy = "bash: allow *\npath: deny src/.env\n";

  test.each([
    ['DIR="$(cd src && pwd)"; ls "$DIR"', "allow"],
    ['DIR="$(cd "$(dirname src/b.txt)" && pwd)"; ls "$DIR"', "allow"],
    ['ROOT=$(cd . && pwd); cat "$ROOT/a"', "allow"],
    ['DIR=$(cd src && pwd); cat "$DIR/.env"', "deny"],
    ['DIR=$(cd .. && pwd); ls "$DIR"', "ask"],
    ['DIR=$(cd "$X" && pwd); ls "$DIR"', "ask"],
    ['cd() { echo /etc; }; DIR=$(cd src && pwd); ls "$DIR"', "ask"],
    // Where it is not there, the name is that of a file in the root directory.
    ['DIR=$(cd src && pwd); cat "$DIR/a"', "ask"],
  ])("`%s`: %s", async (command, action) => {
    expect((await decideBash(policy, command)).action).toBe(action);
  });
});

describe("a shell's own option for globs", () => {
  const policy = "bash: allow *\npath: deny *.env\n";
  const files = ["src/a.tsx", "src/.env", "src/sub/b.tsx", "src/sub/.c"];

  test.each([
    ['shopt -s globstar; for f in src/**/*.tsx; do cat "$f"; done', "allow"],
    ["shopt -s globstar; cat src/** **/*.tsx", "allow"],
    ["shopt -s dotglob; ls src/*.tsx", "allow"],
    ["shopt -s globstar; cat **/.env", "deny"],
    ["shopt -s globstar; cat src/**/.e*", "deny"],
    ["shopt -s globstar dotglob; cat src/**", "deny"],
    ["shopt -s globstar; cat /etc/**/*.conf", "ask"],
    ["shopt -s globstar; cat src/**/../../../x", "ask"],
    ['shopt -s globstar; cat "$X"**/*.tsx', "ask"],
  ])("`%s`: %s", async (command, action) => {
    expect((await decideBash(policy, command, { files })).action).toBe(action);
  });
});

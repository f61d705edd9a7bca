import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideBash, openGate } from "./gate/open-gate.ts";

const GIT_NOT_RM = "bash: ask *\nbash: allow git *\nbash: deny rm *\n";

describe("a denied command", () => {
  test.each([
    "git status; rm -rf x",
    "echo $(rm x)",
    "if true; then rm x; fi",
    "cat <(rm x)",
    "A=$(rm x)",
    "cat <<EOF\n$(rm x)\nEOF",
    "echo hi > $(rm x)",
    '"rm" x',
    "\\rm x",
    "/bin/rm x",
  ])("is found in `%s`", async (command) => {
    const decision = await decideBash(GIT_NOT_RM, command);
    expect(decision).toMatchObject({ action: "deny", surface: "bash", rule: { file: "policy.gate", line: 3 } });
  });

  test.each(["git status", "git log --oneline -5", "git commit -m 'rm x'"])("is not found in `%s`", async (command) => {
    expect((await decideBash(GIT_NOT_RM, command)).action).toBe("allow");
  });
});

describe("the answers of a call", () => {
  test("combine by the strictest", async () => {
    const policy = "bash: allow *\nbash: ask make *\nbash: deny rm *\n";
    expect((await decideBash(policy, "ls; ls")).action).toBe("allow");
    expect((await decideBash(policy, "ls; make; ls")).action).toBe("ask");
    expect((await decideBash(policy, "ls; make; rm x; ls")).action).toBe("deny");
  });

  test("among equals are reported by the first in the text", async () => {
    const policy = "bash: allow *\nbash: ask {make,cargo} *\n";
    expect((await decideBash(policy, "ls; cargo build; make all")).value).toBe("cargo build");
  });

  test("are reported by the tool's own surface where all allow", async () => {
    const policy = "bash: allow *\npath: allow *\nexternal_directory: allow *\n";
    expect(await decideBash(policy, "cat /etc/hosts src/a")).toMatchObject({ action: "allow", surface: "bash" });
  });

  test("stand in the order of the gates: a path's denial is told before the command's", async () => {
    const policy = "bash: deny cat *\npath: deny *.env\n";
    expect(await decideBash(policy, "cat .env")).toMatchObject({ action: "deny", surface: "path" });
  });

  test("stand in the order of the gates: the fence is asked before `path` for a command, after it for a tool", async () => {
    const gate = await openGate("default: allow\npath: ask /etc/*\nexternal_directory: ask *\n");
    expect(gate.decide({ tool: "bash", input: { command: "cat /etc/hosts" } }).surface).toBe("external_directory");
    expect(gate.decide({ tool: "read", input: { path: "/etc/hosts" } }).surface).toBe("path");
  });

  test("are `ask` without any rule", async () => {
    const decision = await decideBash("", "ls");
    expect(decision).toMatchObject({ action: "ask", rule: null, sentinel: null });
    expect(decision.reason).toBe("no rule of `bash` matches, and the default is `ask`");
  });

  test("carry the rule's reason", async () => {
    const decision = await decideBash('bash: deny rm * because "use trash"\n', "rm x");
    expect(decision.reason).toBe("use trash");
  });

  test("carry no reason where the rule gives none", async () => {
    expect((await decideBash("bash: deny rm *\n", "rm x")).reason).toBeNull();
  });

  test("tell that a `final` rule holds", async () => {
    expect(await decideBash("bash: final deny rm *\nbash: allow *\n", "rm x")).toMatchObject({
      action: "deny",
      final: true,
    });
  });
});

describe("a command without commands", () => {
  test.each(["", " ", "# a remark", "A=1"])("`%s` is answered by a catch-all", async (command) => {
    expect((await decideBash("bash: allow *\n", command)).action).toBe("allow");
    expect((await decideBash("bash: deny *\n", command)).action).toBe("deny");
    expect((await decideBash("bash: allow ls *\n", command)).action).toBe("ask");
  });
});

describe("a floor", () => {
  test.each([
    ["sudo ls", "<indirection-bash-wrapper>"],
    ["bash -c 'ls'", "<opaque-bash-wrapper>"],
    ['eval "ls"', "<opaque-bash-wrapper>"],
    ["echo 'unclosed", "<unparseable-bash-command>"],
  ])("holds `%s` at ask, with %s", async (command, sentinel) => {
    expect(await decideBash("bash: allow *\n", command)).toMatchObject({
      action: "ask",
      surface: "bash",
      rule: null,
      sentinel,
    });
  });

  test("of a command that cannot be read is told before what else is asked about it", async () => {
    const policy = "bash: ask *\npath: ask *\nexternal_directory: ask *\n";
    for (const command of ["cat /etc/hosts 'unclosed", "cat 'unclosed", 'cat "$X" && (']) {
      expect(await decideBash(policy, command)).toMatchObject({
        action: "ask",
        sentinel: "<unparseable-bash-command>",
        rule: null,
      });
    }
    expect((await decideBash(`${policy}bash: deny rm *\n`, "rm x; cat 'unclosed")).action).toBe("deny");
  });

  test("does not hide a denial inside", async () => {
    expect(await decideBash("bash: allow *\nbash: deny rm *\n", "sudo rm x")).toMatchObject({
      action: "deny",
      sentinel: null,
    });
    expect(await decideBash("bash: allow *\nbash: deny rm *\n", "bash -c 'rm x'")).toMatchObject({ action: "deny" });
  });

  test("is what the surface `wrapper` answers", async () => {
    const policy = 'bash: allow *\nwrapper: allow time\nwrapper: deny sudo because "no root"\n';
    expect((await decideBash(policy, "env time ls")).action).toBe("ask");
    expect((await decideBash(policy, "nohup ls")).action).toBe("ask");
    expect(await decideBash(policy, "sudo ls")).toMatchObject({
      action: "deny",
      surface: "wrapper",
      value: "sudo",
      reason: "no root",
    });
  });

  test("is not the policy's default", async () => {
    expect((await decideBash("default: allow\n", "sudo ls")).action).toBe("ask");
  });

  test("is lifted by a rule that names the wrapper and the wrapped command", async () => {
    const policy = "bash: ask *\nbash: allow sudo apt-get update\n";
    expect(await decideBash(policy, "sudo apt-get update")).toMatchObject({
      action: "allow",
      rule: { line: 2 },
      sentinel: null,
    });
  });

  test("is not lifted by a rule that names the wrapper alone", async () => {
    expect((await decideBash("bash: ask *\nbash: allow sudo *\n", "sudo apt-get update")).action).toBe("ask");
    expect((await decideBash("bash: allow *\nbash: allow sudo *\n", "sudo apt-get update")).action).toBe("ask");
  });

  test("of a wrapper in a wrapper needs a rule that names all three", async () => {
    expect((await decideBash("bash: ask *\nbash: allow sudo env *\n", "sudo env rm x")).action).toBe("ask");
    expect((await decideBash("bash: ask *\nbash: allow sudo env ls *\n", "sudo env ls x")).action).toBe("allow");
  });

  test("is looked through where the surface `wrapper` allows the wrapper by name", async () => {
    const policy = "bash: ask *\nbash: allow npm test *\nbash: deny rm *\nwrapper: allow {timeout,nice}\n";
    expect((await decideBash(policy, "timeout 60 npm test")).action).toBe("allow");
    expect((await decideBash(policy, "nice -n 5 timeout 60 npm test")).action).toBe("allow");
    expect((await decideBash(policy, "timeout 60 make")).action).toBe("ask");
    expect((await decideBash(policy, "timeout 60 rm x")).action).toBe("deny");
    expect((await decideBash(policy, "nohup npm test")).action).toBe("ask");
  });

  test("is not looked through for a catch-all, nor past a rule on the wrapper's command, nor for an assignment", async () => {
    const bash = "bash: ask *\nbash: allow npm test *\n";
    expect((await decideBash(`${bash}wrapper: allow *\n`, "timeout 60 npm test")).action).toBe("ask");
    expect(
      (await decideBash(`${bash}bash: ask timeout *\nwrapper: allow timeout\n`, "timeout 60 npm test")).action,
    ).toBe("ask");
    expect((await decideBash(`${bash}wrapper: allow PATH=\n`, "PATH=/x make")).action).toBe("ask");
  });

  test("that is lifted lets no denial through", async () => {
    const policy = "bash: ask *\nbash: allow sudo apt-get *\nbash: deny apt-get remove *\n";
    expect((await decideBash(policy, "sudo apt-get remove x")).action).toBe("deny");
    expect((await decideBash(policy, "sudo apt-get $X")).action).toBe("ask");
    expect((await decideBash(policy, "sudo apt-get update")).action).toBe("allow");
  });

  test("that is lifted lets no `final` ask through", async () => {
    const policy = "bash: final ask apt-get *\nbash: allow sudo apt-get *\n";
    expect((await decideBash(policy, "sudo apt-get update")).action).toBe("ask");
  });
});

describe("a command that is known in part", () => {
  const policy = "bash: allow *\nbash: deny rm *\n";

  test("is asked about where what it may be gets different answers", async () => {
    const decision = await decideBash(policy, "$CMD -rf x");
    expect(decision).toMatchObject({ action: "ask", sentinel: "<dynamic-bash-command>" });
    expect(decision.reason).toBe("only a run tells what `… -rf x` stands for, and `deny rm *` may match it");
  });

  test("is told with the pattern of a rule, without the rule's own reason", async () => {
    const { reason } = await decideBash('bash: allow *\nbash: deny rm * because "use trash"\n', "$CMD -rf x");
    expect(reason).toBe("only a run tells what `… -rf x` stands for, and `deny rm *` may match it");
  });

  test("is asked about though each of its words may be missing", async () => {
    for (const command of ["$A $B", "$A $B $C", "$@ $A $B", "f() { $* $1 $2 $3; }"])
      expect((await decideBash("bash: allow *\nbash: deny rm x\n", command)).action, command).toBe("ask");
  });

  test("is asked about whatever else it may be, though that be written like what is not known", async () => {
    const unknown = '[{"kind":"characters","min":0,"max":null}]';
    for (const command of [
      `if a; then x='${unknown}'; else x=$(cat f); fi; "$x" y`,
      `if a; then x=$(cat f); else x='${unknown}'; fi; "$x" y`,
      `for x in '${unknown}' "$(cat f)"; do "$x" y; done`,
    ]) {
      expect((await decideBash(policy, command)).action).toBe("ask");
    }
  });

  test("is answered where all that it may be gets one answer", async () => {
    expect((await decideBash("bash: allow *\n", "$CMD -rf x")).action).toBe("allow");
    expect((await decideBash("bash: allow git commit *\nbash: deny git push *\n", 'git commit -m "$MSG"')).action).toBe(
      "allow",
    );
  });
});

describe("a tool", () => {
  test("of a server is asked about by its targets, of which the last matching rule wins", async () => {
    const gate = await openGate("mcp: ask *\nmcp: allow github:{get,list}_*\nmcp: deny evil\n");
    const call = (server: string, tool: string) => gate.decide({ tool: "mcp", input: { server, tool, arguments: {} } });
    expect(call("github", "get_issue")).toMatchObject({ action: "allow", surface: "mcp", value: "github:get_issue" });
    expect(call("github", "delete_repo").action).toBe("ask");
    expect(call("evil", "get_issue").action).toBe("deny");
    expect(gate.decide({ tool: "mcp", input: { tool: "evil_get" } }).action).toBe("deny");
  });

  test("that is a skill is asked about by its name", async () => {
    const gate = await openGate("skill: ask *\nskill: allow pdf\n");
    expect(gate.decide({ tool: "skill", input: { name: "pdf" } })).toMatchObject({
      action: "allow",
      surface: "skill",
      value: "pdf",
    });
    expect(gate.decide({ tool: "skill", input: { skill: "other" } }).action).toBe("ask");
    expect(gate.decide({ tool: "skill", input: { name: "pdf", skill: "other" } }).action).toBe("ask");
  });

  test("of any other name has a surface of that name", async () => {
    const gate = await openGate("default: allow\ntask: deny\n");
    expect(gate.decide({ tool: "task", input: { prompt: "x" } })).toMatchObject({
      action: "deny",
      surface: "task",
      value: "*",
    });
    expect(gate.decide({ tool: " task ", input: {} })).toMatchObject({ action: "deny", tool: "task" });
    expect(gate.decide({ tool: "other", input: {} }).action).toBe("allow");
  });

  test("has its path where the host's extractor finds it", async () => {
    const pathExtractors = { patch: (input: unknown) => [String((input as { file: unknown }).file)] };
    const gate = await openGate("default: allow\npath: deny *.env\n", { pathExtractors });
    expect(gate.decide({ tool: "patch", input: { file: "a/.env" } }).action).toBe("deny");
  });

  test.each(["path", "external_directory", "wrapper", "constructor", "__proto__", ""])(
    "named `%s` is answered by the default",
    async (tool) => {
      expect((await openGate("default: deny\n")).decide({ tool, input: {} }).action).toBe("deny");
      expect((await openGate("default: allow\n")).decide({ tool, input: {} }).action).toBe("allow");
    },
  );
});

describe("a skill that is active", () => {
  test("is asked about where a tool reads in its folder", async () => {
    const gate = await openGate("default: allow\nskill: deny pdf\n", {
      activeSkills: () => [{ name: "pdf", directory: "/srv/project/skills/pdf" }],
    });
    expect(gate.decide({ tool: "read", input: { path: "skills/pdf/SKILL.md" } })).toMatchObject({
      action: "deny",
      surface: "skill",
      value: "pdf",
    });
    expect(gate.decide({ tool: "read", input: { path: "skills/pdf2/SKILL.md" } }).action).toBe("allow");
    expect(gate.decide({ tool: "write", input: { path: "skills/pdf/SKILL.md" } }).action).toBe("allow");
  });
});

describe("an agent", () => {
  const policy = "bash: allow *\nbash for agent reviewer: deny *\n";

  test("has the rules for all, then its own", async () => {
    const gate = await openGate(policy);
    const call = { tool: "bash", input: { command: "ls" } };
    expect(gate.decide(call).action).toBe("allow");
    expect(gate.decide({ ...call, agent: "other" }).action).toBe("allow");
    expect(gate.decide({ ...call, agent: "reviewer" }).action).toBe("deny");
  });
});

describe("a working directory of one call", () => {
  test("stands in for the gate's own", async () => {
    const gate = await openGate("default: allow\nexternal_directory: ask *\n");
    const call = { tool: "read", input: { path: "/opt/a" } };
    expect(gate.decide(call).action).toBe("ask");
    expect(gate.decide({ ...call, cwd: "/opt" }).action).toBe("allow");
    expect(gate.decide({ tool: "read", input: { path: "/srv/project/a" }, cwd: "sub" }).action).toBe("ask");
    expect(gate.decide({ tool: "read", input: { path: "a" }, cwd: "sub" }).action).toBe("allow");
  });
});

describe("the disk", () => {
  test("is looked at anew for every call", async () => {
    const links: Record<string, string> = {};
    const real = (path: string) => links[path] ?? path;
    const fail = (): never => {
      throw Object.assign(new Error("EINVAL"), { code: "EINVAL" });
    };
    const fileSystem = { realpath: real, readdir: () => [], readlink: (path: string) => links[path] ?? fail() };
    const gate = await openGate("default: allow\nread: deny *.env\n", { fileSystem });
    const call = { tool: "read", input: { path: "notes" } };
    expect(gate.decide(call).action).toBe("allow");
    links["/srv/project/notes"] = "/srv/project/.env";
    expect(gate.decide(call).action).toBe("deny");
  });

  test("is not looked at where no rule speaks of paths", async () => {
    const fail = (): never => {
      throw new Error("looked at");
    };
    let looked = 0;
    const fileSystem = { realpath: () => (++looked, fail()), readdir: () => (++looked, fail()) };
    const gate = await openGate("default: allow\nbash: deny rm *\n", { fileSystem });
    expect(gate.decide({ tool: "bash", input: { command: "cat /etc/passwd > out" } }).action).toBe("allow");
    expect(looked).toBe(0);
  });
});

describe("a call that cannot be read", () => {
  test.each([
    ["bash", { command: ["rm", "-rf", "/"] }],
    ["bash", { command: 5 }],
    ["bash", "rm -rf /"],
    ["read", { path: 5 }],
    ["read", "/etc/passwd"],
    ["mcp", { server: {}, tool: "x" }],
    ["skill", { name: 5 }],
  ])("is denied, though all is allowed: %s %j", async (tool, input) => {
    const decision = (await openGate("default: allow\n")).decide({ tool, input });
    expect(decision).toMatchObject({ action: "deny", sentinel: "<gate-error>" });
    expect(decision.reason).toContain("cannot be read");
  });

  test.each([null, undefined, {}, [], "", 0, true, Symbol("x"), 10n, () => {}, new Map(), Object.create(null)])(
    "never throws: %s",
    async (input) => {
      const gate = await openGate("default: allow\nbash: ask *\n");
      for (const tool of ["bash", "read", "mcp", "skill", "task"]) {
        expect(["allow", "ask", "deny"]).toContain(gate.decide({ tool, input }).action);
        expect(gate.explain({ tool, input }).decision).toEqual(gate.decide({ tool, input }));
      }
    },
  );

  test("never throws: getters and traps that do", async () => {
    const gate = await openGate("default: allow\n");
    const explode = () => {
      throw new Error("trap");
    };
    const proxy = new Proxy({}, { get: explode, has: explode, getOwnPropertyDescriptor: explode, ownKeys: explode });
    for (const tool of ["bash", "read", "mcp", "skill"]) {
      expect(gate.decide({ tool, input: proxy })).toMatchObject({ action: "deny", sentinel: "<gate-error>" });
    }
    expect(gate.decide(new Proxy({ tool: "bash", input: {} }, { get: explode }))).toMatchObject({
      action: "deny",
      sentinel: "<gate-error>",
    });
    for (const invocation of [null, undefined, 5, {}, { tool: 5 }, { tool: "ls", agent: 5 }, { tool: "ls", cwd: {} }]) {
      expect(gate.decide(invocation as never)).toMatchObject({ action: "deny", sentinel: "<gate-error>" });
      expect(gate.explain(invocation as never).decision).toMatchObject({ action: "deny", sentinel: "<gate-error>" });
    }
  });

  test("never throws, whatever the call is made of", async () => {
    const gate = await openGate("bash: ask *\npath: deny *.env\nexternal_directory: ask *\nmcp: ask *\n");
    const tools = fc.constantFrom("bash", "read", "edit", "ls", "mcp", "skill", "task", "__proto__");
    const property = fc.property(tools, fc.anything({ maxDepth: 3, withNullPrototype: true }), (tool, input) => {
      const decision = gate.decide({ tool, input });
      expect(["allow", "ask", "deny"]).toContain(decision.action);
      expect(() => JSON.stringify(decision)).not.toThrow();
    });
    fc.assert(property, { seed: 11, numRuns: 500 });
  });
});

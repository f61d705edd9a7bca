/** Agents of Pi on the command line: what their frontmatter permits is compiled, and decides for them alone. */
import { describe, expect, test } from "vitest";
import { loadTable } from "../../../src/index.ts";
import { runCommandLine } from "./fake-world.ts";

const files = {
  "policy.gate": "bash:\n  allow git *\n  deny rm *\nread: allow\n",
  "agents/reviewer.md": `---
name: reviewer
permission:
  write: deny
  bash:
    "*": ask
    "git log *": allow
    "make release": allow
---
Review.
`,
  "agents/plain.md": "---\nname: plain\n---\nDo.\n",
  "agents/notes.txt": "permission: x\n",
  ".pi/agents/reviewer.md": '---\npermission:\n  bash: { "*": allow, "git log *": deny }\n  read: deny\n---\n',
  ".pi/agents/helper.md": "---\npermission: { bash: allow, write: allow }\n---\n",
  "bad/reviewer.md": "---\npermission:\n  bash: alow\n---\n",
};
const YOURS = ["--policy", "policy.gate", "--pi-agents", "agents"];
const BOTH = [...YOURS, "--project-pi-agents", ".pi/agents"];

/** The answer to a call as an agent. */
async function answer(options: readonly string[], agent: string | null, tool: string, text: string): Promise<string> {
  const who = agent === null ? [] : ["--agent", agent];
  const { output, errors } = await runCommandLine(["explain", ...options, ...who, "--format", "json", tool, text], {
    files,
  });
  expect(errors).toBe("");
  return (JSON.parse(output) as { decision: { action: string } }).decision.action;
}

describe("agents of Pi", () => {
  test.each([
    // [agent, tool, text, with your agents, with those of the project as well]
    ["reviewer", "bash", "git log -p", "allow", "deny"],
    ["reviewer", "bash", "git status", "ask", "ask"],
    ["reviewer", "bash", "make release", "allow", "allow"],
    ["reviewer", "bash", "rm x", "deny", "deny"],
    ["reviewer", "bash", "rm x; git log", "deny", "deny"],
    ["reviewer", "write", "a.txt", "deny", "deny"],
    ["reviewer", "read", "a.txt", "allow", "deny"],
    ["helper", "bash", "rm x", "deny", "deny"],
    ["helper", "bash", "npm publish", "ask", "ask"],
    ["helper", "write", "a.txt", "ask", "ask"],
    ["other", "bash", "git status", "allow", "allow"],
    ["other", "bash", "make release", "ask", "ask"],
    ["other", "read", "a.txt", "allow", "allow"],
    [null, "bash", "git log", "allow", "allow"],
    [null, "write", "a.txt", "ask", "ask"],
  ] as const)("%s, calling %s: %s", async (agent, tool, text, yours, both) => {
    expect(await answer(YOURS, agent, tool, text)).toBe(yours);
    expect(await answer(BOTH, agent, tool, text)).toBe(both);
  });

  test("of a project that is trusted can also loosen", async () => {
    const trusted = ["--policy", "policy.gate", "--project-pi-agents", ".pi/agents", "--trust-project"];
    expect(await answer(trusted, "helper", "bash", "npm publish")).toBe("allow");
    expect(await answer(trusted, "other", "bash", "npm publish")).toBe("ask");
  });

  test("are sources of the table where they have permissions, and it can be verified", async () => {
    const { output, code } = await runCommandLine(["compile", ...BOTH], { files });
    expect(code).toBe(0);
    const { sources } = JSON.parse(output) as { sources: readonly { file: string; scope: string }[] };
    expect(sources.map(({ file, scope }) => `${scope} ${file}`)).toEqual([
      "user policy.gate",
      "user agents/reviewer.md",
      "project .pi/agents/helper.md",
      "project .pi/agents/reviewer.md",
    ]);
    expect(loadTable(output).rules.filter(({ agent }) => agent !== null).length).toBeGreaterThan(5);
    const verified = await runCommandLine(["verify", "t.json"], { files: { ...files, "t.json": output } });
    expect(verified).toMatchObject({ code: 0, errors: "" });
  });

  test("may be given one by one, and included", async () => {
    expect(await answer(["--policy", "policy.gate", "--policy", "agents/reviewer.md"], "reviewer", "write", "a")).toBe(
      "deny",
    );
    const including = { ...files, "all.gate": 'include "policy.gate"\ninclude "agents/reviewer.md"\n' };
    const { output } = await runCommandLine(["compile", "all.gate"], { files: including });
    expect(loadTable(output).rules.map(({ text }) => text)).toContain("allow make release");
  });

  test.each(["check", "compile", "test", "can"])("with mistakes are told of by `%s`", async (command) => {
    const run = await runCommandLine([command, "--policy", "policy.gate", "--pi-agents", "bad"], { files });
    expect(run.code).toBe(1);
    expect(run.output + run.errors).toContain("bad/reviewer.md:3:9");
    expect(run.output + run.errors).toContain("did you mean `allow`?");
  });

  test("are held against the tests of a policy, which name their rules", async () => {
    const tested = `${files["policy.gate"]}
test "reviews" as agent reviewer:
  allow bash: make release
    by bash: allow make release
  deny write: a.txt
    by deny
`;
    const run = await runCommandLine(["test", ...YOURS, "--coverage"], { files: { ...files, "policy.gate": tested } });
    expect(run).toMatchObject({ code: 0, errors: "" });
    expect(run.output).toContain('1  8 | "make release": allow');
  });

  test("get their tests written into the policy beside them", async () => {
    const policy = 'bash: ask\ntest "x" as agent reviewer:\n  deny write: a.txt\n';
    const { written } = await runCommandLine(["test", ...YOURS, "--write"], {
      files: { ...files, "policy.gate": policy },
    });
    expect([...written.keys()]).toEqual(["/srv/project/policy.gate"]);
    expect(written.get("/srv/project/policy.gate")).toContain("make release");
  });

  test("are no place for learned rules, and are not mended", async () => {
    const log = '{"not":"a log"}\n';
    const learned = await runCommandLine(["learn", "log.jsonl", "--write", "agents/reviewer.md"], {
      files: { ...files, "log.jsonl": log },
    });
    expect(learned.code).not.toBe(0);
    expect(learned.written.size).toBe(0);
    const twice = files["agents/reviewer.md"].replace(
      '    "make release"',
      '    "git log -p": allow\n    "make release"',
    );
    const mended = await runCommandLine(["check", "--fix", ...YOURS], {
      files: { ...files, "agents/reviewer.md": twice },
    });
    expect(mended.output).toContain("agents/reviewer.md:8");
    expect(mended.written.size).toBe(0);
  });

  test("in a folder that is not there are a mistake", async () => {
    const run = await runCommandLine(["compile", "policy.gate", "--pi-agents", "nowhere"], { files });
    expect(run).toMatchObject({ code: 3, errors: expect.stringContaining("`nowhere` cannot be read") as string });
  });
});

import { describe, expect, test } from "vitest";
import { runCommandLine } from "./fake-world.ts";

const policy = `bash:
  ask
  allow git *
  deny git push *        because "ask a person"

test "pushes" in "/srv/repo" as agent bot:
  deny bash: git push origin main
    by deny git push *
  allow bash: git 'log x'
`;
const broken = `${policy}  allow bash: git push\n  deny bash: make\n    by deny *\n  deny task: x\n`;

describe("test", () => {
  test("says that all expectations hold", async () => {
    expect(await runCommandLine(["test", "a.gate"], { files: { "a.gate": policy } })).toMatchObject({
      code: 0,
      output: "a.gate: 2 expectations hold\n",
      errors: "",
    });
  });

  test("shows what failed: the expectation, the answer, what decided, and how to look further", async () => {
    const { code, output } = await runCommandLine(["test", "a.gate"], { files: { "a.gate": broken } });
    expect(code).toBe(1);
    await expect(output).toMatchFileSnapshot("../../golden/test/failures.txt");
  });

  test("gives a hint that can be run", async () => {
    const { output } = await runCommandLine(["test", "a.gate"], { files: { "a.gate": broken } });
    const hint = /why: tollgate (.*)/.exec(output)?.[1] ?? "";
    const args = [...hint.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
      (match) => match[2] ?? match[1]?.replaceAll("'\\''", "'") ?? "",
    );
    const explained = await runCommandLine(args, { files: { "a.gate": broken } });
    expect(explained).toMatchObject({ code: 0, output: expect.stringContaining("DENY  bash: git push") as string });
  });

  test("runs each file for itself, and policies of options together", async () => {
    const files = { "a.gate": 'bash: allow ls\ntest "a":\n  allow bash: ls\n', "b.gate": "bash: deny ls\n" };
    expect((await runCommandLine(["test", "a.gate", "b.gate"], { files })).output).toBe(
      "a.gate: 1 expectation hold\n\nb.gate: no tests\n".replace("expectation hold", "expectation holds"),
    );
    const together = await runCommandLine(["test", "--managed", "a.gate", "--user", "b.gate"], { files });
    expect(together.code).toBe(1);
    expect(together.output).toContain("tollgate explain --managed a.gate --user b.gate --cwd /srv/app");
  });

  test("fails for a policy with errors, and goes on", async () => {
    const { code, output, errors } = await runCommandLine(["test", "b.gate", "a.gate"], {
      files: { "a.gate": policy, "b.gate": "x\n" },
    });
    expect(code).toBe(1);
    expect(errors).toContain("b.gate:1:1");
    expect(output).toBe("b.gate: the policy has errors\n\na.gate: 2 expectations hold\n");
  });
});

describe("coverage", () => {
  test("lists the rules with what they won", async () => {
    const { code, output } = await runCommandLine(["test", "--coverage", "a.gate"], { files: { "a.gate": policy } });
    expect(code).toBe(0);
    await expect(output).toMatchFileSnapshot("../../golden/test/coverage.txt");
  });

  test.each([
    ["66", 0],
    ["66.6", 0],
    ["67", 1],
    ["100", 1],
  ])("of two in three passes a threshold of %s or not", async (threshold, code) => {
    expect(
      (await runCommandLine(["test", "--threshold", threshold, "a.gate"], { files: { "a.gate": policy } })).code,
    ).toBe(code);
  });

  test.each(["101", "x", "-1"])("has no threshold of %s", async (threshold) => {
    const args = ["test", `--threshold=${threshold}`, "a.gate"];
    expect(await runCommandLine(args, { files: { "a.gate": policy } })).toMatchObject({ code: 2, output: "" });
  });
});

describe("mutation", () => {
  test("shows what survived, with the test that would notice", async () => {
    const { code, output } = await runCommandLine(["test", "--mutate", "a.gate"], { files: { "a.gate": policy } });
    expect(code).toBe(1);
    await expect(output).toMatchFileSnapshot("../../golden/test/survivors.txt");
  });

  test("writes those tests, after which none survives", async () => {
    const first = await runCommandLine(["test", "--write", "a.gate"], { files: { "a.gate": policy } });
    expect(first.code).toBe(0);
    const text = first.written.get("/srv/project/a.gate") ?? "";
    expect(text.startsWith(policy)).toBe(true);
    await expect(text).toMatchFileSnapshot("../../golden/test/written.gate");
    const second = await runCommandLine(["test", "--mutate", "a.gate"], { files: { "a.gate": text } });
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining("mutants were noticed") as string });
  });

  test("does not start where an expectation fails", async () => {
    const { code, output, written } = await runCommandLine(["test", "--write", "a.gate"], {
      files: { "a.gate": broken },
    });
    expect({ code, written: written.size }).toEqual({ code: 1, written: 0 });
    expect(output).not.toContain("mutants");
  });

  test("keeps a byte order mark", async () => {
    const { written } = await runCommandLine(["test", "--write", "a.gate"], { files: { "a.gate": `\uFEFF${policy}` } });
    expect(written.get("/srv/project/a.gate")?.startsWith(`\uFEFF${policy}`)).toBe(true);
  });
});

describe("formats", () => {
  const files = { "a.gate": broken };

  test("json has every expectation with its decision", async () => {
    const { output } = await runCommandLine(["test", "--format", "json", "--coverage", "a.gate"], { files });
    expect(JSON.parse(output)).toMatchObject([
      {
        files: ["a.gate"],
        expectations: [
          {
            test: "pushes",
            file: "a.gate",
            line: 7,
            expected: "deny",
            tool: "bash",
            failure: null,
            decision: { action: "deny" },
          },
          { line: 9 },
          { line: 10, expected: "allow", failure: { kind: "action" } },
          { line: 11, failure: { kind: "action" } },
          { line: 13, failure: { kind: "input" }, decision: null },
        ],
        coverage: { own: [{ rule: { text: "ask" }, state: "won" }, { state: "won" }, { state: "won" }], included: [] },
        mutation: null,
      },
    ]);
  });

  test("github and sarif point at the lines that failed", async () => {
    const github = await runCommandLine(["test", "--format", "github", "a.gate"], { files });
    expect(github.output.split("\n").map((line) => /line=(\d+)/.exec(line)?.[1])).toEqual([
      "10",
      "11",
      "13",
      undefined,
    ]);
    const sarif = await runCommandLine(["test", "--format", "sarif", "a.gate"], { files });
    expect(sarif.output.match(/"startLine": \d+/g)).toHaveLength(3);
  });

  test("junit has a case for each expectation", async () => {
    const { output } = await runCommandLine(["test", "--format", "junit", "a.gate"], { files });
    expect(output).toContain('tests="5" failures="3"');
    expect(output.match(/<testcase /g)).toHaveLength(5);
  });
});

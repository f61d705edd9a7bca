import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../compiler/cli/run.ts";
import { processWorld } from "../../../compiler/cli/world.ts";
import { serializeTable } from "../../../compiler/index.ts";
import { tableOf } from "../analysis/find.ts";
import { runCommandLine } from "./fake-world.ts";

const golden = (name: string): URL => new URL(`../../golden/diff/${name}`, import.meta.url);

/** Compares with a file of `test/golden/diff`; `UPDATE_GOLDEN=1` writes it anew. */
function expectGolden(name: string, text: string): void {
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(golden(name), text);
  expect(text).toBe(readFileSync(golden(name), "utf8"));
}

const OLD = `bash:
  ask
  allow git *
  final deny git push * with --force|-f
  deny rm *
path:
  deny ~/.ssh/
  deny *.env
mcp for agent helper: deny
`;
const NEW = `default: deny
shellTools:
  exec: commandArgument=cmd
bash:
  ask
  deny git push * with --force|-f
  allow {git,rm} *   # the pipe in a table: |
path:
  deny ~/.ssh/
mcp for agent helper: allow a|b
task: allow
`;
const files = { "old.gate": OLD, "new.gate": NEW, "same.gate": `# the same\n${OLD}`, "bad.gate": "bash: alow x\n" };

describe("diff", () => {
  test("tells what differs, loosening first", async () => {
    const { code, output } = await runCommandLine(["diff", "old.gate", "new.gate"], { files });
    expect(code).toBe(0);
    expectGolden("text.txt", output);
  });

  test("writes Markdown", async () => {
    expect.hasAssertions();
    const { output } = await runCommandLine(["diff", "--markdown", "old.gate", "new.gate"], { files });
    expectGolden("markdown.md", output);
  });

  test("writes JSON", async () => {
    expect.hasAssertions();
    const { output } = await runCommandLine(["diff", "--json", "old.gate", "new.gate"], { files });
    expectGolden("json.json", output);
  });

  test("says that policies are equal", async () => {
    const { code, output } = await runCommandLine(["diff", "--exit-code", "old.gate", "same.gate"], { files });
    expect([code, output]).toEqual([0, "the policies give the same answers\n"]);
  });

  test("reads tables", async () => {
    const tables = { ...files, "old.json": serializeTable(tableOf(OLD, "old.gate")) };
    const { output } = await runCommandLine(["diff", "old.json", "new.gate"], { files: tables });
    expect(output).toBe((await runCommandLine(["diff", "old.gate", "new.gate"], { files })).output);
  });

  test.each([
    [["diff", "old.gate"], 2, "give two policies"],
    [["diff", "old.gate", "new.gate", "same.gate"], 2, "give two policies"],
    [["diff", "old.gate", "missing.gate"], 3, "there is no such file"],
    [["diff", "old.gate", "bad.gate"], 1, "unknown-action"],
    [["diff", "--json", "--markdown", "old.gate", "new.gate"], 2, "choose one format"],
    [["diff", "--exit-code", "old.gate", "new.gate"], 1, ""],
    [["guard", "new.gate"], 2, "--base REV"],
  ])("ends %j with %i", async (args, code, message) => {
    const result = await runCommandLine(args, { files });
    expect(result.code).toBe(code);
    expect(result.errors).toContain(message);
  });
});

describe("in a repository", () => {
  const world = processWorld();
  let folder = "";
  const git = (...args: string[]): void => {
    const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
  };
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const tollgate = async (...args: string[]): Promise<{ code: number; output: string; errors: string }> => {
    const texts = { output: "", errors: "" };
    const output = (name: "output" | "errors") => ({
      color: false,
      columns: 100,
      async write(text: string) {
        texts[name] += text;
      },
    });
    const code = await run(args, {
      ...world,
      cwd: folder,
      readFile: (name) => readFileSync(join(folder, name)),
      output: output("output"),
      errors: output("errors"),
    });
    return { code, ...texts };
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tollgate-"));
    git("init", "-q", "-b", "main");
    write("policy.gate", 'include "./team.gate"\nbash:\n  allow git *\n  deny git push * with --force|-f\n');
    write("team.gate", "mcp: deny\n");
    git("add", ".");
    git("commit", "-q", "-m", "first");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("guard passes where nothing changed", async () => {
    const { code, output } = await tollgate("guard", "--base", "HEAD");
    expect([code, output]).toEqual([0, "policy.gate: nothing loosens\nteam.gate: nothing loosens\n"]);
  });

  test("guard passes what tightens, and diff tells it", async () => {
    write("policy.gate", 'include "./team.gate"\nbash:\n  allow git *\n  deny git push *\n');
    expect((await tollgate("guard", "--base", "HEAD")).code).toBe(0);
    expect((await tollgate("diff", "HEAD:policy.gate", "policy.gate")).output).toContain(
      "tightens  allow → deny  bash\n  git push\n",
    );
  });

  test("guard fails where a rule is moved behind its exception", async () => {
    write("policy.gate", 'include "./team.gate"\nbash:\n  deny git push * with --force|-f\n  allow git *\n');
    const { code, output } = await tollgate("guard", "--base", "HEAD", "policy.gate");
    expect(code).toBe(1);
    expectGolden("guard.txt", output);
    expectGolden("guard.md", (await tollgate("guard", "--base", "HEAD", "--markdown")).output);
  });

  test("includes are read in the revision", async () => {
    write("team.gate", "mcp: allow\n");
    const { output } = await tollgate("diff", "HEAD:policy.gate", "policy.gate");
    expect(output).toContain("before  HEAD:team.gate:1  deny\n  after   team.gate:1  allow\n");
    write("team.gate", "mcp: deny\n");
  });

  test("a new policy is compared with one that says nothing, and so is one that is gone", async () => {
    write("new.gate", "bash: allow ls *\n");
    const fresh = await tollgate("guard", "--base", "HEAD", "new.gate");
    expect([fresh.code, fresh.output.includes("loosens  ask → allow  bash\n  ls\n")]).toEqual([1, true]);
    rmSync(join(folder, "new.gate"));
    rmSync(join(folder, "team.gate"));
    const gone = await tollgate("guard", "--base", "HEAD", "team.gate");
    expect([gone.code, gone.output.includes("loosens  deny → ask  mcp\n")]).toEqual([1, true]);
  });

  test.each([
    ["guard", "--base", "nowhere"],
    ["diff", "HEAD:missing.gate", "policy.gate"],
    ["diff", "nowhere:policy.gate", "policy.gate"],
  ])("%j %j %j ends with 3", async (...args) => {
    expect((await tollgate(...args)).code).toBe(3);
  });
});

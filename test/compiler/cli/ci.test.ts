/** The recipes of docs/ci.md, each run as far as one machine can. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readProject, root } from "../../project.ts";

const page = readProject("docs/ci.md");

/** The blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap((match) =>
    match[1] === language ? [match[2] ?? ""] : [],
  );
}

const [policy = ""] = blocks("gate");
const change = blocks("diff")[0] ?? "";
/** The policy as the change leaves it. */
const changed = policy.replace(
  change
    .split("\n")
    .filter((line) => /^[ -]/.test(line))
    .map((line) => line.slice(1))
    .join("\n"),
  change
    .split("\n")
    .filter((line) => /^[ +]/.test(line))
    .map((line) => line.slice(1))
    .join("\n"),
);

/** Tests of the policy that leave nothing to be noticed. */
const thorough = `${policy}  ask bash: make\n  deny bash: git push -f\n  ask bash: make push -f\n  allow bash: git log -f\n  allow bash: git log\n`;

let folder: string;
let project: string;

function git(...args: string[]): string {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: project, encoding: "utf8", stdio: "pipe" });
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

/** Runs a line of a recipe as a shell of a CI system does. */
function shell(
  line: string,
  environment: Readonly<Record<string, string>> = {},
): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", line], {
    cwd: project,
    encoding: "utf8",
    env: {
      ...process.env,
      NO_COLOR: "1",
      ...environment,
      PATH: `${join(project, "node_modules/.bin")}:${process.env["PATH"]}`,
    },
  });
  return { code: status, output: stdout + stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tollgate-ci-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A project on a branch of its own, with the policy on `main` of its remote. */
beforeEach(() => {
  project = mkdtempSync(join(folder, "project-"));
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const main = join(root, "compiler/cli/main.ts");
  write("node_modules/.bin/tollgate", `#!/bin/sh\nexec "${process.execPath}" --import "${tsx}" "${main}" "$@"\n`);
  chmodSync(join(project, "node_modules/.bin/tollgate"), 0o755);
  write("package.json", '{"private": true}\n');
  write(".gitignore", "node_modules\n*.xml\n");
  git("init", "--quiet", "--initial-branch=main");
  write("policy.gate", policy);
  git("add", ".");
  git("commit", "--quiet", "-m", "a policy");
  const remote = `${project}.git`;
  git("clone", "--quiet", "--bare", ".", remote);
  git("remote", "add", "origin", remote);
  git("fetch", "--quiet", "origin");
  git("switch", "--quiet", "-c", "topic");
});

/** The recipes need more than a moment: each of their steps is a process. */
const LONG = 300_000;

describe("the change that looks harmless", () => {
  test(
    "is the one that the page shows, and passes its tests",
    () => {
      expect(changed).toContain("  deny git push * with --force|-f\n  allow git *\n  allow ls *\n");
      write("policy.gate", changed);
      expect(shell("tollgate test policy.gate")).toEqual({ code: 0, output: "policy.gate: 1 expectation holds\n" });
    },
    LONG,
  );

  test(
    "is caught by `guard`, with the command that shows it",
    () => {
      write("policy.gate", changed);
      const [line = "", ...shown] = (blocks("text")[0] ?? "").split("\n");
      const { code, output } = shell(line.replace(/^\$ /, ""));
      expect(code).toBe(1);
      expect(shown.join("\n")).toBe(output);
      expect(output).toContain("deny → allow");
      // The example is real: asked about it, the two policies give the two answers.
      const answer = (file: string) => shell(`tollgate explain --exit-code --policy ${file} bash 'git push -f'`).code;
      write("old.gate", policy);
      expect([answer("old.gate"), answer("policy.gate")]).toEqual([20, 0]);
    },
    LONG,
  );

  test(
    "passes once the line is back",
    () => {
      expect(shell("tollgate guard --base main").code).toBe(0);
    },
    LONG,
  );
});

interface Workflow {
  readonly jobs: { readonly policy: { readonly steps: readonly { readonly run?: string }[] } };
}
interface Pipeline {
  readonly policy: {
    readonly script: readonly string[];
    readonly artifacts: { readonly reports: { readonly junit: string } };
  };
}

describe("the recipe for GitHub", () => {
  const { jobs } = parse(blocks("yaml").find((text) => text.includes("runs-on")) ?? "") as Workflow;
  const steps = jobs.policy.steps.flatMap(({ run }) => run ?? []).filter((line) => line !== "npm ci");
  const environment = { GITHUB_BASE_REF: "main" };

  test(
    "passes on a policy that is well",
    () => {
      write("policy.gate", thorough);
      expect(shell("tollgate compile policy.gate -o policy.table.json").code).toBe(0);
      expect(steps).toHaveLength(5);
      for (const step of steps) expect({ step, ...shell(step, environment) }).toMatchObject({ step, code: 0 });
    },
    LONG,
  );

  test(
    "fails in each of its steps for what the step is about, beside its line",
    () => {
      const spoilt = changed.replace("  allow ls *", "  alow  ls *");
      const results = (text: string) => {
        write("policy.gate", text);
        write("policy.table.json", "{}\n");
        return steps.map((step) => shell(step, environment));
      };
      expect(results(spoilt).map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
      const [, , tests, , guard] = results(changed);
      expect(tests?.output).toMatch(/^::error file=policy\.gate,line=4,.*title=rule-not-covered::/m);
      expect(guard?.output).toMatch(
        /^::error file=policy\.gate,line=5,.*title=loosened::bash: `git push -f` deny → allow/m,
      );
    },
    LONG,
  );
});

describe("the recipe for GitLab", () => {
  const { policy: job } = parse(blocks("yaml").find((text) => text.includes("artifacts")) ?? "") as Pipeline;
  const script = job.script.filter((line) => line !== "npm ci").join("\n");
  const environment = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" };

  test(
    "passes on a policy that is well, and leaves its reports",
    () => {
      write("policy.gate", thorough);
      expect(shell(script, environment)).toEqual({ code: 0, output: "" });
      expect(["check.xml", "test.xml", "guard.xml"].map((name) => existsSync(join(project, name)))).toEqual([
        true,
        true,
        true,
      ]);
    },
    LONG,
  );

  test(
    "fails where something loosens, with the example in the report",
    () => {
      write("policy.gate", `${changed}  ask bash: x\n`);
      const { code } = shell(script.replace(" --threshold 100 --mutate", ""), environment);
      expect(code).toBe(1);
      expect(shell("cat guard.xml").output).toContain('message="bash: `git push -f` deny → allow"');
    },
    LONG,
  );
});

describe("the git hook", () => {
  beforeEach(() => {
    const hook = blocks("sh")[0] ?? "";
    write(".git/hooks/pre-commit", hook);
    chmodSync(join(project, ".git/hooks/pre-commit"), 0o755);
  });
  const commit = () => shell("git -c user.name=A -c user.email=a@example.org -c commit.gpgsign=false commit -qam x");

  test(
    "lets a policy pass that is well",
    () => {
      write("policy.gate", thorough);
      expect(commit().code).toBe(0);
    },
    LONG,
  );

  test(
    "stops one whose tests fail, as it is staged",
    () => {
      write("policy.gate", `${policy}  allow bash: git push -f\n`);
      git("add", "policy.gate");
      write("policy.gate", policy);
      const staged = shell("git -c user.name=A -c user.email=a@example.org commit -qm x");
      expect(staged.code).toBe(1);
      expect(staged.output).toContain("expected allow, got deny");
    },
    LONG,
  );

  test(
    "stops one that is not formatted",
    () => {
      write("policy.gate", policy.replace("  ask", " ask"));
      expect(commit()).toMatchObject({
        code: 1,
        output: expect.stringContaining("policy.gate: not formatted") as string,
      });
    },
    LONG,
  );

  test(
    "does not start for a commit without policies",
    () => {
      write("README.md", "words\n");
      git("add", ".");
      rmSync(join(project, "node_modules"), { recursive: true });
      expect(shell("git -c user.name=A -c user.email=a@example.org commit -qm x").code).toBe(0);
    },
    LONG,
  );
});

/** Real bash says of the forms in `test/corpus` that they do what their lists claim. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { hidden, hiddenByEvaluation, lookAlike, opensEnv } from "../corpus/forms.ts";

const directory = mkdtempSync(join(tmpdir(), "tollgate-oracle-"));
const work = join(directory, "work");
const shims = join(directory, "bin");
const log = join(directory, "log");

mkdirSync(shims);
// Records that it ran. `exec -a` and a login shell's PATH are why the system's own `rm` may run in its place.
writeFileSync(join(shims, "rm"), `#!/bin/sh\necho "rm $*" >> '${log}'\n`, { mode: 0o755 });
afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(() => {
  rmSync(work, { recursive: true, force: true });
  rmSync(log, { force: true });
  mkdirSync(join(work, "a"), { recursive: true });
  for (const file of [".env", "a/.env"]) writeFileSync(join(work, file), "x=1\n");
  writeFileSync(join(work, "list"), ".env\n");
  writeFileSync(join(work, "in"), "x\n");
  symlinkSync(".env", join(work, "link"));
  symlinkSync("a", join(work, "dirlink"));
});

function run(command: string, ...tracer: string[]): string {
  const [program, ...rest] = [...tracer, "bash", "-c", command];
  const env = { PATH: `${shims}:/usr/bin:/bin`, HOME: work, LC_ALL: "C" };
  const { stderr } = spawnSync(program, rest, { cwd: work, env, input: "", encoding: "utf8", timeout: 20_000 });
  return stderr;
}

describe("a hidden form runs the command", () => {
  test.each([...hidden, ...hiddenByEvaluation])("%j", (command) => {
    const stderr = run(command);
    const ranOwn = existsSync(log) && readFileSync(log, "utf8").startsWith("rm");
    // `command -p` and a login shell reset PATH, so there the system's `rm` complains that there is no x.
    expect(ranOwn || stderr.includes("rm: cannot remove 'x'"), stderr).toBe(true);
  });
});

describe("a look-alike does not run the command", () => {
  test.each(lookAlike)("%j", (command) => {
    run(command);
    expect(existsSync(log)).toBe(false);
  });
});

/** In CI nothing is skipped: there, a machine that cannot trace fails. */
const canTrace = process.env["CI"] !== undefined || spawnSync("strace", ["-V"]).status === 0;

describe.skipIf(!canTrace)("a form that opens .env opens it, as strace tells", () => {
  const trace = join(directory, "trace");
  test.each(opensEnv)("%j", (command) => {
    const stderr = run(command, "strace", "-f", "-o", trace, "-e", "trace=%file");
    const touched = readFileSync(trace, "utf8")
      .split("\n")
      // Not the arguments of a program that is started: that a command names the file shows nothing.
      .filter((line) => !/ENOENT|execve\(/.test(line) && /\((?:[^)]*)"(?:[^"]*\.env|link|l2)"/.test(line));
    expect(touched, stderr).not.toEqual([]);
  });
});

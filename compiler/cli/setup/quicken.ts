/**
 * Lets Node keep what it compiles of the hook command, so that each start of it takes less time.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hookProgram } from "./hook-line.ts";
import type { Machine } from "./places.ts";

/** Milliseconds that it may take. */
const LONGEST = 10_000;

/** An everyday call, so that what is kept is what such calls need. */
const CALL = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "git status && npm test" } };

/**
 * Answers a call of no consequence by the program that agents run, and by this Node, and has what was compiled for it
 * kept beside the program. Where that folder cannot be written, all works as before. Never throws.
 */
export function quickenHook(
  table: string,
  { environment }: Pick<Machine, "environment">,
  program: string = hookProgram(),
): void {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), "tollgate-"));
    const words = [
      program,
      "--write-cache",
      "claude",
      "--table",
      table,
      "--log",
      join(folder, "log.jsonl"),
      "--watched",
    ];
    spawnSync(process.execPath, words, {
      cwd: folder,
      env: environment,
      input: JSON.stringify({ ...CALL, cwd: folder }),
      stdio: ["pipe", "ignore", "ignore"],
      timeout: LONGEST,
    });
  } catch {
    // It is quicker with it, and as good without.
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

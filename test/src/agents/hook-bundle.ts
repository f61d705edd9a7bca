/** The hook command as the package has it, made once for a test file. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleHook } from "../../../.config/bundle-hook.ts";
import { root } from "../../project.ts";

export interface HookRun {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
}

export interface HookBundle {
  readonly folder: string;
  readonly program: string;
  run(args: readonly string[], input: string | Uint8Array): HookRun;
  /** Like `run`, with an input that never ends. */
  runWithOpenInput(args: readonly string[], input: string): Promise<HookRun>;
  remove(): void;
}

export async function makeHook(): Promise<HookBundle> {
  // Below the project, so that the second parser's package is found.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "tollgate-hook-"));
  const program = join(folder, "tollgate-hook.cjs");
  await bundleHook(program, root);
  const environment = { PATH: process.env["PATH"], HOME: folder };
  return {
    folder,
    program,
    run(args, input) {
      const run = spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        env: environment,
        input,
        encoding: "utf8",
      });
      return { output: run.stdout, errors: run.stderr, code: run.status };
    },
    async runWithOpenInput(args, input) {
      const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: environment });
      let output = "";
      let errors = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
      child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
      child.stdin.write(input);
      const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
      return { output, errors, code };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

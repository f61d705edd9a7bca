/** The hook command as the package has it, made once for a test file. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleHook } from "../../../.config/bundle-hook.ts";
import { compilePolicy, serializeTable } from "../../../compiler/index.ts";
import { root } from "../../project.ts";

export interface HookRun {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
}

export interface HookBundle {
  readonly folder: string;
  readonly program: string;
  /** Compiles a policy into a table in the folder, and answers its file. */
  writeTable(policy: string): string;
  /** Runs it in `cwd`, which is the folder otherwise; `copy` is a folder with another copy of it. */
  run(args: readonly string[], input: string | Uint8Array, cwd?: string, copy?: string): HookRun;
  /** Like `run`, without waiting. */
  start(args: readonly string[], input: string): Promise<HookRun>;
  /** Like `start`, with an input that never ends. */
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
  const launch = (args: readonly string[], input: string, ends: boolean): Promise<HookRun> => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: environment });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
    if (ends) child.stdin.end(input);
    else child.stdin.write(input);
    return new Promise((resolve) => child.on("close", (code) => resolve({ output, errors, code })));
  };
  return {
    folder,
    program,
    writeTable(policy) {
      // As `init` has it compiled.
      const { data } = compilePolicy([{ file: "p.gate", text: policy }], { lean: true });
      if (data === null) throw new Error("the policy has errors");
      const file = join(folder, "table.json");
      writeFileSync(file, serializeTable(data));
      return file;
    },
    run(args, input, cwd = folder, copy = folder) {
      const run = spawnSync(process.execPath, [join(copy, "tollgate-hook.cjs"), ...args], {
        cwd,
        env: environment,
        input,
        encoding: "utf8",
      });
      return { output: run.stdout, errors: run.stderr, code: run.status };
    },
    start: (args, input) => launch(args, input, true),
    runWithOpenInput: (args, input) => launch(args, input, false),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

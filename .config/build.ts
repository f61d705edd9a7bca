/**
 * Builds the package: compiles the sources into `dist/`, and puts beside them what they read at run time.
 *
 * `dist/` has the shape of the source tree, so that a path relative to a module holds in both.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { quickenHook } from "../compiler/cli/setup/quicken.ts";
import { compilePolicy, serializeTable } from "../compiler/index.ts";
import { bundleHook, HOOK_BUNDLE } from "./bundle-hook.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const require = createRequire(import.meta.url);

function packageFolder(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}

function copy(from: string, to: string): void {
  const target = join(dist, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true });
}

rmSync(dist, { recursive: true, force: true });

const compiled = spawnSync(
  process.execPath,
  [join(packageFolder("typescript"), "bin", "tsc"), "-p", join(root, ".config", "tsconfig.build.json")],
  { stdio: "inherit" },
);
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

// The bundle of the policy language's grammar is JavaScript already.
for (const file of readdirSync(join(root, "grammar"))) {
  if (file.includes(".ohm-bundle.")) copy(join(root, "grammar", file), `grammar/${file}`);
}

// The grammar of bash, so that the package needs one file of tree-sitter-bash and not its 20 MB of sources.
for (const file of ["tree-sitter-bash.wasm", "LICENSE"]) {
  const name = file === "LICENSE" ? "tree-sitter-bash.LICENSE" : file;
  copy(join(packageFolder("tree-sitter-bash"), file), `src/shell/front-end/${name}`);
}

// The command that runs before each tool call of an agent, as one file.
await bundleHook(HOOK_BUNDLE);

// With what this Node compiles of it, as `init` has it kept, so that a checkout is as quick as an installation.
const scratch = mkdtempSync(join(tmpdir(), "tollgate-"));
try {
  const table = join(scratch, "table.json");
  const text = readFileSync(join(root, "policies", "starter.gate"), "utf8");
  const { data } = compilePolicy([{ file: "starter.gate", text }], { lean: true });
  if (data === null) throw new Error("the starter policy has errors");
  writeFileSync(table, serializeTable(data));
  quickenHook(table, { environment: process.env }, HOOK_BUNDLE);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { bin: Record<string, string> };
for (const file of Object.values(manifest.bin)) chmodSync(join(root, file), 0o755);

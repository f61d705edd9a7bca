import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * The path of the grammar of bash, which is WebAssembly.
 *
 * The built package carries a copy beside this module, so that nobody who installs it needs the grammar's own package;
 * in the source tree, that package is there.
 */
export function grammarFile(): string {
  const copy = fileURLToPath(new URL("tree-sitter-bash.wasm", import.meta.url));
  return existsSync(copy) ? copy : createRequire(import.meta.url).resolve("tree-sitter-bash/tree-sitter-bash.wasm");
}

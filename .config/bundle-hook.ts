/**
 * Bundles the hook command, since a process that decides one call must not spend its time on finding a hundred and fifty
 * modules: one file with the command, and a small one that starts it. The second front end stays a package of its own
 * that is loaded where it is needed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dirname, join, relative } from "node:path";
import { crc32 } from "node:zlib";
import { build, type BuildOptions } from "esbuild";
import { MAIN_NAME } from "../src/agents/hook/files.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the package has it. */
export const HOOK_BUNDLE = join(root, "dist", "tollgate-hook.cjs");

const OPTIONS: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "cjs",
  minify: true,
  legalComments: "none",
  external: ["web-tree-sitter"],
  // The program runs the bundle as a script, which has no `import()` of its own.
  supported: { "dynamic-import": false },
  logLevel: "warning",
};

/**
 * Writes the program, with its bundle beside it. `modules` is the folder with the shape of the source tree in which it
 * finds the grammar of bash: `dist` in the package.
 */
export async function bundleHook(file: string, modules: string = dirname(file)): Promise<void> {
  const folder = dirname(file);
  const main = join(folder, MAIN_NAME);
  const grammarModule = relative(folder, join(modules, "src", "shell", "front-end", "grammar-file.js"));
  await build({
    ...OPTIONS,
    entryPoints: ["src/agents/hook.ts"],
    outfile: main,
    // The one module that asks for its own address looks for the grammar beside it.
    define: { "import.meta.url": "tollgateGrammarModule" },
    banner: {
      js: `const tollgateGrammarModule = require("node:url").pathToFileURL(require("node:path").join(__dirname, ${JSON.stringify(grammarModule)})).href;`,
    },
  });
  const text = asciiOf(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(main, "utf8")}\n})`,
  );
  writeFileSync(main, text);
  await build({
    ...OPTIONS,
    entryPoints: ["src/agents/hook-program.ts"],
    outfile: file,
    define: {
      "import.meta.url": "tollgateProgram",
      TOLLGATE_BUNDLE: String(crc32(text)),
    },
    banner: { js: 'const tollgateProgram = require("node:url").pathToFileURL(__filename).href;' },
  });
}

/** What is left of other characters stands in texts and expressions, where it can be written so. */
function asciiOf(text: string): string {
  return text.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await bundleHook(HOOK_BUNDLE);
}

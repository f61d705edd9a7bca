/**
 * Bundles the hook command into one file, since a process that decides one call must not spend its time on finding a
 * hundred and fifty modules. The second front end stays a package of its own that is loaded where it is needed.
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the package has it. */
export const HOOK_BUNDLE = join(root, "dist", "tollgate-hook.cjs");

/**
 * Writes the bundle. `modules` is the folder with the shape of the source tree in which it finds the grammar of bash:
 * `dist` in the package.
 */
export async function bundleHook(file: string, modules: string = dirname(file)): Promise<void> {
  const grammarModule = relative(dirname(file), join(modules, "src", "shell", "front-end", "grammar-file.js"));
  await build({
    absWorkingDir: root,
    entryPoints: ["src/agents/hook.ts"],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    legalComments: "none",
    external: ["web-tree-sitter"],
    // The one module that asks for its own address looks for the grammar beside it.
    define: { "import.meta.url": "tollgateGrammarModule" },
    banner: {
      js: `const tollgateGrammarModule = require("node:url").pathToFileURL(require("node:path").join(__dirname, ${JSON.stringify(grammarModule)})).href;`,
    },
    logLevel: "warning",
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await bundleHook(HOOK_BUNDLE);
}

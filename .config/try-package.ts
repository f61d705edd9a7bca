/**
 * Packs the package, installs it into an empty project, and uses it there as others would: the command, the library
 * and the types. Catches what the source tree forgives, such as a file that is missing from the package.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "tollgate-package-"));

/** Runs a command, in the empty project if nowhere else, and gives its output. Throws where it fails. */
function run(command: string, args: readonly string[], directory = project): string {
  return execFileSync(command, args, { cwd: directory, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function expectToHold(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`expected \`${part}\` in:\n${text}`);
}

const program = `
import { createGate, type Decision } from "tollgate";
import { compilePolicy } from "tollgate/compiler";

const { table, diagnostics } = compilePolicy([{ file: "try.gate", text: "bash:\\n  ask *\\n  allow git *\\n  deny rm *\\n" }]);
if (table === null) throw new Error(JSON.stringify(diagnostics));
const gate = await createGate({ table, cwd: "/home/dev/project", home: "/home/dev", platform: "linux" });
const decision: Decision = gate.decide({ tool: "bash", input: { command: "git status; rm -rf x" } });
console.log(decision.action);
`;

try {
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", project], root);
  const packed = readdirSync(project).find((name) => name.endsWith(".tgz"));
  if (packed === undefined) throw new Error("npm pack wrote no file");
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "try", private: true, type: "module" }));
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", `./${packed}`]);

  writeFileSync(join(project, "try.gate"), "bash:\n  ask *\n  allow git *\n  deny rm *\n");
  expectToHold(run("npx", ["tollgate", "explain", "--policy", "try.gate", "bash", "git status; rm -rf x"]), "deny");

  writeFileSync(join(project, "try.mts"), program);
  run(process.execPath, [
    join(root, "node_modules", "typescript", "bin", "tsc"),
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--types",
    "",
    "try.mts",
  ]);
  expectToHold(run(process.execPath, ["try.mjs"]), "deny");
  console.log(`${packed} installs, explains, decides and type-checks`);
} finally {
  rmSync(project, { recursive: true, force: true });
}

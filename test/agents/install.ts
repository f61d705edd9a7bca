/**
 * The agents themselves, from npm, kept in a cache folder. No install script of theirs runs.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CAPABILITIES } from "../../src/agents/capabilities.ts";
import type { AgentName } from "../../src/agents/contract.ts";

/** Outlives `npm ci`, which would empty a folder under node_modules. */
const cache = process.env["TOLLGATE_AGENTS_DIR"] ?? join(tmpdir(), "tollgate-agents");
const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

const PACKAGES: Readonly<Partial<Record<AgentName, string>>> = {
  claude: "@anthropic-ai/claude-code",
  codex: "@openai/codex",
  copilot: "@github/copilot",
  gemini: "@google/gemini-cli",
  opencode: "opencode-ai",
  pi: "@earendil-works/pi-coding-agent",
};
/** Some agents need a newer Node than this project; npm has it as a package. */
const NODE_VERSION = "22.23.3";

/** The folder of a package, installed at a version. Throws where that cannot be had. */
function install(name: string, packageName: string, version: string): string {
  const folder = join(cache, name);
  const manifest = join(folder, "node_modules", packageName, "package.json");
  const has = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version : null;
  if (has !== version) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}\n');
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${packageName}@${version}`];
    execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"], timeout: 600_000 });
  }
  return join(folder, "node_modules");
}

/** The `node_modules` that an agent is in, at the version that its contract was tried on. */
export function installAgent(agent: AgentName): string {
  const name = PACKAGES[agent];
  const { tried } = CAPABILITIES[agent];
  if (name === undefined || tried === null) throw new Error("npm has no package of it");
  return install(agent, name, tried);
}

/** The folder with a newer `node` in it. */
export function installNode(): string {
  const name = `node-${platform}`;
  return join(install("node22", name, NODE_VERSION), name, "bin");
}

/** The first of some paths below a folder that exists. */
export function firstOf(folder: string, ...names: readonly string[]): string {
  const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${folder} has none of ${names.join(", ")}`);
  return found;
}

export { platform };

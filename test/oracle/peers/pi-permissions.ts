/** `@gotgenes/pi-permission-system`: the gates that it runs before a tool call, with a runner that notes what each says. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { DENIED, load, type Answer, type Peer } from "./peer.ts";

interface Check {
  readonly state: Answer;
}
interface Gate {
  readonly action?: unknown;
  readonly preCheck?: Check;
  readonly preResolved?: Check;
  readonly surface: string;
  readonly input: unknown;
}
interface Resolver {
  resolve(intent: { kind: "tool"; surface: string; input: unknown }): Check;
}
interface Pipeline {
  evaluate(call: object, runner: { run(gate: Gate | null): Promise<{ action: "allow" }> }): Promise<unknown>;
}
interface Parts {
  pathFlavorForPlatform(platform: string): unknown;
  resolveToolPreviewLimits(config: object): unknown;
  readonly PermissionManager: new (options: object) => {
    configureForCwd(cwd: string): void;
    getPromotablePathTokenMatcher(agent: unknown): unknown;
  };
  readonly SessionRules: new () => unknown;
  readonly PermissionResolver: new (manager: unknown, rules: unknown) => Resolver;
  readonly PathNormalizer: new (flavor: unknown, cwd: string) => unknown;
  readonly ToolCallGatePipeline: new (resolver: Resolver, inputs: object) => Pipeline;
}

const ORDER: readonly Answer[] = ["allow", "ask", "deny"];

/** What is taken from the package, by the file that holds it. */
const TAKEN: Readonly<Record<string, string>> = {
  PermissionManager: "permission-manager",
  PermissionResolver: "permission-resolver",
  PathNormalizer: "path-normalizer",
  pathFlavorForPlatform: "path/path-flavor",
  SessionRules: "session-rules",
  ToolCallGatePipeline: "handlers/gates/tool-call-gate-pipeline",
  resolveToolPreviewLimits: "tool-preview-formatter",
};

/** `packages`: the folder in which the package was installed. `folder`: the directory in which the commands would run. */
export async function openPiPermissions(packages: string, scratch: string, folder: string): Promise<Peer> {
  const parts = await load<Parts>(await bundle(packages));
  const agentDir = join(scratch, "agent");
  const config = join(agentDir, "extensions/pi-permission-system/config.json");
  mkdirSync(dirname(config), { recursive: true });
  const denied = Object.fromEntries(DENIED.map((command) => [`${command} *`, "deny"]));
  const all = { "*": "allow" };
  writeFileSync(
    config,
    JSON.stringify({ permission: { ...all, bash: { ...all, ...denied }, path: all, external_directory: all } }),
  );

  const flavor = parts.pathFlavorForPlatform("linux");
  const manager = new parts.PermissionManager({ agentDir, flavor, isYoloEnabled: () => false });
  manager.configureForCwd(folder);
  const resolver = new parts.PermissionResolver(manager, new parts.SessionRules());
  const pipeline = new parts.ToolCallGatePipeline(resolver, {
    getActiveSkillEntries: () => [],
    getInfrastructureReadDirs: () => [],
    getToolPreviewLimits: () => parts.resolveToolPreviewLimits({}),
    getPathNormalizer: () => new parts.PathNormalizer(flavor, folder),
    getShellToolAliases: () => undefined,
    getPromotablePathTokenMatcher: (agent: unknown) => manager.getPromotablePathTokenMatcher(agent),
  });
  return {
    name: "pi-permission-system",
    async decide(command) {
      const states: Answer[] = [];
      const run = async (gate: Gate | null): Promise<{ action: "allow" }> => {
        if (gate !== null && gate.action === undefined) {
          const { surface, input } = gate;
          states.push((gate.preCheck ?? gate.preResolved ?? resolver.resolve({ kind: "tool", surface, input })).state);
        }
        return { action: "allow" };
      };
      const call = { toolName: "bash", agentName: null, input: { command }, toolCallId: "call", cwd: folder };
      await pipeline.evaluate(call, { run });
      return ORDER.findLast((answer) => states.includes(answer)) ?? "allow";
    },
  };
}

/** The package is TypeScript for its host to load. Of the host, only two directories are asked. */
async function bundle(packages: string): Promise<string> {
  const source = join(packages, "node_modules/@gotgenes/pi-permission-system/src");
  const fileOf = (path: string) =>
    [path, `${path}.ts`, join(path, "index.ts")].find((file) => file.endsWith(".ts") && existsSync(file)) ?? path;
  const host: Plugin = {
    name: "host",
    setup(bundler) {
      bundler.onResolve({ filter: /^#src\// }, ({ path }) => ({
        path: fileOf(join(source, path.slice("#src/".length))),
      }));
      bundler.onResolve({ filter: /^@earendil-works\// }, ({ path }) => ({ path, namespace: "host" }));
      bundler.onLoad({ filter: /.*/, namespace: "host" }, () => ({
        contents: 'export const getAgentDir = () => "/nowhere"; export const getPackageDir = () => "/nowhere";',
      }));
    },
  };
  // Beside the sources, so that what is not bundled is found as they would find it.
  const outfile = join(source, "../bundle.mjs");
  await build({
    stdin: {
      contents: Object.entries(TAKEN)
        .map(([name, file]) => `export { ${name} } from ${JSON.stringify(fileOf(join(source, file)))};`)
        .join("\n"),
      resolveDir: packages,
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    outfile,
    external: ["web-tree-sitter", "tree-sitter-bash", "zod"],
    plugins: [host],
    logLevel: "error",
  });
  return outfile;
}

/**
 * One run of a real agent with the gate in front of it.
 */
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codexHooks } from "../../compiler/cli/setup/codex-trust.ts";
import type { Actor, Start } from "./actors.ts";
import { startModel, type Script } from "./model.ts";
import type { Stage } from "./stage.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const tollgate = join(root, "dist", "compiler", "cli", "main.js");

/** Seconds after which a run is ended. */
const LONGEST = 120;

export interface Played {
  readonly told: readonly (string | null)[];
  readonly toldSub: readonly (string | null)[];
  readonly end: string;
  readonly output: string;
}

/** What is done to the gate once it is set up. */
export interface Spoil {
  readonly table?: (stage: Stage) => void;
  /** A program that the agent runs in place of the hook. */
  readonly program?: string;
}

/** The line that the agent runs stays as it is, but for the program in it. */
function putInPlaceOfHook(stage: Stage, program: string): void {
  // Of the same name, or it would be no entry of the gate.
  const file = join(stage.root, "spoiled", "tollgate-hook.cjs");
  stage.write(file, program);
  for (const path of [
    ".claude/settings.json",
    ".codex/hooks.json",
    ".copilot/hooks/tollgate.json",
    ".gemini/settings.json",
  ]) {
    const settings = join(stage.home, path);
    if (existsSync(settings)) {
      writeFileSync(settings, readFileSync(settings, "utf8").replace(join(root, "dist", "tollgate-hook.cjs"), file));
    }
  }
}

/** Sets the gate up as a person would, and lets the agent run the script. */
export async function play(
  actor: Actor,
  stage: Stage,
  script: Script,
  policy: string,
  spoil: Spoil = {},
): Promise<Played> {
  const model = await startModel(script);
  try {
    actor.prepare(stage, model.url);
    stage.write(join(stage.home, ".config", "tollgate", "policy.gate"), policy);
    const start = actor.start(stage, model.url);
    const environment = { ...stage.environment, ...start.environment };
    const setUp = spawnSync(process.execPath, [tollgate, "init", "--yes", actor.name], {
      cwd: stage.work,
      env: environment,
      encoding: "utf8",
    });
    if (setUp.status !== 0) throw new Error(`init failed: ${setUp.stderr}`);
    if (spoil.program !== undefined) putInPlaceOfHook(stage, spoil.program);
    if (actor.name === "codex") await trustInCodex(stage, start, environment);
    spoil.table?.(stage);
    const { end, output } = await run(start, stage, environment);
    return { told: model.told(), toldSub: model.toldSub(), end, output };
  } finally {
    model.close();
  }
}

/** What a person does with `/hooks`. */
async function trustInCodex(stage: Stage, start: Start, environment: Readonly<Record<string, string>>): Promise<void> {
  const machine = { home: stage.home, cwd: stage.work, environment, platform: "linux" } as const;
  const hooks = await codexHooks(start.program, machine);
  if (typeof hooks === "string") throw new Error(`Codex does not list its hooks: ${hooks}`);
  const lines = hooks.map(({ key, currentHash }) => {
    return `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(currentHash)}\n`;
  });
  appendFileSync(join(stage.home, ".codex", "config.toml"), lines.join(""));
}

async function run(
  { program, args }: Start,
  stage: Stage,
  environment: Readonly<Record<string, string>>,
): Promise<{ end: string; output: string }> {
  return await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: stage.work,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    const collect = (chunk: Buffer): void => {
      if (output.length < 20_000) output += chunk.toString("utf8");
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const killAll = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // All of them have ended.
      }
    };
    const timer = setTimeout(killAll, LONGEST * 1000);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ end: `not started: ${error.message}`, output });
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      killAll();
      resolve({ end: signal ?? `exit code ${code}`, output });
    });
  });
}

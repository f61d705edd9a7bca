/**
 * `npm run test:agents [AGENT…]`: the gate in front of real agents. Each runs without a person, an account or a network:
 * a model on 127.0.0.1 makes scripted tool calls, and what came of each is compared with what the policy says.
 *
 * Agents that cannot be installed or do not run here are named, and are a failure only where they were asked for by
 * name. As root on Linux, everything runs in a network of its own that has nothing but the loopback.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AGENTS, HOOK_AGENTS } from "../../src/agents/contract.ts";
import { ACTORS, type Actor } from "./actors.ts";
import { installAgent, installNode } from "./install.ts";
import { play, type Spoil, tollgate } from "./play.ts";
import { POLICY, scenesFor, scriptOf } from "./scenes.ts";
import { makeStage, type Stage } from "./stage.ts";

const INSIDE = "TOLLGATE_LOOPBACK_ONLY";

/** Ways to spoil the gate after it was set up. Whatever happens to it, the call must not run. */
const SPOILED: Readonly<Record<string, Spoil>> = {
  "the table is missing": { table: (stage) => rmSync(tableOf(stage)) },
  "the table is cut short": { table: (stage) => truncateSync(tableOf(stage), 1_000) },
  "the table is from a newer version": {
    table: (stage) => {
      writeFileSync(tableOf(stage), readFileSync(tableOf(stage), "utf8").replace(/"format": \d+/, '"format": 99'));
    },
  },
  "the hook is killed": { program: "process.kill(process.pid, 'SIGKILL')" },
  "the hook crashes": { program: "throw new Error('scripted')" },
  "the hook hangs": { program: "for (;;) {}" },
};

const tableOf = (stage: Stage): string => join(stage.home, ".config", "tollgate", "table.json");

async function playScenes(actor: Actor): Promise<number> {
  const stage = makeStage();
  try {
    const scenes = scenesFor(actor, stage);
    const { told, toldSub, end, output } = await play(actor, stage, scriptOf(actor, scenes), POLICY);
    let failed = 0;
    for (const [index, scene] of scenes.entries()) {
      const { title } = scene;
      const wrong = scene.check(told[index] ?? null);
      if (wrong !== null) failed++;
      console.log(`  ${wrong === null ? "ok  " : "FAIL"} ${title}${wrong === null ? "" : `: ${wrong}`}`);
    }
    if (failed > 0)
      console.log(`  ended with ${end}; subagent told ${JSON.stringify(toldSub)}\n${output.slice(-3_000)}`);
    return failed;
  } finally {
    stage.remove();
  }
}

async function playSpoiled(actor: Actor): Promise<number> {
  let failed = 0;
  const isHook = HOOK_AGENTS.some((name) => name === actor.name);
  for (const [title, spoil] of Object.entries(SPOILED)) {
    if (spoil.program !== undefined && !isHook) continue;
    const stage = makeStage();
    try {
      const script = { calls: [actor.shell("echo x > ran.txt")], sub: null };
      const { told, end } = await play(actor, stage, script, POLICY, spoil);
      const ran = existsSync(join(stage.work, "ran.txt"));
      const wrong = ran ? "the call ran" : told[0] === null ? `the call was never made (${end})` : null;
      // Pi refuses to start with a gate that cannot be loaded, which is as good.
      if (wrong !== null && (ran || actor.name !== "pi")) failed++;
      console.log(`  ${wrong === null ? "ok  " : ran ? "FAIL" : "?   "} ${title}: ${wrong ?? "denied"}`);
    } finally {
      stage.remove();
    }
  }
  return failed;
}

async function main(names: readonly string[]): Promise<number> {
  if (!existsSync(tollgate)) throw new Error("run `npm run build` first");
  const wanted = ACTORS.filter(({ name }) => names.length === 0 || names.includes(name));
  let failed = 0;
  const notRun = AGENTS.filter((name) => !wanted.some((actor) => actor.name === name)).map((name) => {
    return names.length > 0 ? `${name} (not asked for)` : `${name} (there is no program of it to be had from npm)`;
  });
  for (const actor of wanted) {
    console.log(actor.name);
    try {
      installAgent(actor.name);
    } catch (error) {
      notRun.push(`${actor.name} (${error instanceof Error ? error.message.split("\n")[0] : "cannot be installed"})`);
      if (names.length > 0) failed++;
      continue;
    }
    failed += await playScenes(actor);
    failed += await playSpoiled(actor);
  }
  console.log(`not run: ${notRun.length === 0 ? "none" : notRun.join(", ")}`);
  console.log(failed === 0 ? "all as the policy says" : `${failed} not as the policy says`);
  return failed === 0 ? 0 : 1;
}

/** Installs while there is a network, then starts this program again without one. */
function withoutNetwork(names: readonly string[]): number | null {
  if (process.env[INSIDE] !== undefined) return null;
  for (const { name } of ACTORS.filter((actor) => names.length === 0 || names.includes(actor.name))) {
    try {
      installAgent(name);
      if (name === "pi" || name === "copilot") installNode();
    } catch {
      // Said where it is to be run.
    }
  }
  if (spawnSync("unshare", ["-n", "true"]).status !== 0) {
    console.log("no network of its own for the agents on this machine: they could reach what it can reach");
    return null;
  }
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  );
  const run = spawnSync(
    "unshare",
    ["-n", "sh", "-c", `ip link set lo up 2>/dev/null || ifconfig lo up; exec ${words.join(" ")}`],
    {
      stdio: "inherit",
      env: { ...process.env, [INSIDE]: "1" },
    },
  );
  return run.status ?? 1;
}

const names = process.argv.slice(2);
process.exitCode = withoutNetwork(names) ?? (await main(names));

/**
 * Settings that make an agent pass over its hooks.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getNodeValue } from "jsonc-parser";
import type { AgentName } from "../../../src/agents/contract.ts";
import { JsonProblem, readTree } from "./json-edit.ts";
import { PLACES, type Machine } from "./places.ts";

/** Sentences about what switches the gate off in front of an agent, or may do so; none where all is well. */
export function switchedOff(agent: AgentName, machine: Machine): string[] {
  const user = PLACES[agent].folder(machine);
  const { cwd } = machine;
  switch (agent) {
    case "claude":
      return [
        join(user, "settings.json"),
        join(cwd, ".claude", "settings.json"),
        join(cwd, ".claude", "settings.local.json"),
      ].flatMap((path) => jsonSwitch(path, ["disableAllHooks"], (value) => value === true));
    case "copilot":
      return [
        join(user, "settings.json"),
        join(cwd, ".github", "copilot", "settings.json"),
        join(cwd, ".claude", "settings.json"),
      ].flatMap((path) => jsonSwitch(path, ["disableAllHooks"], (value) => value === true));
    case "gemini":
      return [join(user, "settings.json"), join(cwd, ".gemini", "settings.json")].flatMap((path) => [
        ...jsonSwitch(path, ["hooksConfig", "enabled"], (value) => value === false),
        ...jsonSwitch(path, ["hooksConfig", "disabled"], (value) => Array.isArray(value) && value.includes("tollgate")),
      ]);
    case "codex":
      return [join(user, "config.toml"), join(cwd, ".codex", "config.toml")].flatMap(codexSwitch);
    case "cursor":
    case "opencode":
    case "pi":
      return [];
  }
}

function jsonSwitch(path: string, place: readonly string[], isOff: (value: unknown) => boolean): string[] {
  if (!existsSync(path)) return [];
  let value: unknown;
  try {
    value = getNodeValue(readTree(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof JsonProblem)
      return [`${path} ${error.message.replace(/, so .*/, "")}, so its hooks are not read`];
    throw error;
  }
  for (const name of place)
    value = typeof value === "object" && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
  return isOff(value) ? [`\`${place.join(".")}\` in ${path} switches its hooks off`] : [];
}

/** Without a reader of TOML: any line that sets the switch counts, wherever it stands. */
function codexSwitch(path: string): string[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  return /^\s*(?:features\s*\.\s*)?hooks\s*=\s*false\b/m.test(text)
    ? [`\`hooks = false\` in ${path} switches its hooks off`]
    : [];
}

/**
 * Settings that make an agent pass over its hooks.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { getNodeValue } from "jsonc-parser";
import { parse, TomlError } from "smol-toml";
import type { AgentName } from "../../../src/agents/contract.ts";
import { bytesOf } from "./disk.ts";
import { JsonProblem, memberOf, readTree } from "./json-edit.ts";
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
        ...(["user", "project"] as const).map((level) => PLACES.copilot.file[level](machine)),
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
  const text = textAt(path);
  if (text === null) return [];
  let value: unknown;
  try {
    value = getNodeValue(readTree(text));
  } catch (error) {
    if (error instanceof JsonProblem) return [`${path} ${error.what}, so its hooks are not read`];
    throw error;
  }
  value = place.reduce(memberOf, value);
  return isOff(value) ? [`\`${place.join(".")}\` in ${path} switches its hooks off`] : [];
}

/** By its present name or by its former one, for all or in a profile: whichever is chosen, it may switch them off. */
function codexSwitch(path: string): string[] {
  const text = textAt(path);
  if (text === null) return [];
  let config: unknown;
  try {
    config = parse(text);
  } catch (error) {
    const line = error instanceof TomlError ? ` line ${error.line}` : "";
    return [`${path}${line} is no TOML, so Codex reads none of its hooks`];
  }
  const profiles = memberOf(config, "profiles");
  const names = typeof profiles === "object" && profiles !== null ? Object.keys(profiles) : [];
  const places = [[], ...names.map((name) => ["profiles", name])];
  return places.flatMap((place) =>
    ["hooks", "codex_hooks"].flatMap((name) => {
      const way = [...place, "features", name];
      const value = way.reduce(memberOf, config);
      if (value === undefined || value === true) return [];
      return [`\`${way.join(".")} = ${JSON.stringify(value)}\` in ${path} switches its hooks off`];
    }),
  );
}

/** The text of a file; null where none can be there. Throws as {@link bytesOf} does. */
function textAt(path: string): string | null {
  return existsSync(path) ? (bytesOf(path)?.toString("utf8") ?? null) : null;
}

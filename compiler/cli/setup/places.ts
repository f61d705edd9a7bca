/**
 * Where agents keep what tells them to ask, and where the gate keeps its own.
 */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { AgentName } from "../../../src/agents/contract.ts";

/** What a setup needs to know of the machine. */
export interface Machine {
  readonly home: string;
  /** The project's directory, absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: "linux" | "darwin" | "win32";
}

/** For all of a person's work, or for one project. */
export type Level = "user" | "project";

/** The files of the gate itself. */
export interface OwnPlaces {
  readonly folder: string;
  readonly policy: string;
  readonly table: string;
  /** What `init` changed, so that it can be undone. */
  readonly record: string;
}

export function ownPlaces(machine: Machine, level: Level): OwnPlaces {
  // Not where XDG_CONFIG_HOME says: the rules that protect this folder have to know where it is.
  const folder = level === "user" ? join(machine.home, ".config", "tollgate") : join(machine.cwd, ".tollgate");
  return {
    folder,
    policy: join(folder, "policy.gate"),
    table: join(folder, "table.json"),
    record: join(folder, "setup.json"),
  };
}

interface AgentPlaces {
  /** Commands that start it. */
  readonly commands: readonly string[];
  /** Its own folder, which is there once it has run. */
  readonly folder: (machine: Machine) => string;
  /** The file that tells it to ask. */
  readonly file: Readonly<Record<Level, (machine: Machine) => string>>;
}

const inHome =
  (variable: string, ...names: readonly string[]) =>
  ({ home, environment }: Machine): string =>
    environment[variable] || join(home, ...names);

const claudeHome = inHome("CLAUDE_CONFIG_DIR", ".claude");
const codexHome = inHome("CODEX_HOME", ".codex");
const copilotHome = inHome("COPILOT_HOME", ".copilot");
const opencodeHome = ({ home, environment }: Machine): string =>
  join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode");
const piHome = inHome("PI_CODING_AGENT_DIR", ".pi", "agent");

export const PLACES: Readonly<Record<AgentName, AgentPlaces>> = {
  claude: {
    commands: ["claude"],
    folder: claudeHome,
    file: {
      user: (machine) => join(claudeHome(machine), "settings.json"),
      project: ({ cwd }) => join(cwd, ".claude", "settings.json"),
    },
  },
  codex: {
    commands: ["codex"],
    folder: codexHome,
    file: {
      user: (machine) => join(codexHome(machine), "hooks.json"),
      project: ({ cwd }) => join(cwd, ".codex", "hooks.json"),
    },
  },
  copilot: {
    commands: ["copilot"],
    folder: copilotHome,
    file: {
      user: (machine) => join(copilotHome(machine), "hooks", "tollgate.json"),
      project: ({ cwd }) => join(cwd, ".github", "hooks", "tollgate.json"),
    },
  },
  cursor: {
    commands: ["cursor-agent", "cursor"],
    folder: ({ home }) => join(home, ".cursor"),
    file: {
      user: ({ home }) => join(home, ".cursor", "hooks.json"),
      project: ({ cwd }) => join(cwd, ".cursor", "hooks.json"),
    },
  },
  gemini: {
    commands: ["gemini"],
    folder: ({ home }) => join(home, ".gemini"),
    file: {
      user: ({ home }) => join(home, ".gemini", "settings.json"),
      project: ({ cwd }) => join(cwd, ".gemini", "settings.json"),
    },
  },
  opencode: {
    commands: ["opencode"],
    folder: opencodeHome,
    file: {
      user: (machine) => join(opencodeHome(machine), "plugin", "tollgate.js"),
      project: ({ cwd }) => join(cwd, ".opencode", "plugin", "tollgate.js"),
    },
  },
  pi: {
    commands: ["pi"],
    folder: piHome,
    file: {
      user: (machine) => join(piHome(machine), "extensions", "tollgate.js"),
      project: ({ cwd }) => join(cwd, ".pi", "extensions", "tollgate.js"),
    },
  },
};

/** The program that a command starts, by the PATH; null where there is none. */
export function findCommand(names: readonly string[], machine: Machine): string | null {
  const endings = machine.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  for (const folder of (machine.environment["PATH"] ?? "").split(delimiter)) {
    // What is meant by another one depends on where the agent stands.
    if (!isAbsolute(folder)) continue;
    for (const name of names) {
      const found = endings.map((ending) => join(folder, name + ending)).find(isProgram);
      if (found !== undefined) return found;
    }
  }
  return null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** True for an agent that is installed, or that has run here. */
export function isPresent(agent: AgentName, machine: Machine): boolean {
  const { commands, folder } = PLACES[agent];
  return findCommand(commands, machine) !== null || existsSync(folder(machine));
}

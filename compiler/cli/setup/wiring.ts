/**
 * What has to stand in an agent's file for it to ask the gate, and how it gets there.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { getNodeValue } from "jsonc-parser";
import type { AgentName, HookAgentName } from "../../../src/agents/contract.ts";
import { AGENT_TIMEOUT, hookLine, MARK } from "./hook-line.ts";
import { appendItem, JsonProblem, readTree, removeAt, replaceValue, type Place } from "./json-edit.ts";
import type { Machine } from "./places.ts";

/** One line among an agent's hooks. */
interface HookEntry {
  /** The list that it is put into. */
  readonly list: Place;
  /** What is put in. */
  readonly item: unknown;
}

/** The lists that an agent's hooks are in, with what to put into each. */
function entriesOf(agent: HookAgentName, command: string): readonly HookEntry[] {
  switch (agent) {
    case "claude":
    case "codex":
      return [
        { list: ["hooks", "PreToolUse"], item: nested("*", { type: "command", command, timeout: AGENT_TIMEOUT }) },
      ];
    case "gemini": {
      const hook = { type: "command", name: "tollgate", command, timeout: AGENT_TIMEOUT * 1000 };
      return [{ list: ["hooks", "BeforeTool"], item: nested("*", hook) }];
    }
    case "copilot":
      return [{ list: ["hooks", "preToolUse"], item: { type: "command", bash: command, timeoutSec: AGENT_TIMEOUT } }];
    case "cursor":
      return ["preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"].map((event) => ({
        list: ["hooks", event],
        item: { command, timeout: AGENT_TIMEOUT, failClosed: true },
      }));
  }
}

/** These agents keep hooks in groups, each with a pattern of the tools that it is for. */
function nested(matcher: string, hook: object): object {
  return { matcher, hooks: [hook] };
}

/** A new file, for the agents whose file has to say more than the hooks. */
const NEW_FILE: Readonly<Partial<Record<AgentName, string>>> = {
  copilot: '{\n  "version": 1\n}\n',
  cursor: '{\n  "version": 1\n}\n',
};

export interface Wiring {
  readonly agent: AgentName;
  readonly table: string;
  readonly machine: Machine;
}

/**
 * The text of the agent's file with the gate in it; the same text where it is in it already. Throws {@link JsonProblem}
 * where the file is not one that can be added to.
 */
export function wire(before: string | null, wiring: Wiring): string {
  const { agent, table, machine } = wiring;
  if (agent === "opencode") return openCodeFile(table);
  if (agent === "pi") return piFile(table);
  const command = hookLine({ agent, table, log: logBeside(table), machine });
  let text = before === null || before.trim() === "" ? (NEW_FILE[agent] ?? "{}\n") : before;
  for (const { list, item } of entriesOf(agent, command)) {
    const ours = commandsIn(text, list).filter(({ command: line }) => line.includes(MARK));
    if (ours.length === 0) text = appendItem(text, list, item);
    else for (const { place, command: line } of ours) if (line !== command) text = replaceValue(text, place, command);
  }
  return text;
}

/** The text without the gate, or null where nothing else is left of a file that is only the gate's. */
export function unwire(text: string, agent: AgentName): string | null {
  if (agent === "opencode" || agent === "pi") return null;
  let left = text;
  for (const { list } of entriesOf(agent, "")) {
    for (;;) {
      const ours = commandsIn(left, list).find(({ command }) => command.includes(MARK));
      if (ours === undefined) break;
      left = removeAt(left, ours.entry);
    }
  }
  return left;
}

/** The command lines in the agent's file that are the gate's. */
export function wiredCommands(text: string, agent: AgentName): string[] {
  if (agent === "opencode" || agent === "pi") return [];
  const lists = entriesOf(agent, "").map(({ list }) => list);
  return lists
    .flatMap((list) => commandsIn(text, list).map(({ command }) => command))
    .filter((line) => line.includes(MARK));
}

interface FoundCommand {
  /** Where the command line is. */
  readonly place: Place;
  /** What to take out in order to be rid of it. */
  readonly entry: Place;
  readonly command: string;
}

/** The command lines of a list of hooks, whether it has groups or not. Everything that has another shape is passed over. */
function commandsIn(text: string, list: Place): FoundCommand[] {
  let value: unknown = getNodeValue(readTree(text));
  for (const name of list) value = memberOf(value, name);
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).flatMap((entry, index) => {
    const group = memberOf(entry, "hooks");
    if (!Array.isArray(group)) return linesOf(entry, [...list, index], [...list, index]);
    const whole: Place = [...list, index];
    return (group as readonly unknown[]).flatMap((hook, at) => {
      const place: Place = [...whole, "hooks", at];
      return linesOf(hook, place, group.length === 1 ? whole : place);
    });
  });
}

function linesOf(hook: unknown, place: Place, entry: Place): FoundCommand[] {
  return ["command", "bash"].flatMap((name) => {
    const command = memberOf(hook, name);
    return typeof command === "string" ? [{ place: [...place, name], entry, command }] : [];
  });
}

function memberOf(value: unknown, name: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name) as unknown;
}

/** A module of the runtime: beside `compiler` in a build, in `dist` in a checkout. */
function runtimeModule(name: string): string {
  const candidates = [`../../../src/agents/${name}.js`, `../../../dist/src/agents/${name}.js`];
  const paths = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

/** The review log lies beside the table, where the agent cannot change it. */
export function logBeside(table: string): string {
  return join(dirname(table), "log.jsonl");
}

function optionsOf(table: string): string {
  return `{ table: ${JSON.stringify(table)}, log: ${JSON.stringify(logBeside(table))} }`;
}

/** OpenCode leaves out a plugin that cannot be loaded, so this file loads the gate itself, and denies where it cannot. */
function openCodeFile(table: string): string {
  return `// Written by \`tollgate init\`, and taken away by \`tollgate init --undo\`.
export const Tollgate = async (context) => {
  try {
    const { openCodePlugin } = await import(${JSON.stringify(pathToFileURL(runtimeModule("opencode")).href)});
    return await openCodePlugin(${optionsOf(table)}, context);
  } catch (error) {
    const reason = \`tollgate: denied, since the gate cannot start: \${error}\`;
    return {
      "tool.execute.before": async () => {
        throw new Error(reason);
      },
    };
  }
};
`;
}

/** Pi does not start with an extension that cannot be loaded. */
function piFile(table: string): string {
  return `// Written by \`tollgate init\`, and taken away by \`tollgate init --undo\`.
import { piExtension } from ${JSON.stringify(runtimeModule("pi"))};

export default function (pi) {
  piExtension(${optionsOf(table)}, pi);
}
`;
}

export { JsonProblem };

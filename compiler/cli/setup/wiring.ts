/**
 * What has to stand in an agent's file for it to ask the gate, and how it gets there.
 */
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { getNodeValue } from "jsonc-parser";
import type { AgentName, HookAgentName } from "../../../src/agents/contract.ts";
import { isOwnLine } from "./command-line.ts";
import { AGENT_TIMEOUT, asksByCommand, builtFile, hookLine, MARK } from "./hook-line.ts";
import { appendItem, insertionInto, JsonProblem, memberOf, readTree } from "./json-edit.ts";
import type { Insertion, Place } from "./json-edit.ts";
import { removeEntry } from "./json-removal.ts";
import { entryDifferences, mendEntry } from "./own-entry.ts";
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

/** What the gate is put into: the text of the agent's file, or of a new one where there is none or nothing in it. */
export function seedOf(before: string | null, agent: AgentName): string {
  return before === null || before.trim() === "" ? (NEW_FILE[agent] ?? "{}\n") : before;
}

export interface Wiring {
  readonly agent: AgentName;
  readonly table: string;
  readonly machine: Machine;
}

/**
 * The text of the agent's file with the gate in it; the same text where it is in it already. Entries of the gate that
 * differ are mended. Throws {@link JsonProblem} where the file is not one that can be added to.
 */
export function wire(before: string | null, wiring: Wiring): string {
  const { agent, table, machine } = wiring;
  if (!asksByCommand(agent)) {
    if (before !== null && before.trim() !== "" && !holdsGate(before, agent)) {
      throw new JsonProblem("was not written by `tollgate init`", ", so it is left as it is; move it elsewhere first");
    }
    return agent === "opencode" ? openCodeFile(table) : piFile(table);
  }
  const command = hookLine({ agent, table, log: logBeside(table), machine });
  let text = seedOf(before, agent);
  for (const { list, item } of entriesOf(agent, command)) text = mendEntry(text, list, item, oursIn);
  return text;
}

/**
 * What differs between what stands in an agent's file and what {@link wire} would write there, as sentences; nothing
 * where it would change nothing. Throws {@link JsonProblem} where the file cannot be read.
 */
export function wiringDifferences(text: string, wiring: Wiring): string[] {
  const { agent, table, machine } = wiring;
  if (!asksByCommand(agent)) {
    return wire(null, wiring) === text ? [] : ["it is not what `tollgate init` writes"];
  }
  const command = hookLine({ agent, table, log: logBeside(table), machine });
  return entriesOf(agent, command).flatMap(({ list, item }) => entryDifferences(text, list, item, oursIn));
}

/** How {@link wire} puts each entry in that is missing, by the list that it is put into. */
export type Insertions = ReadonlyMap<string, Insertion>;

/** How the gate is put into a text. Throws as {@link wire} does. */
export function insertionsInto(before: string | null, agent: AgentName): Insertions {
  const insertions = new Map<string, Insertion>();
  if (!asksByCommand(agent)) return insertions;
  let text = seedOf(before, agent);
  for (const { list, item } of entriesOf(agent, "")) {
    if (oursIn(text, list).length > 0) continue;
    insertions.set(list.join("."), insertionInto(text, list));
    text = appendItem(text, list, item);
  }
  return insertions;
}

/**
 * The text without the gate, or null where nothing else is left of a file that is only the gate's. With what
 * {@link insertionsInto} tells of the text of before, what was made around an entry goes too.
 */
export function unwire(text: string, agent: AgentName, insertions: Insertions = new Map()): string | null {
  if (!asksByCommand(agent)) return null;
  let left = text;
  for (const { list } of entriesOf(agent, "").toReversed()) {
    for (;;) {
      const entries = oursIn(left, list).map(({ entry }) => entry);
      const entry = entries.at(-1);
      if (entry === undefined) break;
      const isOnlyOne = entries.every((other) => other.join() === entry.join());
      left = removeEntry(left, list, entry, isOnlyOne ? (insertions.get(list.join(".")) ?? null) : null);
    }
  }
  return left;
}

function oursIn(text: string, list: Place): FoundCommand[] {
  return commandsIn(text, list).filter(({ command }) => isOwnLine(command));
}

/** The command lines in the agent's file that are the gate's. */
export function wiredCommands(text: string, agent: AgentName): string[] {
  if (!asksByCommand(agent)) return [];
  const lists = entriesOf(agent, "").map(({ list }) => list);
  return lists.flatMap((list) => oursIn(text, list).map(({ command }) => command));
}

/** True where an agent's file has the gate in it. Throws {@link JsonProblem} where that cannot be told. */
export function holdsGate(text: string, agent: AgentName): boolean {
  if (agent === "opencode") return text.includes("openCodePlugin");
  if (agent === "pi") return text.includes("piExtension");
  return text.includes(MARK) && wiredCommands(text, agent).length > 0;
}

/** True for a file that holds the gate as `init` puts it there, whether that is on record or not. */
export function isMadeByInit(text: string, agent: AgentName): boolean {
  if (!asksByCommand(agent)) return text.startsWith(MADE_BY);
  try {
    return holdsGate(text, agent);
  } catch (error) {
    if (error instanceof JsonProblem) return false;
    throw error;
  }
}

interface FoundCommand {
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
    if (!Array.isArray(group)) return linesOf(entry, [...list, index]);
    const whole: Place = [...list, index];
    return (group as readonly unknown[]).flatMap((hook, at) => {
      return linesOf(hook, group.length === 1 ? whole : [...whole, "hooks", at]);
    });
  });
}

function linesOf(hook: unknown, entry: Place): FoundCommand[] {
  return ["command", "bash"].flatMap((name) => {
    const command = memberOf(hook, name);
    return typeof command === "string" ? [{ entry, command }] : [];
  });
}

/** The review log lies beside the table, where the agent cannot change it. */
export function logBeside(table: string): string {
  return join(dirname(table), "log.jsonl");
}

function optionsOf(table: string): string {
  return `{ table: ${JSON.stringify(table)}, log: ${JSON.stringify(logBeside(table))} }`;
}

/** The first line of a file that is only the gate's. */
const MADE_BY = "// Written by `tollgate init`, and taken away by `tollgate init --undo`.";

/** OpenCode leaves out a plugin that cannot be loaded, so this file loads the gate itself, and denies where it cannot. */
function openCodeFile(table: string): string {
  return `${MADE_BY}
export const Tollgate = async (context) => {
  try {
    const { openCodePlugin } = await import(${JSON.stringify(pathToFileURL(builtFile("src/agents/opencode.js")).href)});
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
  return `${MADE_BY}
import { piExtension } from ${JSON.stringify(builtFile("src/agents/pi.js"))};

export default function (pi) {
  piExtension(${optionsOf(table)}, pi);
}
`;
}

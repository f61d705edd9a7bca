/**
 * What a call of the `mcp` tool is aimed at: the targets that rules of the `mcp` surface match.
 *
 * | input | targets |
 * | --- | --- |
 * | `{tool, server?}` | `server:tool`, `server_tool`, `server`, `tool`, `mcp_call` |
 * | `{connect: server}` | `mcp_connect_server`, `server`, `mcp_connect` |
 * | `{describe: tool, server?}` | as for a call, but `mcp_describe` |
 * | `{search, server?}` | `mcp_server_server`, `server`, `mcp_search` |
 * | `{list: server}`, `{server}` | `mcp_server_server`, `server`, `mcp_list` |
 * | `{action}` | `mcp_action`, `mcp_server_server`, `server` |
 * | `{}` | `mcp_status` |
 */
import type { Question } from "../table/question.ts";
import { plain } from "../text.ts";
import { isRecord, readArgument } from "./argument.ts";

export interface McpTargets {
  /** Never empty, most specific first. */
  readonly written: readonly string[];
  /** What the call may also be aimed at, for rules that ask or deny. */
  readonly readings: readonly string[];
  /** An argument that decides what is called but is no text, or null. */
  readonly unreadable: string | null;
}

/** How many ways to split `server_tool` are tried where the server is not told. */
const MOST_SPLITS = 16;

/** The argument names that tell what a call does, in the order in which a host looks at them. */
const MODES = ["tool", "connect", "describe", "search", "list", "action"] as const;
type Mode = (typeof MODES)[number];

/** Targets of a mode itself. A tool or server of such a name is no such mode, so a rule that allows one must not match. */
const RESERVED = /^mcp_(?:call|connect|describe|search|list|status|server)(?:_|$)/;

/**
 * The targets of a call. Never throws.
 *
 * Where an input names several modes at once, the first counts as written; the others are readings.
 */
export function mcpTargets(input: unknown): McpTargets {
  const targets = new TargetList();
  let unreadable: string | null = isRecord(input) ? null : "tool";

  const server = readArgument(input, "server");
  if (server.kind === "other" || server.kind === "unreadable") unreadable = "server";
  const serverName = server.kind === "text" ? server.text.trim() : "";

  for (const mode of MODES) {
    const argument = readArgument(input, mode);
    if (argument.kind === "absent") continue;
    if (argument.kind === "text") targets.add(mode, argument.text.trim(), serverName);
    // `list: true` and the like name a mode without a subject.
    else if (argument.kind === "other" && argument.value === true) targets.add(mode, "", serverName);
    else if (argument.kind !== "other" || argument.value !== false) unreadable = mode;
  }
  if (targets.isEmpty()) {
    if (serverName === "") targets.name("mcp_status");
    else targets.add("list", serverName, serverName);
  }
  return { ...targets.all(), unreadable };
}

/** The targets as the one question that they are: the last rule that matches any of them wins. */
export function mcpQuestion(targets: McpTargets): Question {
  return {
    written: targets.written.map((target) => [plain(target)]),
    readings: targets.readings.map((target) => [plain(target)]),
  };
}

/** The target to show: the most specific one. */
export function mcpTarget(targets: McpTargets): string {
  return targets.written[0] ?? "mcp";
}

class TargetList {
  readonly #written = new Set<string>();
  readonly #readings = new Set<string>();

  isEmpty(): boolean {
    return this.#written.size === 0;
  }

  all(): { written: string[]; readings: string[] } {
    return { written: [...this.#written], readings: [...this.#readings].filter((name) => !this.#written.has(name)) };
  }

  /** Adds the targets of a mode. All but the first mode are readings. */
  add(mode: Mode, subject: string, server: string): void {
    const into = this.isEmpty() ? this.#written : this.#readings;
    switch (mode) {
      case "tool":
        this.#addTool(into, subject, server);
        into.add("mcp_call");
        break;
      case "describe":
        this.#addTool(into, subject, server);
        into.add("mcp_describe");
        break;
      case "connect":
        if (subject !== "") into.add(`mcp_connect_${subject}`);
        this.#addName(into, subject);
        into.add("mcp_connect");
        break;
      case "search":
        this.#addServer(into, server);
        into.add("mcp_search");
        break;
      case "list":
        this.#addServer(into, subject === "" ? server : subject);
        into.add("mcp_list");
        break;
      case "action":
        into.add(`mcp_${subject}`);
        this.#addServer(into, server);
        break;
    }
  }

  name(target: string): void {
    this.#written.add(target);
  }

  #addServer(into: Set<string>, server: string): void {
    if (server === "") return;
    into.add(`mcp_server_${server}`);
    this.#addName(into, server);
  }

  #addTool(into: Set<string>, reference: string, serverHint: string): void {
    const qualified = splitReference(reference);
    const server = serverHint === "" ? (qualified?.server ?? "") : serverHint;
    const tool = qualified?.tool ?? reference;
    if (server !== "") {
      into.add(`${server}:${tool}`);
      into.add(`${server}_${tool}`);
      this.#addName(into, server);
    }
    this.#addName(into, tool);
    this.#addName(into, reference);

    // `github_search_code` may be `search_code` of `github`, told or not: a deny on that server has to see it.
    for (const split of underscoreSplits(tool)) {
      if (serverHint !== "" && split.server !== serverHint) continue;
      this.#readings.add(`${split.server}:${split.tool}`);
      this.#readings.add(split.server);
      this.#readings.add(split.tool);
    }
    // The reference may name another server than the argument does; which of the two the host obeys is its own affair.
    if (qualified !== null && serverHint !== "" && qualified.server !== serverHint) {
      this.#readings.add(`${qualified.server}_${qualified.tool}`);
      this.#readings.add(qualified.server);
    }
  }

  #addName(into: Set<string>, name: string): void {
    if (name === "") return;
    (RESERVED.test(name) ? this.#readings : into).add(name);
  }
}

/** `server:tool` and `mcp__server__tool`; null for a name that says no server. */
function splitReference(reference: string): { server: string; tool: string } | null {
  if (reference.startsWith("mcp__")) {
    const end = reference.indexOf("__", 5);
    if (end > 5 && end + 2 < reference.length) {
      return { server: reference.slice(5, end), tool: reference.slice(end + 2) };
    }
  }
  const colon = reference.indexOf(":");
  if (colon <= 0 || colon === reference.length - 1) return null;
  return { server: reference.slice(0, colon).trim(), tool: reference.slice(colon + 1).trim() };
}

function* underscoreSplits(name: string): Generator<{ server: string; tool: string }> {
  let count = 0;
  for (let at = name.indexOf("_"); at >= 0 && count < MOST_SPLITS; at = name.indexOf("_", at + 1)) {
    if (at === 0 || at === name.length - 1) continue;
    count++;
    yield { server: name.slice(0, at), tool: name.slice(at + 1) };
  }
}

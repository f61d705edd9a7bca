/**
 * From a call in an agent's words to the calls that the gate is asked about.
 */
import type { Invocation } from "../gate.ts";
import { classifyToolKind, searchesDirectory } from "../invocation/tool-kind.ts";
import type { ShellTool } from "../table/rule.ts";
import type { AgentCall, AgentTools, Payload, ToolSpec } from "./contract.ts";
import { mcpNames } from "./mcp-names.ts";
import { filesOfPatch } from "./patch.ts";
import { isAbsolutePath, recordOf } from "./payload.ts";

/**
 * A shell that is told where to run, as the gate gets to see it: one name for all agents, which no tool can have. The
 * gate's own `bash` takes no directory. What people are told is the agent's name for it.
 */
const AGENT_SHELL = "shell of the agent";

/** To be given to the gate, so that it takes the calls of {@link mapCall} for shells. */
export const AGENT_SHELL_TOOLS: Readonly<Record<string, ShellTool>> = {
  [AGENT_SHELL]: { commandArgument: "command", workdirArgument: "workdir" },
};

/** One call of the agent can be several to the gate; the strictest answer counts. */
export interface MappedCall {
  /** At least one. */
  readonly invocations: readonly Invocation[];
  /**
   * The same call under the agent's own name for the tool, for policies that use that name; null where the names are
   * the same. To be asked only where the policy has rules under it.
   */
  readonly ownName: Invocation | null;
}

type ShellSpec = ToolSpec & { readonly as: "shell" };
type FileSpec = ToolSpec & { readonly as: "file" };

/** An input that the gate denies as unreadable: a path that is no text. */
const UNREADABLE = { path: 0 };

/**
 * What the gate is asked about a call. `servers` are the MCP servers that the agent is known to have, as it writes them
 * in tool names; null where that is not known.
 */
export function mapCall(agent: AgentTools, call: AgentCall, servers: readonly string[] | null = null): MappedCall {
  const who = call.agent === null ? {} : { agent: call.agent };
  const own: Invocation = { tool: call.tool, input: call.input, ...who };
  const spec = Object.hasOwn(agent.tools, call.tool) ? agent.tools[call.tool] : undefined;
  if (spec !== undefined) {
    const invocations = specInvocations(spec, call).map((invocation) => ({ ...invocation, ...who }));
    // A name that every policy knows means the same to the agent and to the gate.
    const isCommon = classifyToolKind(call.tool) !== "extension" || invocations.some(({ tool }) => tool === call.tool);
    return { invocations, ownName: isCommon ? null : own };
  }
  const names = call.mcp === null ? mcpNames(agent.mcp, call.tool, servers) : [call.mcp];
  if (names.length === 0) return { invocations: [own], ownName: null };
  const invocations = names.map((name) => ({ tool: "mcp", input: { ...name, arguments: call.input ?? {} }, ...who }));
  return { invocations, ownName: own };
}

function specInvocations(spec: ToolSpec, call: AgentCall): Invocation[] {
  const input = recordOf(call.input);
  switch (spec.as) {
    case "shell":
      return input === null
        ? [{ tool: "bash", input: { command: call.input ?? 0 } }]
        : shellInvocations(spec, call, input);
    case "file":
      return input === null
        ? [{ tool: spec.tool, input: call.input ?? UNREADABLE }]
        : fileInvocations(spec, call, input);
    case "skill":
      return [{ tool: "skill", input: input === null ? call.input : { name: input[spec.name] } }];
    case "tool":
      return [{ tool: spec.tool, input: call.input }];
  }
}

/** It runs where the call says, else where the agent stands by now; the fence stays where the session began. */
function shellInvocations(spec: ShellSpec, call: AgentCall, input: Payload): Invocation[] {
  const command = input[spec.command] ?? 0;
  const given = (spec.workdir ?? []).map((name) => input[name]).find(isGiven);
  const workdir = given === undefined ? (call.cwd === call.root ? null : call.cwd) : resolved(call, given);
  const invocation =
    workdir === null ? { tool: "bash", input: { command } } : { tool: AGENT_SHELL, input: { command, workdir } };
  if (spec.patches !== true || typeof command !== "string" || !command.includes("*** Begin Patch")) return [invocation];
  return [invocation, ...patchInvocations(call, command, workdir)];
}

function fileInvocations(spec: FileSpec, call: AgentCall, input: Payload): Invocation[] {
  const patches = (spec.patch ?? []).map((name) => input[name]).filter(isGiven);
  const patched = patches.flatMap((text) => patchInvocations(call, text, null));
  const paths = spec.paths.map((name) => input[name]).flatMap(listed);
  const bases = paths.length === 0 ? [""] : [...paths];
  for (const glob of (spec.globs ?? []).map((name) => input[name]).flatMap(listed)) {
    if (typeof glob !== "string") paths.push(glob);
    else if (!glob.startsWith("!")) paths.push(...bases.map((base) => below(base, glob)));
  }
  if (paths.length > 0) {
    return [...patched, { tool: spec.tool, input: { path: paths.map((path) => resolved(call, path)) } }];
  }
  if (patched.length > 0) return patched;
  // A tool that looks through a directory does so here where it is told no other. The others need a path.
  return [{ tool: spec.tool, input: searchesDirectory(spec.tool) ? here(call) : UNREADABLE }];
}

function here(call: AgentCall): Payload {
  return call.cwd === null || call.cwd === call.root ? {} : { path: call.cwd };
}

/** A glob of a search names files below its base, unless it starts somewhere itself. */
function below(base: unknown, glob: string): unknown {
  if (typeof base !== "string") return base;
  if (base === "" || isAbsolutePath(glob) || glob.startsWith("~")) return glob;
  return `${base.replace(/[/\\]+$/, "")}/${glob}`;
}

function patchInvocations(call: AgentCall, text: unknown, workdir: unknown): Invocation[] {
  const files = typeof text === "string" ? filesOfPatch(text) : null;
  if (files === null) return [{ tool: "edit", input: UNREADABLE }];
  const at = typeof workdir === "string" ? { ...call, cwd: workdir } : call;
  return files.map(({ path, access }) => ({ tool: access, input: { path: resolved(at, path) } }));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The values of an argument: those of a list, or the one. */
function listed(value: unknown): unknown[] {
  if (!isGiven(value)) return [];
  return Array.isArray(value) ? [...(value as readonly unknown[])] : [value];
}

/** A relative path below where the agent stands. Anything but a relative path is left as it is. */
function resolved(call: AgentCall, path: unknown): unknown {
  if (typeof path !== "string" || call.cwd === null || call.cwd === call.root) return path;
  // `~`, `$HOME`, `file:` and a drive start somewhere of their own.
  if (isAbsolutePath(path) || /^(?:[~$]|file:|[A-Za-z]:)/i.test(path)) return path;
  return `${call.cwd.replace(/[/\\]+$/, "")}/${path.replace(/^@/, "")}`;
}

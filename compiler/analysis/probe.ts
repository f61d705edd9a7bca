/**
 * Examples as calls: the invocations that a text of a surface can stand for, and what a gate says of them.
 *
 * A text is what rules match; a call is what an agent makes. A call can have more to it than one text (a command names
 * paths, a path has several spellings), so whether the gate answers as the text alone does is tried, not assumed.
 */
import type { Decision } from "../../src/decision.ts";
import { createGate, type Gate } from "../../src/explain.ts";
import type { FileSystem } from "../../src/path/file-system.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { loadTable } from "../../src/table/load.ts";
import { isPathSurface, marksAccess } from "../../src/table/program.ts";
import { BOUNDARY, HOME, READ, WRITE } from "../../src/text.ts";
import { commandWord } from "../command-word.ts";

/** A tool call that serves as an example. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly agent: string | null;
}

/** Where examples take place: a working directory and a home directory without a link in them. */
export const EXAMPLE_CWD = "/srv/app";
export const EXAMPLE_HOME = "/home/user";

const plainDisk: FileSystem = {
  realpath: (path) => path,
  readdir: () => [],
  readlink: () => {
    throw Object.assign(new Error("no link"), { code: "EINVAL" });
  },
};

/** A gate over a table that looks at no disk and at no machine. */
export async function exampleGate(data: SealedTableData): Promise<Gate> {
  const options = { cwd: EXAMPLE_CWD, home: EXAMPLE_HOME, platform: "linux", fileSystem: plainDisk } as const;
  return await createGate({ table: loadTable(data), ...options });
}

/** What a gate says of a call. */
export function decide(gate: Gate, { tool, input, agent }: Call): Decision {
  return gate.decide({ tool, input, ...(agent === null ? {} : { agent }) });
}

/** How a text of a surface is shown to people: a command as it is typed, a path with `~`. */
export function textShown(surface: string, text: string): string {
  if (surface === "bash") return commandOf(text);
  if (!isPathSurface(surface)) return text;
  const [mark, path] = marksAccess(surface) ? [text.slice(0, 1), text.slice(1)] : ["", text];
  return `${mark === READ ? "read " : mark === WRITE ? "write " : ""}${path.replace(HOME, "~")}`;
}

/**
 * Calls that ask a surface about a text, the likeliest first. None where a surface is asked only as a part of other
 * calls. `shellTool`: the tool that carries the command in place of `bash`.
 */
export function callsFor(
  surface: string,
  text: string,
  agent: string | null,
  shellTool: { readonly tool: string; readonly commandArgument: string } | null = null,
): Call[] {
  const call = (tool: string, input: Readonly<Record<string, unknown>>): Call => ({ tool, input, agent });
  if (surface === "bash") {
    const command = commandOf(text);
    return [
      shellTool === null ? call("bash", { command }) : call(shellTool.tool, { [shellTool.commandArgument]: command }),
    ];
  }
  if (marksAccess(surface)) {
    const path = text.slice(1).replace(HOME, "~");
    const tools = text.startsWith(WRITE) ? ["write", "edit"] : ["read", "ls", "grep", "find"];
    const command = `${text.startsWith(WRITE) ? "touch" : "cat"} ${quotedPath(path)}`;
    return [
      ...tools.map((tool) => call(tool, pathInput(tool, path))),
      call("bash", { command }),
      call("tool", { path }),
    ];
  }
  if (isPathSurface(surface)) {
    const path = text.replace(HOME, "~");
    return [call(surface, path === "*" ? {} : pathInput(surface, path)), call(surface, pathInput(surface, path))];
  }
  if (surface === "mcp") return mcpCalls(text).map((input) => call("mcp", input));
  if (surface === "skill") return [call("skill", { name: text })];
  if (surface === "wrapper") return [call("bash", { command: `${commandWord(text)} true` })];
  return text === "*" ? [call(surface, {})] : [];
}

function pathInput(tool: string, path: string): Readonly<Record<string, unknown>> {
  if (tool === "grep" || tool === "find") return { pattern: "x", path };
  return tool === "ls" ? { path } : { file_path: path };
}

function mcpCalls(text: string): Readonly<Record<string, unknown>>[] {
  const colon = text.indexOf(":");
  const calls: Readonly<Record<string, unknown>>[] = [];
  if (colon > 0) calls.push({ server: text.slice(0, colon), tool: text.slice(colon + 1) });
  calls.push({ tool: text }, { server: text }, { connect: text }, { action: text.replace(/^mcp_/, "") });
  return calls;
}

/** A text of `bash` as a command line. */
function commandOf(text: string): string {
  return text
    .split(BOUNDARY)
    .map((word, index) => (index === 0 && isSyntax(word) ? `'${word}'` : commandWord(word)))
    .join(" ");
}

const RESERVED = new Set(
  "if then else elif fi do done case esac while until for select in function time coproc".split(" "),
);

/** True for a first word that a shell would read as something else than a command's name. */
function isSyntax(word: string): boolean {
  return RESERVED.has(word) || /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word);
}

function quotedPath(path: string): string {
  return path === "~" || path.startsWith("~/")
    ? `~${path.length > 1 ? `/${path.length > 2 ? commandWord(path.slice(2)) : ""}` : ""}`
    : commandWord(path);
}

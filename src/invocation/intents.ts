/**
 * What an invocation wants to touch: a tool call turned into questions that surfaces can be asked.
 */
import { match } from "ts-pattern";
import type { BashProgram } from "../shell/program.ts";
import type { Question } from "../table/question.ts";
import { plain, READ, WRITE } from "../text.ts";
import { isRecord, readArgument } from "./argument.ts";
import { mcpQuestion, mcpTarget, mcpTargets } from "./mcp-targets.ts";
import { readShellInvocation, type ShellInvocation, type ShellTools } from "./shell-invocation.ts";
import { classifyToolKind, searchesDirectory, toolAccess, type ToolAccess, type ToolKind } from "./tool-kind.ts";
import { namesPath, toolPaths, type PathExtractors } from "./tool-path.ts";

/** One thing that an invocation wants, and the surface that has a say in it. */
export type AccessIntent = CommandsIntent | PathIntent | NameIntent;

/** The commands of a shell program, and the paths that they touch. */
interface CommandsIntent {
  readonly kind: "commands";
  readonly program: BashProgram;
}

/** A path that a tool is given. */
interface PathIntent {
  readonly kind: "path";
  /** The tool's own surface, where that is asked about the path; null where `path` and the fence alone are. */
  readonly surface: string | null;
  /** As typed. */
  readonly path: string;
  readonly access: ToolAccess;
  /** False for a path that the input does not name: it counts only where a rule of `path` speaks of it. */
  readonly named: boolean;
}

/** A name: an MCP target, a skill, a tool. */
interface NameIntent {
  readonly kind: "name";
  readonly surface: string;
  /** For display. */
  readonly value: string;
  readonly question: Question;
}

/** An invocation as far as its name and input tell. */
export interface Projection {
  readonly kind: ToolKind;
  /** Set for a shell under any name. */
  readonly shell: ShellInvocation | null;
  readonly intents: readonly AccessIntent[];
  /**
   * The argument that decides what the call does but is no text, or null. The answer to such a call is a denial: what
   * it would do is unknown, and the caller can mend it.
   */
  readonly unreadable: string | null;
}

export interface ProjectionOptions {
  readonly shellTools: ShellTools;
  readonly extractors: PathExtractors | undefined;
  readonly projectShell: (shell: ShellInvocation) => BashProgram;
}

/** What an invocation wants. A tool that is a shell by the policy's word is a shell, whatever its name says. */
export function projectInvocation(tool: string, input: unknown, options: ProjectionOptions): Projection {
  const name = tool.trim();
  const reading = readShellInvocation(name, input, options.shellTools);
  const kind: ToolKind = reading === null ? classifyToolKind(name) : "bash";
  const shell = reading?.invocation ?? null;

  const { intents, unreadable } = match(kind)
    .with("bash", (): Wanted => {
      if (reading === null) return { intents: [], unreadable: "command" };
      if (reading.unreadable !== null) return { intents: [], unreadable: reading.unreadable };
      return { intents: [{ kind: "commands", program: options.projectShell(reading.invocation) }], unreadable: null };
    })
    .with("path", () => pathIntents(name, input))
    .with("mcp", () => mcpIntents(name, input, options.extractors))
    .with("skill", () => skillIntents(name, input))
    .with("extension", (): Wanted => {
      const given = givenPaths(name, input, options.extractors);
      return { intents: [...given.intents, anyOf(name)], unreadable: given.unreadable };
    })
    .exhaustive();
  return { kind, shell, intents, unreadable };
}

type Wanted = Pick<Projection, "intents" | "unreadable">;

function pathIntents(tool: string, input: unknown): Wanted {
  const { paths, unreadable } = toolPaths(tool, input);
  const access = toolAccess(tool);
  const given = paths.map(({ path, named }): AccessIntent => {
    return { kind: "path", surface: named ? tool : null, path, access, named };
  });
  if (namesPath(input)) return { intents: given, unreadable };
  const here: AccessIntent[] = searchesDirectory(tool)
    ? [{ kind: "path", surface: null, path: ".", access, named: false }]
    : [];
  return { intents: [...here, ...given, anyOf(tool)], unreadable };
}

function mcpIntents(tool: string, input: unknown, extractors: PathExtractors | undefined): Wanted {
  const targets = mcpTargets(input);
  const paths = givenPaths(tool, input, extractors);
  const call: NameIntent = { kind: "name", surface: tool, value: mcpTarget(targets), question: mcpQuestion(targets) };
  return { intents: [...paths.intents, call], unreadable: targets.unreadable ?? paths.unreadable };
}

/** A skill's name stands in `name` or in `skill`; where both are there and differ, both count. */
function skillIntents(tool: string, input: unknown): Wanted {
  if (!isRecord(input)) return { intents: [], unreadable: "name" };
  const names = new Set<string>();
  let unreadable: string | null = null;
  for (const argument of ["name", "skill"]) {
    const given = readArgument(input, argument);
    if (given.kind === "text") names.add(given.text.trim());
    else if (given.kind !== "absent") unreadable = argument;
  }
  if (names.size === 0) return { intents: [anyOf(tool)], unreadable };
  const intents = [...names].map((name): NameIntent => {
    return { kind: "name", surface: tool, value: name, question: { written: [[plain(name)]], readings: [] } };
  });
  return { intents, unreadable };
}

/** Nothing tells whether a tool of an extension or of an MCP server reads or writes, so both count. */
function givenPaths(tool: string, input: unknown, extractors: PathExtractors | undefined): Wanted {
  const { paths, unreadable } = toolPaths(tool, input, extractors);
  const intents = paths.map(({ path, access, named }): AccessIntent => {
    return { kind: "path", surface: null, path, access: access ?? toolAccess(tool), named };
  });
  return { intents, unreadable };
}

/**
 * The surface of a tool as such. What it is asked is the text `*`, which no narrower pattern matches.
 *
 * A tool may be named as a surface whose texts start with a mark; then it is asked for both marks.
 */
function anyOf(tool: string): NameIntent {
  const marks = tool === "path" || tool === "external_directory" ? [READ, WRITE] : [""];
  return {
    kind: "name",
    surface: tool,
    value: "*",
    question: { written: marks.map((mark) => [`${mark}*`]), readings: [] },
  };
}

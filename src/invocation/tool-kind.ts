/**
 * What kind of tool a name stands for: the one place that compares tool names.
 *
 * Everything else asks here and matches over {@link ToolKind}, exhaustively, so that a new kind is a compile error
 * until every place covers it.
 */

/** What an invocation accesses, told from the tool's name alone. Plain data: it needs no policy and no input. */
export type ToolKind = "bash" | "mcp" | "skill" | "path" | "extension";

/** How a tool touches the path that it is given. */
export type ToolAccess = "read" | "write" | "both";

interface PathTool {
  readonly access: ToolAccess;
  /** Without a path the tool works on the working directory (`ls`), rather than failing (`read`). */
  readonly searches: boolean;
  /** Arguments that say by a glob which files it looks into. */
  readonly filters?: readonly string[];
}

/** An edit reads what it changes, and its answer shows it. */
const PATH_TOOLS: ReadonlyMap<string, PathTool> = new Map<string, PathTool>([
  ["read", { access: "read", searches: false }],
  ["write", { access: "write", searches: false }],
  ["edit", { access: "both", searches: false }],
  ["grep", { access: "read", searches: true, filters: ["glob", "include", "globs"] }],
  ["find", { access: "read", searches: true }],
  ["ls", { access: "read", searches: true }],
]);

/** The kind of a tool. Blanks around the name do not count; case does. */
export function classifyToolKind(tool: string): ToolKind {
  const name = tool.trim();
  if (name === "bash" || name === "mcp" || name === "skill") return name;
  return PATH_TOOLS.has(name) ? "path" : "extension";
}

/**
 * How a tool touches its paths. Of a tool that is not one of the built-in path tools nothing is known, so it counts as
 * reading and writing.
 */
export function toolAccess(tool: string): ToolAccess {
  return PATH_TOOLS.get(tool.trim())?.access ?? "both";
}

/** True for a tool that, called without a path, looks through the working directory. */
export function searchesDirectory(tool: string): boolean {
  return PATH_TOOLS.get(tool.trim())?.searches ?? false;
}

/** The arguments by which a tool is told in which files below its path it searches. */
export function searchFilters(tool: string): readonly string[] {
  return PATH_TOOLS.get(tool.trim())?.filters ?? [];
}

/**
 * The paths that a tool's input names.
 */
import { match } from "ts-pattern";
import { isList, isRecord, readArgument, readText, type Argument } from "./argument.ts";
import { classifyToolKind } from "./tool-kind.ts";

/**
 * Names the paths in the input of an extension tool; a host registers one where `path` and its like do not tell.
 * Whatever it returns besides texts is left out; what it throws makes the call unreadable.
 */
export type PathExtractor = (input: unknown) => readonly string[] | string | null | undefined;

/** Extractors by the name of their tool. */
export type PathExtractors = Readonly<Record<string, PathExtractor>>;

export interface ToolPaths {
  /** As typed, without repetition, in the order of the argument names. */
  readonly paths: readonly string[];
  /** The argument that names a path but is no text, or null: what the tool would touch is then unknown. */
  readonly unreadable: string | null;
}

/** Arguments that hold a path, whatever tool takes them. */
const PATH_ARGUMENTS = [
  "path",
  "file_path",
  "filePath",
  "filepath",
  "file",
  "filename",
  "fileName",
  "file_name",
  "absolute_path",
  "absolutePath",
  "relative_path",
  "relativePath",
  "target_file",
  "targetFile",
  "directory",
  "dir",
  "dir_path",
  "dirPath",
  "directory_path",
  "directoryPath",
  "folder",
  "folder_path",
  "folderPath",
  "notebook_path",
  "repo_path",
  "root",
  "cwd",
  "workdir",
  "paths",
  "files",
  "file_paths",
  "filePaths",
  "directories",
] as const;

/** Arguments that hold a path in some tools and any text in others: only what has a path's shape counts. */
const POSSIBLE_ARGUMENTS = [
  "source",
  "destination",
  "src",
  "dest",
  "dst",
  "from",
  "to",
  "old_path",
  "oldPath",
  "new_path",
  "newPath",
  "target",
  "output",
  "output_path",
  "outputPath",
  "input_path",
  "inputPath",
  "location",
  "uri",
] as const;

/** A built-in path tool takes its path under one of these; the others are no arguments of it. */
const TOOL_ARGUMENTS = ["path", "file_path", "filePath"] as const;

/** How many paths one call may name; a call with more is unreadable, so that none goes unseen. */
const MOST_PATHS = 1_000;

/** Longest text that is taken for a path where the argument's name leaves it open, in UTF-16 units. */
const LONGEST_POSSIBLE = 4_096;

/** Longest `arguments` of an MCP call that is read where it is given as JSON text, in UTF-16 units. */
const LONGEST_JSON = 4_000_000;

/**
 * The paths that a call names. Never throws.
 *
 * A shell's paths are in its command, and a skill has none: both give an empty list.
 */
export function toolPaths(tool: string, input: unknown, extractors?: PathExtractors): ToolPaths {
  return match(classifyToolKind(tool))
    .with("bash", "skill", () => NONE)
    .with("path", () => (isRecord(input) ? collect(input, TOOL_ARGUMENTS, []) : UNREADABLE))
    .with("mcp", () => mcpPaths(input))
    .with("extension", () => {
      const name = tool.trim();
      const extract = extractors !== undefined && Object.hasOwn(extractors, name) ? extractors[name] : undefined;
      return extract === undefined ? collect(input, PATH_ARGUMENTS, POSSIBLE_ARGUMENTS) : extracted(extract, input);
    })
    .exhaustive();
}

const NONE: ToolPaths = { paths: [], unreadable: null };
const UNREADABLE: ToolPaths = { paths: [], unreadable: "path" };

/** The arguments of the tool that is called stand in `arguments`, or in `args`; as a record, or as JSON text. */
function mcpPaths(input: unknown): ToolPaths {
  const found = new Set<string>();
  let unreadable: string | null = null;
  for (const name of ["arguments", "args"]) {
    const given = readArgument(input, name);
    if (given.kind === "absent") continue;
    const fields = argumentFields(given);
    if (fields === null) {
      unreadable = name;
      continue;
    }
    const inner = collect(fields, PATH_ARGUMENTS, POSSIBLE_ARGUMENTS);
    for (const path of inner.paths) found.add(path);
    if (inner.unreadable !== null) unreadable = `${name}.${inner.unreadable}`;
  }
  return { paths: [...found], unreadable };
}

/** The record in an `arguments` value, or null where what the called tool would get cannot be told. */
function argumentFields(given: Argument): object | null {
  if (given.kind === "other") return typeof given.value === "object" ? given.value : null;
  if (given.kind !== "text" || given.text.length > LONGEST_JSON) return null;
  try {
    const parsed: unknown = JSON.parse(given.text);
    return typeof parsed === "object" ? (parsed ?? {}) : null;
  } catch {
    return null;
  }
}

function extracted(extract: PathExtractor, input: unknown): ToolPaths {
  try {
    const found = extract(input);
    const list = typeof found === "string" ? [found] : isList(found) ? found : [];
    const paths = [...new Set(list.filter((path): path is string => typeof path === "string" && path !== ""))];
    return paths.length > MOST_PATHS ? { paths: [], unreadable: "paths" } : { paths, unreadable: null };
  } catch {
    return UNREADABLE;
  }
}

function collect(input: unknown, sure: readonly string[], possible: readonly string[]): ToolPaths {
  const found = new Set<string>();
  let unreadable: string | null = null;

  // A built-in tool opens what it is given, address or not; elsewhere a remote address is no file of this machine.
  const isOpened = sure === TOOL_ARGUMENTS;
  const add = (text: string): void => {
    if (text === "" || (!isOpened && isRemoteAddress(text))) return;
    found.add(text);
    const local = fileUrlPath(text);
    if (local !== null) found.add(local);
    if (found.size > MOST_PATHS) unreadable = "paths";
  };

  for (const name of sure) {
    const given = readArgument(input, name);
    if (given.kind === "text") add(given.text);
    else if (given.kind === "other" && isList(given.value)) unreadable = addList(given.value, name, add) ?? unreadable;
    else if (given.kind !== "absent" && isPathName(name)) unreadable = name;
  }
  for (const name of possible) {
    const given = readArgument(input, name);
    if (given.kind === "text" && hasPathShape(given.text)) add(given.text);
  }
  return { paths: [...found], unreadable };
}

/** Adds the texts of a list and of the records in it (`[{ "path": "a" }]`); answers what could not be read. */
function addList(list: readonly unknown[], name: string, add: (text: string) => void): string | null {
  try {
    if (list.length > MOST_PATHS) return name;
    for (let index = 0; index < list.length; index++) {
      const item: unknown = list[index];
      const inner = typeof item === "string" ? item : readText(item, "path");
      if (inner !== undefined) add(inner);
      else if (isPathName(name)) return name;
    }
    return null;
  } catch {
    return name;
  }
}

/** `path` itself has to be readable; the rarer names also serve for other things (`root: true`, `file: 3`). */
function isPathName(name: string): boolean {
  return (TOOL_ARGUMENTS as readonly string[]).includes(name);
}

function hasPathShape(text: string): boolean {
  if (text.length > LONGEST_POSSIBLE || text.includes("\n")) return false;
  return /^(?:~|\.{0,2}[/\\]|[A-Za-z]:[/\\]|file:)/.test(text);
}

/** `https://…` and its kin name no file of this machine. */
function isRemoteAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^file:/i.test(text);
}

/** The path in a `file:` address, or null. */
function fileUrlPath(text: string): string | null {
  if (!/^file:/i.test(text)) return null;
  const path = text
    .slice(5)
    .replace(/^\/\/[^/]*/, "")
    .replace(/[?#].*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

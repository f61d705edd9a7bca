/**
 * The paths that a tool's input names.
 */
import { match } from "ts-pattern";
import { isList, isRecord, readArgument, type Argument } from "./argument.ts";
import { argumentKind, fileUrlPath, hasPathShape, isRemoteAddress } from "./path-arguments.ts";
import { expandSearchGlob } from "./search-glob.ts";
import { classifyToolKind, searchFilters, type ToolAccess } from "./tool-kind.ts";

/** A path that an extractor finds, and what the tool does with it: both where `access` is left out. */
export interface ExtractedPath {
  readonly path: string;
  readonly access?: ToolAccess | undefined;
}

/**
 * Names the paths in the input of an extension tool; a host registers one where the names of arguments do not tell.
 * What it throws, and what it answers that is neither of these, makes the call unreadable, and that is a denial.
 */
export type PathExtractor = (
  input: unknown,
) => string | ExtractedPath | readonly (string | ExtractedPath)[] | null | undefined;

/** Extractors by the name of their tool. */
export type PathExtractors = Readonly<Record<string, PathExtractor>>;

/** A path that a call names. */
export interface ToolPath {
  /** As typed. */
  readonly path: string;
  /** Null where the tool tells. */
  readonly access: ToolAccess | null;
  /** False for what may be no path: it counts where a rule speaks of it. */
  readonly named: boolean;
}

export interface ToolPaths {
  /** Without repetition, in the order of the arguments. */
  readonly paths: readonly ToolPath[];
  /** The argument that names a path but cannot be read, or null: what the tool would touch is then unknown. */
  readonly unreadable: string | null;
}

/** A built-in path tool takes its path under one of these; the others are no arguments of it. */
const TOOL_ARGUMENTS = ["path", "file_path", "filePath"] as const;

/** How many paths one call may name; a call with more is unreadable, so that none goes unseen. */
const MOST_PATHS = 1_000;

/** How many values of an input are looked at, and how deep they may lie; beyond, the call is unreadable. */
const MOST_VALUES = 100_000;
const MOST_LEVELS = 64;

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
    .with("path", () => (isRecord(input) ? pathsOfTool(tool, input) : unreadable("path")))
    .with("mcp", () => mcpPaths(input))
    .with("extension", () => {
      const name = tool.trim();
      const extract = extractors !== undefined && Object.hasOwn(extractors, name) ? extractors[name] : undefined;
      return extract === undefined ? new Collection().search(input) : extracted(extract, input);
    })
    .exhaustive();
}

const NONE: ToolPaths = { paths: [], unreadable: null };

function unreadable(argument: string): ToolPaths {
  return { paths: [], unreadable: argument };
}

/** Whether a built-in tool is given a path, and not only a filter. */
export function namesPath(input: unknown): boolean {
  return TOOL_ARGUMENTS.some((name) => {
    const given = readArgument(input, name);
    return given.kind === "text" || (given.kind === "other" && isList(given.value) && given.value.length > 0);
  });
}

/** The paths of a built-in tool, and the files that a filter of its search names. */
function pathsOfTool(tool: string, input: unknown): ToolPaths {
  const found = new Collection();
  for (const name of TOOL_ARGUMENTS) found.addTexts(readArgument(input, name), name, (text) => found.add(text));
  const { paths } = found.result();
  for (const name of searchFilters(tool)) {
    found.addTexts(readArgument(input, name), name, (filter) => {
      const globs = expandSearchGlob(filter);
      if (globs === null) return found.fail(name);
      for (const { glob, literal } of globs) {
        for (const path of below(paths, glob)) found.add(path, null, literal);
      }
    });
  }
  return found.result();
}

/** The files of a name below each of the paths. */
function below(paths: readonly ToolPath[], name: string): string[] {
  if (paths.length === 0 || /^(?:[/\\~]|[A-Za-z]:)/.test(name)) return [name];
  return paths.map(({ path }) => (/[/\\]$/.test(path) ? path + name : `${path}/${name}`));
}

/** The arguments of the tool that is called stand in `arguments`, or in `args`; as a record, or as JSON text. */
function mcpPaths(input: unknown): ToolPaths {
  const found = new Collection();
  for (const name of ["arguments", "args"]) {
    const given = readArgument(input, name);
    if (given.kind === "absent") continue;
    const fields = argumentFields(given);
    if (fields === null) found.fail(name);
    else found.search(fields, `${name}.`);
  }
  return found.result();
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
    const answer: unknown = extract(input);
    if (answer === null || answer === undefined) return NONE;
    const found = new Collection();
    for (const item of isList(answer) ? answer : [answer]) {
      if (item === "" || item === null || item === undefined) continue;
      if (typeof item === "string") found.take({ path: item, access: null, named: true });
      else {
        const path = readArgument(item, "path");
        const access = readArgument(item, "access");
        const known = access.kind === "absent" ? null : access.kind === "text" ? ACCESSES.get(access.text) : undefined;
        if (path.kind !== "text" || known === undefined) return unreadable("path");
        found.take({ path: path.text, access: known, named: true });
      }
    }
    return found.result();
  } catch {
    return unreadable("path");
  }
}

const ACCESSES: ReadonlyMap<string, ToolAccess> = new Map([
  ["read", "read"],
  ["write", "write"],
  ["both", "both"],
]);

/** A value in an input, and the name that it stands under: for an item of a list, the list's. */
interface Argued {
  readonly name: string;
  readonly value: unknown;
  readonly level: number;
  readonly listed: boolean;
}

/** Paths as they are found. */
class Collection {
  readonly #paths = new Map<string, ToolPath>();
  #unreadable: string | null = null;

  result(): ToolPaths {
    return this.#paths.size > MOST_PATHS ? unreadable(this.#unreadable ?? "paths") : this.#told();
  }

  #told(): ToolPaths {
    return { paths: [...this.#paths.values()], unreadable: this.#unreadable };
  }

  fail(argument: string): void {
    this.#unreadable ??= argument;
  }

  take(path: ToolPath): void {
    const key = `${path.access ?? ""} ${path.path}`;
    if (this.#paths.has(key) && !path.named) return;
    this.#paths.set(key, path);
  }

  /** A path, and where it is a `file:` address also the path in it. */
  add(path: string, access: ToolAccess | null = null, named = true): void {
    if (path === "") return;
    this.take({ path, access, named });
    const local = fileUrlPath(path);
    if (local !== null && local !== "") this.take({ path: local, access, named });
  }

  /** The texts of an argument that is a text or a list of texts. */
  addTexts(given: Argument, name: string, add: (text: string) => void): void {
    if (given.kind === "absent") return;
    if (given.kind === "text") return add(given.text);
    if (given.kind !== "other" || !isList(given.value)) return this.fail(name);
    try {
      if (given.value.length > MOST_PATHS) return this.fail(name);
      for (const item of given.value) {
        if (typeof item === "string") add(item);
        else this.fail(name);
      }
    } catch {
      this.fail(name);
    }
  }

  /** Looks for paths under the names of arguments, however deep they lie. `prefix` stands before their names. */
  search(input: unknown, prefix = ""): ToolPaths {
    // `path` itself has to be readable; the rarer names also serve for other things (`root: true`, `file: 3`).
    for (const name of TOOL_ARGUMENTS) {
      const { kind, ...given } = readArgument(input, name);
      const isText = kind === "text" || ("value" in given && isList(given.value));
      if (kind !== "absent" && !isText) this.fail(prefix + name);
    }
    try {
      this.#walk(input, prefix);
    } catch {
      this.fail(`${prefix}path`);
    }
    return this.result();
  }

  #walk(input: unknown, prefix: string): void {
    let values = 0;
    const pending: Argued[] = [{ name: "", value: input, level: 0, listed: false }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { name, value, level, listed } = next;
      if (typeof value === "string") this.#addNamed(name, value);
      // A list under `path` that holds something else than texts: what the tool would make of it is unknown.
      else if (listed && level === 2 && (TOOL_ARGUMENTS as readonly string[]).includes(name)) this.fail(prefix + name);
      if (typeof value !== "object" || value === null) continue;
      if (level >= MOST_LEVELS) return this.fail(`${prefix}path`);
      const inner: Argued[] = [];
      if (isList(value)) {
        for (const item of value) {
          // Numbers may be many, and name no file.
          if (typeof item === "number" && level > 1) continue;
          if (inner.push({ name, value: item, level: level + 1, listed: true }) > MOST_VALUES) break;
        }
      } else {
        // Inherited properties count: a tool that reads `input.path` sees them too.
        for (const key in value) {
          inner.push({ name: key, value: Reflect.get(value, key), level: level + 1, listed: false });
        }
      }
      values += inner.length;
      if (values > MOST_VALUES || this.#paths.size > MOST_PATHS) {
        return this.fail(prefix + (argumentKind(name) === "path" ? name : "path"));
      }
      pending.push(...inner.toReversed());
    }
  }

  #addNamed(name: string, text: string): void {
    if (text === "" || isRemoteAddress(text)) return;
    const kind = argumentKind(name);
    const isPath = kind === "path" || (kind === "possible" && hasPathShape(text));
    // Whatever its name, an address of a file is one.
    if (isPath || (/^file:\/\//i.test(text) && hasPathShape(text))) this.add(text);
  }
}

/** Directories as a shell's `cd` computes them: by their text, symbolic links not looked at. */
import { knownText } from "../text.ts";
import type { Hole, Value } from "../text.ts";
import { MAX_DIRECTORIES } from "./limits.ts";
import type { Base, BaseGlob } from "./program.ts";
import { compact, endOf, waysOf } from "./value.ts";
import { isGlob } from "./words/glob.ts";

export const UNKNOWN_BASE: Base = { kind: "unknown" };

/** The session's working directory. */
export const SESSION_BASE: Base = { kind: "known", directories: ["."] };

/** A base of one directory. */
export function baseOf(directory: string): Base {
  return { kind: "known", directories: [directory] };
}

/** Whether a name starts from a root. `C:/x` does on win32 alone, and elsewhere nobody writes it. */
function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:(?:[\\/]|$)/.test(path);
}

/** `target` seen from `directory`, without `.` and with every `..` taken back that can be; `.` for where it starts. */
export function resolveDirectory(directory: string, target: string): string {
  const path = isAbsolute(target) ? target : `${directory}/${target}`;
  const root = /^(?:[A-Za-z]:)?[\\/]/.exec(path)?.[0] ?? "";
  const names: string[] = [];
  for (const name of path.slice(root.length).split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== ".." || root === "") names.push(name);
  }
  return root + names.join("/") || ".";
}

/** A base of several directories, of which those that are not among the sure ones are strays. */
function baseWith(directories: readonly string[], sure: readonly string[]): Base {
  const all = [...new Set(directories)];
  if (all.length > MAX_DIRECTORIES) return UNKNOWN_BASE;
  const strays = all.filter((directory) => !sure.includes(directory));
  return strays.length === 0 ? { kind: "known", directories: all } : { kind: "known", directories: all, strays };
}

/** The directories of a base that it stands in where the program could enter the directory that it begins with. */
export function sureDirectories(base: Base & { readonly kind: "known" }): readonly string[] {
  const { directories, strays } = base;
  return strays === undefined ? directories : directories.filter((directory) => !strays.includes(directory));
}

/** The base as that of a shell that could not enter the directory that its program begins with. */
export function strayed(base: Base): Base {
  return base.kind === "unknown" ? base : { ...base, strays: base.directories };
}

/** Where both ways of coming to a point may have led. */
export function joinBases(a: Base, b: Base): Base {
  if (a === b) return a;
  if (a.kind === "unknown" || b.kind === "unknown") return UNKNOWN_BASE;
  const joined = baseWith([...a.directories, ...b.directories], [...sureDirectories(a), ...sureDirectories(b)]);
  return equalBases(joined, a) ? a : joined;
}

export function equalBases(a: Base, b: Base): boolean {
  if (a === b) return true;
  if (a.kind === "unknown" || b.kind === "unknown") {
    return a.kind === "unknown" && b.kind === "unknown" && a.glob === undefined && b.glob === undefined;
  }
  return equalSets(a.directories, b.directories) && equalSets(a.strays ?? [], b.strays ?? []);
}

function equalSets(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

/** Where `cd TARGET` leads from a base. A target with holes other than choices leads nobody knows where. */
export function changeDirectory(base: Base, target: Value): Base {
  if (isGlob(target)) return belowGlob(base, target);
  let result: Base | null = null;
  for (const way of waysOf(target, MAX_DIRECTORIES)) {
    const name = knownText(way);
    if (name === null) return UNKNOWN_BASE;
    const next = changeTo(base, name);
    result = result === null ? next : joinBases(result, next);
  }
  return result ?? UNKNOWN_BASE;
}

/** The directory that a relative glob, or a name below one, stands for. */
function belowGlob(base: Base, target: Value): Base {
  if (!isRelative(target)) return UNKNOWN_BASE;
  if (base.kind === "known") return { kind: "unknown", glob: { from: base.directories, value: target } };
  return base.glob === undefined
    ? UNKNOWN_BASE
    : { kind: "unknown", glob: { ...base.glob, value: under(base.glob, target) } };
}

/** A name under a directory that a glob matches. */
export function under({ value }: BaseGlob, name: Value): Value {
  return compact([...value, ...(endOf(value).endsWith("/") ? [] : ["/"]), ...name]);
}

/** A wildcard at the front of a name, which is no dot. */
function isName(hole: Hole): boolean {
  return hole.kind === "characters" && hole.except === "/" && hole.notFirst === ".";
}

/** Whether a value surely is a name further down: it begins with a known one, and none is `..`. */
export function isRelative(value: Value): boolean {
  const [first] = value;
  if (typeof first === "string" ? !/^[\w.@+-]/.test(first) : first === undefined || !isName(first)) return false;
  return value.every((piece) => typeof piece !== "string" || !piece.includes(".."));
}

/** No system takes a path this long; a chain of `cd` could make one of any length. */
function isTooLong(directory: string): boolean {
  return directory.length > 4_096;
}

function changeTo(base: Base, name: string): Base {
  if (isTooLong(name)) return UNKNOWN_BASE;
  if (isAbsolute(name)) return baseOf(resolveDirectory("/", name));
  if (base.kind === "unknown")
    return base.glob !== undefined && isRelative([name]) ? belowGlob(base, [name]) : UNKNOWN_BASE;
  const from = (directories: readonly string[]): string[] =>
    directories.map((directory) => resolveDirectory(directory, name));
  const directories = from(base.directories);
  return directories.some(isTooLong) ? UNKNOWN_BASE : baseWith(directories, from(sureDirectories(base)));
}

/** Absolute names of a base's directories, or null where they are not known or not written as a shell writes them. */
export function absoluteDirectories(base: Base, cwd: string): readonly string[] | null {
  if (base.kind === "unknown" || !cwd.startsWith("/")) return null;
  return base.directories.map((directory) => resolveDirectory(cwd, directory));
}

/** Directories as a shell's `cd` computes them: by their text, symbolic links not looked at. */
import { knownText } from "../text.ts";
import type { Value } from "../text.ts";
import { MAX_DIRECTORIES } from "./limits.ts";
import type { Base } from "./program.ts";
import { waysOf } from "./value.ts";

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

/** Where both ways of coming to a point may have led. */
export function joinBases(a: Base, b: Base): Base {
  if (a === b) return a;
  if (a.kind === "unknown" || b.kind === "unknown") return UNKNOWN_BASE;
  const directories = [...new Set([...a.directories, ...b.directories])];
  if (directories.length === a.directories.length) return a;
  return directories.length > MAX_DIRECTORIES ? UNKNOWN_BASE : { kind: "known", directories };
}

export function equalBases(a: Base, b: Base): boolean {
  if (a === b) return true;
  if (a.kind === "unknown" || b.kind === "unknown") return a.kind === b.kind;
  return a.directories.length === b.directories.length && a.directories.every((name) => b.directories.includes(name));
}

/** Where `cd TARGET` leads from a base. A target with holes other than choices leads nobody knows where. */
export function changeDirectory(base: Base, target: Value): Base {
  let result: Base | null = null;
  for (const way of waysOf(target, MAX_DIRECTORIES)) {
    const name = knownText(way);
    if (name === null) return UNKNOWN_BASE;
    const next = changeTo(base, name);
    result = result === null ? next : joinBases(result, next);
  }
  return result ?? UNKNOWN_BASE;
}

/** No system takes a path this long; a chain of `cd` could make one of any length. */
function isTooLong(directory: string): boolean {
  return directory.length > 4_096;
}

function changeTo(base: Base, name: string): Base {
  if (isTooLong(name)) return UNKNOWN_BASE;
  if (isAbsolute(name)) return baseOf(resolveDirectory("/", name));
  if (base.kind === "unknown") return UNKNOWN_BASE;
  const directories = [...new Set(base.directories.map((directory) => resolveDirectory(directory, name)))];
  return directories.some(isTooLong) ? UNKNOWN_BASE : { kind: "known", directories };
}

/** Absolute names of a base's directories, or null where they are not known or not written as a shell writes them. */
export function absoluteDirectories(base: Base, cwd: string): readonly string[] | null {
  if (base.kind === "unknown" || !cwd.startsWith("/")) return null;
  return base.directories.map((directory) => resolveDirectory(cwd, directory));
}

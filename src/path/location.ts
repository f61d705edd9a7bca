/**
 * Absolute paths as a root and names: the arithmetic of paths, without a disk.
 */
import { fold } from "../table/fold.ts";
import type { Flavour } from "./flavour.ts";

/** An absolute path: a root (`/`, `C:/`, `//server/share/`) and the names below it, without `..`. */
export interface Location {
  readonly root: string;
  readonly names: readonly string[];
}

/** The path's text. */
export function textOf({ root, names }: Location): string {
  if (names.length > 0) return root + names.join("/");
  return root.startsWith("//") ? root.slice(0, -1) : root;
}

/** The names with every `..` taken back together with the name before it, as `cd` does it; none leads above the root. */
export function withoutParents(names: readonly string[]): string[] {
  const out: string[] = [];
  for (const name of names) {
    if (name === "..") out.pop();
    else out.push(name);
  }
  return out;
}

/** Names of a relative path with every `..` taken back that can be; the others stay in front. */
export function relativeWithoutParents(names: readonly string[]): string[] {
  const out: string[] = [];
  for (const name of names) {
    if (name === ".." && out.length > 0 && out.at(-1) !== "..") out.pop();
    else out.push(name);
  }
  return out;
}

/** What stands after `directory/` in a path at or below it (nothing for the directory itself), or null. */
export function below(directory: string, path: string): string | null {
  if (path === directory) return "";
  const front = directory.endsWith("/") ? directory : `${directory}/`;
  return path.startsWith(front) ? path.slice(front.length) : null;
}

/** {@link below}, without regard to case and composition. */
export function belowFolded(directory: string, path: string): string | null {
  const depth = (directory.endsWith("/") ? directory.slice(0, -1) : directory).split("/").length;
  const names = path.split("/");
  const front = names.slice(0, depth).join("/");
  const whole = names.length <= depth ? path : `${front}/`;
  const sought = directory.endsWith("/") || names.length <= depth ? directory : `${directory}/`;
  return fold(whole) === fold(sought) ? names.slice(depth).join("/") : null;
}

/** A path below a directory, given what {@link below} answered. */
export function join(directory: string, rest: string): string {
  if (rest === "") return directory;
  return directory.endsWith("/") ? directory + rest : `${directory}/${rest}`;
}

/** How a flavour tells what surely lies below a directory. */
export function belowFor(flavour: Flavour): (directory: string, path: string) => string | null {
  return flavour.foldsDirectories ? belowFolded : below;
}

/**
 * Longest path that is looked at, in UTF-16 units. Linux opens none of more than 4,095 bytes, macOS none of more than
 * 1,023; Windows can go to 32,767, but hardly any program does.
 */
export const LONGEST = 8_192;
const MOST_SEPARATORS = 2_048;

/** The path is longer, or deeper, than any that a system opens. */
export function isOversized(path: string): boolean {
  if (path.length > LONGEST) return true;
  let separators = 0;
  for (let at = 0; at < path.length; at++) {
    const character = path.charCodeAt(at);
    if (character === SLASH || character === BACKSLASH) separators += 1;
  }
  return separators > MOST_SEPARATORS;
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/**
 * The files that a pattern of a command's own selects on the disk now: one that the command matches against whole paths,
 * below where it works, and not name by name as a shell does (`git log -- '*.env'`, `grep -r --include='.e*'`).
 */
import { textMatcher, type GlobPart, type GlobPattern } from "./glob.ts";
import type { GlobDisk } from "./expand-glob.ts";

/** Bounds of one search: names looked at, names that are tried as directories, files found. */
const MOST_ENTRIES = 20_000;
const MOST_DIRECTORIES = 512;
const MOST_FOUND = 256;

/** Directories of what others have made, which are not looked into unless the search begins there. */
const FOREIGN = new Set([".git", "node_modules"]);

/**
 * The paths that a pattern matches, nearest first, as texts that begin like the pattern: as far as the bounds reach.
 *
 * @param deep a wildcard of the pattern also matches separators
 */
export function searchBelow(pattern: GlobPattern, deep: boolean, disk: GlobDisk): readonly string[] {
  const first = pattern.findIndex((part) => typeof part !== "string");
  const fixed = pattern.slice(0, first < 0 ? pattern.length : first);
  const front = fixed.map((part) => (typeof part === "string" ? part : "")).join("");
  const start = front.slice(0, front.lastIndexOf("/") + 1);
  const levels = deep ? Infinity : separatorsIn(pattern) - separatorsIn([start]);
  const matches = textMatcher(pattern);
  const found: string[] = [];
  const seen = new Set<string>();
  let entries = 0;
  let tried = 0;
  let texts = [start];
  for (let level = 0; level <= levels && texts.length > 0; level++) {
    const next: string[] = [];
    for (const text of texts) {
      if (++tried > MOST_DIRECTORIES) return found;
      const directory = disk.locate(text);
      // A link may lead back up.
      if (directory === null || seen.has(directory)) continue;
      seen.add(directory);
      const names = disk.names(directory);
      for (const name of names ?? []) {
        if (++entries > MOST_ENTRIES || found.length >= MOST_FOUND) return found;
        if (matches(text + name)) found.push(text + name);
        if (!FOREIGN.has(name)) next.push(`${text}${name}/`);
      }
    }
    texts = next;
  }
  return found;
}

function separatorsIn(pattern: readonly GlobPart[]): number {
  return pattern.reduce((sum, part) => sum + (typeof part === "string" ? part.split("/").length - 1 : 0), 0);
}

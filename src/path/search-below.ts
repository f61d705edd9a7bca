/**
 * The files that a pattern of a command's own selects on the disk now: one that the command matches against whole
 * paths, below where it works, and not name by name as a shell does (`git log -- '*.env'`, `grep -r --include='.e*'`).
 */
import { textMatcher, type GlobPart, type GlobPattern } from "./glob.ts";
import type { GlobDisk } from "./expand-glob.ts";

/** Bounds of one search: names looked at, names that are tried as directories, files found. */
const MOST_ENTRIES = 20_000;
const MOST_DIRECTORIES = 2_048;
const MOST_FOUND = 1_000;

/** What a search has found. */
export interface Selection {
  /** The paths, nearest first, as texts that begin like the pattern. */
  readonly found: readonly string[];
  /** Whether that is all, but for what is in `foreign`: no bound was met, and no other directory left out. */
  readonly complete: boolean;
  /** Directories that were not looked into, with a separator at their ends. */
  readonly foreign: readonly string[];
}

/** Directories of what others have made, which are not looked into unless the search begins there. */
const FOREIGN = new Set([".git", "node_modules"]);

/**
 * The paths that a pattern matches, as far as the bounds reach.
 *
 * @param deep a wildcard of the pattern also matches separators
 */
export function searchBelow(pattern: GlobPattern, deep: boolean, disk: GlobDisk): Selection {
  const first = pattern.findIndex((part) => typeof part !== "string");
  const fixed = pattern.slice(0, first < 0 ? pattern.length : first);
  const front = fixed.map((part) => (typeof part === "string" ? part : "")).join("");
  const start = front.slice(0, front.lastIndexOf("/") + 1);
  const levels = deep ? Infinity : separatorsIn(pattern) - separatorsIn([start]);
  const matches = textMatcher(pattern);
  const found: string[] = [];
  const foreign: string[] = [];
  const seen = new Set<string>();
  let entries = 0;
  let tried = 0;
  let complete = true;
  let texts = [start];
  for (let level = 0; level <= levels && texts.length > 0; level++) {
    const next: string[] = [];
    for (const text of texts) {
      if (++tried > MOST_DIRECTORIES) return { found, complete: false, foreign };
      const directory = disk.locate(text);
      if (directory === null) complete = false;
      // A link may lead back up.
      if (directory === null || seen.has(directory)) continue;
      seen.add(directory);
      const names = disk.names(directory) ?? [];
      if (!disk.spend(names.length)) return { found, complete: false, foreign };
      for (const name of names) {
        if (++entries > MOST_ENTRIES || found.length >= MOST_FOUND) return { found, complete: false, foreign };
        if (matches(text + name)) found.push(text + name);
      }
      if (level === levels) continue;
      for (const name of disk.directories(directory) ?? [])
        (FOREIGN.has(name) ? foreign : next).push(`${text}${name}/`);
    }
    texts = next;
  }
  return { found, complete, foreign };
}

function separatorsIn(pattern: readonly GlobPart[]): number {
  return pattern.reduce((sum, part) => sum + (typeof part === "string" ? part.split("/").length - 1 : 0), 0);
}

/**
 * The names that a glob matches on the disk now.
 */
import { literalName, nameMatcher, splitGlob, type GlobPart, type GlobPattern } from "./glob.ts";

/** What an expansion, or a search below a directory, asks of the disk. */
export interface GlobDisk {
  /** Where a directory's text leads (`""` for where relative names start); null where that is not one place. */
  locate(text: string): string | null;
  /** The names in a directory, or null where it is none. */
  names(directory: string): readonly string[] | null;
  /** Those of them that may be directories. */
  directories(directory: string): readonly string[] | null;
  exists(directory: string, name: string): boolean;
  /** False where a directory of so many names is more than is looked through for one decision. */
  spend(names: number): boolean;
}

/** Bounds of one expansion: names looked at, directories read, names found. */
const MOST_ENTRIES = 20_000;
const MOST_DIRECTORIES = 256;
const MOST_FOUND = 1_000;

/**
 * The texts that the shell puts in the glob's place, sorted; null where none matches, where a bound is exceeded, or
 * where the shell may look in another directory than we do.
 *
 * A star is one level deep (`globstar` is off). `.*` also finds `.` and `..`, as bash does before version 5.2.
 */
export function expandGlob(pattern: GlobPattern, disk: GlobDisk): readonly string[] | null {
  const names = splitGlob(pattern);
  const onlyDirectories = names.length > 1 && names.at(-1)?.length === 0;
  const absolute = names.length > 1 && names[0]?.length === 0;
  const wanted = names.filter((name) => name.length > 0);

  let entries = 0;
  let directories = 0;
  let texts: string[] = [absolute ? "/" : ""];
  for (const [index, name] of wanted.entries()) {
    const next: string[] = [];
    const last = index === wanted.length - 1;
    const literal = literalName(name);
    for (const text of texts) {
      // What stands before the first wildcard is taken as it is.
      if (literal !== null && texts.length === 1 && !last) {
        next.push(`${text}${literal}/`);
        continue;
      }
      const directory = disk.locate(text);
      if (directory === null) return null;
      if (literal !== null) {
        const isDots = literal === "." || literal === "..";
        if (isDots ? disk.names(directory) !== null : disk.exists(directory, literal)) next.push(text + literal);
      } else {
        const listed = disk.names(directory);
        if (listed === null) continue;
        entries += listed.length;
        directories += 1;
        if (entries > MOST_ENTRIES || directories > MOST_DIRECTORIES || !disk.spend(listed.length)) return null;
        for (const found of matching(name, listed)) next.push(text + found);
      }
      if (next.length > MOST_FOUND) return null;
    }
    texts = last ? next : next.map((text) => (text.endsWith("/") ? text : `${text}/`));
  }

  if (onlyDirectories) {
    if (texts.length > MOST_DIRECTORIES) return null;
    texts = texts.filter((text) => isDirectory(text, disk)).map((text) => `${text}/`);
  }
  return texts.length === 0 ? null : texts.toSorted();
}

function matching(name: readonly GlobPart[], listed: readonly string[]): string[] {
  return [...listed, ".", ".."].filter(nameMatcher(name));
}

function isDirectory(text: string, disk: GlobDisk): boolean {
  const location = disk.locate(text);
  return location !== null && disk.names(location) !== null;
}

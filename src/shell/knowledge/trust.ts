/**
 * Where a command's name can be trusted to name the command that the knowledge means.
 */
import { knowledge } from "./commands.generated.ts";

let directories: ReadonlySet<string> | null = null;

/**
 * Whether only an administrator can write into a directory, so that a command in it is the system's.
 *
 * `directory` is an absolute path as typed (`/usr/bin`, `C:\Windows\System32`); one with `..` is never trusted.
 */
export function isTrustedCommandDirectory(directory: string): boolean {
  directories ??= new Set(knowledge.directories.map(folded));
  return directories.has(folded(directory));
}

/** One spelling for a directory: doubled, trailing and backward slashes; drive letters and their paths in lower case. */
function folded(directory: string): string {
  const slashed = directory.replaceAll("\\", "/").replace(/\/{1,1000}/g, "/");
  const trimmed = slashed.length > 1 && slashed.endsWith("/") ? slashed.slice(0, -1) : slashed;
  return /^(?:[A-Za-z]:|\/[A-Za-z]\/)/.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}

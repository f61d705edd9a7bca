/**
 * The disk, for those who read policies from it: the policies that ship with the project, and files beside a policy.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IncludedFile } from "./loading/gather.ts";
import { textOf } from "./utf8.ts";

const EXTENSION = ".gate";

/** The policies stand beside the compiler's folder in a checkout, and above the build's in a package. */
const folder = ["../policies/", "../../policies/"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

/** The names of the policies that ship with the project, sorted. */
export function presetNames(): string[] {
  const files = folder === undefined ? [] : readdirSync(folder);
  return files
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => file.slice(0, -EXTENSION.length))
    .toSorted();
}

/** A policy that ships with the project, or null. Its file is called `preset:NAME`, on every machine. */
export function readPreset(name: string): IncludedFile | null {
  if (folder === undefined || !presetNames().includes(name)) return null;
  return readFile(join(folder, `${name}${EXTENSION}`), `preset:${name}`, readFileSync);
}

/** A file that a policy on the disk includes, or null where it cannot be read or is no UTF-8 text. */
export function readInclude(from: string, name: string): IncludedFile | null {
  return readIncludeBy(readFileSync, from, name);
}

/** The same from another disk. */
export function readIncludeBy(read: (path: string) => Uint8Array, from: string, name: string): IncludedFile | null {
  const path = isAbsolute(name) ? name : join(dirname(from), name);
  return readFile(path, path, read);
}

function readFile(path: string, file: string, read: (path: string) => Uint8Array): IncludedFile | null {
  let bytes: Uint8Array;
  try {
    bytes = read(path);
  } catch {
    return null;
  }
  const text = textOf(bytes);
  return text === null ? null : { file, text };
}

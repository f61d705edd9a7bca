/**
 * The disk, for those who read policies from it: the policies that ship with the project, and files beside a policy.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IncludedFile } from "./loading/gather.ts";

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
  return readFile(join(folder, `${name}${EXTENSION}`), `preset:${name}`);
}

/** A file that a policy on the disk includes, or null where it cannot be read or is no UTF-8 text. */
export function readInclude(from: string, name: string): IncludedFile | null {
  const path = includedPath(from, name);
  return readFile(path, path);
}

/** Where an included file is: beside the one that includes it. */
export function includedPath(from: string, name: string): string {
  return isAbsolute(name) ? name : join(dirname(from), name);
}

function readFile(path: string, file: string): IncludedFile | null {
  try {
    return { file, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path)) };
  } catch {
    return null;
  }
}

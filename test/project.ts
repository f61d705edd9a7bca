/** The project's own files, for tests about the project. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, with a separator at the end. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Folders that hold no files of ours. */
const foreign = new Set([".git", "coverage", "dist", "node_modules"]);

/** All files below the given folders (the whole project where none is given), from the root, with `/`, sorted. */
export function listFiles(folders: readonly string[] = [""]): string[] {
  const found: string[] = [];
  const open = [...folders];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!foreign.has(entry.name)) open.push(path);
      } else found.push(path);
    }
  }
  return found.toSorted();
}

/** The text of a file of the project. */
export function readProject(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** All files of the project that hold text that people write or read. */
export function textFiles(): { file: string; text: string }[] {
  return listFiles()
    .filter((file) => !file.endsWith(".tgz") && file !== "package-lock.json")
    .map((file) => ({ file, text: readProject(file) }));
}

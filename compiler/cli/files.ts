/**
 * Files by their names on the command line.
 */
import { join, resolve } from "node:path";
import { includedPath } from "../node-files.ts";
import { EXIT, Failure } from "./exit-code.ts";
import type { World } from "./world.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The bytes of a file. Throws {@link Failure} where it cannot be read. */
export function readBytes(file: string, world: World): Uint8Array {
  try {
    return world.readFile(file);
  } catch (error) {
    throw new Failure(EXIT.file, `\`${file}\` cannot be read: ${cause(error)}`);
  }
}

/** The text of a file, which has to be UTF-8. */
export function readText(file: string, world: World): string {
  const bytes = readBytes(file, world);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Failure(EXIT.file, `\`${file}\` is no UTF-8 text`);
  }
}

/** Replaces a file. Throws {@link Failure} where it cannot be written. */
export function replaceFile(file: string, content: string, world: World): void {
  try {
    world.writeFile(file, content);
  } catch (error) {
    throw new Failure(EXIT.file, `\`${file}\` cannot be written: ${cause(error)}`);
  }
}

/** Replaces the text of a file that was read as text. A byte order mark, which reading has taken off, stays. */
export function replaceText(file: string, text: string, world: World): void {
  replaceFile(file, markOf(file, world) + text, world);
}

function markOf(file: string, world: World): string {
  const [first, second, third] = readBytes(file, world);
  return first === 0xef && second === 0xbb && third === 0xbf ? "\uFEFF" : "";
}

/** The names of what stands in a directory, with its own name in front, sorted. Throws {@link Failure} where it cannot be read. */
export function listFiles(directory: string, world: World): string[] {
  try {
    const names = world.fileSystem.readdir(resolve(world.cwd, directory));
    return names.toSorted().map((name) => join(directory, name));
  } catch (error) {
    throw new Failure(EXIT.file, `\`${directory}\` cannot be read: ${cause(error)}`);
  }
}

/** Finds included files beside the including one. Answers null where a file cannot be read. */
export function readInclude(world: World): (from: string, name: string) => { file: string; text: string } | null {
  return (from, name) => {
    const file = includedPath(from, name);
    try {
      return { file, text: utf8.decode(world.readFile(file)) };
    } catch {
      return null;
    }
  };
}

/** The system's code for an error, such as `ENOENT`; the empty text where there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Why the system refused, in words. */
export function cause(error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EACCES":
    case "EPERM":
      return "it is not permitted";
    case "EISDIR":
      return "it is a directory";
    case "ENOTDIR":
      return "a part of its path is no directory";
    case "ELOOP":
      return "its links lead in a circle";
    case "ENOSPC":
      return "the disk is full";
    case "EROFS":
      return "nothing can be written there";
    default:
      return code === "" && error instanceof Error ? error.message : code;
  }
}

/**
 * Files by their names on the command line.
 */
import { join, resolve } from "node:path";
import type { IncludedFile } from "../loading/gather.ts";
import { readIncludeBy } from "../node-files.ts";
import { textOf } from "../utf8.ts";
import { cause, codeOf } from "./cause.ts";
import { EXIT, Failure } from "./exit-code.ts";
import type { World } from "./world.ts";

/** The bytes of a file. Throws {@link Failure} where it cannot be read. */
export function readBytes(file: string, world: World): Uint8Array {
  try {
    return world.readFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The same; null where there is no such file. */
export function readBytesIfThere(file: string, world: World): Uint8Array | null {
  try {
    return world.readFile(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): Failure {
  return new Failure(EXIT.file, `\`${file}\` cannot be read: ${cause(error)}`);
}

/** The text of a file, which has to be UTF-8. */
export function readText(file: string, world: World): string {
  return utf8(`\`${file}\``, textOf(readBytes(file, world)));
}

/** A text that was decoded. Throws {@link Failure} where there is none. */
export function utf8(what: string, text: string | null): string {
  if (text === null) throw new Failure(EXIT.file, `${what} is no UTF-8 text`);
  return text;
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
export function readInclude(world: World): (from: string, name: string) => IncludedFile | null {
  return (from, name) => readIncludeBy((file) => world.readFile(file), from, name);
}

/**
 * Files of agents and of the gate, as they lie on the disk. Whatever the system refuses is a {@link Failure} that says
 * which file and why.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import { textOf } from "../../utf8.ts";
import { EXIT, Failure } from "../exit-code.ts";
import { cause, codeOf } from "../cause.ts";
import { utf8 } from "../files.ts";
import { checkReplaceable, replaceWhole } from "../replace-whole.ts";

/**
 * The bytes of a file, or null where there is none. Throws {@link Failure} for all that cannot be read: what is not
 * permitted, what is no file (nobody may ever write into a pipe), and a link to nothing, in whose place no file is made.
 */
export function bytesOf(path: string): Buffer | null {
  let descriptor: number;
  try {
    // Not blocking: a pipe would be waited for.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw unreadable(path, cause(error));
    if (isLink(path)) throw unreadable(path, "it is a link, and what it leads to is not there");
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw unreadable(path, "it is a directory");
    if (!stat.isFile()) throw unreadable(path, "it is no regular file");
    return readFileSync(descriptor);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(path, cause(error));
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a file's bytes, without a byte order mark. Throws {@link Failure} where they are no UTF-8. */
export function utf8Text(path: string, bytes: Buffer): string {
  return utf8(`\`${path}\``, textOf(bytes));
}

function unreadable(path: string, why: string): Failure {
  return new Failure(EXIT.file, `\`${path}\` cannot be read: ${why}`);
}

/** True for a link, whatever it leads to. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/**
 * Replaces a file at once or not at all, behind a link where it is one, with its permissions; makes the folders that it
 * lies in. Throws {@link Failure} where it cannot be written.
 */
export function writeWhole(path: string, content: Buffer): void {
  unlessRefused(path, "written", () => {
    mkdirSync(dirname(path), { recursive: true });
    replaceWhole(path, content, 0o600);
  });
}

/** Throws {@link Failure} as {@link writeWhole} would, as far as that can be told before anything is done. */
export function checkWritable(path: string): void {
  unlessRefused(path, "written", () => checkReplaceable(path), "nothing was changed");
}

/** Removes a file, also where it is gone already. Throws {@link Failure} where it cannot be removed. */
export function removeFile(path: string): void {
  unlessRefused(path, "removed", () => rmSync(path, { force: true }));
}

function unlessRefused(path: string, what: string, act: () => void, help: string | null = null): void {
  try {
    act();
  } catch (error) {
    throw new Failure(EXIT.file, `\`${path}\` cannot be ${what}: ${cause(error)}`, help);
  }
}

/** The folders that would have to be made for a file, outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

/** Removes folders, innermost first, as far as nothing is in them. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    if (!existsSync(folder)) continue;
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it by now.
      return;
    }
  }
}

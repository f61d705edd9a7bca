/**
 * Writing a file that a person named.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf } from "./cause.ts";

/**
 * Replaces a file at once or not at all, so that a reader sees the old one or the new one, never a part: it is written
 * beside the file and renamed. A link stays, and the file that it leads to is replaced, with its permissions; where
 * that is not there, it is made. Throws with Node's `code`.
 */
export function replaceWhole(path: string, content: string | Uint8Array, newMode: number): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined && takesBytes(before)) {
    writeFileSync(path, content);
    return;
  }
  const target = before === undefined ? endOfLinks(path) : realpathSync(path);
  // What its owner has made read-only is not replaced either, though the folder would let it be.
  if (before !== undefined) accessSync(target, constants.W_OK);
  const draft = draftOf(target);
  try {
    const descriptor = openSync(draft, "wx", newMode);
    try {
      writeFileSync(descriptor, content, { flush: true });
      // What a new file may not be given by default, this one had.
      if (before !== undefined) fchmodSync(descriptor, before.mode & 0o777);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, target);
  } catch (error) {
    // What was there before is somebody else's.
    if (codeOf(error) !== "EEXIST") rmSync(draft, { force: true });
    throw error;
  }
}

/** Throws as {@link replaceWhole} would, as far as that can be told before; folders may be missing. */
export function checkReplaceable(path: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  const target = before === undefined ? endOfLinks(path) : realpathSync(path);
  if (before !== undefined) accessSync(target, constants.W_OK);
  if (before !== undefined && takesBytes(before)) return;
  let folder = dirname(target);
  while (!existsSync(folder)) folder = dirname(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
}

/** True for a terminal, a pipe or a device: it takes what is written, and nothing must be put in its place. */
function takesBytes(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

/** Where the new bytes stand until they take the place of the old ones. */
function draftOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.${process.pid}.draft`);
}

/** Where a path leads at which no file is yet. Links in a circle are none of these: the system refuses them before. */
function endOfLinks(path: string): string {
  let end = path;
  while (lstatSync(end, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    end = resolve(realpathSync(dirname(end)), readlinkSync(end));
  }
  return end;
}

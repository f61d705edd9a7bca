/**
 * The real disk.
 */
import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import type { FileSystem } from "./file-system.ts";

/** Node's file system, read only: nothing is opened, and no file's content is looked at. */
export const nodeFileSystem: FileSystem = {
  // The native form gives the true case of names on darwin and win32, and long names for short ones.
  realpath: (path) => realpathSync.native(path),
  readdir: (path) => readdirSync(path),
  directories: (path) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name),
  readlink(path) {
    // Most paths are no links. Node would make a new error with a stack for each; asking first costs half as much.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw MISSING;
    if (!stats.isSymbolicLink()) throw NO_LINK;
    return readlinkSync(path);
  },
};

const MISSING = Object.assign(new Error("ENOENT: no such file or directory, readlink"), { code: "ENOENT" });
const NO_LINK = Object.assign(new Error("EINVAL: invalid argument, readlink"), { code: "EINVAL" });

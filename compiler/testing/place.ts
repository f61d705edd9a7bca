/**
 * Where tests take place: on no machine in particular, so that they end alike everywhere.
 */
import type { FileSystem } from "../../src/path/file-system.ts";

export { EXAMPLE_CWD as TEST_CWD, EXAMPLE_HOME as TEST_HOME } from "../analysis/probe.ts";

/** How paths are read. */
export const TEST_PLATFORM = "linux";

/** A disk without files or links: every path leads where it says. */
export const emptyDisk: FileSystem = {
  realpath: (path) => {
    if (path === "/") return path;
    throw Object.assign(new Error(`no such file: ${path}`), { code: "ENOENT" });
  },
  readdir: (path) => {
    throw Object.assign(new Error(`no such folder: ${path}`), { code: "ENOENT" });
  },
};

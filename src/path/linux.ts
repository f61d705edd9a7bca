/**
 * Linux: names are bytes, nothing folds, and `/proc` shows every process its own face.
 */
import type { Flavour, Special } from "./flavour.ts";
import { isDescriptor, isPosixDevice, readPosix } from "./posix.ts";

export const linux: Flavour = {
  platform: "linux",
  folds: false,
  foldsDirectories: false,
  read: readPosix,
  native: (path) => path,
  isDevice: isPosixDevice,
  isRemote: () => false,
  special(names) {
    if (isDescriptor(names)) return { take: names.length, to: "itself" };
    return names[0] === "proc" ? processLink(names) : null;
  },
  /** Another process's root is most often the same one: `/proc/1/root/etc/shadow`. */
  otherNames(path) {
    const found = /^\/proc\/[0-9]+(?:\/task\/[0-9]+)?\/root(?=\/|$)/.exec(path);
    return found === null ? [] : [path.slice(found[0].length) || "/"];
  },
  cleanName: null,
  variable: null,
};

/**
 * `/proc/self/cwd` and `/proc/self/root` are links that lead to another place for each process, so the gate's own view
 * of them is of no use; everything else below `/proc` is left as it stands.
 */
function processLink(names: readonly string[]): Special {
  let at = 1;
  if (names[at] === "self" || names[at] === "thread-self") {
    at += 1;
    if (names[at] === "task" && /^[0-9]+$/.test(names[at + 1] ?? "")) at += 2;
    if (names[at] === "cwd") return { take: at + 1, to: "directory" };
    if (names[at] === "root") return { take: at + 1, to: "root" };
  }
  return { take: names.length, to: "itself" };
}

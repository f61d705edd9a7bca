/**
 * macOS: case and composition fold, on most volumes.
 */
import type { Flavour } from "./flavour.ts";
import { isDescriptor, isPosixDevice, readPosix } from "./posix.ts";

export const darwin: Flavour = {
  platform: "darwin",
  folds: true,
  // A volume can be made case-sensitive, so a directory of another case is not surely the same one.
  foldsDirectories: false,
  read(text) {
    // Names of another composition are the same names; rules are most often written in this one.
    const read = readPosix(text.normalize("NFC"));
    if (read.kind !== "absolute" && read.kind !== "relative") return read;
    // `file/..namedfork/rsrc` is a part of the file.
    const fork = read.names.findIndex((name) => name.toLowerCase() === "..namedfork");
    return fork < 0 ? read : { ...read, names: read.names.slice(0, fork) };
  },
  native: (path) => path,
  isDevice: isPosixDevice,
  isRemote: () => false,
  special(names) {
    if (isDescriptor(names)) return { take: names.length, to: "itself" };
    // `/.vol/DEVICE/INODE` opens a file by its number.
    return names[0] === ".vol" ? { take: names.length, to: "unknown" } : null;
  },
  otherNames(path) {
    for (const { prefix, firstName } of SECOND_NAMES) {
      if (!path.startsWith(`${prefix}/`)) continue;
      const rest = path.slice(prefix.length);
      if (firstName.test(rest)) return [rest, ...withoutIgnored(rest)];
    }
    return withoutIgnored(path);
  },
  cleanName: null,
  variable: null,
};

/**
 * Prefixes that name the same tree again: the data volume, whose directories are also seen at the root
 * (`/usr/share/firmlinks`), and the resolving prefix (`openat(2)`).
 */
const SECOND_NAMES = [
  {
    prefix: "/System/Volumes/Data",
    firstName: /^\/(?:Applications|Library|System|Users|Volumes|cores|opt|private|usr)\//i,
  },
  { prefix: "/.nofollow", firstName: /^\// },
] as const;

/**
 * Code points that HFS+ leaves out when it compares names, so that `.e\u200Cnv` opens `.env` (Technical Note 1150,
 * "HFS Plus Volume Format", on Unicode subtleties).
 */
const IGNORED = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

function withoutIgnored(path: string): string[] {
  const seen = path.replace(IGNORED, "");
  return seen === path ? [] : [seen];
}

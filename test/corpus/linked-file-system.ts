import { posix } from "node:path";
import type { FileSystem } from "../../src/index.ts";

/** Most links on the way to one file, as the kernel has it. */
const MOST_LINKS = 40;

/**
 * A disk of which only links and a few files are known. Whatever is no link exists as it is, also a link's target.
 *
 * @param links from the link's path, absolute or relative to `cwd`, to its target
 */
export function linkedFileSystem(
  cwd: string,
  links: Readonly<Record<string, string>>,
  files: readonly string[],
): FileSystem {
  const at = (path: string): string => posix.resolve("/", cwd, path);
  const targets = new Map(Object.entries(links).map(([path, target]) => [at(path), target]));
  const known = [...targets.keys(), ...files.map(at)];
  const fail = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };

  return {
    realpath(path) {
      if (!path.startsWith("/")) return path;
      let real = "/";
      let rest = path.split("/").filter((name) => name !== "" && name !== ".");
      for (let followed = 0; rest.length > 0;) {
        const [name = "", ...after] = rest;
        rest = after;
        const next = posix.join(real, name);
        const target = targets.get(next);
        if (target === undefined) real = next;
        else {
          if (++followed > MOST_LINKS) fail("ELOOP");
          if (target.startsWith("/")) real = "/";
          rest = [...target.split("/").filter((part) => part !== "" && part !== "."), ...rest];
        }
      }
      return real;
    },
    readdir(path) {
      const front = path.endsWith("/") ? path : `${path}/`;
      const names = known
        .filter((file) => file.startsWith(front))
        .map((file) => file.slice(front.length).split("/")[0] ?? "");
      return names.length > 0 ? [...new Set(names)] : fail("ENOENT");
    },
    readlink: (path) => targets.get(path) ?? fail("EINVAL"),
  };
}

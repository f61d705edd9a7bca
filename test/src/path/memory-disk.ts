/** A disk in memory, of any platform, that knows what a real one knows and counts what it is asked. */
import type { FileSystem } from "../../../src/path/file-system.ts";
import type { Platform } from "../../../src/path/flavour.ts";

/** Most links on the way to one file, as Linux has it. */
const MOST_LINKS = 40;

type Entry = { readonly kind: "file" | "directory" } | { readonly kind: "link"; readonly target: string };

export class MemoryDisk implements FileSystem {
  /** By path without a separator at the end; in lower case where case does not count. */
  readonly #entries = new Map<string, Entry & { readonly path: string }>();
  readonly #platform: Platform;
  readonly calls: string[] = [];

  /**
   * @param paths absolute, with `/`: a file; with `/` at its end a directory; `LINK -> TARGET`. Directories above are
   * made.
   */
  constructor(paths: readonly string[], platform: Platform = "linux") {
    this.#platform = platform;
    for (const line of paths) {
      const [path = "", target] = line.split(" -> ");
      const clean = path.replace(/\/$/, "");
      for (let at = clean.indexOf("/", 1); at > 0; at = clean.indexOf("/", at + 1)) {
        this.#add(clean.slice(0, at), { kind: "directory" });
      }
      this.#add(
        clean,
        target !== undefined ? { kind: "link", target } : { kind: path.endsWith("/") ? "directory" : "file" },
      );
    }
  }

  realpath(path: string): string {
    this.calls.push(`realpath ${path}`);
    return this.#native(this.#walk(path, true));
  }

  readdir(path: string): string[] {
    this.calls.push(`readdir ${path}`);
    const directory = this.#walk(path, true);
    if (directory !== `${this.#root(path)}/` && this.#entry(directory)?.kind !== "directory") fail("ENOTDIR");
    const front = this.#key(directory.endsWith("/") ? directory : `${directory}/`);
    return [...this.#entries]
      .filter(([key]) => key.startsWith(front) && !key.slice(front.length).includes("/"))
      .map(([, { path: found }]) => found.slice(front.length));
  }

  readlink(path: string): string {
    this.calls.push(`readlink ${path}`);
    const entry = this.#entry(this.#walk(path, false));
    return entry?.kind === "link" ? this.#native(entry.target) : fail("EINVAL");
  }

  #add(path: string, entry: Entry): void {
    const key = this.#key(path);
    if (!this.#entries.has(key)) this.#entries.set(key, { ...entry, path });
  }

  #entry(path: string): (Entry & { readonly path: string }) | undefined {
    return this.#entries.get(this.#key(path));
  }

  #key(path: string): string {
    return this.#platform === "linux" ? path : path.normalize("NFC").toLowerCase();
  }

  #native(path: string): string {
    return this.#platform === "win32" ? path.replaceAll("/", "\\") : path;
  }

  #root(path: string): string {
    return this.#platform === "win32" ? path.slice(0, 2) : "";
  }

  /** As the kernel resolves names; the last one is followed only where `whole` is set. */
  #walk(given: string, whole: boolean): string {
    if (given.includes("\0")) fail("ERR_INVALID_ARG_VALUE");
    const path = this.#platform === "win32" ? given.replaceAll("\\", "/") : given;
    let root = this.#root(path);
    let pending = path.slice(root.length).split("/").filter(isName);
    let at: string[] = [];
    for (let followed = 0; pending.length > 0;) {
      const [name = "", ...after] = pending;
      pending = after;
      if (name === "..") {
        at.pop();
        continue;
      }
      const next = [root, ...at, name].join("/");
      const entry = this.#entry(next);
      if (entry === undefined) return fail("ENOENT");
      if (entry.kind === "file" && after.length > 0) return fail("ENOTDIR");
      if (entry.kind !== "link" || (!whole && after.length === 0))
        at.push(entry.path.slice(entry.path.lastIndexOf("/") + 1));
      else {
        if (++followed > MOST_LINKS) return fail("ELOOP");
        if (entry.target.startsWith("/") || /^[A-Z]:/.test(entry.target)) {
          root = this.#root(entry.target);
          at = [];
        }
        pending = [
          ...entry.target
            .slice(/^[A-Z]:/.test(entry.target) ? 2 : 0)
            .split("/")
            .filter(isName),
          ...after,
        ];
      }
    }
    return at.length === 0 ? `${root}/` : [root, ...at].join("/");
  }
}

function isName(name: string): boolean {
  return name !== "" && name !== ".";
}

function fail(code: string): never {
  throw Object.assign(new Error(code), { code });
}

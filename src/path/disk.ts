/**
 * A file system that remembers its answers and never throws. It lives as long as one decision, so that the disk is
 * asked once for each name, and every part of a decision sees the same disk.
 */
import type { FileSystem } from "./file-system.ts";
import type { Flavour } from "./flavour.ts";
import type { Location } from "./location.ts";

/** Most names that globs and searches look through for one decision: some tens of milliseconds. */
const MOST_NAMES = 150_000;

/** For how many names a directory counts besides those in it: to find and read it takes as long. */
const DIRECTORY_COST = 16;

export class Disk {
  readonly #fileSystem: FileSystem;
  readonly #flavour: Flavour;
  readonly #real = new Map<string, Location | null>();
  readonly #links = new Map<string, string | null | undefined>();
  readonly #listings = new Map<string, readonly string[] | null>();
  readonly #directories = new Map<string, readonly string[] | null>();
  #namesLeft = MOST_NAMES;

  constructor(fileSystem: FileSystem, flavour: Flavour) {
    this.#fileSystem = fileSystem;
    this.#flavour = flavour;
  }

  /** Takes a directory of so many names from what may be looked through; false where that is more than is left. */
  spend(names: number): boolean {
    this.#namesLeft -= DIRECTORY_COST + names;
    return this.#namesLeft >= 0;
  }

  /** False where {@link readlink} never tells. */
  get readsLinks(): boolean {
    return this.#fileSystem.readlink !== undefined;
  }

  /** Where an absolute path leads, or null where the disk does not tell. */
  realpath(path: string): Location | null {
    return remembered(this.#real, path, () => {
      const real: unknown = this.#fileSystem.realpath(this.#flavour.native(path));
      if (typeof real !== "string") return null;
      const read = this.#flavour.read(real, { shell: false, root: null });
      return read.kind === "absolute" ? read : null;
    });
  }

  /** The text of a symbolic link; null where the path is none or is missing, undefined where the disk does not tell. */
  readlink(path: string): string | null | undefined {
    if (!this.#links.has(path)) this.#links.set(path, this.#lookAtLink(path));
    return this.#links.get(path);
  }

  #lookAtLink(path: string): string | null | undefined {
    try {
      const target: unknown = this.#fileSystem.readlink?.(this.#flavour.native(path));
      return typeof target === "string" && target !== "" ? target : undefined;
    } catch (error) {
      return tellsNoLink(error) ? null : undefined;
    }
  }

  /** The names in a directory, or null where it is none or the disk does not tell. */
  names(directory: string): readonly string[] | null {
    return remembered(this.#listings, directory, () =>
      textsOf(this.#fileSystem.readdir(this.#flavour.native(directory))),
    );
  }

  /** The names in a directory that may be directories; null as for {@link names}. */
  directories(directory: string): readonly string[] | null {
    if (this.#fileSystem.directories === undefined) return this.names(directory);
    return remembered(this.#directories, directory, () =>
      textsOf(this.#fileSystem.directories?.(this.#flavour.native(directory))),
    );
  }
}

/** A path that is no link, is not there, or stands below a file. */
const NO_LINK = new Set<unknown>(["EINVAL", "ENOENT", "ENOTDIR"]);

function tellsNoLink(error: unknown): boolean {
  try {
    return typeof error === "object" && error !== null && "code" in error && NO_LINK.has(error.code);
  } catch {
    return false;
  }
}

function textsOf(names: unknown): readonly string[] | null {
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string") : null;
}

function remembered<T>(memory: Map<string, T | null>, path: string, look: () => T | null): T | null {
  const known = memory.get(path);
  if (known !== undefined) return known;
  let answer: T | null = null;
  try {
    answer = look();
  } catch {
    // Missing, a loop, forbidden, or a path that no system call takes: the disk does not tell.
  }
  memory.set(path, answer);
  return answer;
}

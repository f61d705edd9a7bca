import type { Flavour } from "./flavour.ts";
import { below, textOf, withoutParents, type Location } from "./location.ts";
import type { Resolver } from "./resolver.ts";

/**
 * What paths are measured against: the working directory and the home directory, in the inner spelling; null where one
 * is not known.
 *
 * Where the working directory leads is looked up once and then stays, so that a command that puts a link in its place
 * does not move the fence.
 */
export class Surroundings {
  readonly flavour: Flavour;
  readonly here: Location | null;
  readonly cwd: string | null;
  readonly home: string | null;
  #canonicalCwd: string | null = null;
  #canonicalHome: string | null = null;
  #settled = false;

  constructor(flavour: Flavour, cwd: string, home: string) {
    this.flavour = flavour;
    this.here = locationOf(cwd, flavour);
    this.cwd = this.here === null ? null : textOf(this.here);
    const homeLocation = locationOf(home, flavour);
    this.home = homeLocation === null ? null : textOf(homeLocation);
  }

  get canonicalCwd(): string | null {
    return this.#canonicalCwd;
  }

  get canonicalHome(): string | null {
    return this.#canonicalHome;
  }

  /** The root of the working directory, for texts that lean on it. */
  get root(): string | null {
    return this.here?.root ?? null;
  }

  /** Looks up where the two directories lead, the first time. */
  settle(resolver: Resolver): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#canonicalCwd = this.here === null ? null : canonicalText(this.here, resolver);
    // A directory above a canonical one is canonical, and the home directory often lies there.
    const known = this.home !== null && this.#canonicalCwd !== null && below(this.home, this.#canonicalCwd) !== null;
    const home = this.home === null || known ? null : locationOf(this.home, this.flavour);
    this.#canonicalHome = home === null ? this.home : canonicalText(home, resolver);
  }
}

function locationOf(text: string, flavour: Flavour): Location | null {
  const read = flavour.read(text, { shell: true, root: null });
  return read.kind === "absolute" ? { root: read.root, names: withoutParents(read.names) } : null;
}

function canonicalText(location: Location, resolver: Resolver): string | null {
  const end = resolver.resolve({ root: location.root, names: [] }, location.names, null);
  return end.kind === "known" ? textOf(end.location) : null;
}

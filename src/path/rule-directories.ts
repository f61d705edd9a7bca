/**
 * The links at the front of rules: a rule on `/tmp/*` also holds where `/tmp` leads.
 */
import { plain, type Value } from "../text.ts";
import { behind } from "./forms.ts";
import { below, join } from "./location.ts";
import type { Place } from "./place.ts";

/** A rule's fixed directory that leads elsewhere. */
interface Leading {
  /** As the rules have it. */
  readonly directory: string;
  readonly real: string;
}

export interface Alias {
  readonly directory: string;
  readonly value: Value;
}

/** Tells where a rule's fixed directory really is: its canonical path, and whether that is just what it says. */
export type Locate = (directory: string) => { readonly real: string; readonly same: boolean } | null;

/**
 * Where the fixed directories of a policy lead. They are looked up once, so a decision pays nothing for the many that
 * lead nowhere else.
 */
export class RuleDirectories {
  readonly #known = new Map<string, Leading | null>();
  readonly #lists = new WeakMap<readonly string[], readonly Leading[]>();

  /** For each directory that leads elsewhere and has the place below it: the place's path by way of that directory. */
  aliases(places: readonly Place[], directories: readonly string[], locate: Locate): readonly Alias[] {
    if (directories.length === 0) return [];
    let leading = this.#lists.get(directories);
    if (leading === undefined) {
      leading = directories.flatMap((directory) => this.#lead(directory, locate) ?? []);
      this.#lists.set(directories, leading);
    }
    const aliases: Alias[] = [];
    for (const { directory, real } of leading) {
      const values = places.map((place) => through(directory, real, place));
      const [first] = values;
      if (first === undefined || first === null || values.includes(null)) continue;
      const options = values.filter((value) => value !== null);
      aliases.push({ directory, value: options.length === 1 ? first : [{ kind: "choice", options }] });
    }
    return aliases;
  }

  #lead(directory: string, locate: Locate): Leading | null {
    let known = this.#known.get(directory);
    if (known === undefined) {
      const located = directory === "" ? null : locate(directory);
      known = located === null || located.same ? null : { directory, real: located.real };
      this.#known.set(directory, known);
    }
    return known;
  }
}

/** A place's path by way of a directory that leads to `real`, or null where it does not lie there. */
function through(directory: string, real: string, place: Place): Value | null {
  const [front, ...others] = place.absolute;
  if (typeof front !== "string") return null;
  const rest = below(plain(real), front);
  if (rest === null) return null;
  const base = directory.endsWith("/") ? directory.slice(0, -1) : directory;
  if (others.length === 0) return [join(base, rest)];
  // The front of a path with holes may end within a name: `/private/tmp*` does not lie below `/private/tmp`.
  if (rest === "" && !front.endsWith("/")) return null;
  return behind(base, rest === "" ? others : [rest, ...others]);
}

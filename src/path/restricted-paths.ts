/**
 * The links in rules that ask or deny: a rule on `~/.netrc` also holds where `~/.netrc` leads.
 */
import { fold } from "../table/fold.ts";
import { ANY_CHARACTERS, plain, type Value } from "../text.ts";
import type { Flavour } from "./flavour.ts";
import { backslashed, behind, lastName, oneOf } from "./forms.ts";
import { below, belowFolded, join } from "./location.ts";
import type { Place } from "./place.ts";
import type { Locate } from "./rule-directories.ts";

/** A path of a rule that leads elsewhere. */
interface Leading {
  /** As the rule has it. */
  readonly path: string;
  readonly real: string;
}

/**
 * How many paths are looked up anew for each decision. It costs about two microseconds a path; a policy with more of
 * them has them looked up once, as links of people and of systems hardly ever change.
 */
const MOST_FRESH = 512;

/**
 * Where the paths of rules lead that ask or deny.
 *
 * Unlike the directories of rules that allow (`rule-directories.ts`), which stay what they were when they were first
 * looked at, they are looked up for each decision: whoever changes a link can make such rules hold for more, and cannot
 * make a rule that allows do so.
 */
export class RestrictedPaths {
  readonly #flavour: Flavour;
  /** For the lists that are too long to be looked up each time. */
  readonly #lasting: WeakMap<readonly string[], readonly Leading[]>;
  readonly #fresh = new Map<readonly string[], readonly Leading[]>();

  constructor(flavour: Flavour, lasting = new WeakMap<readonly string[], readonly Leading[]>()) {
    this.#flavour = flavour;
    this.#lasting = lasting;
  }

  /** For the next decision. */
  fresh(): RestrictedPaths {
    return new RestrictedPaths(this.#flavour, this.#lasting);
  }

  /** The places' paths by way of each path of a rule that leads to them, or above them. */
  readings(places: readonly Place[], paths: readonly string[], locate: Locate): readonly Value[] {
    if (paths.length === 0) return [];
    const memory = paths.length > MOST_FRESH ? this.#lasting : this.#fresh;
    let leading = memory.get(paths);
    if (leading === undefined) {
      leading = paths.flatMap((path) => lead(path, locate));
      memory.set(paths, leading);
    }
    return leading.flatMap(({ path, real }) => {
      const found = places.flatMap((place) => this.#through(path, plain(real), place));
      return path.includes("\\") ? [...found, ...found.map(backslashed)] : found;
    });
  }

  #through(path: string, real: string, place: Place): Value[] {
    const [front, ...others] = place.absolute;
    if (typeof front !== "string") return this.#anywhere(path, real, place);
    const rest = (this.#flavour.folds ? belowFolded : below)(real, front);
    if (others.length === 0) return rest === null ? [] : [[join(path, rest)]];
    if (rest !== null && (rest !== "" || front.endsWith("/"))) {
      return [behind(path, rest === "" ? others : [rest, ...others])];
    }
    // What stands for the hole may lead to the rule's path, or into it.
    const name = this.#flavour.folds ? fold : (text: string): string => text;
    if (!name(real).startsWith(name(front))) return [];
    return [oneOf([place.absolute, [path], behind(path, [ANY_CHARACTERS, ...lastName(place.absolute)])])];
  }

  /** A path of which only the end is known, if that, may be the rule's. What lies below the rule's it may be anyway. */
  #anywhere(path: string, real: string, place: Place): Value[] {
    const end = place.absolute.at(-1);
    const name = this.#flavour.folds ? fold : (text: string): string => text;
    if (typeof end === "string" && !name(real).endsWith(name(end))) return [];
    return [oneOf([place.absolute, [path]])];
  }
}

function lead(path: string, locate: Locate): Leading[] {
  const located = locate(path);
  return located === null || located.same ? [] : [{ path, real: located.real }];
}

/**
 * The links in rules that ask or deny: a rule on `~/.netrc` also holds where `~/.netrc` leads.
 */
import { fold } from "../table/fold.ts";
import { ANY_CHARACTERS, HOME, plain, type Value } from "../text.ts";
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
 * How many decisions may go by before it is looked up again where a rule's path leads. A look costs some microseconds
 * a path, and links of people and of systems hardly ever change. Those of a project do: relative paths are looked up
 * for each decision, unless there are very many.
 */
const MOST_DECISIONS = 64;
const MOST_FRESH = 64;

/** What the decisions of one gate have in common. */
interface Lasting {
  decisions: number;
  readonly lists: WeakMap<readonly string[], { readonly leading: readonly Leading[]; readonly decision: number }>;
}

/**
 * Where the paths of rules lead that ask or deny.
 *
 * Unlike the directories of rules that allow (`rule-directories.ts`), which stay what they were when they were first
 * looked at, they are looked up again: whoever changes a link can make such rules hold for more, and cannot make a rule
 * that allows do so.
 */
export class RestrictedPaths {
  readonly #flavour: Flavour;
  readonly #lasting: Lasting;
  readonly #found = new Map<readonly string[], readonly Leading[]>();

  constructor(flavour: Flavour, lasting: Lasting = { decisions: 0, lists: new WeakMap() }) {
    this.#flavour = flavour;
    this.#lasting = lasting;
  }

  /** For the next decision. */
  fresh(): RestrictedPaths {
    this.#lasting.decisions += 1;
    return new RestrictedPaths(this.#flavour, this.#lasting);
  }

  /** The places' paths by way of each path of a rule that leads to them, or above them. */
  readings(places: readonly Place[], paths: readonly string[], locate: Locate): readonly Value[] {
    if (paths.length === 0) return [];
    let leading = this.#found.get(paths);
    if (leading === undefined) this.#found.set(paths, (leading = this.#look(paths, locate)));
    return leading.flatMap(({ path, real }) => {
      const found = places.flatMap((place) => this.#through(path, plain(real), place));
      return path.includes("\\") ? [...found, ...found.map(backslashed)] : found;
    });
  }

  #look(paths: readonly string[], locate: Locate): readonly Leading[] {
    const near = paths.filter((path) => !isAbsolute(path));
    const isNear = near.length <= MOST_FRESH;
    const { lists, decisions } = this.#lasting;
    let far = lists.get(paths);
    if (far === undefined || decisions - far.decision > MOST_DECISIONS) {
      const distant = isNear ? paths.filter(isAbsolute) : paths;
      far = { leading: distant.flatMap((path) => lead(path, locate)), decision: decisions };
      lists.set(paths, far);
    }
    return isNear ? [...far.leading, ...near.flatMap((path) => lead(path, locate))] : far.leading;
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

function isAbsolute(path: string): boolean {
  return path.startsWith(HOME) || /^(?:[/\\]|[A-Za-z]:)/.test(path);
}

function lead(path: string, locate: Locate): Leading[] {
  const located = locate(path);
  return located === null || located.same ? [] : [{ path, real: located.real }];
}

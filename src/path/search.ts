/**
 * Where a path leads: the same path may lead to several places, since `cd a/link/..` and `cat a/link/../x` take `..`
 * differently, since a tool takes it differently again, and since a link that the command makes may fail to be made.
 */
import { plain, type Value } from "../text.ts";
import type { Flavour, PathText } from "./flavour.ts";
import { extend } from "./forms.ts";
import { isOversized, relativeWithoutParents, textOf, withoutParents, type Location } from "./location.ts";
import type { Found } from "./place.ts";
import type { Resolved, Resolver } from "./resolver.ts";

/** A directory that names start from, as far as it is known. */
type Start =
  | { readonly kind: "known"; readonly lexical: Location; readonly ways: readonly Way[] }
  | { readonly kind: "foreign"; readonly text: string }
  | { readonly kind: "unknown" };

/** A canonical directory, and the view of the disk in which it is one. */
interface Way {
  readonly resolver: Resolver;
  readonly from: Location;
}

/** Finds paths from the directories of one decision; each directory is resolved once. */
export class Search {
  readonly #flavour: Flavour;
  readonly #resolvers: readonly Resolver[];
  readonly #cwd: Location | null;
  readonly #starts = new Map<string, Start>();

  constructor(flavour: Flavour, resolvers: readonly Resolver[], cwd: Location | null) {
    this.#flavour = flavour;
    this.#resolvers = resolvers;
    this.#cwd = cwd;
  }

  /**
   * The places that a path leads to, with `rest` behind it, the physical one first. `base` is the directory that a
   * relative path starts from, null where it is not known.
   */
  find(read: PathText, rest: Value, base: string | null): readonly Found[] {
    switch (read.kind) {
      case "foreign":
        return [{ kind: "foreign", text: read.text, rest }];
      case "unknown":
        return [{ kind: "anywhere", tail: tailOf(read.names, rest), lexical: null }];
      case "absolute":
        return this.#findAbsolute(read.root, read.names, rest, base);
      case "relative":
        return this.#findRelative(read.names, rest, base);
    }
  }

  /** The lexical absolute text of a path, or null where it has none. */
  lexical(read: PathText, base: string | null): string | null {
    if (read.kind === "absolute") return textOf({ root: read.root, names: withoutParents(read.names) });
    if (read.kind !== "relative") return null;
    const start = this.#start(base);
    return start.kind === "known" ? textOf(lexicalBelow(start.lexical, read.names)) : null;
  }

  #findAbsolute(root: string, names: readonly string[], rest: Value, base: string | null): readonly Found[] {
    const top = { root, names: [] };
    const lexical = { root, names: withoutParents(names) };
    // What `/proc/self/cwd` is depends on the base; other absolute paths need not look at it.
    const leansOnBase = this.#flavour.special(names) !== null;
    const ways = leansOnBase ? this.#waysOf(base) : [];
    const found: Found[] = [];
    for (const resolver of this.#resolvers) {
      const own = ways.filter((way) => way.resolver === resolver).map((way) => way.from);
      for (const directory of own.length === 0 ? [null] : own) {
        const end = resolver.resolve(top, names, directory);
        found.push(foundAt(end, lexical, rest));
        if (names.includes("..")) found.push(foundAt(resolver.resolve(top, lexical.names, directory), lexical, rest));
      }
    }
    return found;
  }

  #findRelative(names: readonly string[], rest: Value, base: string | null): readonly Found[] {
    const start = this.#start(base);
    if (start.kind === "unknown") {
      const literal = relativeWithoutParents(names).map(plain).join("/");
      const whole: Value = literal === "" ? (rest.length === 0 ? ["."] : rest) : extend(literal, rest);
      return [{ kind: "adrift", literal: whole, tail: tailOf(names, rest) }];
    }
    if (start.kind === "foreign") {
      const read = this.#flavour.read([start.text, ...names].join("/"), { shell: true, root: this.#cwd?.root ?? null });
      return this.find(read, rest, null);
    }
    const lexical = lexicalBelow(start.lexical, names);
    const found: Found[] = [];
    for (const { resolver, from } of start.ways) {
      found.push(foundAt(resolver.resolve(from, names, from), lexical, rest));
      if (!names.includes("..")) continue;
      found.push(foundAt(resolver.resolve({ root: lexical.root, names: [] }, lexical.names, from), lexical, rest));
    }
    return found;
  }

  #waysOf(base: string | null): readonly Way[] {
    const start = this.#start(base);
    return start.kind === "known" ? start.ways : [];
  }

  #start(base: string | null): Start {
    if (base === null || this.#cwd === null) return { kind: "unknown" };
    let start = this.#starts.get(base);
    if (start === undefined) {
      start = this.#findStart(base, this.#cwd);
      this.#starts.set(base, start);
    }
    return start;
  }

  #findStart(base: string, cwd: Location): Start {
    if (isOversized(base)) return { kind: "unknown" };
    const read = this.#flavour.read(base, { shell: true, root: cwd.root });
    if (read.kind === "unknown" || read.kind === "foreign") return read.kind === "foreign" ? read : { kind: "unknown" };
    const relative = read.kind === "relative";
    const top = { root: relative ? cwd.root : read.root, names: [] };
    const lexical = lexicalBelow(relative ? cwd : top, read.names);

    const ways: Way[] = [];
    for (const resolver of this.#resolvers) {
      const here = resolver.resolve({ root: cwd.root, names: [] }, cwd.names, null);
      if (here.kind === "unknown") return { kind: "unknown" };
      // `git -C link/..` goes up from where the link leads, `cd link/..` from where it stands.
      const ends = [resolver.resolve(relative ? here.location : top, read.names, here.location)];
      if (read.names.includes("..")) ends.push(resolver.resolve(top, lexical.names, here.location));
      for (const end of ends) {
        if (end.kind === "unknown") return { kind: "unknown" };
        ways.push({ resolver, from: end.location });
      }
    }
    return { kind: "known", lexical, ways };
  }
}

function lexicalBelow({ root, names }: Location, further: readonly string[]): Location {
  return { root, names: withoutParents([...names, ...further]) };
}

function foundAt(end: Resolved, lexical: Location, rest: Value): Found {
  const text = textOf(lexical);
  return end.kind === "known"
    ? { kind: "known", canonical: textOf(end.location), lexical: text, rest }
    : { kind: "anywhere", tail: tailOf(end.names, rest), lexical: extend(text, rest) };
}

/** What a path surely ends in, given the names at its end. */
function tailOf(names: readonly string[], rest: Value): Value {
  const sure = names.slice(names.lastIndexOf("..") + 1);
  if (sure.length === 0) return rest.length === 0 ? [] : extend("", rest);
  return extend(`/${sure.join("/")}`, rest);
}

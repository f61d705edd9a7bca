/**
 * From a path as it is typed to what it touches.
 */
import { fold } from "../table/fold.ts";
import { ANY_CHARACTERS, HOME, knownText, plain, type Piece, type Value } from "../text.ts";
import { AccessPath, type RuleLinks } from "./access-path.ts";
import { Disk } from "./disk.ts";
import { expandGlob, type GlobDisk } from "./expand-glob.ts";
import type { FileSystem } from "./file-system.ts";
import type { Flavour, PathText, Platform } from "./flavour.ts";
import { flavourOf } from "./flavours.ts";
import { extend } from "./forms.ts";
import type { GlobPattern } from "./glob.ts";
import { readHoley, withoutChoices, withoutEmptyNames } from "./holey-path.ts";
import { below, isOversized, join, LONGEST, textOf } from "./location.ts";
import { devicePlace, placeOf, type Found, type Place } from "./place.ts";
import { Resolver, type Links } from "./resolver.ts";
import { RestrictedPaths } from "./restricted-paths.ts";
import { RuleDirectories, type Locate } from "./rule-directories.ts";
import { searchBelow, type Selection } from "./search-below.ts";
import { Search } from "./search.ts";
import { readTilde, toolSpellings } from "./spelling.ts";
import { Surroundings } from "./surroundings.ts";

export interface PathNormalizerOptions {
  /** The working directory of the call: containment is measured against where it leads. Absolute. */
  readonly cwd: string;
  readonly home: string;
  readonly platform: Platform;
  readonly fileSystem: FileSystem;
}

export interface PathOptions {
  /** The directory that a relative name starts from: absolute, or relative to the working directory. */
  readonly base?: string;
  /** The path is a word of a shell command, not the argument of a tool. */
  readonly shell?: boolean;
  /** A leading `~` stands for the home directory. For tools it does unless told otherwise, for words it does not. */
  readonly tilde?: boolean;
}

export interface ValueOptions {
  /** The directories that a relative name may start from, or null where none is known. */
  readonly bases: readonly string[] | null;
  readonly shell: boolean;
  readonly tilde?: boolean;
}

/** Most places that one path may name before it counts as unknown. */
const MOST_PLACES = 64;

/** What the normalizers of one gate have in common. */
interface Shared {
  readonly around: Surroundings;
  readonly rules: RuleDirectories;
  readonly restricted: RestrictedPaths;
}

/** The disk of one decision, and the links that the command has made so far. */
interface View {
  readonly disk: Disk;
  readonly links: Links;
}

/**
 * Makes paths into {@link AccessPath}s. No method throws.
 *
 * A normalizer looks at the disk when it is first asked about a path, and keeps what it found: use one for one decision,
 * and {@link fresh} for the next.
 */
export class PathNormalizer {
  readonly #options: PathNormalizerOptions;
  readonly #flavour: Flavour;
  readonly #shared: Shared;
  readonly #view: View;
  /** The disk as it is. */
  readonly #resolver: Resolver;
  readonly #search: Search;
  readonly #links: RuleLinks;
  /** Finds what rules are bound to, by the disk as it is. */
  readonly #ruleSearch: Search;

  constructor(options: PathNormalizerOptions, shared?: Shared, view?: View) {
    this.#options = options;
    const flavour = flavourOf(options.platform);
    this.#flavour = flavour;
    this.#shared = shared ?? {
      around: new Surroundings(flavour, options.cwd, options.home),
      rules: new RuleDirectories(),
      restricted: new RestrictedPaths(flavour),
    };
    this.#view = view ?? { disk: new Disk(options.fileSystem, flavour), links: new Map() };

    const { around, rules, restricted } = this.#shared;
    const { disk, links } = this.#view;
    this.#resolver = new Resolver(disk, flavour, around.root);
    const resolvers = links.size === 0 ? [this.#resolver] : [this.#resolverWith(links), this.#resolver];
    this.#search = new Search(flavour, resolvers, around.here);
    const asking = new Resolver(disk, flavour, around.root, new Map(), { asks: true });
    this.#ruleSearch = new Search(flavour, [asking], around.here);
    const locate: Locate = (directory) => this.#locateRule(directory);
    const ownRestricted = restricted.fresh();
    this.#links = {
      aliases: (places, directories) => rules.aliases(places, directories, locate),
      readings: (places, paths) => ownRestricted.readings(places, paths, locate),
    };
  }

  /** The same directories and rules, with nothing remembered of files and links. */
  fresh(): PathNormalizer {
    return new PathNormalizer(this.#options, this.#shared);
  }

  /**
   * The file system as it may be after the command has made links: path of the link (absolute, or relative to the
   * working directory) to target, as `ln -s` takes it; null where only a run would tell. Later ones go before earlier
   * ones. Paths then count with the links and without.
   */
  withLinks(links: Links): PathNormalizer {
    const { disk } = this.#view;
    const made = new Map(this.#view.links);
    const resolver = this.#resolverWith(made);
    for (const [path, target] of links) {
      const key = this.#linkKey(path, resolver);
      if (key !== null) made.set(key, target);
    }
    return new PathNormalizer(this.#options, this.#shared, { disk, links: made });
  }

  /** A path whose text is known. */
  forPath(path: string, options: PathOptions = {}): AccessPath {
    const { base = "", shell = false, tilde = !shell } = options;
    return this.#accessPath([plain(path)], this.#placesOfText(path, base, { shell, tilde }));
  }

  /** A path that may have holes, and may start from one of several directories. */
  forValue(value: Value, { bases, shell, tilde = !shell }: ValueOptions): AccessPath {
    const ways = withoutEmptyNames(withoutChoices(value) ?? []) ?? [];
    const starts = bases ?? [null];
    const reading = { shell, tilde };
    const places =
      ways.length * starts.length > MOST_PLACES
        ? []
        : ways.flatMap((way) => {
            const text = knownText(way);
            return starts.flatMap((base) =>
              text === null
                ? this.#placesOfHoley(way, base, reading, way.map(plainPiece))
                : this.#placesOfText(text, base, reading),
            );
          });
    return this.#accessPath(value.map(plainPiece), places);
  }

  /** False where the disk tells that a path leads to nothing now, from whichever directory it starts. */
  isThere(path: string, { bases, shell, tilde = !shell }: ValueOptions): boolean {
    const { disk } = this.#view;
    const read = this.#read(path, { shell, tilde });
    return (bases ?? [null]).some((base) =>
      this.#search.find(read, [], base).some((end) => end.kind !== "known" || disk.realpath(end.canonical) !== null),
    );
  }

  /** Whether a directory is there, of which a shell's `cd` would make its working directory. */
  isDirectory(path: string): boolean {
    const { disk } = this.#view;
    // A directory that may not be entered has no `.` in it.
    const isThere = (canonical: string): boolean =>
      disk.names(canonical) !== null && disk.realpath(`${canonical}/.`) !== null;
    return this.#search
      .find(this.#read(path, { shell: true, tilde: false }), [], ".")
      .every((end) => end.kind === "known" && isThere(end.canonical));
  }

  /**
   * The texts that the shell would put in a glob's place now, sorted; each is then a path of its own. Null where
   * nothing matches, where a bound is exceeded, or where it is not known where the names start.
   */
  expandGlob(pattern: GlobPattern, { bases, shell, tilde = false }: ValueOptions): readonly string[] | null {
    const [base, ...others] = bases ?? [];
    if (base === undefined || others.length > 0) return null;
    return expandGlob(pattern, this.#globDisk(base, { shell, tilde }));
  }

  /**
   * The texts of the files that a pattern of a command's own selects now, or null where it is not known where it starts.
   * `deep`: its wildcards match separators too.
   */
  searchBelow(pattern: GlobPattern, deep: boolean, { bases, shell }: ValueOptions): Selection | null {
    const [base, ...others] = bases ?? [];
    if (base === undefined || others.length > 0) return null;
    return searchBelow(pattern, deep, this.#globDisk(base, { shell, tilde: false }));
  }

  #globDisk(base: string, reading: Reading): GlobDisk {
    const { disk, links } = this.#view;
    const linksIn = (directory: string): string[] =>
      [...links.keys()].flatMap((path) => below(directory, path) ?? []).filter((name) => !name.includes("/"));
    const withMade = (names: readonly string[] | null, directory: string): readonly string[] | null => {
      const made = linksIn(directory);
      return made.length === 0 ? names : [...new Set([...(names ?? []), ...made])];
    };
    return {
      locate: (text) => {
        const found = this.#search.find(this.#read(text, reading), [], base);
        const ends = new Set(found.map((end) => (end.kind === "known" ? end.canonical : null)));
        const [end = null] = ends;
        return ends.size === 1 ? end : null;
      },
      spend: (names) => disk.spend(names),
      names: (directory) => withMade(disk.names(directory), directory),
      directories: (directory) => withMade(disk.directories(directory), directory),
      exists: (directory, name) => {
        const path = join(directory, name);
        return links.has(path) || disk.realpath(path) !== null || typeof disk.readlink(path) === "string";
      },
    };
  }

  /** The places of a text, by each spelling that it may have. */
  #placesOfText(text: string, base: string | null, reading: Reading): Place[] {
    const spellings = reading.shell || text.length > LONGEST ? [text] : toolSpellings(text);
    return spellings.flatMap((spelling) => this.#placesOfSpelling(spelling, base, reading));
  }

  #placesOfSpelling(text: string, base: string | null, reading: Reading): Place[] {
    const typed = [plain(text)];
    const { variable } = this.#flavour;
    if (variable !== null && text.length <= LONGEST && variable.test(text)) {
      return this.#placesOfHoley(withVariables(text, variable), base, reading, typed);
    }
    const read = this.#read(text, reading);
    if (read.kind === "absolute" && this.#view.links.size === 0 && !read.names.includes("..")) {
      const path = textOf(read);
      if (this.#flavour.isDevice(path)) return [devicePlace(path, typed)];
    }
    return this.#placesOf(this.#search.find(read, [], base), typed);
  }

  #placesOfHoley(way: Value, base: string | null, reading: Reading, typed: Value): Place[] {
    if (isOversized(way.map((piece) => (typeof piece === "string" ? piece : "/")).join(""))) return [];
    const value = reading.tilde ? this.#withoutTilde(way) : way;
    const { front, rest, tail } = readHoley(value ?? way, this.#flavour);
    if (value === null) {
      const lost: Found = { kind: "anywhere", tail: tail ?? extend("", rest), lexical: null };
      return this.#placesOf([lost], typed);
    }
    const read = this.#read(front, { ...reading, tilde: false });
    if (tail === null) return this.#placesOf(this.#search.find(read, rest, base), typed);
    const lexical = this.#search.lexical(read, base);
    const whole = lexical === null ? null : extend(lexical, rest);
    return this.#placesOf([{ kind: "anywhere", tail, lexical: whole }], typed);
  }

  #placesOf(found: readonly Found[], typed: Value): Place[] {
    this.#shared.around.settle(this.#resolver);
    return found.map((one) => placeOf(one, typed, this.#shared.around));
  }

  #accessPath(typed: Value, places: readonly Place[]): AccessPath {
    const distinct = new Map<string, Place>();
    for (const place of places) {
      const key = place.canonicalText ?? JSON.stringify(place.absolute);
      if (!distinct.has(key)) distinct.set(key, place);
    }
    const [first, ...others] = distinct.size > MOST_PLACES ? [] : distinct.values();
    const { around } = this.#shared;
    const list: readonly [Place, ...Place[]] =
      first === undefined
        ? [placeOf({ kind: "anywhere", tail: [], lexical: null }, typed, around)]
        : [first, ...others];
    return new AccessPath(typed, list, around, this.#links);
  }

  /** Reads a text, its tilde resolved. One that is too long to be opened may be anything. */
  #read(text: string, { shell, tilde }: Reading): PathText {
    if (isOversized(text)) return { kind: "unknown", names: [] };
    const { around } = this.#shared;
    const options = { shell, root: around.root };
    if (!tilde || !text.startsWith("~")) return this.#flavour.read(text, options);
    const whole = this.#withoutTilde([text]);
    if (whole !== null) return this.#flavour.read(knownText(whole) ?? "", options);
    const { rest } = readTilde(text, this.#separators);
    const behind = this.#flavour.read(`.${rest}`, options);
    return { kind: "unknown", names: behind.kind === "relative" ? behind.names : [] };
  }

  /** A value with the directory that its leading tilde stands for, or null where that is not known. */
  #withoutTilde(value: Value): Value | null {
    const [first, ...others] = value;
    if (typeof first !== "string" || !first.startsWith("~")) return value;
    const { kind, rest } = readTilde(first, this.#separators);
    const directory = kind === "home" ? this.#shared.around.home : kind === "here" ? "." : null;
    // `~"$X"`: what follows belongs to the user's name.
    if (directory === null || (rest === "" && others.length > 0)) return null;
    return [directory + rest, ...others];
  }

  get #separators(): string {
    return this.#flavour.platform === "win32" ? "/\\" : "/";
  }

  #resolverWith(links: Links): Resolver {
    return new Resolver(this.#view.disk, this.#flavour, this.#shared.around.root, links);
  }

  /** Where a link stands: its directory resolved, its own name not. */
  #linkKey(path: string, resolver: Resolver): string | null {
    const read = this.#read(path, { shell: true, tilde: false });
    const { here } = this.#shared.around;
    const start = read.kind === "absolute" ? { root: read.root, names: [] } : read.kind === "relative" ? here : null;
    if (start === null || (read.kind !== "absolute" && read.kind !== "relative")) return null;
    const name = read.names.at(-1);
    if (name === undefined || name === "..") return null;
    const names = [...start.names, ...read.names.slice(0, -1)];
    const directory = resolver.resolve({ root: start.root, names: [] }, names, here);
    if (directory.kind === "unknown") return null;
    const key = join(textOf(directory.location), name);
    return this.#flavour.folds ? fold(key) : key;
  }

  /** Where the fixed directory of a rule really is, by the disk as it is. */
  #locateRule(directory: string): ReturnType<Locate> {
    const { around } = this.#shared;
    around.settle(this.#resolver);
    const inHome = directory.startsWith(HOME);
    if (inHome && (around.home === null || around.canonicalHome === null)) return null;
    const read = this.#read(inHome ? around.home + directory.slice(HOME.length) : directory, RULE);
    const [found] = this.#ruleSearch.find(read, [], "");
    if (found?.kind !== "known") return null;
    const { canonical } = found;
    const said = inHome
      ? join(around.canonicalHome ?? "", directory.slice(HOME.length + 1))
      : read.kind === "relative"
        ? join(around.canonicalCwd ?? "", directory)
        : directory;
    return { real: canonical, same: said.replace(/(?<=.)\/$/, "") === canonical };
  }
}

/** How a text is read. */
interface Reading {
  readonly shell: boolean;
  readonly tilde: boolean;
}

const RULE: Reading = { shell: false, tilde: false };

/** A text as a value in which each variable is a hole. */
function withVariables(text: string, variable: RegExp): Value {
  return text
    .split(variable)
    .flatMap((part, index): Piece[] => [...(index === 0 ? [] : [ANY_CHARACTERS]), ...(part === "" ? [] : [part])]);
}

function plainPiece(piece: Piece): Piece {
  return typeof piece === "string" ? plain(piece) : piece;
}

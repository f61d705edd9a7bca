/**
 * Where a path physically leads: every link followed, `..` taken from where the link leads, as the kernel does it.
 */
import { fold } from "../table/fold.ts";
import type { Disk } from "./disk.ts";
import type { Flavour } from "./flavour.ts";
import { isOversized, textOf, type Location } from "./location.ts";

export type Resolved =
  | { readonly kind: "known"; readonly location: Location }
  /** Below a link whose target is not known: what stands behind it. */
  | { readonly kind: "unknown"; readonly names: readonly string[] };

/** Links that the command itself makes before it uses them: absolute path to target; null where only a run would tell. */
export type Links = ReadonlyMap<string, string | null>;

/** How many links one path may cross; Linux gives up at the same number (`path_resolution(7)`). */
const MOST_LINKS = 40;

/** How many names a path may have on its way, with those of the links that it crosses; beyond, it may lead anywhere. */
const MOST_NAMES = 4_096;

/**
 * How many missing directories are climbed one by one before the nearest existing one is searched by halving. One by one
 * is right even for a file system whose answers do not fit together.
 */
const CLIMB = 32;

export class Resolver {
  readonly disk: Disk;
  readonly flavour: Flavour;
  /** The one remote root that may be looked at, since the work is done there. */
  readonly reachable: string | null;
  readonly #links: Links;
  /** Paths are followed name by name. */
  readonly steps: boolean;
  /** Canonical paths that are known to be there. */
  readonly directories = new Set<string>();
  readonly #missing = new Set<string>();
  #hasLoops = false;

  /**
   * `asks`: whether a name is a link is asked, name by name. It is the cheaper way where most paths are not there, on
   * platforms whose names have one case alone.
   */
  constructor(
    disk: Disk,
    flavour: Flavour,
    reachable: string | null,
    links: Links = new Map(),
    { asks = false }: { readonly asks?: boolean } = {},
  ) {
    this.disk = disk;
    this.flavour = flavour;
    this.reachable = reachable;
    this.#links = links;
    this.steps = links.size > 0 || (asks && disk.readsLinks && !flavour.folds);
  }

  /**
   * The canonical location that names lead to from a canonical directory.
   *
   * What does not exist, is forbidden or is a loop counts as itself, below its nearest ancestor that can be resolved; a
   * link whose target is missing leads to that target. `own` is the directory of the command that uses the path, null
   * where that is not known.
   */
  resolve(start: Location, names: readonly string[], own: Location | null): Resolved {
    return new Walk(this, start, names, own).run();
  }

  /** The target of a link made earlier in the command: undefined where there is none, null where it is not known. */
  madeLink(path: string): string | null | undefined {
    return this.#links.size === 0 ? undefined : this.#links.get(this.flavour.folds ? fold(path) : path);
  }

  /** Takes down a canonical path that is not there. */
  noteMissing(path: string): void {
    if (!this.#hasLoops) this.#missing.add(path);
  }

  isMissing(path: string): boolean {
    return this.#missing.has(path);
  }

  /** Takes down that a loop was met. What comes of one is not canonical, so nothing can be told by texts any more. */
  noteLoop(): void {
    this.#hasLoops = true;
    this.#missing.clear();
  }
}

/** One path on its way: where it has come to, and the names still before it. */
class Walk {
  readonly #resolver: Resolver;
  readonly #own: Location | null;
  #root: string;
  #names: string[];
  /** Last first. */
  readonly #pending: string[];
  #hops = 0;
  /** Links on whose targets the way still is, outermost first: where each stood, and how many names come after it. */
  readonly #open: { readonly root: string; readonly names: readonly string[]; readonly after: number }[] = [];
  /** Go name by name, by the links' own texts. */
  #stepping: boolean;

  constructor(resolver: Resolver, start: Location, names: readonly string[], own: Location | null) {
    this.#resolver = resolver;
    this.#own = own;
    this.#root = start.root;
    this.#names = [...start.names];
    this.#pending = names.toReversed();
    this.#stepping = resolver.steps;
  }

  run(): Resolved {
    while (this.#pending.length > 0) {
      if (this.#names.length + this.#pending.length > MOST_NAMES) return { kind: "unknown", names: [] };
      if (this.#pending.at(-1) === "..") {
        this.#pending.pop();
        this.#names.pop();
        continue;
      }
      const open = this.#special() ?? (this.#stepping ? this.#step() : this.#advance());
      if (!open) return { kind: "unknown", names: this.#pending.toReversed() };
    }
    return { kind: "known", location: { root: this.#root, names: this.#names } };
  }

  /** The names before the next `..`, in order. */
  #ahead(): string[] {
    const last = this.#pending.lastIndexOf("..");
    return this.#pending.slice(last + 1).toReversed();
  }

  #drop(count: number): void {
    this.#pending.length -= count;
  }

  #textOf(names: readonly string[]): string {
    return textOf({ root: this.#root, names });
  }

  #moveTo(location: Location): void {
    this.#root = location.root;
    this.#names = [...location.names];
  }

  /** Names that lead elsewhere for each process: null where there are none, false where the way gets lost. */
  #special(): boolean | null {
    if (this.#root !== "/") return null;
    const ahead = this.#ahead();
    const special = this.#resolver.flavour.special([...this.#names, ...ahead]);
    if (special === null || special.take <= this.#names.length) return null;
    const taken = special.take - this.#names.length;
    this.#drop(taken);
    if (special.to === "unknown") return false;
    if (special.to === "itself") this.#names.push(...ahead.slice(0, taken));
    else if (special.to === "root") this.#names = [];
    else if (this.#own === null) return false;
    else this.#moveTo(this.#own);
    return true;
  }

  /** Takes as many names at once as the disk resolves. False where the way gets lost. */
  #advance(): boolean {
    const { disk, flavour, directories, reachable } = this.#resolver;
    const ahead = this.#ahead();
    const names = [...this.#names, ...ahead];
    const path = this.#textOf(names);
    const parent = this.#textOf(names.slice(0, -1));

    const untouchable = flavour.isRemote(path) && this.#root !== reachable;
    if (untouchable || directories.has(path) || this.#resolver.isMissing(parent)) {
      this.#names = names;
      this.#drop(ahead.length);
      return true;
    }
    // Below a directory that is known, one question is left: is the last name a link? (Where case folds, the disk is
    // asked for the name's true case instead.)
    if (directories.has(parent) && disk.readsLinks && !flavour.folds) {
      this.#names = names.slice(0, -1);
      this.#drop(ahead.length - 1);
      return this.#step();
    }

    const real = disk.realpath(path);
    if (real === null) return this.#advanceBelowExisting(ahead);
    if (this.#mustStep(real, path)) return true;
    this.#moveTo(real);
    this.#drop(ahead.length);
    directories.add(textOf(real));
    directories.add(this.#textOf(this.#names.slice(0, -1)));
    return true;
  }

  /** The path as a whole leads nowhere: up to what exists, and on from there. */
  #advanceBelowExisting(ahead: readonly string[]): boolean {
    const { disk, directories } = this.#resolver;
    const start = this.#names;
    const prefix = (length: number): string => this.#textOf([...start, ...ahead.slice(0, length)]);

    const existing = this.#existing(ahead.length, prefix);
    const real = existing === 0 ? null : disk.realpath(prefix(existing));
    if (real !== null) {
      if (this.#mustStep(real, prefix(existing))) return true;
      this.#moveTo(real);
      directories.add(textOf(real));
    }
    this.#drop(existing);

    const name = ahead[existing] ?? "";
    const path = this.#textOf([...this.#names, name]);
    const target = disk.readlink(path);
    if (typeof target === "string") return this.#follow(target, name);
    this.#names.push(...ahead.slice(existing));
    this.#drop(ahead.length - existing);
    this.#resolver.noteMissing(path);
    if (ahead.length - existing > 1) this.#resolver.noteMissing(this.#textOf(this.#names.slice(0, -1)));
    return true;
  }

  /** How many of the names ahead exist, less than all. */
  #existing(count: number, prefix: (length: number) => string): number {
    const { disk } = this.#resolver;
    let length = count - 1;
    for (; length > 0 && count - length < CLIMB; length--) {
      if (disk.realpath(prefix(length)) !== null) return length;
    }
    let low = 0;
    while (low < length) {
      const middle = Math.ceil((low + length) / 2);
      if (disk.realpath(prefix(middle)) !== null) low = middle;
      else length = middle - 1;
    }
    return low;
  }

  /**
   * On Linux, where the disk says that links were crossed, their texts are read one by one: one of them may lead
   * through `/proc/self`, which is not the same place for the command as for the gate.
   */
  #mustStep(real: Location, path: string): boolean {
    const { disk, flavour } = this.#resolver;
    if (flavour.platform !== "linux" || !disk.readsLinks || textOf(real) === path) return false;
    this.#stepping = true;
    return true;
  }

  /** Takes one name. False where it is a link that leads who knows where. */
  #step(): boolean {
    const { disk, flavour } = this.#resolver;
    const name = this.#pending.at(-1) ?? "";
    const path = this.#textOf([...this.#names, name]);
    const made = this.#resolver.madeLink(path);
    if (made === null) {
      this.#drop(1);
      return false;
    }
    const untouchable = flavour.isRemote(path) && this.#root !== this.#resolver.reachable;
    const target = made ?? (untouchable ? null : disk.readlink(path));
    if (typeof target === "string") return this.#follow(target, name);

    this.#drop(1);
    const told = target === null && !flavour.folds;
    const real = untouchable || told ? null : disk.realpath(path);
    if (real === null) this.#names.push(name);
    else this.#moveTo(real);
    return true;
  }

  /** Takes the next name, which is a link. False where the way gets lost. */
  #follow(target: string, name: string): boolean {
    this.#drop(1);
    const after = this.#pending.length;
    while ((this.#open.at(-1)?.after ?? -1) > after) this.#open.pop();
    this.#open.push({ root: this.#root, names: [...this.#names, name], after });
    if (++this.#hops > MOST_LINKS) {
      this.#giveUp();
      return true;
    }
    if (isOversized(target)) return false;
    const read = this.#resolver.flavour.read(target, { shell: false, root: this.#root });
    if (read.kind === "foreign" || read.kind === "unknown") return false;
    if (read.kind === "absolute") this.#moveTo({ root: read.root, names: [] });
    this.#pending.push(...read.names.toReversed());
    return true;
  }

  /** A loop: the link that led into it counts as itself. */
  #giveUp(): void {
    this.#resolver.noteLoop();
    const [entered] = this.#open.splice(0);
    if (entered === undefined) return;
    this.#moveTo(entered);
    this.#pending.length = entered.after;
  }
}

/**
 * Intents and mentions of paths, looked up on the disk.
 */
import type { AccessIntent } from "../invocation/intents.ts";
import type { AccessPath } from "../path/access-path.ts";
import type { PathNormalizer, ValueOptions } from "../path/normalizer.ts";
import { sureDirectories } from "../shell/directory.ts";
import type { Base, Link, PathAccess, PathMention } from "../shell/program.ts";
import { ANY_DESCENT, keyOf, knownText, type Value } from "../text.ts";
import { endOfNames, globPattern, isDeep, isListing, selectingPattern } from "./glob-pattern.ts";
import { givesRules, rulesAround, withoutOmitted } from "./omitted.ts";

/** A path that the invocation touches, looked up on the disk. */
export interface TouchedPath {
  readonly path: AccessPath;
  readonly accesses: readonly ("read" | "write")[];
  /** The tool's own surface, where that is asked about the path. */
  readonly surface: string | null;
  /** Where a command names it; null for a path that a tool is given. */
  readonly mention: PathMention | null;
  /** False for what only may be a path: it counts where a rule speaks of it. */
  readonly certain: boolean;
}

/** The paths that a tool is given. */
export function givenPaths(intents: readonly AccessIntent[], paths: () => PathNormalizer): TouchedPath[] {
  const touched: TouchedPath[] = [];
  for (const intent of intents) {
    if (intent.kind !== "path") continue;
    touched.push({
      path: paths().forPath(intent.path),
      accesses: accessesOf(intent.access),
      surface: intent.surface,
      mention: null,
      certain: intent.named,
    });
  }
  return touched;
}

/** The paths that commands name. A glob stands for the files that it matches now, where they can be told. */
export function mentionedPaths(intents: readonly AccessIntent[], paths: () => PathNormalizer): TouchedPath[] {
  const touched: TouchedPath[] = [];
  for (const intent of intents) {
    if (intent.kind !== "commands" || intent.program.paths.length === 0) continue;
    const { entered, links } = intent.program;
    const settles = entered !== null && paths().isDirectory(entered);
    const linked = withMadeLinks(settles ? links.map(settled) : links, paths());
    // A name that commands repeat is looked up once.
    const found = new Map<string, readonly AccessPath[]>();
    const ruled = intent.program.paths.some(givesRules);
    for (const mention of intent.program.paths) {
      const placed = settles ? settled(mention) : mention;
      if (mention.certainty === "existing" && mention.pattern !== true && !isThere(placed, linked)) continue;
      const name = nameOf(placed);
      let known = found.get(name);
      if (known === undefined) found.set(name, (known = lookUp(placed, linked, ruled)));
      for (const path of known) {
        touched.push({
          path,
          accesses: accessesOf(mention.access),
          surface: null,
          mention,
          certain: mention.certainty === "path",
        });
      }
    }
  }
  return touched;
}

/** A mention or a link as it is where the directory is there that the program enters first. */
function settled<T extends { readonly base: Base }>(named: T): T {
  const { base } = named;
  if (base.kind === "unknown" || base.strays === undefined) return named;
  const directories = sureDirectories(base);
  // What is only run where the directory is not there may stand anywhere.
  return directories.length === 0 ? named : { ...named, base: { kind: "known", directories } };
}

/** A text that is equal for mentions that are looked up alike. */
function nameOf({ value, base, pattern, certainty, access }: PathMention): string {
  const from = base.kind === "known" ? JSON.stringify(base.directories) : null;
  return `${pattern} ${certainty} ${access === "read"} ${from} ${keyOf(value)}`;
}

/** @param ruled the program may write a file with rules on what searches list */
function lookUp(mention: PathMention, paths: PathNormalizer, ruled: boolean): readonly AccessPath[] {
  const bases = mention.base.kind === "known" ? mention.base.directories : null;
  const options = { bases, shell: true };
  const values = valuesOnDisk(mention, paths, options, ruled) ?? [mention.value];
  return values.map((value) => paths.forValue(value, options));
}

/** The files for which a mention stands now; null where that cannot be told, or is not to be. */
function valuesOnDisk(
  { value, pattern, certainty, access }: PathMention,
  paths: PathNormalizer,
  options: ValueOptions,
  ruled: boolean,
): readonly Value[] | null {
  if (pattern === true) {
    const selected = paths.searchBelow(selectingPattern(value), isDeep(value), options);
    // Where nothing is found and not all was looked at, it may be any file that the pattern matches.
    const isTold = selected !== null && (selected.found.length > 0 || (certainty === "existing" && selected.complete));
    if (isTold) return selected.found.map(named);
  }
  if (knownText(value) !== null) return null;
  if (isListing(value)) {
    const listed = paths.searchBelow(selectingPattern(value), true, options);
    // Where nothing is there, or not all was looked at, there may be other names by the time of the search.
    if (listed === null || !listed.complete || listed.found.length === 0) return null;
    const { found, foreign } = withoutOmitted(listed, value, () => ruled || rulesAround(value, paths, options));
    if (found.length === 0) return null;
    // What others have made is not looked into. To read there counts as to read the directory as a whole, as `grep -r`
    // does; to write there is asked about.
    const end = endOfNames(value);
    const unseen = foreign.map((directory): Value =>
      access === "read" ? [directory] : [directory, ANY_DESCENT, ...end],
    );
    return [...found.map(named), ...unseen];
  }
  const glob = globPattern(value);
  return glob === null ? null : (paths.expandGlob(glob, options)?.map(named) ?? null);
}

const named = (name: string): Value => [name];

/** Whether a name is one of a file now, or of one that may be made in a directory, as far as the disk tells. */
function isThere({ value, base, access }: PathMention, paths: PathNormalizer): boolean {
  const text = knownText(value);
  if (text === null || base.kind !== "known") return true;
  const options = { bases: base.directories, shell: true };
  const above = access === "read" ? -1 : text.lastIndexOf("/");
  return paths.isThere(text, options) || (above > 0 && paths.isThere(text.slice(0, above), options));
}

/** The disk with the links that the program itself makes. */
function withMadeLinks(links: readonly Link[], paths: PathNormalizer): PathNormalizer {
  if (links.length === 0) return paths;
  const made = new Map<string, string>();
  for (const { link, target, base } of links) {
    const name = target.slice(target.lastIndexOf("/") + 1);
    for (const directory of base.kind === "known" ? base.directories : []) {
      const path = isAbsolute(link) || directory === "" ? link : `${directory}/${link}`;
      made.set(path, target);
      // Where the name is a directory, the link is made in it under the target's name.
      if (name !== "") made.set(`${path}/${name}`, target);
    }
  }
  return paths.withLinks(made);
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:/.test(path);
}

const READ_ONLY = ["read"] as const;
const WRITE_ONLY = ["write"] as const;
const READ_AND_WRITE = ["read", "write"] as const;

function accessesOf(access: PathAccess): readonly ("read" | "write")[] {
  if (access === "both") return READ_AND_WRITE;
  return access === "read" ? READ_ONLY : WRITE_ONLY;
}

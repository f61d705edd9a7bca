/** Directories as a shell's `cd` computes them: by their text, symbolic links not looked at. */
import { keyOf, knownText } from "../text.ts";
import type { Value } from "../text.ts";
import { MAX_DIRECTORIES } from "./limits.ts";
import { below, isRelative, isShaped, mayBegin, step, under, withSomething } from "./partial-directory.ts";
import type { Base, BasePart, KnownBase } from "./program.ts";
import { frontOf, mayBeEmpty, sizeOf, waysOf } from "./value.ts";
import { isGlob } from "./words/glob.ts";

export const UNKNOWN_BASE: Base = { kind: "unknown" };

/** The session's working directory. */
export const SESSION_BASE: KnownBase = { kind: "known", directories: ["."] };

/** A base of one directory. */
export function baseOf(directory: string): Base {
  return { kind: "known", directories: [directory] };
}

/** Whether a name starts from a root. `C:/x` does on win32 alone, and elsewhere nobody writes it. */
function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:(?:[\\/]|$)/.test(path);
}

/** `target` seen from `directory`, without `.` and with every `..` taken back that can be; `.` for where it starts. */
export function resolveDirectory(directory: string, target: string): string {
  const path = isAbsolute(target) ? target : `${directory}/${target}`;
  const root = /^(?:[A-Za-z]:)?[\\/]/.exec(path)?.[0] ?? "";
  const names: string[] = [];
  for (const name of path.slice(root.length).split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== ".." || root === "") names.push(name);
  }
  return root + names.join("/") || ".";
}

/** A base of several directories, of which those that are not among the sure ones are strays. */
function baseWith(directories: readonly string[], sure: readonly string[]): Base {
  const all = [...new Set(directories)];
  if (all.length > MAX_DIRECTORIES) return UNKNOWN_BASE;
  const strays = all.filter((directory) => !sure.includes(directory));
  return strays.length === 0 ? { kind: "known", directories: all } : { kind: "known", directories: all, strays };
}

/** The directories of a base that it stands in where the program could enter the directory that it begins with. */
export function sureDirectories(base: KnownBase): readonly string[] {
  const { directories, strays } = base;
  return strays === undefined ? directories : directories.filter((directory) => !strays.includes(directory));
}

/** The base as that of a shell that could not enter the directory that its program begins with. */
export function strayed(base: Base): Base {
  return base.kind === "unknown" ? base : { ...base, strays: base.directories };
}

/** Where both ways of coming to a point may have led. */
export function joinBases(a: Base, b: Base): Base {
  if (a === b) return a;
  const joined = a.kind === "known" && b.kind === "known" ? joinKnown(a, b) : joinPartial(a, b);
  return equalBases(joined, a) ? a : joined;
}

function joinKnown(a: KnownBase, b: KnownBase): Base {
  return baseWith([...a.directories, ...b.directories], [...sureDirectories(a), ...sureDirectories(b)]);
}

function joinPartial(a: Base, b: Base): Base {
  const [parts, others] = [partsOf(a), partsOf(b)];
  return parts === null || others === null ? UNKNOWN_BASE : baseOfParts([...parts, ...others]);
}

/** The directories that a base may be, each by itself; null where it may be any. */
function partsOf(base: Base): readonly BasePart[] | null {
  return base.kind === "known" ? [{ from: base, value: [] }] : (base.parts ?? null);
}

/** A base of several that are known in part. */
function baseOfParts(parts: readonly BasePart[]): Base {
  const found = new Map<string, BasePart>();
  for (const part of parts) {
    const key = keyOf(part.value);
    const other = found.get(key);
    const from = other === undefined ? part.from : joinKnown(other.from, part.from);
    if (from.kind === "unknown") return UNKNOWN_BASE;
    found.set(key, { from, value: part.value });
  }
  const all = [...found.values()];
  const [only] = all;
  if (all.length === 1 && only?.value.length === 0) return only.from;
  const count = all.reduce((sum, { from }) => sum + from.directories.length, 0);
  return count === 0 || count > MAX_DIRECTORIES ? UNKNOWN_BASE : { kind: "unknown", parts: all };
}

export function equalBases(a: Base, b: Base): boolean {
  if (a === b) return true;
  if (a.kind === "known" && b.kind === "known")
    return equalSets(a.directories, b.directories) && equalSets(a.strays ?? [], b.strays ?? []);
  if (a.kind === "known" || b.kind === "known") return false;
  const [parts, others] = [a.parts ?? [], b.parts ?? []];
  if (parts.length !== others.length) return false;
  return parts.every((part) =>
    others.some((other) => keyOf(other.value) === keyOf(part.value) && equalBases(other.from, part.from)),
  );
}

function equalSets(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}

/** Where a name leads from a directory that is known in part, seen from where that is; null where only a run tells. */
type Move = (directory: Value, name: Value) => Value | null;

/** Where `cd TARGET` leads from a base, which takes `..` by the text. */
export function enterDirectory(base: Base, target: Value): Base {
  return changeDirectory(base, target, step);
}

/** Where a command works that is told `-C TARGET`. A target that may lead up or anywhere leads nobody knows where. */
export function changeDirectory(base: Base, target: Value, move: Move = below): Base {
  // A bracket of a glob is a choice too, but one that belongs together.
  const ways = isGlob(target) ? [target] : waysOf(target, MAX_DIRECTORIES);
  let result: Base | null = null;
  for (const way of ways) {
    const name = knownText(way);
    const next = name === null ? changePartly(base, way, move) : changeTo(base, name, move);
    result = result === null ? next : joinBases(result, next);
  }
  return result ?? UNKNOWN_BASE;
}

/** Where a name leads that is known in part. */
function changePartly(base: Base, target: Value, move: Move): Base {
  if (!isShaped(target) || sizeOf(target) > LONGEST) return UNKNOWN_BASE;
  const front = frontOf(target);
  // What the kernel hands out depends on who looks at it.
  if (isAbsolute(front))
    return /^\/(?:proc|dev)(?:\/|$)/.test(front)
      ? UNKNOWN_BASE
      : { kind: "unknown", parts: [{ from: SESSION_BASE, value: target }] };
  if (isWildcards(target)) return moveParts(base, target, move);
  // An option, or where the shell stood before.
  if (mayBegin(target, "-+")) return UNKNOWN_BASE;
  if (!mayBeEmpty(target)) return moveParts(base, target, move);
  // `cd ""` stays where it is.
  return joinBases(base, moveParts(base, withSomething(target), move));
}

/** Whether all that is not known of a name is a shell's own wildcards: what they match is there, and has a name. */
function isWildcards(target: Value): boolean {
  return (
    isGlob(target) &&
    target.every((piece) => typeof piece === "string" || piece.kind !== "characters" || piece.except === "/")
  );
}

/** Where a relative name leads from each directory that a base may be. */
function moveParts(base: Base, target: Value, move: Move): Base {
  const moved = partsOf(base)?.map((part) => movePart(part, target, move)) ?? [];
  return moved.length === 0 ? UNKNOWN_BASE : moved.reduce(joinBases);
}

function movePart({ from, value }: BasePart, target: Value, move: Move): Base {
  const text = knownText(target);
  if (value.length === 0 && text !== null) return changeTo(from, text, move);
  if (value.length === 0)
    return isRelative(target) ? { kind: "unknown", parts: [{ from, value: target }] } : UNKNOWN_BASE;
  const next = move(value, target);
  if (next === null || sizeOf(next) > LONGEST) return UNKNOWN_BASE;
  const known = knownText(next);
  return known === null
    ? { kind: "unknown", parts: [{ from, value: next }] }
    : changeTo(from, known === "" ? "." : known, move);
}

/** A name, and the directory that it starts from where it is relative. */
export interface Seen {
  readonly base: Base;
  readonly value: Value;
}

/** A name as it is seen from where its directory is known: one for each that the base may be. */
export function seenFrom(base: Base, name: Value): readonly Seen[] {
  return seenPartly(base, name, below);
}

/** A directory as `cd` sees it, which takes `..` by the text. */
export function enteredFrom(base: Base, name: Value): readonly Seen[] {
  return seenPartly(base, name, (directory, entered) => {
    const seen = step(directory, entered);
    return seen?.length === 0 ? ["."] : seen;
  });
}

function seenPartly(base: Base, name: Value, see: Move): readonly Seen[] {
  if (base.kind === "known" || base.parts === undefined) return [{ base, value: name }];
  return base.parts.map(({ from, value }) => {
    if (value.length === 0) return { base: from, value: name };
    const seen = see(value, name);
    return seen === null ? { base: UNKNOWN_BASE, value: name } : { base: from, value: seen };
  });
}

/** No system takes a path this long; a chain of `cd` could make one of any length. */
const LONGEST = 4_096;

function isTooLong(directory: string): boolean {
  return directory.length > LONGEST;
}

function changeTo(base: Base, name: string, move: Move): Base {
  if (isTooLong(name)) return UNKNOWN_BASE;
  if (isAbsolute(name)) return baseOf(resolveDirectory("/", name));
  if (base.kind === "unknown") return name === "" ? base : moveParts(base, [name], move);
  const from = (directories: readonly string[]): string[] =>
    directories.map((directory) => resolveDirectory(directory, name));
  const directories = from(base.directories);
  return directories.some(isTooLong) ? UNKNOWN_BASE : baseWith(directories, from(sureDirectories(base)));
}

/** Absolute names of a base's directories, or null where they are not known or not written as a shell writes them. */
export function absoluteDirectories(base: Base, cwd: string): readonly string[] | null {
  if (base.kind === "unknown" || !cwd.startsWith("/")) return null;
  return base.directories.map((directory) => resolveDirectory(cwd, directory));
}

/** The absolute names of a base's directories as values, or null where one is not known even in part. */
export function directoryValues(base: Base, cwd: string): readonly Value[] | null {
  const values: Value[] = [];
  for (const { from, value } of partsOf(base) ?? []) {
    const fronts = absoluteDirectories(from, cwd);
    if (fronts === null) return null;
    if (isAbsolute(frontOf(value))) values.push(value);
    else values.push(...fronts.map((front) => (value.length === 0 ? [front] : under([front], value))));
  }
  return values.length === 0 ? null : values;
}

/** Names of directories that are known in part: `packages/*`, `/tmp/tmp.…`. */
import type { CharactersHole, Hole, Value } from "../text.ts";
import { after, compact, endOf, frontOf, holdsNone, holdsNoSlash, mayBeEmpty } from "./value.ts";

/** A name below a directory; the name itself below nothing. */
export function under(directory: Value, name: Value): Value {
  if (directory.length === 0) return name;
  const here = /^(?:\.\/+)+(?=[^/])/.exec(frontOf(name))?.[0].length ?? 0;
  return compact([...directory, ...(endOf(directory).endsWith("/") ? [] : ["/"]), ...after(name, here)]);
}

/** A name further down in a directory; null where it may be none. */
export function below(directory: Value, name: Value): Value | null {
  return isRelative(name) ? under(directory, name) : null;
}

/**
 * Where a `cd` to a relative name leads from a directory: by the text, as a shell takes it. Null where only a run tells.
 */
export function step(directory: Value, name: Value): Value | null {
  let at: Value | null = directory;
  let rest = name;
  for (let up = parentIn(rest); up !== null; up = parentIn(rest)) {
    at = at.length === 0 ? null : above(at);
    if (at === null) return null;
    rest = after(rest, up.length);
  }
  if (rest.length === 0) return at;
  return below(at, rest);
}

/** The `..` that a name begins with. */
function parentIn(name: Value): string | null {
  const up = /^(?:\.\/+)*\.\.(?:\/+|$)/.exec(frontOf(name))?.[0];
  if (up === undefined) return null;
  // `..` before a hole may be the front of a longer name.
  return up.endsWith("/") || name.length === 1 ? up : null;
}

/** The directory that a directory stands in; null where its last name may be none, or several. */
function above(directory: Value): Value | null {
  const pieces = [...directory];
  const last = pieces.at(-1);
  if (typeof last === "string") pieces.splice(-1, 1, ...withoutEnd(last));
  const at = pieces.findLastIndex((piece) => typeof piece === "string" && piece.includes("/"));
  const front = pieces[at];
  const cut = typeof front === "string" ? front.lastIndexOf("/") : -1;
  const name = typeof front === "string" ? compact([front.slice(cut + 1), ...pieces.slice(at + 1)]) : pieces;
  if (!name.every(holdsNoSlash) || !name.some(isOwn) || name.some(hasBackslash)) return null;
  if (typeof front !== "string") return [];
  const text = front.slice(0, cut).replace(/\/+$/, "");
  // The root keeps its separator.
  const isRoot = at === 0 && /^(?:[A-Za-z]:)?$/.test(text);
  return compact([...pieces.slice(0, at), isRoot ? `${text}/` : text]);
}

function withoutEnd(text: string): string[] {
  const trimmed = text.replace(/\/{1,4096}$/, "");
  return trimmed === "" ? [] : [trimmed];
}

/** What makes a name one that is not empty, and neither `.` nor `..`. */
function isOwn(piece: Value[number]): boolean {
  return typeof piece === "string" && /[^.\\]/.test(piece);
}

/** On some systems a separator. */
function hasBackslash(piece: Value[number]): boolean {
  return typeof piece === "string" && piece.includes("\\");
}

/** Whether a value surely is a name further down: not from a root, and none of its names is written as `..`. */
export function isRelative(value: Value): boolean {
  if (value.length === 0 || mayBegin(value, "/") || /^(?:\\|[A-Za-z]:)/.test(frontOf(value))) return false;
  return value.every((piece) => typeof piece !== "string" || !/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(piece));
}

/** Whether a directory is known in shape: what is not known of it stays in its place, below what stands before it. */
export function isShaped(value: Value): boolean {
  return value.every((piece) => holdsNoSlash(piece) || typeof piece === "string" || isDescent(piece));
}

function isDescent(hole: Hole): boolean {
  return hole.kind === "characters" && hole.within === true;
}

/** Whether a value may begin with one of the characters. */
export function mayBegin(value: Value, characters: string): boolean {
  for (const piece of value) {
    if (typeof piece === "string") {
      if (piece !== "") return characters.includes(piece.charAt(0));
    } else if (piece.kind === "choice") {
      if (piece.options.some((option) => mayBegin(option, characters))) return true;
      if (!piece.options.some(mayBeEmpty)) return false;
    } else {
      if (piece.kind !== "characters") return true;
      const first = [...characters].filter((one) => piece.notFirst?.includes(one) !== true);
      if (first.some((one) => !holdsNone(piece, one))) return true;
      if (piece.min > 0 || isWildcard(piece)) return false;
    }
  }
  return false;
}

/** A value of which nothing may be left, where something is, as far as that can be told. */
export function withSomething(value: Value): Value {
  const [only] = value;
  return value.length === 1 && typeof only === "object" && only.kind === "characters" ? [{ ...only, min: 1 }] : value;
}

/** A wildcard at the front of a name, which is not empty. */
function isWildcard({ except, notFirst }: CharactersHole): boolean {
  return except === "/" && notFirst === ".";
}

/**
 * The names of files that a command prints, or hands on by itself (`find -exec`): what `xargs` then gives to another
 * command. Only what narrows them is worked out; all others may be any name.
 */
import { ANY_CHARACTERS, ANY_DESCENT } from "../../text.ts";
import type { CharactersHole, Piece, Value } from "../../text.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { compact, UNKNOWN } from "../value.ts";

/** What one of some names may be. */
export type Names = readonly Value[];

/** Any name at all. */
export const ANY_NAME: Names = [UNKNOWN];

/**
 * What stands behind a directory in the name of any file below it. A search that is given all these names does no more
 * than one of the directory would.
 */
export const LISTED: ListedHole = { ...ANY_DESCENT, notFirst: "/", listed: true };

/** A hole for all names below a directory. */
interface ListedHole extends CharactersHole {
  readonly listed: true;
}

/** The front of a name that is printed without where it starts. */
export const DEEPER: CharactersHole = { ...ANY_DESCENT, notFirst: "/" };

/** Whether nothing but the directory is known of a name. */
export function isListed(name: Value): boolean {
  const last = name.at(-1);
  return typeof last === "object" && "listed" in last && name.slice(0, -1).every((piece) => typeof piece === "string");
}

/** A name of a list that is told by more than its directory. */
export function onlySome(name: Value): Value {
  return name.map((piece) => {
    if (typeof piece === "string" || !("listed" in piece)) return piece;
    const { listed: _, ...hole } = piece;
    return hole;
  });
}

/** A name that is taken from where the command runs. */
export function fromHere(name: Value): Value {
  return name[0] === ANY_DESCENT ? [DEEPER, ...name.slice(1)] : name;
}

/** The names, if there are not too many to tell. */
export function bounded(values: readonly Value[]): Names {
  return values.length > MAX_OPTIONS ? ANY_NAME : values;
}

/** The names that a pattern on whole paths takes below a directory. */
export function below(start: string, name: Value): readonly Value[] {
  const front = start.endsWith("/") ? start : `${start}/`;
  const [first, ...others] = name;
  // A pattern on the whole path starts with where the search started.
  if (typeof first === "string") return [name.map(descending)];
  const rest = others.map(descending);
  const [second, ...further] = rest;
  if (typeof second !== "string" || !second.startsWith("/")) return [[front, ANY_DESCENT, ...rest]];
  // A whole name, in the directory itself or further down.
  return [compact([front, second.slice(1), ...further]), [front, ANY_DESCENT, ...rest]];
}

export function descending(piece: Piece): Piece {
  return piece === ANY_CHARACTERS ? ANY_DESCENT : piece;
}

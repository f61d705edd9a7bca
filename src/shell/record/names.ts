/**
 * The names of files that a command prints, or hands on by itself (`find -exec`): what `xargs` then gives to another
 * command. Only what narrows them is worked out; all others may be any name.
 */
import { ANY_CHARACTERS, ANY_DESCENT } from "../../text.ts";
import type { CharactersHole, Piece, Value } from "../../text.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { UNKNOWN } from "../value.ts";

/** What one of some names may be. */
export type Names = readonly Value[];

/** Any name at all. */
export const ANY_NAME: Names = [UNKNOWN];

/**
 * What stands behind a directory in the name of any file below it. A search that is given all these names does no more
 * than one of the directory would.
 */
export const LISTED: CharactersHole = { ...ANY_DESCENT, notFirst: "/" };

/** The front of a name that is printed without where it starts. */
export const DEEPER: CharactersHole = { ...ANY_DESCENT, notFirst: "/" };

/** Whether nothing but the directory is known of a name. */
export function isListed(name: Value): boolean {
  return name.at(-1) === LISTED && name.slice(0, -1).every((piece) => typeof piece === "string");
}

/** A name that is taken from where the command runs. */
export function fromHere(name: Value): Value {
  return name[0] === ANY_DESCENT ? [DEEPER, ...name.slice(1)] : name;
}

/** The names, if there are not too many to tell. */
export function bounded(values: readonly Value[]): Names {
  return values.length > MAX_OPTIONS ? ANY_NAME : values;
}

/** A name that is found below a directory. */
export function below(start: string, name: Value): Value {
  const front = start.endsWith("/") ? start : `${start}/`;
  const [first, ...others] = name;
  // A pattern on the whole path starts with where the search started.
  if (typeof first === "string") return name.map(descending);
  const [second, ...further] = others;
  const rest = typeof second === "string" && second.startsWith("/") ? [second.slice(1), ...further] : others;
  return [front, ANY_DESCENT, ...rest.filter((piece) => piece !== "").map(descending)];
}

export function descending(piece: Piece): Piece {
  return piece === ANY_CHARACTERS ? ANY_DESCENT : piece;
}

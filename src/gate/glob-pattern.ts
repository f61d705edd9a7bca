/**
 * A glob back from the value that it became, to be held against the names of a directory.
 */
import type { GlobPart, GlobPattern } from "../path/glob.ts";
import { holdsNoSlash } from "../shell/value.ts";
import type { CharactersHole, ChoiceHole, Piece, Value } from "../text.ts";

/** The glob that a value stands for, or null where a hole of it is none. */
export function globPattern(value: Value): GlobPattern | null {
  const pattern: GlobPart[] = [];
  for (const piece of value) {
    const part = typeof piece === "string" ? piece : piece.kind === "characters" ? wildcard(piece) : null;
    const known = part ?? (typeof piece === "object" && piece.kind === "choice" ? bracket(piece) : null);
    if (known === null) return null;
    // A wildcard in front that takes a dot is one of a shell with `dotglob`; names with a dot would go unseen.
    const before = pattern.at(-1) ?? "/";
    const isFront = typeof before === "string" && before.endsWith("/");
    if (isFront && typeof piece === "object" && !hidesDots(piece)) return null;
    pattern.push(known);
  }
  return pattern;
}

/** The pattern that a value stands for which a command holds against whole paths: more than it where that is not plain. */
export function selectingPattern(value: Value): GlobPattern {
  return value.map((piece): GlobPart => {
    if (typeof piece === "string") return piece;
    if (piece.kind !== "characters" || piece.max === null) return { kind: "star" };
    if (piece.min === 1 && piece.among !== undefined) return { kind: "class", negated: false, text: piece.among };
    return { kind: piece.min === 1 ? "one" : "star" };
  });
}

/** Whether a value is one of the names below a directory that a search or git lists: what is there now, and no other. */
export function isListing(value: Value): boolean {
  return (
    value.some((piece) => typeof piece !== "string" && piece.kind === "characters" && piece.within === true) &&
    value.every((piece) => typeof piece === "string" || piece.kind === "characters")
  );
}

/** What surely stands at the end of the last name of a path: what is behind the last hole that may hold a separator. */
export function endOfNames(value: Value): Value {
  const deep = value.findLastIndex((piece) => typeof piece !== "string" && !holdsNoSlash(piece));
  const end: Piece[] = [];
  for (const piece of value.slice(deep + 1).toReversed()) {
    if (typeof piece !== "string" || !piece.includes("/")) {
      end.unshift(piece);
      continue;
    }
    const last = piece.slice(piece.lastIndexOf("/") + 1);
    return last === "" ? end : [last, ...end];
  }
  return end;
}

/** Whether a hole of a value may hold a separator. */
export function isDeep(value: Value): boolean {
  return value.some(
    (piece) =>
      typeof piece !== "string" &&
      (piece.kind !== "characters" || (piece.max === null && piece.except?.includes("/") !== true)),
  );
}

/** `*` and `?`: what a shell's wildcards cannot be is a separator. */
function wildcard(hole: CharactersHole): GlobPart | null {
  if (hole.except !== "/" || hole.among !== undefined) return null;
  if (hole.max === null) return hole.min === 0 ? { kind: "star" } : null;
  return hole.min === 1 ? { kind: "one" } : null;
}

/** `[…]`: one character of a class, or the characters that it is written with. */
function bracket(choice: ChoiceHole): GlobPart | null {
  const [character, literal, ...others] = choice.options;
  const hole = character?.[0];
  const text = literal?.[0];
  if (others.length > 0 || character?.length !== 1 || literal?.length !== 1) return null;
  if (typeof hole !== "object" || hole.kind !== "characters" || typeof text !== "string") return null;
  if (!text.startsWith("[") || !text.endsWith("]") || text.length < 3) return null;
  const negated = text[1] === "!" || text[1] === "^";
  return { kind: "class", negated, text: text.slice(negated ? 2 : 1, -1) };
}

function hidesDots(hole: CharactersHole | ChoiceHole | object): boolean {
  if ("notFirst" in hole && typeof hole.notFirst === "string") return hole.notFirst.includes(".");
  if (!("options" in hole) || !Array.isArray(hole.options)) return false;
  const [character] = hole.options as readonly Value[];
  const first = character?.[0];
  return typeof first === "object" && hidesDots(first);
}

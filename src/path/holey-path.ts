/**
 * Paths that are known in part: `src/*.ts`, `"$DIR/README.md"`.
 *
 * A glob's hole stays inside one name, and a name is never empty, so the directories before it are known; so they are
 * before a hole that only leads down. A variable's may hold separators and `..`, so only what stands behind it is.
 */
import { ANY_CHARACTERS, plain, type CharactersHole, type Hole, type Piece, type Value } from "../text.ts";
import type { Flavour } from "./flavour.ts";

/** What is known of a path with holes. */
export interface HoleyPath {
  /** The path's text up to the last separator before the first hole. */
  readonly front: string;
  /** What follows, with its holes. */
  readonly rest: Value;
  /** Null where the path surely lies below `front`; else it may lie anywhere, and this is what it ends in. */
  readonly tail: Value | null;
}

/** How many texts the choices of one value may stand for, and of how many pieces; beyond, nothing of it is known. */
const MOST_CHOICES = 64;
const MOST_PIECES = 1_000;

/** The value without choices: one value for each way to choose. Null where there are too many. */
export function withoutChoices(value: Value): readonly Value[] | null {
  if (value.length > MOST_PIECES) return null;
  let ways: Value[] = [[]];
  for (const piece of value) {
    if (typeof piece === "string" || piece.kind !== "choice") {
      ways = ways.map((way) => append(way, piece));
      continue;
    }
    const options: Value[] = [];
    for (const option of piece.options) {
      // Options inside options are not worth following: what they hold is unknown.
      const nested = option.some((inner) => typeof inner !== "string" && inner.kind === "choice");
      options.push(nested || option.length > MOST_PIECES ? [ANY_CHARACTERS] : option);
    }
    if (ways.length * options.length > MOST_CHOICES) return null;
    ways = ways.flatMap((way) => options.map((option) => option.reduce<Value>(append, way)));
  }
  return ways.length === 0 ? null : ways;
}

/**
 * The ways with every name also left out of which nothing may be left, so that `"$(date -d "$X" +%F)/etc/passwd"` is
 * `/etc/passwd` too. Null where there are too many.
 */
export function withoutEmptyNames(ways: readonly Value[]): readonly Value[] | null {
  let told: readonly Value[] = ways;
  for (let more = true; more;) {
    const next = told.flatMap(withFirstEmptied);
    if (next.length > MOST_CHOICES) return null;
    more = next.length > told.length;
    told = next;
  }
  return told;
}

/** The value, its first such name surely not empty, and the value without that name. */
function withFirstEmptied(value: Value): readonly Value[] {
  for (let start = 0; start < value.length; start++) {
    const before = value[start - 1];
    if (before !== undefined && (typeof before !== "string" || !before.endsWith("/"))) continue;
    let end = start;
    while (end < value.length && mayBeEmpty(value[end])) end++;
    const behind = value[end];
    if (end === start || (behind !== undefined && (typeof behind !== "string" || !behind.startsWith("/")))) continue;
    // Of no text at all there is no path.
    if (end - start === value.length) return [value];
    const kept = value.slice(start, end).map((piece): Piece => (typeof piece === "string" ? piece : atLeastOne(piece)));
    return [
      [...value.slice(0, start), ...kept, ...value.slice(end)],
      [...value.slice(0, start), ...value.slice(end)].reduce<Value>(append, []),
    ];
  }
  return [value];
}

function atLeastOne(hole: Hole): Hole {
  return hole.kind === "characters" ? { ...hole, min: 1 } : hole;
}

/** Whether a hole may be nothing, but for the wildcards of a glob and what is listed; what loses the way is left to that. */
function mayBeEmpty(hole: Piece | undefined): boolean {
  if (typeof hole !== "object" || hole.kind !== "characters" || hole.min > 0) return false;
  if (hole.within === true) return hole.except !== undefined;
  return hole.except !== "/" && !canBe(hole, "/");
}

function append(value: Value, piece: Piece): Value {
  const last = value.at(-1);
  return typeof last === "string" && typeof piece === "string"
    ? [...value.slice(0, -1), last + piece]
    : [...value, piece];
}

/** Takes a path with holes apart. */
export function readHoley(value: Value, flavour: Flavour): HoleyPath {
  const slashed = flavour.platform === "win32" ? value.map(withSlashes) : value;
  const [first = ""] = slashed;
  const known = typeof first === "string" ? first : "";
  const front = known.slice(0, known.lastIndexOf("/") + 1);
  const names = splitNames(known === "" ? slashed : [known.slice(front.length), ...slashed.slice(1)], flavour);
  const lost = names.findLastIndex(losesTheWay);
  return { front, rest: joinNames(names), tail: lost < 0 ? null : tailOf(names, lost) };
}

function withSlashes(piece: Piece): Piece {
  return typeof piece === "string" ? piece.replaceAll("\\", "/") : piece;
}

/** The names between separators, without empty ones and `.`, as the flavour takes them. */
function splitNames(value: Value, flavour: Flavour): Piece[][] {
  const names: Piece[][] = [[]];
  for (const piece of value) {
    if (typeof piece !== "string") {
      names.at(-1)?.push(asCharacters(piece));
      continue;
    }
    for (const [index, part] of plain(piece).split("/").entries()) {
      if (index > 0) names.push([]);
      if (part !== "") names.at(-1)?.push(part);
    }
  }
  const told = names.filter((name) => name.length > 0 && !(name.length === 1 && name[0] === "."));
  return flavour.cleanName === null ? told : told.map((name) => cleaned(name, flavour.cleanName ?? String));
}

/** A name with what the system leaves out at its end left out. What a hole does to that is not known. */
function cleaned(name: Piece[], clean: (name: string) => string | null): Piece[] {
  const last = name.at(-1);
  if (typeof last !== "string" || last === "..") return name;
  const front = name.slice(0, -1);
  const end = clean(last);
  return end === null || front.some((piece) => typeof piece === "string" && clean(piece) !== piece)
    ? [ANY_CHARACTERS]
    : [...front, end];
}

/** A path is one word: whatever could hold a boundary is any run of characters here. */
function asCharacters(hole: Hole): CharactersHole {
  return hole.kind === "characters" ? hole : ANY_CHARACTERS;
}

/** The name may hold a separator, or be `..`, or be `.` (then what follows stands one directory higher). */
function losesTheWay(name: readonly Piece[]): boolean {
  const [first, ...others] = name;
  if (others.length === 0 && isDescent(first)) return false;
  return (
    name.some((piece) => typeof piece !== "string" && !isDescent(piece) && canBe(piece, "/")) ||
    canSpell(name, "..") ||
    canSpell(name, ".")
  );
}

/** Names that lead down, one below the other. */
function isDescent(piece: Piece | undefined): boolean {
  return typeof piece === "object" && piece.kind === "characters" && piece.within === true;
}

/** What surely stands at the end of a path whose way is lost at a name. */
function tailOf(names: readonly Piece[][], lost: number): Value {
  const name = names[lost] ?? [];
  const lastOpen = name.findLastIndex((piece) => typeof piece !== "string" && canBe(piece, "/"));
  // `"$X.env"` ends in `.env`; but `"$X.."` may end in a name `..`, and then only what follows is sure.
  const suffix = lastOpen < 0 ? [] : name.slice(lastOpen + 1);
  const keeps = suffix.length > 0 && !canSpell(suffix, "..") && !canSpell(suffix, ".");
  const behind = joinNames(names.slice(lost + 1));
  const [first, ...others] = behind;
  const tail: Value =
    behind.length === 0 ? [] : typeof first === "string" ? [`/${first}`, ...others] : ["/", ...behind];
  return [...(keeps ? suffix : []), ...tail].reduce<Value>(append, []);
}

function joinNames(names: readonly (readonly Piece[])[]): Value {
  let joined: Value = [];
  for (const [index, name] of names.entries()) {
    if (index > 0) joined = append(joined, "/");
    joined = name.reduce<Value>(append, joined);
  }
  return joined;
}

/** True where a run of characters and holes can spell a short text. */
function canSpell(name: readonly Piece[], text: string): boolean {
  // Positions in the text that the pieces so far can reach.
  let reached = new Set([0]);
  for (const piece of name) {
    const next = new Set<number>();
    for (const position of reached) {
      if (typeof piece === "string") {
        if (text.startsWith(piece, position)) next.add(position + piece.length);
        continue;
      }
      const hole = asCharacters(piece);
      if (hole.min === 0) next.add(position);
      for (let end = position; end < text.length && (hole.max === null || end - position < hole.max); end++) {
        const character = text.charAt(end);
        if (!canBe(hole, character) || (end === position && hole.notFirst?.includes(character) === true)) break;
        next.add(end + 1);
      }
    }
    reached = next;
  }
  return reached.has(text.length);
}

/** True where a character can occur in what the hole stands for. */
function canBe(hole: Hole, character: string): boolean {
  const { among, except } = asCharacters(hole);
  return (among === undefined || among.includes(character)) && except?.includes(character) !== true;
}

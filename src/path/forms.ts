/**
 * The texts of a path: absolute, relative to a directory, below the home directory. Where a path has holes, they stand
 * in what is behind its known front.
 */
import { HOME, keyOf, plain, type Piece, type Value } from "../text.ts";

/** A known path with something behind it. */
export function extend(path: string, rest: Value): readonly [string, ...Piece[]] {
  return behind(plain(path), rest);
}

/** A path of a rule, which may start with the mark of the home directory, with something behind it. */
export function behind(path: string, rest: Value): readonly [string, ...Piece[]] {
  if (rest.length === 0) return [path];
  const front = path.endsWith("/") ? path : `${path}/`;
  const [first, ...others] = rest;
  return typeof first === "string" ? [front + first, ...others] : [front, ...rest];
}

/** A path by what stands after the working directory in it: nothing for that directory itself. */
export function relativeForm(inside: string, rest: Value): Value {
  if (inside !== "") return extend(inside, rest);
  const [first, ...others] = rest;
  if (first === undefined) return ["."];
  // What only leads further down makes the path no absolute one.
  const leads = typeof first === "object" && first.kind === "characters" && first.within === true;
  return leads ? [{ ...first, notFirst: `/${first.notFirst ?? ""}` }, ...others] : rest;
}

/** A path by what stands after the home directory in it. */
export function homedForm(inside: string, rest: Value): Value {
  if (inside === "" && rest.length === 0) return [HOME];
  const [front, ...others] = extend(inside === "" ? "" : `/${inside}`, rest);
  return [HOME + front, ...others];
}

/** With the separators of win32. */
export function backslashed(value: Value): Value {
  return value.map((piece) => (typeof piece === "string" ? piece.replaceAll("/", "\\") : piece));
}

/** The pieces after the last separator. */
export function lastName(value: Value): Value {
  const name: Piece[] = [];
  for (const piece of value) {
    if (typeof piece === "string" && piece.includes("/")) {
      name.length = 0;
      const last = piece.slice(piece.lastIndexOf("/") + 1);
      if (last !== "") name.push(last);
    } else name.push(piece);
  }
  return name;
}

/** A list without repetition that keeps its order. */
export class Forms {
  readonly list: Value[] = [];
  readonly #seen = new Set<string>();

  /** Leaves a value out from now on. */
  exclude(value: Value): void {
    this.#seen.add(keyOf(value));
  }

  add(value: Value): void {
    const key = keyOf(value);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.list.push(value);
  }
}

/** One value that stands for all of the given ones. */
export function oneOf(values: readonly Value[]): Value {
  const [first = [], ...others] = distinct(values);
  return others.length === 0 ? first : [{ kind: "choice", options: [first, ...others] }];
}

/** The values without repetition. */
export function distinct(values: Iterable<Value>): readonly Value[] {
  const forms = new Forms();
  for (const value of values) forms.add(value);
  return forms.list;
}

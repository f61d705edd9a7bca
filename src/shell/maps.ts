/** Maps of what is known under each name, and sets of names, joined and compared. */

/** Both maps as one: `joined` is given what each holds of a name, and gives what is known then, or null for nothing. */
export function joinMaps<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  joined: (x: T | undefined, y: T | undefined) => T | null,
): ReadonlyMap<string, T> {
  if (a === b) return a;
  const result = new Map<string, T>();
  let same = true;
  for (const [name, value] of a) {
    const other = b.get(name);
    const both = other === value ? value : joined(value, other);
    if (both !== value) same = false;
    if (both !== null) result.set(name, both);
  }
  for (const [name, value] of b) {
    if (a.has(name)) continue;
    const both = joined(undefined, value);
    if (both === null) continue;
    same = false;
    result.set(name, both);
  }
  return same ? a : result;
}

export function equalMaps<K, T>(a: ReadonlyMap<K, T>, b: ReadonlyMap<K, T>, equal: (x: T, y: T) => boolean): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === undefined || !equal(value, other)) return false;
  }
  return true;
}

/** What a set holds that another does not. */
export function lacking(set: ReadonlySet<string>, from: ReadonlySet<string>): ReadonlySet<string> {
  return set === from ? NOTHING : new Set([...set].filter((name) => !from.has(name)));
}

const NOTHING: ReadonlySet<string> = new Set();

/** A set without a name; itself where it does not hold that. */
export function without(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return set.has(name) ? lacking(set, new Set([name])) : set;
}

/** What either of two sets holds. */
export function joinSets(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a === b) return a;
  for (const name of b) if (!a.has(name)) return new Set([...a, ...b]);
  return a;
}

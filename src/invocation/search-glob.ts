/**
 * The files that the filter of a search names (`grep` with `glob: "{.env,src/*.ts}"`).
 */

export interface SearchGlob {
  readonly glob: string;
  /** It holds no wildcard: the search opens the file of that name. */
  readonly literal: boolean;
}

/** How many ways to choose braces may give, and how many steps that may take; beyond, nothing is known of a filter. */
const MOST_WAYS = 256;

/**
 * The globs that a filter stands for, its braces expanded; null where there are too many. What leaves files out
 * (`!*.env`) names none.
 */
export function expandSearchGlob(filter: string): readonly SearchGlob[] | null {
  const text = filter.trim();
  if (text === "" || text.startsWith("!")) return [];
  const done: string[] = [];
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const braces = innermostBraces(next);
    if (braces === null) done.push(next);
    else {
      const [start, end] = braces;
      const options = next.slice(start + 1, end).split(",");
      for (const option of options.toReversed()) pending.push(next.slice(0, start) + option + next.slice(end + 1));
    }
    if (done.length + pending.length > MOST_WAYS) return null;
  }
  return done.map((glob) => ({ glob: glob.replace(/^\.\//, ""), literal: !/[*?[\]]/.test(glob) }));
}

/** Where the first braces without braces in them stand. */
function innermostBraces(text: string): readonly [start: number, end: number] | null {
  const end = text.indexOf("}");
  const start = end < 0 ? -1 : text.lastIndexOf("{", end);
  return start < 0 ? null : [start, end];
}

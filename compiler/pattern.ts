/**
 * Turns a pattern as written into programs: one for each way to choose its alternatives.
 */
import { isPathSurface, ANY, ANY_ACCESS, marksAccess, MAY_END, ONE } from "../src/table/program.ts";
import { BOUNDARY, HOME, plain, READ, WRITE } from "../src/text.ts";
import type { Pattern, PatternItem } from "./ast.ts";
import type { PolicyRule } from "./rule.ts";

/** A pattern may stand for this many patterns without alternatives. */
export const MOST_PROGRAMS = 1_000;
/** And these may hold this many characters in all. */
const MOST_CHARACTERS = 100_000;

export type CompiledPattern =
  | { readonly ok: true; readonly programs: readonly string[] }
  /** The alternatives multiply beyond {@link MOST_PROGRAMS}, or hold too many characters. */
  | { readonly ok: false; readonly error: "too-many-alternatives" };

/** The programs of a rule's pattern, each once, in the order of its alternatives. */
export function compilePattern(rule: Pick<PolicyRule, "surface" | "access" | "pattern">): CompiledPattern {
  const expanded = rule.pattern === null ? [[EVERYTHING]] : expand(rule.pattern);
  if (expanded === null) return { ok: false, error: "too-many-alternatives" };
  const paths = isPathSurface(rule.surface);
  const front = marksAccess(rule.surface) ? accessMark(rule.access) : "";
  const bodies = expanded.map((items) => (paths ? pathProgram(items) : wordProgram(items, rule.surface === "bash")));
  return { ok: true, programs: [...new Set(bodies.map((body) => front + body))] };
}

/** An item of a pattern whose alternatives have been chosen. */
type Item = Exclude<PatternItem, { kind: "alternatives" }>;

const EVERYTHING: Item = { kind: "any", span: { start: 0, end: 0 } };

function accessMark(access: "read" | "write" | null): string {
  return access === null ? ANY_ACCESS : access === "read" ? READ : WRITE;
}

/** What is still to be read of a pattern: a list with its end shared, so that a choice costs nothing. */
type Rest = { readonly item: PatternItem; readonly next: Rest } | null;

/** All ways to choose the alternatives of a pattern, or null where they are too many. */
function expand(pattern: Pattern): Item[][] | null {
  const expanded: Item[][] = [];
  let characters = 0;
  const pending: { readonly done: readonly Item[]; readonly rest: Rest }[] = [
    { done: [], rest: listOf(pattern.items, null) },
  ];
  for (let way = pending.pop(); way !== undefined; way = pending.pop()) {
    const done = [...way.done];
    let { rest } = way;
    while (rest !== null && rest.item.kind !== "alternatives") {
      done.push(rest.item);
      rest = rest.next;
    }
    characters += done.reduce((sum, item) => sum + (item.kind === "literal" ? item.text.length : 1), 1);
    if (characters > MOST_CHARACTERS) return null;
    if (rest?.item.kind === "alternatives") {
      if (pending.length + rest.item.options.length > MOST_PROGRAMS) return null;
      // The first alternative is taken up first.
      for (const option of rest.item.options.toReversed()) pending.push({ done, rest: listOf(option, rest.next) });
    } else {
      expanded.push(done);
      if (expanded.length > MOST_PROGRAMS) return null;
    }
  }
  return expanded;
}

function listOf(items: readonly PatternItem[], end: Rest): Rest {
  return items.reduceRight<Rest>((next, item) => ({ item, next }), end);
}

/** The program of a pattern that is read as words. Only in `bash` a blank separates words. */
function wordProgram(items: readonly Item[], bash: boolean): string {
  const blank = bash ? BOUNDARY : " ";
  const symbols: string[] = [];
  for (const item of items) {
    if (item.kind === "literal") symbols.push(...plain(item.text));
    else if (item.kind === "boundary") symbols.push(blank);
    else if (item.kind === "one") symbols.push(ONE);
    else if (symbols.at(-1) !== ANY) symbols.push(ANY);
  }
  // A trailing ` *` also matches nothing at all.
  const last = items.findLastIndex((item) => item.kind !== "any");
  if (symbols.at(-1) === ANY && items[last]?.kind === "boundary") symbols.splice(-2, 0, MAY_END);
  return symbols.join("");
}

/** The program of a pattern of one path. */
function pathProgram(items: readonly Item[]): string {
  const rest = namesHome(items);
  const body = wordProgram(rest === null ? items : rest, false);
  const path = (rest === null ? "" : HOME) + body;
  // A trailing slash is the directory itself and everything below it.
  if (path === "/") return `/${ANY}`;
  return path.endsWith("/") ? `${path.slice(0, -1)}${MAY_END}/${ANY}` : path;
}

/** Where a pattern starts with an unquoted `~`, `~/`, `$HOME` or `$HOME/`: the items after the name of the home directory. */
function namesHome(items: readonly Item[]): Item[] | null {
  // Choosing alternatives may have left a name in pieces.
  let front = "";
  let read = 0;
  for (; read < items.length; read++) {
    const item = items[read]!;
    if (item.kind !== "literal" || item.quoted) break;
    front += item.text;
  }
  const after = items.slice(read);
  for (const name of ["~", "$HOME"]) {
    if (!front.startsWith(name)) continue;
    const rest = front.slice(name.length);
    const ends = rest === "" ? after.length === 0 : rest.startsWith("/");
    if (ends)
      return rest === "" ? after : [{ kind: "literal", text: rest, quoted: false, span: items[0]!.span }, ...after];
  }
  return null;
}

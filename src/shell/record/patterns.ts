/**
 * Patterns by which commands select files themselves: pathspecs of git, filters of a search, names that a tool expands.
 *
 * The values hold deep holes where a wildcard may stand for a separator. They are held against the disk (`pattern` of a
 * mention), so they may take more than the command would.
 */
import { ANY_DESCENT } from "../../text.ts";
import type { Value } from "../../text.ts";
import { compact } from "../value.ts";
import { hasWildcard, toolGlob } from "../words/glob.ts";
import { descending, fromHere } from "./names.ts";

/** Most texts that the braces of a filter become. */
const MOST_ALTERNATIVES = 32;

/** Longest pattern that is taken apart. */
const LONGEST = 256;

/** A pathspec of git as a pattern, or null where it names a path, or leaves paths out. `inAnyCase` as where it says `icase`. */
export function pathspecPattern(text: string, inAnyCase: boolean = false): Value | null {
  if (text.length > LONGEST || /^:[!^]/.test(text)) return null;
  const magic = /^:(?:\(([^)]*)\)|\/)/.exec(text);
  const words = (magic?.[1] ?? "").split(",");
  if (words.includes("exclude") || words.includes("literal")) return null;
  const anyCase = inAnyCase || words.includes("icase");
  const rest = text.slice(magic?.[0].length ?? 0);
  if (!hasWildcard(rest) && !anyCase) return null;
  const value = toolGlob(rest.replace(/^(?:\*\*\/)+/, "*"), { deep: true, anyCase });
  // Without magic it selects below the directory where it is given.
  return magic === null ? fromHere(value.map(descending)) : value;
}

/** A name that a tool expands by itself, as a pattern, or null where it holds no wildcard. */
export function expandedPattern(text: string): Value | null {
  return text.length > LONGEST || !hasWildcard(text)
    ? null
    : toolGlob(text, { deep: text.includes("**"), anyCase: false });
}

/** What a filter selects below a directory, which is empty or ends in a separator: names anywhere, and paths. */
export function filterPatterns(filter: string, directory: string): readonly Value[] {
  if (filter.length > LONGEST || /^[!^]/.test(filter)) return [];
  return alternativesOf(filter).flatMap((text): Value[] => {
    const name = text.replace(/^(?:\/|\.\/|(?:\*\*\/)+)/, "");
    if (name === "" || /^[*/]+$/.test(name)) return [];
    const glob = toolGlob(name, { deep: name.includes("/"), anyCase: false });
    return [compact([directory, ...glob]), compact([directory, ANY_DESCENT, "/", ...glob])];
  });
}

/** `*.{ts,env}` as its alternatives; only braces that are not nested. */
function alternativesOf(text: string): string[] {
  let texts = [text];
  for (;;) {
    const brace = /\{([^{}]*,[^{}]*)\}/.exec(texts[0] ?? "");
    if (brace === null) return texts;
    const parts = (brace[1] ?? "").split(",");
    if (parts.length * texts.length > MOST_ALTERNATIVES) return texts;
    texts = texts.flatMap((one) => parts.map((part) => one.replace(/\{[^{}]*,[^{}]*\}/, () => part)));
  }
}

/** `\.env$`: a regular expression on names as a filter, where it is plain; null for any other. */
export function filterOfRegex(regex: string): string | null {
  const body = regex.replace(/^(?:\^|\.\*)/, "").replace(/\$$/, "");
  const plain = body.replace(/\.\*/g, "*").replace(/\\([.\-_/])/g, "$1");
  if (/[\\()[\]{}|+?^$]/.test(plain)) return null;
  return `${regex.startsWith("^") ? "" : "*"}${plain}${regex.endsWith("$") ? "" : "*"}`;
}

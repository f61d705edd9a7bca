/** Lines that begin with a name or an id, and what takes that from them: `git log --oneline | cut -d' ' -f1`. */
import { UNKNOWN } from "../value.ts";
import { IDENTIFIER } from "../words/printed.ts";
import { isChoosing } from "./names-ids.ts";
import { ANY_NAME } from "./names.ts";
import type { Names } from "./names.ts";

interface Lines {
  readonly separator: string;
  /** What stands before the first separator. */
  readonly first: Names;
}

/** What is known of lines that otherwise may be anything. */
const known = new WeakMap<Names, Lines>();

/** Lines of which nothing is known but what stands before their first separator. */
export function linesOf(separator: string, first: Names): Names {
  const lines: Names = [UNKNOWN];
  if (first !== ANY_NAME) known.set(lines, { separator, first });
  return lines;
}

/** What a command prints of the lines that it reads, where that is their first field; null for any other command. */
export function firstField(name: string, texts: readonly (string | null)[], read: Names): Names | null {
  const lines = known.get(read);
  const words = texts.slice(1).join("\0");
  if (lines === undefined || texts.includes(null)) return null;
  return separatorsBy(name, words).includes(lines.separator) ? lines.first : null;
}

function separatorsBy(name: string, words: string): readonly string[] {
  const cut = name === "cut" ? (/^-d\0?([^\0])\0-f\0?1$/.exec(words) ?? /^-f\0?1\0-d\0?([^\0])$/.exec(words)) : null;
  const awk = AWK.has(name) ? /^(?:-F\0?([^\0 ])\0)?\s*\{\s*print \$1;?\s*\}\s*$/.exec(words) : null;
  if (awk !== null) return [awk[1] ?? " "];
  return cut === null ? [] : [cut[1] ?? ""];
}

const AWK = new Set(["awk", "gawk", "mawk", "nawk"]);

/** The lines of git that begin with the id of a commit; null for others. */
export function linesByGit([, subcommand, ...options]: readonly (string | null)[]): Names | null {
  if (subcommand !== "log" && subcommand !== "reflog") return null;
  const short = options.includes("--oneline") || subcommand === "reflog";
  return short && options.every((text) => text === "--oneline" || isChoosing(text))
    ? linesOf(" ", [[IDENTIFIER]])
    : null;
}

/**
 * What is wrong with the flags of a `with` or `without`.
 */
import { tick } from "../diagnostic.ts";

export interface FlagMistake {
  /** Where in the list, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help: string;
  readonly suggestion: string | null;
}

const SEPARATED = "flags are separated by `|`, without blanks: `-f|--force`";

/** The first mistake in a list of flags that is not of the language. */
export function flagMistake(list: string): FlagMistake {
  let start = 0;
  for (const flag of list.split("|")) {
    const end = start + flag.length;
    const mistake = mistakeIn(flag);
    if (mistake !== null) return { start, end: Math.max(end, start + (flag === "" ? 1 : 0)), ...mistake };
    start = end + 1;
  }
  return {
    start: 0,
    end: list.length,
    message: `${tick(list)} is no list of flags`,
    help: SEPARATED,
    suggestion: null,
  };
}

function mistakeIn(flag: string): Pick<FlagMistake, "message" | "help" | "suggestion"> | null {
  if (flag === "") return { message: "a flag is missing here", help: SEPARATED, suggestion: null };
  if (flag.includes(",")) {
    return {
      message: `${tick(flag)} is no flag`,
      help: SEPARATED,
      suggestion: flag
        .split(",")
        .filter((part) => part !== "")
        .join("|"),
    };
  }
  if (!flag.startsWith("-")) {
    const dashes = Array.from(flag).length === 1 ? "-" : "--";
    const plain = /^[\w.+-]+$/.test(flag);
    return {
      message: `${tick(flag)} is no flag`,
      help: "a flag is written with its dashes: `-f`, `--force`, `-exec`",
      suggestion: plain ? `${dashes}${flag}` : null,
    };
  }
  if (/^-{1,2}$/.test(flag)) {
    return { message: `${tick(flag)} is no flag`, help: "a flag has a name after its dashes", suggestion: null };
  }
  if (flag.includes("=")) {
    return {
      message: `${tick(flag)} names a value`,
      help: "a flag is named alone, and is found with any value",
      suggestion: flag.slice(0, flag.indexOf("=")),
    };
  }
  if (/[*"'\\]/.test(flag) || flag.startsWith("---")) {
    return {
      message: `${tick(flag)} is no flag`,
      help: "a flag is written as it is, without wildcards, quotes or backslashes",
      suggestion: null,
    };
  }
  return null;
}

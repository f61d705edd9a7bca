/**
 * Filters and scripts that print the whole environment: to rules that restrict, such a command is `printenv`. What
 * reads one variable by its name does no more than `echo "$NAME"`.
 */
import type { Entry } from "./entry.ts";
import type { WordReading } from "./reading.ts";
import { sketchOf } from "./word.ts";
import type { Word } from "./word.ts";
import { UNKNOWN_PART } from "./script-effects.ts";

const PRINTENV: readonly string[] = ["printenv"];

/** The names by which rules that restrict know a command besides its own, where it may print the environment. */
export function namesByEnvironment(
  entry: Entry,
  words: readonly Word[],
  readings: readonly WordReading[],
): readonly (readonly string[])[] {
  const language = entry.data.operands?.find((role) => role.startsWith("script:"))?.slice("script:".length);
  const prints = language === "jq" ? printsInJq : language === "awk" ? printsInAwk : null;
  if (prints === null) return [];
  // Behind options that are all known, no operand but the first is the script.
  const first = readings.findIndex((reading) => reading.kind === "operand");
  const known = readings.slice(1, first).every((reading) => !("certain" in reading) || reading.certain);
  const found = words.some((word, at) => {
    const start = startOfScript(readings[at], known && at !== first);
    return start !== null && prints(sketchOf(word).slice(start));
  });
  return found ? [PRINTENV] : [];
}

/** Where in a word the script begins that it is, or unless that is known to be another may be; null for none. */
function startOfScript(reading: WordReading | undefined, isOther: boolean): number | null {
  switch (reading?.kind) {
    case "operand":
    case "option-value":
      return reading.role === "pattern" || !isOther ? 0 : null;
    case "option":
      return reading.role === "pattern" ? reading.valueStart : null;
    default:
      return null;
  }
}

/** `env` and `$ENV`, but not `env.NAME`, `$ENV["NAME"]`, yq's `env(NAME)`, `.env` and a key `env:`. */
const JQ_ENVIRONMENT = /(?:\$ENV|(?<![.$\w@])env)(?!\w)(?!\s*(?:\.[A-Za-z_"]|\["[^"\\]*"\]|\(|:))/;

function printsInJq(filter: string): boolean {
  if (filter.includes(UNKNOWN_PART)) return true;
  // What stands in quotes is plain text, unless it holds expressions, or a comment may hold the quote.
  const code = /\\\(|#/.test(filter) ? filter : filter.replace(/"(?:[^"\\]|\\.)*"/gs, '"x"');
  return JQ_ENVIRONMENT.test(code);
}

/** `ENVIRON`, but not `ENVIRON["NAME"]`; `SYMTAB` holds it too. */
function printsInAwk(script: string): boolean {
  return script.includes(UNKNOWN_PART) || /\b(?:ENVIRON\b(?!\s*\[)|SYMTAB\b)/.test(script);
}

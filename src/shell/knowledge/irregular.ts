/**
 * The few commands whose words no list of options and operands describes.
 */
import type { Entry } from "./entry.ts";
import type { WordReading } from "./reading.ts";
import type { Place, Word } from "./word.ts";

interface Context {
  readonly words: readonly Word[];
  readonly entry: Entry;
  readonly values: ReadonlyMap<string, Place>;
  readonly present: ReadonlySet<string>;
}

/** Where the arguments of `find -exec` end: the index of `;`, or of the `+` after `{}`; else the end of the words. */
export function endOfExec(words: readonly Word[], start: number): number {
  for (let at = start; at < words.length; at++) {
    const word = words[at];
    if (word?.whole !== true) continue;
    if (word.front === ";") return at;
    if (word.front === "+" && at > start && isText(words[at - 1], "{}")) return at;
  }
  return words.length;
}

/** Where a wrapped command that began at `start` ends: before the arguments that `parallel` takes after `:::`. */
export function endOfArguments(context: Context, start: number): number {
  const { words, entry } = context;
  if (entry.data.special !== "parallel") return words.length;
  for (let at = start; at < words.length; at++) if (words[at]?.front.startsWith(":::") === true) return at;
  return words.length;
}

const PLACEHOLDERS = ["{}", "{.}", "{/}", "{//}", "{/.}", "{#}", "{%}"];

/** What stands for the data in a wrapped command: a text, null where the data is appended, undefined for no data. */
export function appendedPlaceholder(context: Context, start: number, end: number): string | null | undefined {
  switch (context.entry.data.special) {
    case "parallel":
      return placeholderIn(context.words, start, end);
    case "xargs":
      return replacementOfXargs(context);
    default:
      return undefined;
  }
}

/** The first placeholder of `fd -x` and `parallel` among the words, or null. */
export function placeholderIn(words: readonly Word[], start: number, end: number): string | null {
  for (let at = start; at < end; at++) {
    const text = words[at]?.front ?? "";
    if (!text.includes("{")) continue;
    const found = PLACEHOLDERS.find((placeholder) => text.includes(placeholder));
    if (found !== undefined) return found;
  }
  return null;
}

function replacementOfXargs({ words, values, present }: Context): string | null {
  for (const name of ["-I", "-J", "-i", "--replace"]) {
    if (!present.has(name)) continue;
    const place = values.get(name);
    if (place === undefined) return "{}";
    const text = (words[place.word]?.front ?? "").slice(place.start);
    return text === "" ? "{}" : text;
  }
  return null;
}

/** `trap - INT`, `trap '' INT`, `trap 2`, `trap INT`: no command is set. */
export function isResettingTrap(words: readonly Word[], operands: readonly number[]): boolean {
  const first = words[operands[0] ?? 0];
  if (first === undefined || !first.whole) return false;
  return operands.length === 1 || first.front === "-" || first.front.trim() === "" || /^\d{1,9}$/.test(first.front);
}

/** `flock FILE -c 'CMD'` */
export function isLockedProgram(words: readonly Word[], start: number): boolean {
  return isText(words[start], "-c") || isText(words[start], "--command");
}

/** `rtk proxy 'git push -f'`: where one word is all there is, it is a command line. */
export function isOneText(words: readonly Word[], start: number): boolean {
  return start === words.length - 1 && words[start]?.front.includes(" ") === true;
}

/** What npm takes for a command of its own; `rtk npm` runs anything else as a script of the project. */
const NPM_COMMANDS =
  /^(?:-.*|run|install|i|ci|uninstall|remove|rm|update|up|list|ls|outdated|init|create|publish|pack|link|audit|fund|exec|explain|why|search|view|info|show|config|set|get|cache|prune|dedupe|doctor|help|version|prefix|root|bin|bugs|docs|home|repo|ping|whoami|token|profile|team|access|owner|deprecate|dist-tag|star|stars|login|logout|adduser|unpublish|pkg|diff|rebuild|test|t|start|stop|restart)$/;

/** `rtk npm deploy` is `npm run deploy`: the index of the script's name, or null. */
export function scriptOfNpm(words: readonly Word[], start: number): number | null {
  const next = words[start + 1];
  if (!isText(words[start], "npm") || next === undefined) return null;
  return next.whole && NPM_COMMANDS.test(next.front) ? null : start + 1;
}

function isText(word: Word | undefined, text: string): boolean {
  return word?.whole === true && word.front === text;
}

const FILE_TESTS = new Set("abcdefghkprstuwxGLNOS");

/** The words of `test` and `[`: operands of file operators are read, all others are data. */
export function readTest(words: readonly Word[]): WordReading[] {
  const readings: WordReading[] = [{ kind: "name" }];
  let unary: "file" | "other" | null = null;
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    const next = words[at + 1];
    const text = word?.whole === true ? word.front : null;
    const compared = isComparison(next) || isComparison(words[at - 1]);
    if (isFileComparison(next) || isFileComparison(words[at - 1])) readings.push(operand("read"));
    else if (unary === "file" && !isComparison(next)) readings.push(operand("read"));
    else if (text === null && word?.multiplicity !== "one") readings.push(operand("unknown"));
    else if (unary === null && !compared && words[at - 1]?.whole === false) readings.push(operand("unknown"));
    else readings.push(operand("data"));
    unary =
      unary === null && text?.length === 2 && text.startsWith("-")
        ? FILE_TESTS.has(text.slice(1))
          ? "file"
          : "other"
        : null;
  }
  return readings;
}

function operand(role: "read" | "data" | "unknown"): WordReading {
  return { kind: "operand", role, certain: true };
}

const COMPARISONS = new Set(["=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "=~"]);

function isComparison(word: Word | undefined): boolean {
  return word?.whole === true && COMPARISONS.has(word.front);
}

function isFileComparison(word: Word | undefined): boolean {
  return word?.whole === true && ["-nt", "-ot", "-ef"].includes(word.front);
}

/**
 * One word that begins with a dash, read against the options of an entry.
 */
import type { Entry, Option } from "./entry.ts";
import type { OptionValue } from "./notation.ts";
import type { Word } from "./word.ts";

export type OptionReading =
  /** Options that are all known, of which none has its value in the next word, but for those that are `owed`. */
  | {
      readonly kind: "flags";
      readonly name: string;
      readonly names: readonly string[];
      /** Those among them whose values are always the next words, in this order. Absent for none. */
      readonly owed?: readonly Option[];
    }
  | {
      readonly kind: "option";
      readonly option: Option;
      /** The flags before it in the same word. */
      readonly names: readonly string[];
      /** Where the value begins in the word, or null where it is the next word's or absent. */
      readonly valueStart: number | null;
      /** The name is spelled out. */
      readonly exact: boolean;
    }
  /** An option that is not known, or not known whole. */
  | {
      readonly kind: "unknown";
      readonly name: string;
      /** Options that it may be, or that stand before it in the same word. */
      readonly names: readonly string[];
      readonly valueStart: number | null;
      /** A hole may hold further options. */
      readonly hidden: boolean;
    };

/** Reads a word whose front begins with `-` and is longer than that, or is not whole. */
export function readOption(entry: Entry, word: Word): OptionReading {
  const { front, whole } = word;
  const equals = front.indexOf("=");
  const dash = front === "-" && whole ? entry.options.get(front) : undefined;
  if (dash !== undefined) return found(dash, [], null, true);
  if (front.startsWith("--") || entry.data.style === "words") return readLong(entry, word, equals);
  const name = equals < 0 ? front : front.slice(0, equals);
  const listed = name.length > 2 && (whole || equals >= 0) ? entry.options.get(name) : undefined;
  if (listed !== undefined) return found(listed, [], equals < 0 ? null : equals + 1, true);
  if (entry.data.numeric === true && whole && isNumeric(front)) return { kind: "flags", name: "-NUMBER", names: [] };
  const joined = entry.data.joined === true ? joinedOption(entry, front) : null;
  if (joined !== null) return joined;
  return readCluster(entry, front, 1, whole);
}

/** Longest name of an option that is looked for in front of its value: they are short, and words need not be. */
const LONGEST_JOINED = 24;

/** `-TTCMD`: the longest name of an option that the word begins with. */
function joinedOption(entry: Entry, front: string): OptionReading | null {
  for (let end = Math.min(front.length - 1, LONGEST_JOINED); end > 2; end--) {
    const option = entry.options.get(front.slice(0, end));
    if (option !== undefined && option.value !== null) return found(option, [], end, true);
  }
  return null;
}

/** `-abc`: options of one letter, of which the last may take the rest as its value. `start` skips the dash. */
export function readCluster(entry: Entry, text: string, start: number, whole: boolean): OptionReading {
  const names: string[] = [];
  const owed: Option[] = [];
  for (let at = start; at < text.length; at++) {
    const name = `-${text[at] ?? ""}`;
    const option = entry.options.get(name);
    if (option === undefined) {
      // Perl steps over these, and takes what follows for further options.
      if (entry.data.special === "perl" && at > start && " \t-".includes(text[at] ?? "x")) continue;
      if (entry.data.unlisted === "flags" && whole) continue;
      return { kind: "unknown", name: text, names, valueStart: null, hidden: !whole };
    }
    if (option.value === null) {
      names.push(option.name);
      continue;
    }
    const rest = at + 1;
    if (option.value.apart) {
      owed.push(option);
      continue;
    }
    const reached = reachOf(option.value, text, rest);
    if (reached < text.length) {
      names.push(option.name);
      at = reached - 1;
      continue;
    }
    // The hole may hold further options.
    if (option.value.reach !== null && !whole)
      return { kind: "unknown", name: text, names: [...names, option.name], valueStart: null, hidden: true };
    if (rest < text.length || !whole) {
      const skip = entry.data.equals === true && text[rest] === "=" ? 1 : 0;
      return found(option, names, rest + skip, true);
    }
    return found(option, names, null, true);
  }
  if (!whole) return { kind: "unknown", name: text, names, valueStart: null, hidden: true };
  const only = owed[0];
  if (only !== undefined && owed.length === 1 && only.name === `-${text.at(-1) ?? ""}`)
    return found(only, names, null, true);
  if (owed.length > 0) return { kind: "flags", name: text, names: [...names, ...owed.map(({ name }) => name)], owed };
  return { kind: "flags", name: names.length === 1 ? (names[0] ?? text) : text, names };
}

/** Where in a cluster the optional value of an option ends that may begin there. */
function reachOf({ reach }: OptionValue, text: string, start: number): number {
  if (reach === null) return text.length;
  reach.lastIndex = start;
  return start + (reach.exec(text)?.[0].length ?? 0);
}

function readLong(entry: Entry, { front, whole }: Word, equals: number): OptionReading {
  if (equals < 0 && !whole) return { kind: "unknown", name: front, names: [], valueStart: null, hidden: true };
  const name = equals < 0 ? front : front.slice(0, equals);
  const valueStart = equals < 0 ? null : equals + 1;
  let option = entry.options.get(name);
  if (option === undefined && entry.data.style === "words" && name.startsWith("--"))
    option = entry.options.get(name.slice(1));
  if (option !== undefined) return found(option, [], valueStart, true);
  if (entry.data.numeric === true && whole && isNumeric(front)) return { kind: "flags", name: "-NUMBER", names: [] };
  if (entry.data.unlisted === "flags" && valueStart === null) return { kind: "flags", name, names: [] };
  const candidates = entry.data.style === "words" ? [] : abbreviated(entry, name);
  const only = candidates[0];
  if (only !== undefined && candidates.length === 1) return found(only, [], valueStart, false);
  return { kind: "unknown", name, names: candidates.map((candidate) => candidate.name), valueStart, hidden: false };
}

function found(option: Option, names: readonly string[], valueStart: number | null, exact: boolean): OptionReading {
  if (option.value !== null) return { kind: "option", option, names, valueStart, exact };
  if (valueStart === null && exact) return { kind: "flags", name: option.name, names: [...names, option.name] };
  return { kind: "unknown", name: option.name, names: [option.name], valueStart, hidden: false };
}

/** The options that a name may stand for, as GNU getopt takes abbreviations. */
function abbreviated(entry: Entry, prefix: string): Option[] {
  if (prefix.length < 3) return [];
  const names = entry.longNames;
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? "") < prefix) low = middle + 1;
    else high = middle;
  }
  const options = new Map<string, Option>();
  for (let at = low; at < names.length && (names[at] ?? "").startsWith(prefix); at++) {
    const option = entry.options.get(names[at] ?? "");
    if (option !== undefined) options.set(option.name, option);
  }
  return [...options.values()];
}

/** `-5`, `-20`, `-1000k` */
function isNumeric(text: string): boolean {
  let at = 1;
  while (at < text.length && isDigit(text[at])) at++;
  if (at === 1) return false;
  return at === text.length || (at === text.length - 1 && /[a-zA-Z]/.test(text[at] ?? ""));
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

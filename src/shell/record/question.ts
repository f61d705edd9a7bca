/** What the `bash` surface is asked about a command: its words, joined, under every spelling that matters. */
import type { Question } from "../../table/question.ts";
import { ANY_CHARACTERS, BOUNDARY, keyOf, MORE_WORDS, OPTION_BOUNDARY, VALUE_BOUNDARY } from "../../text.ts";
import type { Hole, Piece, Value } from "../../text.ts";
import { isTrustedCommandDirectory } from "../knowledge/read-command.ts";
import type { CommandReading } from "../knowledge/reading.ts";
import { compact, distinct, waysOf } from "../value.ts";
import type { Field } from "../words/field.ts";
import type { Settings } from "../words/scope.ts";

/** Any command at all. */
export const ANY_COMMAND: Question = { written: [[ANY_CHARACTERS, MORE_WORDS]], readings: [] };

interface Spelling<T> {
  readonly as: T;
  /** A rule that allows may trust it. */
  readonly trusted: boolean;
  /** What of it stands behind the sub-command instead. */
  readonly moved?: ReadonlySet<number>;
}

/** The question of a command. Never empty fields. */
export function questionOf(fields: readonly Field[], reading: CommandReading, settings: Settings): Question {
  const written: Value[] = [];
  const readings: Value[] = [];
  const names = namesOf(fields[0], settings);
  names.push(...(reading.names ?? []).map((words) => ({ as: wordsValue(words), trusted: false })));
  const inHome = fields.some((field) => homeRest(field.each, settings.home) !== null);
  for (const name of names) {
    for (const dropped of dropsOf(reading)) {
      for (const subcommand of [null, ...(reading.synonyms ?? [])]) {
        const spelling = { name: name.as, dropped: dropped.as, moved: dropped.moved ?? NONE, subcommand };
        const texts = [joined(fields, reading, spelling, null)];
        if (inHome) texts.push(joined(fields, reading, spelling, settings.home));
        (name.trusted && dropped.trusted && subcommand === null ? written : readings).push(...texts);
      }
    }
  }
  if (written.length === 1 && readings.length === 0) return { written, readings };
  const known = distinct(written);
  const keys = new Set(known.map(keyOf));
  return { written: known, readings: distinct(readings).filter((value) => !keys.has(keyOf(value))) };
}

/** Most names that a command may have which are looked at one by one. */
const MOST_NAMES = 8;

/** The names that a command goes by: as written, without its directory, and folded where the system folds names. */
function namesOf(field: Field | undefined, settings: Settings): Spelling<Value>[] {
  if (field === undefined) return [];
  const names: Spelling<Value>[] = [{ as: field.value, trusted: true }];
  for (const way of waysOf(field.value, MOST_NAMES)) {
    const base = baseName(way, settings);
    if (base !== null) names.push(base);
  }
  // A Linux that Windows runs finds its programs too, by their names with the extension.
  const foldable = settings.platform === "linux" ? names.filter(({ as }) => isForWindows(as)) : names;
  const folded = foldable.map(({ as }): Spelling<Value> => {
    const lower = as.map((piece) => (typeof piece === "string" ? piece.toLowerCase() : piece));
    return { as: settings.platform === "darwin" ? lower : withoutExtension(lower), trusted: false };
  });
  return [...names, ...folded];
}

/** The name behind the last separator, where there is one. */
function baseName(name: Value, settings: Settings): Spelling<Value> | null {
  const slash = settings.platform === "win32" ? /^([^]*)[/\\]/ : /^([^]*)\//;
  const index = name.findLastIndex((piece) => typeof piece === "string" && slash.test(piece));
  const piece = name[index];
  if (typeof piece !== "string") return null;
  const directory = slash.exec(piece)?.[1] ?? "";
  const as = compact([piece.slice(directory.length + 1), ...name.slice(index + 1)]);
  if (as.length === 0) return null;
  return { as, trusted: index === 0 && isTrustedCommandDirectory(directory) };
}

function isForWindows(name: Value): boolean {
  const last = name.at(-1);
  return typeof last === "string" && /\.exe$/i.test(last);
}

function withoutExtension(name: Value): Value {
  const last = name.at(-1);
  return typeof last === "string" ? compact([...name.slice(0, -1), last.replace(/\.(?:exe|cmd|bat|com)$/, "")]) : name;
}

const NONE: ReadonlySet<number> = new Set();

/** The words that may be left out: harmless global options, and for restrictive rules all of them. */
function dropsOf(reading: CommandReading): Spelling<ReadonlySet<number>>[] {
  const drops: Spelling<ReadonlySet<number>>[] = [{ as: NONE, trusted: true }];
  const { globals } = reading;
  if (globals.length === 0) return drops;
  const harmless = globals.filter((option) => option.harmless);
  if (harmless.length > 0) drops.push({ as: new Set(harmless.flatMap((option) => option.words)), trusted: true });
  const all = new Set(globals.flatMap((option) => option.words));
  if (harmless.length < globals.length) drops.push({ as: all, trusted: false });
  // A rule may speak of an option that counts in either place: `npm -g install` is `npm install -g`.
  const movable = globals.filter((option) => option.anywhere === true);
  if (movable.length > 0)
    drops.push({ as: all, trusted: false, moved: new Set(movable.flatMap((option) => option.words)) });
  return drops;
}

function wordsValue(words: readonly string[]): Value {
  return [words.join(BOUNDARY)];
}

/** One way of writing a command down. */
interface Written {
  readonly name: Value;
  readonly dropped: ReadonlySet<number>;
  /** Those of them that stand behind the sub-command instead. */
  readonly moved: ReadonlySet<number>;
  /** The sub-command by another name, or null for its own. */
  readonly subcommand: readonly string[] | null;
}

/** The indices of the words in the order in which they are written. */
function orderOf(count: number, reading: CommandReading, { dropped, moved }: Written): number[] {
  const kept: number[] = [];
  for (let index = 0; index < count; index++) if (!dropped.has(index)) kept.push(index);
  if (moved.size === 0) return kept;
  const last = reading.words.findLastIndex((word) => word.kind === "subcommand");
  const place = kept.findIndex((index) => index > last);
  kept.splice(place < 0 ? kept.length : place, 0, ...[...moved].toSorted((a, b) => a - b));
  return kept;
}

/** Any number of words with a boundary behind each. */
const LEADING_WORDS: Hole = { kind: "choice", options: [[], [ANY_CHARACTERS, MORE_WORDS, BOUNDARY]] };

/** The words as one text; with `home`, names below it are written with a tilde. */
function joined(fields: readonly Field[], reading: CommandReading, spelling: Written, home: string | null): Value {
  const pieces: Piece[] = [];
  let previous: Field | null = null;
  let renamed = spelling.subcommand;
  for (const index of orderOf(fields.length, reading, spelling)) {
    const field = fields[index];
    if (field === undefined) continue;
    if (spelling.subcommand !== null && reading.words[index]?.kind === "subcommand") {
      if (renamed !== null) pieces.push(BOUNDARY, ...wordsValue(renamed));
      renamed = null;
      continue;
    }
    if (field.count === "any") {
      // In front of a word, the words that it may be have their boundary behind them.
      if (previous === null) pieces.push(LEADING_WORDS);
      else {
        pieces.push(MORE_WORDS);
        previous = field;
      }
      continue;
    }
    if (previous !== null) pieces.push(boundaryBefore(reading, index, field, previous));
    const value = index === 0 ? spelling.name : field.value;
    pieces.push(...((home === null ? null : withTilde(value, home)) ?? value));
    previous = field;
  }
  // There may be words, and none of them is known to be one.
  return previous === null ? [ANY_CHARACTERS, MORE_WORDS] : compact(pieces);
}

/** The mark before a word: what is certain of how the command reads it. */
function boundaryBefore(reading: CommandReading, index: number, field: Field, previous: Field): string {
  const word = reading.words[index];
  const single = field.count === "one" && previous.count === "one" && field.origin === "text";
  if (word === undefined || !single) return BOUNDARY;
  switch (word.kind) {
    case "option-value":
    case "operand":
      return word.certain ? VALUE_BOUNDARY : BOUNDARY;
    case "flag":
    case "option":
      return word.certain ? OPTION_BOUNDARY : BOUNDARY;
    case "name":
    case "subcommand":
    case "terminator":
    case "wrapped":
      return BOUNDARY;
  }
}

/** What stands behind the home directory in a word, or null where it does not start there. */
function homeRest(value: Value, home: string): string | null {
  const [first] = value;
  if (home.length < 2 || typeof first !== "string" || !first.startsWith(home)) return null;
  const rest = first.slice(home.length);
  return rest.startsWith("/") || (rest === "" && value.length === 1) ? rest : null;
}

function withTilde(value: Value, home: string): Value | null {
  const rest = homeRest(value, home);
  return rest === null ? null : [`~${rest}`, ...value.slice(1)];
}

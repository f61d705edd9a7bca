/** The names that `find` and `fd` come to: what they hand on by themselves (`find -exec`), and what they print. */
import { ANY_CHARACTERS, ANY_DESCENT, knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { MAX_NAMING_WORDS, MAX_OPTIONS } from "../limits.ts";
import { concat, NAME_PART, UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { toolGlob } from "../words/glob.ts";
import { HIDDEN, omittedByGlob, omitting, plainGlob } from "./names-omitted.ts";
import type { Omission } from "./names-omitted.ts";
import { ANY_NAME, DEEPER, below, bounded } from "./names.ts";
import type { Names } from "./names.ts";

const TESTS_OF_NAMES = new Set([
  "-name",
  "-iname",
  "-path",
  "-ipath",
  "-wholename",
  "-iwholename",
  "-lname",
  "-ilname",
]);

/**
 * What the tests of names before the word at `end` let through, as if it stood in the directory itself: that a directory
 * further down may hold a file of a denied directory is no more said of `find` than of `rm -r`.
 */
function namesLeft(fields: readonly Field[], end: number): readonly Value[] {
  const names: Value[] = [];
  for (let at = 1; at < end && names.length < MAX_OPTIONS; at++) {
    const test = textOf(fields[at]);
    const pattern = textOf(fields[at + 1]);
    if (test === null || pattern === null || !TESTS_OF_NAMES.has(test)) continue;
    if (["!", "-not"].includes(textOf(fields[at - 1]) ?? "")) continue;
    const value = patternOf(test, pattern);
    if (isTestOfName(test)) names.push(value.map((piece) => (piece === ANY_CHARACTERS ? NAME_PART : piece)));
    // A whole path begins with where the search starts.
    else names.push(...(startsOf(fields, end)?.flatMap((start) => below(start, value)) ?? [value]));
  }
  return bounded(names);
}

/** The pattern of a test. A backslash takes what follows it as it stands. */
function patternOf(test: string, pattern: string): Value {
  return pattern.includes("\\") ? UNKNOWN : toolGlob(pattern, { deep: true, anyCase: test.startsWith("-i") });
}

/** Whether a test is of a file's own name; others are of the whole path. */
function isTestOfName(test: string): boolean {
  return test.endsWith("name") && !test.includes("whole");
}

/** Actions of `find` that print something else than names as they were found. */
const OTHER_OUTPUT = new Set(["-printf", "-fprintf", "-ls", "-fls"]);

/** The names that `find` comes to, as far as where it starts and the tests before the word at `end` tell. */
export function namesFoundBy(fields: readonly Field[], end: number): Names {
  // `find` may be given any number of actions, of which each asks for the tests before it.
  if (end > MAX_NAMING_WORDS) return ANY_NAME;
  const tested = namesTested(fields, end);
  const names = tested ?? [UNKNOWN];
  const action = textOf(fields[end - 1]);
  // `-execdir` gives names as they are in their own directory.
  if (action === "-execdir" || action === "-okdir") return bounded(names);
  if (fields.some((field) => OTHER_OUTPUT.has(textOf(field) ?? ""))) return ANY_NAME;
  const starts = startsOf(fields, end);
  if (starts === null || starts.length * names.length > MAX_OPTIONS) return bounded(names);
  const all = starts.flatMap((start) => [
    ...names.flatMap((name) => below(start, name)),
    // What it starts from is found too, where the tests take it.
    ...(tested === null || names.some((name) => mayEndSo(start, name)) ? [[start]] : []),
  ]);
  return omitting(bounded(all), omittedByFind(fields, end));
}

/** Tests of `find` with a value, besides those of names. */
const TESTS_OF_VALUES = new Set(
  (
    "-type -xtype -maxdepth -mindepth -newer -anewer -cnewer -mtime -atime -ctime -mmin -amin -cmin -size -user -group " +
    "-perm -links -inum -fstype -uid -gid"
  ).split(" "),
);
const TESTS_ALONE = new Set(
  "-a -and -empty -xdev -mount -depth -follow -noleaf -readable -writable -executable -daystart -true".split(" "),
);
const ALTERNATIVES = new Set(["-o", "-or", ",", "(", ")"]);

/** What `find` leaves out before the first of its actions: all tests have to hold where there are no alternatives. */
function omittedByFind(fields: readonly Field[], end: number): Omission[] {
  const words = fields.slice(1, end).map(textOf);
  const omissions: Omission[] = [];
  if (words.some((word) => word === null || ALTERNATIVES.has(word))) return omissions;
  let negated = false;
  for (let at = words.findIndex((word) => /^(?:-[a-z]|!)/.test(word ?? "")); at >= 0 && at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "!" || word === "-not") {
      negated = !negated;
      continue;
    }
    if (TESTS_OF_NAMES.has(word)) {
      const glob = plainGlob(words[++at] ?? null);
      // A test of a link's target is none of its name.
      if (negated && glob !== null && !word.endsWith("lname")) omissions.push({ of: kindOf(word), glob });
    } else if (TESTS_OF_VALUES.has(word)) at++;
    else if (!TESTS_ALONE.has(word)) break;
    negated = false;
  }
  return omissions;
}

function kindOf(test: string): Omission["of"] {
  return isTestOfName(test) ? "name" : "path";
}

/** What `find … -delete` removes, of which the action stands at an index: nothing where only the directory tells. */
export function namesDeletedBy(fields: readonly Field[], at: number): readonly Value[] {
  const left = namesLeft(fields, at);
  const isListed = at <= MAX_NAMING_WORDS && namesTested(fields, at) !== null;
  // A pattern is held against what is there; a name stands for itself.
  return isListed && left.some((name) => knownText(name) === null) ? namesFoundBy(fields, at + 1) : left;
}

/** The directories that `find` starts from; null where they are not all known. */
function startsOf(fields: readonly Field[], end: number): string[] | null {
  const starts: string[] = [];
  for (let at = 1; at < end; at++) {
    const text = textOf(fields[at]);
    if (text === null) return null;
    if (/^-(?:[HLP]|O[0-9]*)$/.test(text)) continue;
    if (text === "-D" || text === "-files0-from" || text === "-f") return null;
    if (/^[-(!,)]/.test(text)) break;
    starts.push(text);
  }
  return starts.length === 0 ? ["."] : starts;
}

/** Whether a directory's own name may pass a test that a name ends so. */
function mayEndSo(start: string, name: Value): boolean {
  const last = name.at(-1);
  return typeof last !== "string" || start.endsWith(last.replace(/^\//, ""));
}

/** Options of `fd` that take a value, of those that people use most; with others nothing is told. */
const FD_VALUES = new Set([
  "-t",
  "--type",
  "-d",
  "--max-depth",
  "-E",
  "--exclude",
  "-e",
  "--extension",
  "-j",
  "--threads",
]);
const FD_FLAGS = /^-(?:[HIugsilLp0]+|-hidden|-no-ignore|-unrestricted|-glob|-follow|-full-path|-print0)$/;

/** An option of `fd` and the value in the same word; null for none. */
function optionOfFd(text: string): readonly [string, string | null] {
  const match = /^(?:(-[tdEej])=?|(--[a-z-]+)=)([^]+)$/.exec(text);
  return match === null ? [text, null] : [match[1] ?? match[2] ?? "", match[3] ?? null];
}

/** The names that `fd` comes to: below the directories that it is given, with the extensions that it is given. */
export function namesByFd(fields: readonly Field[], end: number): Names {
  const operands: string[] = [];
  const extensions: string[] = [];
  const omissions: Omission[] = [];
  let hidden = false;
  for (let at = 1; at < end; at++) {
    const text = textOf(fields[at]);
    if (text === null) return ANY_NAME;
    if (/^(?:-[xX]|--exec|--exec-batch)$/.test(text)) break;
    const [option, own] = optionOfFd(text);
    if (FD_VALUES.has(option)) {
      const value = own ?? textOf(fields[++at]);
      if (value === null) return ANY_NAME;
      if (option === "-e" || option === "--extension") extensions.push(value.replace(/^\./, ""));
      if (option === "-E" || option === "--exclude") omissions.push(...[omittedByGlob(value) ?? []].flat());
    } else if (!text.startsWith("-")) operands.push(text);
    else if (!FD_FLAGS.test(text)) return ANY_NAME;
    else hidden ||= /^-(?:[a-zA-Z0]*[Hu]|-hidden$|-unrestricted$)/.test(text);
  }
  const starts = operands.slice(1).map((start) => (start.endsWith("/") ? start : `${start}/`));
  const ends: Value[] = extensions.length === 0 ? [[]] : extensions.map((extension) => [`.${extension}`]);
  const values = (starts.length === 0 ? [""] : starts).flatMap((start) =>
    ends.map((ending): Value => (start === "" ? [DEEPER, ...ending] : [start, ANY_DESCENT, ...ending])),
  );
  return omitting(bounded(values), hidden ? omissions : [...omissions, HIDDEN]);
}

/** What the tests say of a name; null where nothing. */
function namesTested(fields: readonly Field[], end: number): readonly Value[] | null {
  const names: Value[] = [];
  let alternatives = 1;
  for (let at = 1; at < end; at++) {
    const text = textOf(fields[at]);
    if (text === null) continue;
    if (text === "-o" || text === "-or" || text === ",") alternatives++;
    if (!TESTS_OF_NAMES.has(text)) continue;
    const before = textOf(fields[at - 1]);
    const operand = fields[at + 1];
    if (before === "!" || before === "-not" || operand === undefined) continue;
    const pattern = textOf(operand);
    const name = pattern === null ? UNKNOWN : patternOf(text, pattern);
    // What a name begins with, it begins with at a separator.
    const front = typeof name[0] === "string" ? [ANY_CHARACTERS, "/"] : [ANY_CHARACTERS];
    names.push(isTestOfName(text) ? concat(front, name) : name);
  }
  // Where one of several alternatives says nothing of the name, it may be any.
  if (names.length === 0 || names.length < alternatives || names.length > MAX_OPTIONS) return null;
  return alternatives === 1 ? names.slice(0, 1) : names;
}

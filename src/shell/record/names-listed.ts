/** The names that searches and git list: `grep -l`, `rg --files`, `git ls-files`, `git diff --name-only`. */
import { ANY_DESCENT, knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { readCommand } from "../knowledge/read-command.ts";
import type { CommandReading, WordReading } from "../knowledge/reading.ts";
import { after, compact, endOf, frontOf, NUMBER, UNKNOWN } from "../value.ts";
import { textOf, withValue } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { isGlob, toolGlob } from "../words/glob.ts";
import { endsOf } from "./name-ends.ts";
import { linesOf } from "./names-fields.ts";
import {
  HIDDEN,
  linesWithout,
  omittedByGlob,
  omittedByPathspec,
  omitting,
  plainGlob,
  withEnd,
} from "./names-omitted.ts";
import type { Omission } from "./names-omitted.ts";
import { ANY_NAME, bounded, DEEPER, descending, fromHere, LISTED, onlySome } from "./names.ts";
import type { Names } from "./names.ts";
import { globText } from "./selected.ts";

const NAME: Value = ["name"];

/** How git and searches take a pattern. */
const DEEP = { deep: true, anyCase: false };

/** A command with what is known of its words. */
class Listing {
  readonly given: readonly Field[];
  /** The same, with options that a glob is part of as they are written. */
  readonly fields: readonly Field[];
  readonly reading: CommandReading;

  constructor(fields: readonly Field[]) {
    this.given = fields;
    this.fields = fields.map(withOption);
    // What a glob matches is taken for names, not for options.
    this.reading = readCommand(this.fields.map((field) => (isGlob(field.each) ? NAME : field.value)));
  }

  /** Every word is read for sure as what it is. */
  get isCertain(): boolean {
    return this.reading.words.every((word) => !("certain" in word) || word.certain);
  }

  /** Whether an option is given: `l` for `-l` and `-rl`, or `--files`. */
  has(...options: readonly string[]): boolean {
    return this.reading.words.some((word, index) => {
      if (word.kind !== "flag" && word.kind !== "option") return false;
      const text = frontOf(this.fields[index]?.each ?? []);
      const own = text.slice(0, word.kind === "option" ? (word.valueStart ?? text.length) : text.length);
      return options.some((option) =>
        option.length > 1 ? own === option || own === `${option}=` : /^-[^-]/.test(own) && own.includes(option, 1),
      );
    });
  }

  /** Whether all its flags are among these, single letters. */
  hasOnly(letters: string): boolean {
    const among = new RegExp(`^-[${letters}]+$`);
    return this.reading.words.every((word, index) => {
      if (word.kind === "option") return false;
      return word.kind !== "flag" || among.test(frontOf(this.fields[index]?.each ?? []));
    });
  }

  /** The values of options, wherever they stand. */
  valuesOf(...names: readonly string[]): Value[] {
    return this.#valuesIn(this.fields, names);
  }

  /** The texts of options' values; null for one that is not quoted, for which a name may stand. */
  textsOf(...names: readonly string[]): (string | null)[] {
    return this.#valuesIn(this.given, names).map(knownText);
  }

  #valuesIn(fields: readonly Field[], names: readonly string[]): Value[] {
    return this.reading.words.flatMap((word, index): Value[] => {
      const each = fields[index]?.each;
      if (each === undefined || !("name" in word) || !names.includes(word.name)) return [];
      if (word.kind === "option-value") return [each];
      return word.kind === "option" && word.valueStart !== null ? [after(each, word.valueStart)] : [];
    });
  }

  /** The operands with one of the roles; only those behind `--` where that is asked for. */
  operands(roles: readonly string[], behind = false): Value[] {
    const end = this.reading.words.findIndex((word) => word.kind === "terminator");
    const isOne = (word: WordReading, index: number): boolean =>
      word.kind === "operand" && roles.includes(word.role) && (!behind || (end >= 0 && index > end));
    return this.given
      .filter((_, index) => isOne(this.reading.words[index] ?? { kind: "name" }, index))
      .map((field) => (field.count === "any" ? UNKNOWN : field.each));
  }
}

/**
 * `--include=*.ts` is handed on as it stands where no file is called so, and else selects no more. With `nullglob` it may
 * be no word at all.
 */
function withOption(field: Field): Field {
  const text = field.count === "some" && frontOf(field.each).startsWith("-") ? globText(field.each) : null;
  return text === null ? field : { ...withValue(field, [text]), count: "one" };
}

/** Types of `rg` that every version takes for the same, with the ends of their files' names. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["ts", ".ts .tsx .cts .mts"],
  ["js", ".js .jsx .cjs .mjs .vue"],
  ["py", ".py .pyi"],
  ["rust", ".rs"],
  ["go", ".go"],
  ["css", ".css .scss"],
  ["md", ".md .markdown .mdown .mdwn .mdx .mkd .mkdn"],
]);

/** The names that a search prints, or null where it prints something else. */
export function namesBySearch(fields: readonly Field[]): Names | null {
  return namesFoundIn(new Listing(fields));
}

/** The names that `grep` prints: of files in which it finds something, or the lines that it lets through, of names. */
export function namesByGrep(fields: readonly Field[], read: Names): Names {
  const grep = new Listing(fields);
  return namesFoundIn(grep) ?? namesFiltered(grep, read);
}

/** The names that `grep -l` prints where names are appended to it; null for any other search. */
export function namesGrepped(fields: readonly Field[], appended: Names): Names | null {
  const grep = new Listing(fields);
  if (namesFoundIn(grep) === null || isRecursive(grep)) return null;
  return bounded([...grep.operands(["read", "directory"]), ...appended]);
}

/** The lines that a search prints with the name of their file in front; null where they may have none. */
export function linesBySearch(fields: readonly Field[]): Names | null {
  const search = new Listing(fields);
  const recursive = search.reading.command === "rg" || isRecursive(search);
  if (!recursive || namesFoundIn(search) !== null || !search.isCertain || !isLined(search)) return null;
  const operands = search.operands(["read", "directory"]);
  const [only, ...more] = operands;
  const isOne = only !== undefined && more.length === 0 && knownText(only) !== "." && !endOf(only).endsWith("/");
  // Of one file only the numbers of its lines are printed.
  if (isOne && !search.has("n", "H")) return null;
  return linesOf(":", [...namesIn(search, operands), ...(isOne ? [[NUMBER]] : [])]);
}

/** Whether all options leave lines with their names as they are. */
function isLined(search: Listing): boolean {
  return search.reading.words.every((word, index) => {
    if (word.kind === "flag") return /^-[rRnHiIwEFPGosaxvyUSu.]+$/.test(frontOf(search.fields[index]?.each ?? []));
    return (word.kind !== "option" && word.kind !== "option-value") || LINED.has(word.name);
  });
}

const LINED = new Set("-e --include --exclude --exclude-dir -g -t -m".split(" "));

function isRecursive(search: Listing): boolean {
  return search.has("r", "R", "--recursive", "--dereference-recursive");
}

function namesFoundIn(search: Listing): Names | null {
  const isRipgrep = search.reading.command === "rg";
  const lists = isRipgrep
    ? search.has("l", "--files-with-matches", "--files-without-match", "--files")
    : search.has("l", "L", "--files-with-matches", "--files-without-match");
  if (!lists) return null;
  if (!search.isCertain || search.has("-d", "--directories")) return ANY_NAME;
  const operands = search.operands(["read", "directory"]);
  if (!isRipgrep && !isRecursive(search)) return operands.length === 0 ? [] : bounded(operands);
  return namesIn(search, operands);
}

/** The names of the files that are searched. */
function namesIn(search: Listing, operands: readonly Value[]): Names {
  const isRipgrep = search.reading.command === "rg";
  const patterns = patternsOf(search, isRipgrep);
  const all = patterns === null;
  return omitting(
    namesBelow(operands, patterns),
    isRipgrep ? omittedByRipgrep(search, all) : omittedByGrep(search, all),
  );
}

/** What `grep -r` leaves out; `--include` may bring it back. */
function omittedByGrep(grep: Listing, all: boolean): Omission[] {
  const omitted = (of: Omission["of"], option: string): Omission[] =>
    grep.textsOf(option).flatMap((text) => {
      const glob = plainGlob(text);
      return glob === null || glob.includes("/") ? [] : [{ of, glob }];
    });
  return all ? [...omitted("name", "--exclude"), ...omitted("directory", "--exclude-dir")] : [];
}

/** What `rg` leaves out; a glob or a type that a name has to be like may bring it back. */
function omittedByRipgrep(search: Listing, all: boolean): Omission[] {
  if (!all) return [];
  const globs = search.textsOf("-g", "--glob").flatMap((glob) => omittedByGlob(glob?.slice(1) ?? "") ?? []);
  return search.has("u", ".", "--hidden", "--unrestricted", "--ignore-file") ? globs : [...globs, HIDDEN];
}

/** Patterns that one of the names that are searched has to be like; null where there are none. */
function patternsOf(search: Listing, isRipgrep: boolean): readonly Value[] | null {
  if (!isRipgrep) {
    const included = search.valuesOf("--include");
    return included.length === 0 ? null : included.map(patternOfName);
  }
  const globs = search.valuesOf("-g", "--glob").filter((glob) => !frontOf(glob).startsWith("!"));
  const types = search.valuesOf("-t", "--type");
  if (globs.length + types.length === 0) return search.has("--iglob") ? [[ANY_DESCENT]] : null;
  const known = types.map((type) => TYPES.get(knownText(type) ?? "") ?? null);
  if (search.has("--iglob", "--glob-case-insensitive", "--type-add") || known.includes(null)) return [[ANY_DESCENT]];
  const ends = known.flatMap((type) => type?.split(" ") ?? []);
  return [...globs.map(patternOfName), ...ends.map((end): Value => [ANY_DESCENT, end])];
}

/** A pattern of a name, at any depth. */
function patternOfName(pattern: Value): Value {
  const text = knownText(pattern);
  if (text === null || /[{}\\]|\/$/.test(text)) return [ANY_DESCENT];
  const name = toolGlob(text.replace(/^\//, ""), DEEP).map(descending);
  return name[0] === ANY_DESCENT ? name : [ANY_DESCENT, ...name];
}

/** The names below directories or of files, like one of the patterns where there are some. */
function namesBelow(operands: readonly Value[], patterns: readonly Value[] | null): Names {
  const found: Value[] = [...operands];
  for (const operand of operands.length === 0 ? [null] : operands) {
    if (operand !== null && isFile(operand)) continue;
    for (const pattern of patterns ?? [[LISTED]])
      found.push(operand === null ? fromHere(pattern) : compact([...directory(operand), ...pattern]));
  }
  return bounded(found);
}

function directory(operand: Value): Value {
  return endOf(operand).endsWith("/") ? operand : [...operand, "/"];
}

/** Whether a name is one that only files have: it ends in an extension. */
function isFile(name: Value): boolean {
  const last = name.at(-1);
  if (typeof last !== "string" || !(name.length === 1 || isGlob(name))) return false;
  return (name.length > 1 ? /\.[A-Za-z0-9]{1,8}$/ : /[^/.][^/.]*\.[A-Za-z0-9]{1,8}$/).test(last);
}

/** Options by which git looks elsewhere than where the names are then taken from, or prints more than names. */
const ELSEWHERE = ["-C", "--work-tree", "--git-dir", "--full-name", "--line-prefix", "--output"];
const COLUMNS = ["s", "t", "v", "f", "u", "--stage", "--eol", "--format", "--unmerged", "--debug"];

/** The names that git prints, or null where it prints something else. */
export function namesByGit(fields: readonly Field[]): Names | null {
  const git = new Listing(fields);
  const [subcommand] = git.reading.subcommand;
  if (!git.isCertain || git.has(...ELSEWHERE)) return ANY_NAME;
  const names = namesInGit(git, subcommand);
  if (names === null) return null;
  // Without a repository, it may look into one.
  return git.has("--no-index") ? ANY_NAME : omitting(names, [REPOSITORY]);
}

/** What git never tracks. */
const REPOSITORY: Omission = { of: "each", glob: ".git" };

function namesInGit(git: Listing, subcommand: string | undefined): Names | null {
  const named = git.has("--name-only");
  switch (subcommand) {
    case "ls-files":
      return git.has(...COLUMNS) ? ANY_NAME : namesFromHere(git, ["data", "read"]);
    case "ls-tree":
      return named ? namesOfPathspecs(git.operands(["data"])) : null;
    case "grep":
      return git.has("l", "L", "--files-with-matches", "--files-without-match", "--name-only")
        ? namesFromHere(git, ["read", "revision-or-read"])
        : null;
    case "diff":
    case "diff-tree":
    case "diff-index":
    case "diff-files":
      return named ? namesChanged(git) : null;
    case "show":
    case "log":
      // Else they print messages too.
      return named &&
        git.valuesOf("--format", "--pretty").some((format) => /^(?:t?format:)?$/.test(knownText(format) ?? "?"))
        ? namesChanged(git)
        : null;
    case undefined:
    default:
      return null;
  }
}

/** The names that git prints from where it runs, as pathspecs are given. */
function namesFromHere(git: Listing, roles: readonly string[]): Names {
  const specs = git.operands(roles);
  const asWritten = git.has("--literal-pathspecs", "--glob-pathspecs", "--noglob-pathspecs");
  const omissions = asWritten ? [] : specs.flatMap((spec) => omittedByPathspec(knownText(spec) ?? ""));
  return omitting(namesOfPathspecs(specs), omissions);
}

/** The names in a comparison, which start from the top of the repository. */
function namesChanged(git: Listing): Names {
  const names = namesOfPathspecs(git.operands(["read"], true));
  return bounded(names.flatMap((name) => (typeof name[0] === "string" ? [name, [DEEPER, "/", ...name]] : [name])));
}

/** The names that pathspecs take: a name, what is below it, or a pattern over the whole path. */
function namesOfPathspecs(specs: readonly Value[]): Names {
  const found: Value[] = [];
  let taken = 0;
  for (const spec of specs) {
    const text = knownText(spec);
    // `:!path` leaves names out; what other magic does is not followed.
    if (text !== null && /^:(?:[!^]|\([^)]*exclude)/.test(text)) continue;
    taken++;
    if (frontOf(spec).startsWith(":")) return ANY_NAME;
    if (text !== null && /[*?[]/.test(text)) found.push(fromHere(compact(toolGlob(text, DEEP).map(descending))));
    else {
      found.push(spec);
      if (!isFile(spec)) found.push(compact([...directory(spec), LISTED]));
    }
  }
  if (taken === 0) found.push([LISTED]);
  return bounded(found);
}

/** The names in the output of `ls`. */
export function namesByLs(fields: readonly Field[], shown: Value): Names {
  const ls = new Listing(fields);
  if (!ls.isCertain || ls.has(..."aAlognRsimpF", "--all", "--almost-all", "--recursive", "--format", "--classify"))
    return ANY_NAME;
  const operands = ls.operands(["directory", "read"]);
  if (ls.has("d", "--directory")) return bounded(operands.length === 0 ? [["."]] : operands);
  // Of a file its name is printed, of a directory the names in it.
  const files = operands.filter((operand) => !endOf(operand).endsWith("/"));
  return bounded([...files, ...(operands.length > 0 && operands.every(isFile) ? [] : [shown])]);
}

/** The lines that `grep` lets through, of names. */
function namesFiltered(grep: Listing, read: Names): Names {
  const patterns = grep.operands(["pattern"]);
  const pattern = patterns.length === 1 ? knownText(patterns[0] ?? []) : null;
  if (!grep.isCertain || grep.operands(["read", "directory"]).length > 0 || !grep.hasOnly("EFGPvixwsza"))
    return ANY_NAME;
  if (grep.has("v")) return grep.has("w", "x") ? read : omitting(read, linesWithout(pattern, syntaxOf(grep)));
  const ends = pattern === null || !grep.hasOnly("EGP") ? null : endsOf(pattern, grep.has("E", "P"));
  // What is let through is told by more than its directory.
  const all = read.map(onlySome);
  return bounded(ends === null ? all : all.flatMap((name) => ends.map((end) => endingIn(name, end))));
}

function syntaxOf(grep: Listing): "fixed" | "basic" | "extended" {
  if (grep.has("F") || grep.reading.command === "fgrep") return "fixed";
  return grep.has("E", "P") || grep.reading.command === "egrep" ? "extended" : "basic";
}

/** A name with an end that is known. */
function endingIn(value: Value, end: string): Value {
  const last = value.at(-1);
  const open = typeof last === "object" && last.kind === "characters" && last.max === null && last.among === undefined;
  return open ? withEnd(value, end) : value;
}

/** The text of a command's name without its directory. */
export function commandName(fields: readonly Field[]): string {
  const text = textOf(fields[0]) ?? "";
  return text.slice(text.lastIndexOf("/") + 1);
}

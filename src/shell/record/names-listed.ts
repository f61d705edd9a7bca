/** The names that searches and git list: `grep -l`, `rg --files`, `git ls-files`, `git diff --name-only`. */
import { ANY_DESCENT, knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { readCommand } from "../knowledge/read-command.ts";
import type { CommandReading, WordReading } from "../knowledge/reading.ts";
import { after, compact, endOf, frontOf, UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { isGlob, toolGlob } from "../words/glob.ts";
import { endsOf } from "./name-ends.ts";
import { ANY_NAME, bounded, DEEPER, descending, fromHere, isListed, LISTED } from "./names.ts";
import type { Names } from "./names.ts";

const NAME: Value = ["name"];

/** How git and searches take a pattern. */
const DEEP = { deep: true, anyCase: false };

/** A command with what is known of its words. */
class Listing {
  readonly fields: readonly Field[];
  readonly reading: CommandReading;

  constructor(fields: readonly Field[]) {
    this.fields = fields;
    // What a glob matches is taken for names, not for options.
    this.reading = readCommand(fields.map((field) => (isGlob(field.each) ? NAME : field.value)));
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
    return this.reading.words.flatMap((word, index): Value[] => {
      const each = this.fields[index]?.each;
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
    return this.fields
      .filter((_, index) => isOne(this.reading.words[index] ?? { kind: "name" }, index))
      .map((field) => (field.count === "any" ? UNKNOWN : field.each));
  }
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

function namesFoundIn(search: Listing): Names | null {
  const isRipgrep = search.reading.command === "rg";
  const lists = isRipgrep
    ? search.has("l", "--files-with-matches", "--files-without-match", "--files")
    : search.has("l", "L", "--files-with-matches", "--files-without-match");
  if (!lists) return null;
  if (!search.isCertain || search.has("-d", "--directories")) return ANY_NAME;
  const recursive = isRipgrep || search.has("r", "R", "--recursive", "--dereference-recursive");
  const operands = search.operands(["read", "directory"]);
  if (!recursive) return operands.length === 0 ? [] : bounded(operands);
  return namesBelow(operands, patternsOf(search, isRipgrep));
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
  const named = git.has("--name-only");
  if (!git.isCertain || git.has(...ELSEWHERE)) return ANY_NAME;
  switch (subcommand) {
    case "ls-files":
      return git.has(...COLUMNS) ? ANY_NAME : namesOfPathspecs(git.operands(["data", "read"]));
    case "ls-tree":
      return named ? namesOfPathspecs(git.operands(["data"])) : null;
    case "grep":
      return git.has("l", "L", "--files-with-matches", "--files-without-match", "--name-only")
        ? namesOfPathspecs(git.operands(["read", "revision-or-read"]))
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
  if (grep.has("v")) return read;
  const ends = pattern === null || !grep.hasOnly("EGP") ? null : endsOf(pattern, grep.has("E", "P"));
  // What is let through is told by more than its directory.
  const all = read.map((name) => (isListed(name) ? [...name.slice(0, -1), DEEPER] : name));
  return bounded(ends === null ? all : all.flatMap((name) => ends.map((end) => endingIn(name, end))));
}

/** A name with an end that is known. */
function endingIn(value: Value, end: string): Value {
  const last = value.at(-1);
  const open = typeof last === "object" && last.kind === "characters" && last.max === null && last.among === undefined;
  return open ? [...value, end] : value;
}

/** The text of a command's name without its directory. */
export function commandName(fields: readonly Field[]): string {
  const text = textOf(fields[0]) ?? "";
  return text.slice(text.lastIndexOf("/") + 1);
}

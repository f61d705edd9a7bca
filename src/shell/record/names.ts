/**
 * The names of files that a command prints, or hands on by itself (`find -exec`): what `xargs` then gives to another
 * command. Only what narrows them is worked out; all others may be any name.
 */
import { ANY_CHARACTERS, ANY_DESCENT } from "../../text.ts";
import type { CharactersHole, Piece, Value } from "../../text.ts";
import { MAX_OPTIONS } from "../limits.ts";
import { concat, UNKNOWN } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { globValue } from "../words/glob.ts";

/** What one of the names may be: none of these where every name is of a file that the command itself has read. */
export type Names = readonly Value[];

/** Any name at all. */
export const ANY_NAME: Names = [UNKNOWN];

/** A name in a directory, not hidden. */
const SHOWN: CharactersHole = { kind: "characters", min: 0, max: null, except: "/", notFirst: "." };

/** The names that a command prints, given those that it reads. */
export function namesPrintedBy(fields: readonly Field[], read: Names): Names {
  const texts = fields.map((field) => textOf(field));
  const has = (...flags: string[]): boolean => texts.some((text) => text !== null && flags.includes(text));
  const clustered = (flag: string): boolean =>
    texts.some((text) => text !== null && new RegExp(`^-[A-Za-z]*${flag}`).test(text));
  const operands = texts.slice(1).filter((text) => text === null || !/^-|^[0-9]+$/.test(text)).length;
  switch (texts[0]?.slice(texts[0].lastIndexOf("/") + 1)) {
    case "find":
      return namesFoundBy(fields, fields.length);
    case "fd":
    case "fdfind":
      return namesByFd(fields, fields.length);
    case "ls":
      return clustered("[aA]") || has("--all", "--almost-all") ? ANY_NAME : [[SHOWN]];
    case "grep":
    case "egrep":
    case "fgrep":
    case "rg":
      // The files that matched were read by this very command.
      if (clustered("[lL]") || has("--files-with-matches", "--files-without-match", "--files")) return [];
      return operands === 1 && !clustered("[rRo]") ? read : ANY_NAME;
    case "sort":
    case "uniq":
    case "head":
    case "tail":
    case "cat":
    case "tee":
      return operands === 0 || texts[0] === "tee" ? read : ANY_NAME;
    case "git":
      return (has("grep") && clustered("l")) || has("ls-files") || has("--name-only") ? [] : ANY_NAME;
    default:
      return ANY_NAME;
  }
}

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

/** Actions of `find` that print something else than names as they were found. */
const OTHER_OUTPUT = new Set(["-printf", "-fprintf", "-ls", "-fls"]);

/** The names that `find` comes to, as far as where it starts and the tests before the word at `end` tell. */
export function namesFoundBy(fields: readonly Field[], end: number): Names {
  const names = namesTested(fields, end);
  const action = textOf(fields[end - 1]);
  // `-execdir` gives names as they are in their own directory.
  if (action === "-execdir" || action === "-okdir") return names;
  if (fields.some((field) => OTHER_OUTPUT.has(textOf(field) ?? ""))) return ANY_NAME;
  const starts = startsOf(fields, end);
  if (starts === null || starts.length * names.length > MAX_OPTIONS) return names;
  return starts.flatMap((start) => [
    ...names.map((name) => below(start, name)),
    // What it starts from is found too, where the tests take it.
    ...(names === ANY_NAME || names.some((name) => mayEndSo(start, name)) ? [[start]] : []),
  ]);
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

/** A name that is found below a directory. */
function below(start: string, name: Value): Value {
  const front = start.endsWith("/") ? start : `${start}/`;
  const [first, ...others] = name;
  // A pattern on the whole path starts with where the search started.
  if (typeof first === "string") return name.map(descending);
  const [second, ...further] = others;
  const rest = typeof second === "string" && second.startsWith("/") ? [second.slice(1), ...further] : others;
  return [front, ANY_DESCENT, ...rest.filter((piece) => piece !== "").map(descending)];
}

function descending(piece: Piece): Piece {
  return piece === ANY_CHARACTERS ? ANY_DESCENT : piece;
}

/** Whether a directory's own name may pass a test that a name ends so. */
function mayEndSo(start: string, name: Value): boolean {
  const last = name.at(-1);
  return typeof last !== "string" || start.endsWith(last);
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

/** The names that `fd` comes to: below the directories that it is given, with the extensions that it is given. */
export function namesByFd(fields: readonly Field[], end: number): Names {
  const operands: string[] = [];
  const extensions: string[] = [];
  for (let at = 1; at < end; at++) {
    const text = textOf(fields[at]);
    if (text === null) return ANY_NAME;
    if (/^(?:-[xX]|--exec|--exec-batch)$/.test(text)) break;
    if (FD_VALUES.has(text)) {
      const value = textOf(fields[++at]);
      if (value === null) return ANY_NAME;
      if (text === "-e" || text === "--extension") extensions.push(value.replace(/^\./, ""));
    } else if (!text.startsWith("-")) operands.push(text);
    else if (!FD_FLAGS.test(text)) return ANY_NAME;
  }
  const starts = operands.slice(1).map((start) => (start.endsWith("/") ? start : `${start}/`));
  const ends: Value[] = extensions.length === 0 ? [[]] : extensions.map((extension) => [`.${extension}`]);
  const names = (starts.length === 0 ? [""] : starts).flatMap((start) =>
    ends.map((ending): Value => [...(start === "" ? [] : [start]), ANY_DESCENT, ...ending]),
  );
  return names.length > MAX_OPTIONS ? ANY_NAME : names;
}

function namesTested(fields: readonly Field[], end: number): Names {
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
    const name = pattern === null ? UNKNOWN : globbed(pattern, text.startsWith("-i"));
    names.push(text.endsWith("name") && !text.includes("whole") ? concat([ANY_CHARACTERS], name) : name);
  }
  // Where one of several alternatives says nothing of the name, it may be any.
  if (names.length === 0 || names.length < alternatives || names.length > MAX_OPTIONS) return ANY_NAME;
  return alternatives === 1 ? names.slice(0, 1) : names;
}

/** A pattern of `find`, whose wildcards also match a leading dot and separators. */
function globbed(pattern: string, anyCase: boolean): Value {
  const value = globValue([{ text: pattern, quoted: false }], { dots: true, deep: true, anyCase: false }) ?? [pattern];
  return value.flatMap((piece): readonly Piece[] => {
    if (typeof piece !== "string") return [piece.kind === "characters" && piece.max === null ? ANY_CHARACTERS : piece];
    return anyCase ? [...piece].map(eitherCase) : [piece];
  });
}

function eitherCase(character: string): Piece {
  const among = character.toLowerCase() + character.toUpperCase();
  return character.toLowerCase() === character.toUpperCase()
    ? character
    : { kind: "characters", min: 1, max: 1, among };
}

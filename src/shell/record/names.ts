/**
 * The names of files that a command prints, or hands on by itself (`find -exec`): what `xargs` then gives to another
 * command. Only what narrows them is worked out; all others may be any name.
 */
import { ANY_CHARACTERS } from "../../text.ts";
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

/** The names that `find` comes to, as far as the tests before the word at `end` tell. */
export function namesFoundBy(fields: readonly Field[], end: number): Names {
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

/**
 * The shape of what some commands print: a date, a number, the name of a branch. What it is only a run would tell, but
 * not every text is one.
 *
 * A command that fails prints nothing, so each of these may be empty too.
 */
import { ANY_CHARACTERS } from "../../text.ts";
import type { CharactersHole, Piece, Value } from "../../text.ts";
import { choiceOf, compact, frontOf } from "../value.ts";
import { textOf } from "./field.ts";
import type { Field } from "./field.ts";

const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

function anyOf(among: string): CharactersHole {
  return { kind: "characters", min: 0, max: null, among: [...new Set(among)].join("") };
}

/** Numbers; some systems put blanks before them. */
const NUMBERS = anyOf(`${DIGITS} \t`);
const PLAIN = anyOf(`${DIGITS}${LETTERS}._+-`);
export const IDENTIFIER = anyOf(`${DIGITS}${LETTERS}`);
/** A text without a separator: the name of a day, which the language tells. */
const UNSEPARATED: CharactersHole = { kind: "characters", min: 0, max: null, except: "/\0" };
const DIRECTORY: CharactersHole = { kind: "characters", min: 0, max: null, except: " \t\n*?[\\" };
/** What git takes for the name of a branch or a tag: no part of it begins with a dot, and nothing in it is `..`. */
export const REFERENCE: CharactersHole = {
  kind: "characters",
  min: 0,
  max: null,
  except: " \t\n~^:?*[\\",
  notFirst: "-./",
  within: true,
};

/** Whether a value is the name of a branch, a tag or a remote, and nothing else. */
export function isReference(value: Value): boolean {
  return value.length === 1 && value[0] === REFERENCE;
}

/** The shape of what a command prints, with the newline at its end; null where it is not told. */
export function shapeOfOutput(name: string, operands: readonly Field[], temporary: string | null): Value | null {
  const texts = operands.map(textOf);
  const only = (pattern: RegExp): boolean => texts.every((text) => text !== null && pattern.test(text));
  const line = (hole: Piece | null): Value | null => (hole === null ? null : [hole, "\n"]);
  switch (name) {
    case "date":
      return line(dateShape(operands));
    case "wc":
      // Without a file, no name is printed beside the number.
      return only(/^-[lwcmL]$|^--(?:lines|words|bytes|chars)$/) && operands.length === 1 ? line(NUMBERS) : null;
    case "grep":
      return texts.includes("-c") && operands.length <= 3 && !texts.some((text) => /^-[^c]|^--/.test(text ?? "-x"))
        ? line(NUMBERS)
        : null;
    case "nproc":
      return line({ ...NUMBERS, min: 1 });
    case "id":
      return only(/^-[ugnr]{1,3}$/) && operands.length > 0 ? line(PLAIN) : null;
    case "whoami":
    case "logname":
      return line(PLAIN);
    case "hostname":
      return only(/^(?:-[sf]|--short|--fqdn)$/) ? line(PLAIN) : null;
    case "uname":
    case "arch":
      return only(/^-[smrnp]$/) ? line(PLAIN) : null;
    case "git":
      return line(gitShape(texts));
    case "basename":
      return baseNameShape(operands);
    case "which":
      return only(/^[\w.+-]+$/) && operands.length === 1 ? foundShape(texts[0]) : null;
    case "command":
    case "type":
      return /^-[vpP]$/.test(texts[0] ?? "") && operands.length === 2 ? foundShape(texts[1]) : null;
    case "mktemp":
      return temporary === null ? null : temporaryShape(texts, temporary);
    default:
      return null;
  }
}

/** Conversions of `date` that print digits. */
const NUMERIC = "YCyGgVUWmdeHIklMSNsjuwq";

function dateShape(operands: readonly Field[]): CharactersHole | null {
  let format: string | null = null;
  for (const [index, field] of operands.entries()) {
    const text = textOf(field);
    const before = textOf(operands[index - 1]);
    if (field.count !== "one") return null;
    if (text?.startsWith("+") === true) format = text.slice(1);
    // The date itself may be any.
    else if (text === null && before !== "-d" && before !== "--date" && !frontOf(field.value).startsWith("--date="))
      return null;
    // From a file, every line is a date.
    else if (text !== null && /^(?:-f|--file|--debug)/.test(text)) return null;
  }
  if (format === null) return UNSEPARATED;
  const among = new Set<string>();
  let unseparated = false;
  let separated = false;
  const parts = format.replace(/%[-_0^#+:]*[0-9]*[EO]?([A-Za-z%])/g, (_, conversion: string) => {
    if (conversion === "n") among.add("\n");
    else if (conversion === "t") among.add("\t");
    else if (conversion === "%") among.add("%");
    else if (NUMERIC.includes(conversion)) for (const one of `${DIGITS} +-`) among.add(one);
    else if ("FTRz".includes(conversion)) for (const one of `${DIGITS} +-:`) among.add(one);
    else if ("aAbBhpPZr".includes(conversion)) unseparated = true;
    else separated = true;
    return "";
  });
  if (separated) return ANY_CHARACTERS;
  for (const one of parts) among.add(one);
  if (unseparated) return among.has("/") ? ANY_CHARACTERS : UNSEPARATED;
  const shape = anyOf([...among].join(""));
  // Only a date that is given may be none.
  return /%[YmdHMSsFTjNe]/.test(format) && operands.every((field) => /^(?:\+|-u$)/.test(frontOf(field.value)))
    ? { ...shape, min: 1 }
    : shape;
}

function gitShape(texts: readonly (string | null)[]): CharactersHole | null {
  const [subcommand, ...rest] = texts;
  const each = (pattern: RegExp): boolean => rest.every((text) => text !== null && pattern.test(text));
  switch (subcommand) {
    case "rev-parse":
      // Of other names, one that is no revision is printed as it stands.
      if (!each(/^(?:--short(?:=[0-9]+)?|--verify|-q|--quiet|--abbrev-ref|HEAD[0-9~^]*)$/)) return null;
      return rest.includes("--abbrev-ref") ? REFERENCE : IDENTIFIER;
    case "merge-base":
      return each(/^(?!-a$|--all$)/) ? IDENTIFIER : null;
    case "branch":
      return rest.length === 1 && rest[0] === "--show-current" ? REFERENCE : null;
    case "describe":
      return each(/^--(?:tags|always|dirty|long|all|abbrev=[0-9]+)$/) ? REFERENCE : null;
    case "rev-list":
      return rest.includes("--count") && each(/^(?:--count|[\w./~^-]+)$/) ? NUMBERS : null;
    case "log":
    case "show":
      // `show` prints the changes too, unless it is told not to.
      if (subcommand === "show" && !rest.some((text) => text === "-s" || text === "--no-patch")) return null;
      return rest.some((text) => /^--(?:format|pretty)=(?:t?format:)?%(?:h|H|t|T|ct|at)$/.test(text ?? "")) &&
        each(/^(?:-1|-s|--no-patch|--(?:format|pretty)=\S+|HEAD)$/)
        ? IDENTIFIER
        : null;
    case undefined:
    case null:
    default:
      return null;
  }
}

/** The last name of a path of which the end may be known. */
function baseNameShape(operands: readonly Field[]): Value | null {
  const [path, suffix] = operands;
  if (path?.count !== "one" || operands.length > 2 || frontOf(path.value).startsWith("-")) return null;
  const last = path.value.at(-1);
  const end = typeof last === "string" && path.value.length > 1 && !last.includes("/") ? last : "";
  const cut = suffix === undefined ? "" : textOf(suffix);
  if (cut === null) return [UNSEPARATED, "\n"];
  if (end === "") {
    // Of nothing but separators, one is left.
    const named = path.value.some((piece) => typeof piece === "string" && /[^/]/.test(piece));
    return named || cut !== "" ? [UNSEPARATED, "\n"] : [choiceOf([[UNSEPARATED], ["/"]])[0] ?? UNSEPARATED, "\n"];
  }
  const kept = cut !== "" && end.endsWith(cut) ? end.slice(0, end.length - cut.length) : end;
  return compact([UNSEPARATED, kept, "\n"]);
}

/** Where a command is found: by its path, or as itself where the shell has it. */
function foundShape(name: string | null | undefined): Value | null {
  if (name === null || name === undefined || !/^\w[\w.+-]*$/.test(name)) return null;
  return choiceOfLines([[], [name], ["/", DIRECTORY, `/${name}`]]);
}

/** `mktemp`: a new name in the directory for such, or by a template, where it may also fail. */
function temporaryShape(texts: readonly (string | null)[], directory: string): Value | null {
  const operands = texts.filter((text) => text === null || !/^-[dqut]+$|^--(?:directory|quiet|dry-run)$/.test(text));
  const [operand, ...more] = operands;
  const named = texts.some((text) => /^-[dqu]*t/.test(text ?? ""));
  if (named && (typeof operand !== "string" || operand.includes("/"))) return null;
  const template = named ? `${directory}/${operand}` : operand;
  if (template === undefined) return [`${directory}/tmp.`, ...randomly(10), "\n"];
  const parts = template === null ? null : /^([^-X][^X]*|)(X{3,32})([^/X]*)$/.exec(template);
  if (parts === null || more.length > 0) return null;
  const [, front = "", places = "", end = ""] = parts;
  // Where such files are made, making one is taken to go well.
  const own = front.startsWith(`${directory}/`) && !front.slice(directory.length + 1).includes("/");
  if (own) return compact([front, ...randomly(places.length), end, "\n"]);
  return choiceOfLines([[], compact([front, ...randomly(places.length), end])]);
}

/** As many characters as the template has places. */
function randomly(places: number): Piece[] {
  return Array.from({ length: places }, () => ({ ...IDENTIFIER, min: 1, max: 1 }));
}

function choiceOfLines(options: readonly Value[]): Value {
  return [...choiceOf(options), "\n"];
}

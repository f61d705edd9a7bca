/** The names that a command prints. */
import type { CharactersHole } from "../../text.ts";
import { NUMBER } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { namesByFd, namesFoundBy } from "./names-found.ts";
import { firstField, linesByGit } from "./names-fields.ts";
import {
  commandName,
  linesBySearch,
  namesByGit,
  namesByGrep,
  namesByLs,
  namesBySearch,
  namesGrepped,
} from "./names-listed.ts";
import { idsByGit } from "./names-ids.ts";
import { ANY_NAME } from "./names.ts";
import type { Names } from "./names.ts";

/** A name in a directory, not hidden. */
const SHOWN: CharactersHole = { kind: "characters", min: 0, max: null, except: "/", notFirst: "." };

/** Options by which a search runs commands, which print what they will. */
const RUNNING = /^(?:-(?:exec|execdir|ok|okdir|x|X)|--exec(?:-batch)?(?:=.*)?)$/;

/** The names that a command prints, given those that it reads. */
export function namesPrintedBy(fields: readonly Field[], read: Names): Names {
  const texts = fields.map(textOf);
  const isValue = (at: number): boolean => /^-[nck]$|^--(?:lines|bytes|key)$/.test(texts[at] ?? "");
  const operands = (): number =>
    texts.slice(1).filter((text, at) => text === null || !(text.startsWith("-") || isValue(at))).length;
  const name = commandName(fields);
  const field = firstField(name, texts, read);
  if (field !== null) return field;
  const runs = (): boolean => texts.some((text) => text !== null && RUNNING.test(text));
  switch (name) {
    case "find":
      return runs() ? ANY_NAME : namesFoundBy(fields, fields.length);
    case "fd":
    case "fdfind":
      return runs() ? ANY_NAME : namesByFd(fields, fields.length);
    case "ls":
      return namesByLs(fields, [SHOWN]);
    case "grep":
    case "egrep":
    case "fgrep":
      return linesBySearch(fields) ?? namesByGrep(fields, read);
    case "rg":
      return linesBySearch(fields) ?? namesBySearch(fields) ?? ANY_NAME;
    case "sort":
    case "uniq":
    case "head":
    case "tail":
    case "tac":
    case "shuf":
    case "cat":
      // A part of a name may be another one.
      if (texts.some((text) => /^(?:-[a-zA-Z]*c|--(?:bytes|count))/.test(text ?? ""))) return ANY_NAME;
      return operands() === 0 ? read : ANY_NAME;
    case "tee":
      return read;
    case "tr":
      return operands() === 2 && texts[1] === String.raw`\n` && texts[2] === String.raw`\0` ? read : ANY_NAME;
    case "git":
      return namesByGit(fields) ?? idsByGit(fields) ?? linesByGit(texts) ?? ANY_NAME;
    case "seq":
      return texts.slice(1).every((text) => text !== null && /^-?[0-9]+$/.test(text)) ? [[NUMBER]] : ANY_NAME;
    case "xargs":
      return namesByXargs(fields, read);
    default:
      return ANY_NAME;
  }
}

/** What a command prints that is given the names: of a search that is told to list files, some of these. */
function namesByXargs(fields: readonly Field[], read: Names): Names {
  const start = fields.findIndex(
    (field, at) => at > 0 && !/^(?:-(?:0|r|0r|r0|[nPL]\d*)|\d+)$/.test(textOf(field) ?? ""),
  );
  const inner = fields.slice(Math.max(start, 0));
  return /^(?:[ef]?grep)$/.test(textOf(inner[0]) ?? "") ? (namesGrepped(inner, read) ?? ANY_NAME) : ANY_NAME;
}

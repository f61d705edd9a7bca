/** What git prints one a line that is no file's name: the ids of commits, and the names of branches, tags and remotes. */
import type { CharactersHole } from "../../text.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { IDENTIFIER, REFERENCE } from "../words/printed.ts";
import type { Names } from "./names.ts";

/** Options that choose among commits, in what order and how many: they change nothing of what is printed of each. */
const CHOOSING =
  /^(?:-\d+|-n\d*|-s|--|--(?:max-count|skip|all|branches|tags|remotes|no-merges|merges|first-parent|reverse|date-order|topo-order|since|until|after|before|author|committer|grep|no-patch|abbrev-commit)(?:=.*)?)$/;
/** A format that prints an id. */
const FORMAT_OF_IDS = /^--(?:format|pretty)=(?:t?format:)?%[hHtT]$/;
/** A format that prints the name of a reference. */
const FORMAT_OF_NAMES = /^--format=%\(refname(?::short)?\)$/;
/** Options that choose among references. */
const CHOOSING_NAMES =
  /^(?:-l|-r|-a|--(?:list|remotes|all|sort|merged|no-merged|contains|no-contains|points-at|count)(?:=.*)?)$/;

/** Whether a word of git's only chooses among commits. */
export function isChoosing(text: string | null): boolean {
  return text !== null && (!text.startsWith("-") || CHOOSING.test(text));
}

/** The ids or references that git prints, as names that are none of files; null where it prints something else. */
export function idsByGit(fields: readonly Field[]): Names | null {
  const hole = lineOf(fields.slice(1).map(textOf));
  return hole === null ? null : [[hole]];
}

function lineOf([subcommand, ...rest]: readonly (string | null)[]): CharactersHole | null {
  const options = rest.filter((text) => text === null || text.startsWith("-"));
  const only = (...patterns: readonly RegExp[]): boolean =>
    options.every((text) => text !== null && patterns.some((pattern) => pattern.test(text)));
  const formatted = (pattern: RegExp): boolean => options.some((text) => text !== null && pattern.test(text));
  switch (subcommand) {
    case "merge-base":
      return IDENTIFIER;
    case "rev-list":
      return only(CHOOSING) ? IDENTIFIER : null;
    case "log":
      return formatted(FORMAT_OF_IDS) && only(CHOOSING, FORMAT_OF_IDS) ? IDENTIFIER : null;
    case "rev-parse":
      return rest.every((text) => text !== null && /^(?:--short(?:=\d+)?|--verify|-q|HEAD[\w~^]*)$/.test(text))
        ? IDENTIFIER
        : null;
    case "remote":
      return rest.length === 0 ? REFERENCE : null;
    case "tag":
      return only(CHOOSING_NAMES) ? REFERENCE : null;
    case "branch":
    case "for-each-ref":
      return formatted(FORMAT_OF_NAMES) && only(CHOOSING_NAMES, FORMAT_OF_NAMES) ? REFERENCE : null;
    case undefined:
    case null:
    default:
      return null;
  }
}

/**
 * What listings leave out of the names that they otherwise tell: `find ! -name`, `grep --exclude`, `rg`, `:!path`.
 *
 * A value cannot say "all but", so the hole of a listing carries it, for where the disk is asked what is listed. There it
 * takes names away, so it is only told where it is understood in full and certainly holds.
 */
import type { CharactersHole, Value } from "../../text.ts";
import { textWith } from "../value.ts";
import type { Names } from "./names.ts";

export interface Omission {
  /**
   * What the glob takes whole: the last name of a path, a name on the way to it, either of these, a path of one name, or
   * the path as it is listed. `hidden` is as `each`, where no file with rules of a search brings names back.
   */
  readonly of: "name" | "directory" | "each" | "only" | "path" | "hidden";
  /** Text in which `*` stands for any characters, and nothing else for others than itself. */
  readonly glob: string;
}

/** The hole of a listing that leaves names out. */
interface OmittingHole extends CharactersHole {
  readonly omits: readonly Omission[];
  /** The listing. Of a text that is made of its names, nothing is known to be left out. */
  readonly whole: string;
}

/** Names that searches do not list unless they are told to. */
export const HIDDEN: Omission = { of: "hidden", glob: ".*" };

/** Names of which some are left out, besides those that already are. */
export function omitting(names: Names, omissions: readonly Omission[]): Names {
  return omissions.length === 0 ? names : names.map((name) => omittingFrom(name, omissions));
}

function omittingFrom(name: Value, omissions: readonly Omission[]): Value {
  const at = name.findIndex((piece) => typeof piece !== "string");
  const hole = name[at];
  // Behind another hole it is not told where the listing starts.
  if (typeof hole !== "object" || hole.kind !== "characters" || hole.within !== true) return name;
  const omits: OmittingHole = { ...hole, omits: [...omissionsOf(name), ...omissions], whole: shapeOf(name) };
  return name.with(at, omits);
}

/** What is left out of the names that a value stands for. */
export function omissionsOf(value: Value): readonly Omission[] {
  const hole = value.find((piece): piece is OmittingHole => typeof piece !== "string" && "omits" in piece);
  return hole?.whole === shapeOf(value) ? hole.omits : [];
}

/** The name with another end: what was left out of the names still is of those that end so. */
export function withEnd(name: Value, end: string): Value {
  const omissions = omissionsOf(name);
  return omissions.length === 0 ? [...name, end] : omittingFrom([...name, end], omissions);
}

function shapeOf(value: Value): string {
  return textWith(value, "*");
}

/** A glob of which every character but `*` stands for itself; null for another. */
export function plainGlob(text: string | null): string | null {
  return text !== null && text !== "" && text.length <= LONGEST && /^[\w.*@+=~ /-]+$/.test(text) ? text : null;
}

const LONGEST = 256;

/** What a glob of `rg` or `fd` leaves out, as one of an ignore file: null where it is not told. */
export function omittedByGlob(text: string): Omission | null {
  const glob = plainGlob(text);
  if (glob === null || /^[/ ]|[ ]$|\*\*(?!$|\/)/.test(glob)) return null;
  const directory = /^(?:\*\*\/)?([^/]+)\/(?:\*\*)?$/.exec(glob)?.[1];
  if (directory !== undefined && !directory.includes("**"))
    // With a separator in its middle, it is a path from where the search starts.
    return glob.startsWith("**/") || !glob.endsWith("*") ? { of: "directory", glob: directory } : fromStart(directory);
  const name = glob.replace(/^\*\*\//, "");
  return name.includes("/") || name.includes("**") ? null : { of: "each", glob: name };
}

function fromStart(directory: string): Omission | null {
  return directory.includes("*") ? null : { of: "path", glob: `${directory}/*` };
}

/** What a pathspec of git leaves out, of names that are printed from where it is given: `:!path`. */
export function omittedByPathspec(text: string): readonly Omission[] {
  const glob = plainGlob(/^:(?:[!^]|\(exclude\))([\w.*][^]*)$/.exec(text)?.[1] ?? null);
  if (glob === null) return [];
  // Whether a star takes separators is a matter of settings.
  if (glob.includes("*")) return glob.includes("/") ? [] : [{ of: "only", glob }];
  const path = glob.replace(/\/$/, "");
  return [
    { of: "path", glob: path },
    { of: "path", glob: `${path}/*` },
  ];
}

/** What `grep -v` leaves out of lines: those that hold a text, as far as its pattern is plain. */
export function linesWithout(pattern: string | null, syntax: "fixed" | "basic" | "extended"): readonly Omission[] {
  if (pattern === null || pattern.length > LONGEST) return [];
  const parts = syntax === "extended" ? pattern.split("|") : [pattern];
  return parts.flatMap((part): Omission[] => {
    // A dot takes at least itself.
    const [, text, end] = (syntax === "fixed" ? /^([\w@=~/ .-]+)$/ : /^((?:[\w@=~/ .-]|\\\.)+)(\$)?$/).exec(part) ?? [];
    return text === undefined ? [] : [{ of: "path", glob: `*${text.replaceAll("\\", "")}${end === "$" ? "" : "*"}` }];
  });
}

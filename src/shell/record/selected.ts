/** The files that a word of a command selects by a pattern: a filter of a search, a pathspec, a name with wildcards. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { isUnknown, type CommandReading, type Role } from "../knowledge/reading.ts";
import type { PathAccess } from "../program.ts";
import type { Field } from "../words/field.ts";
import { isGlob } from "../words/glob.ts";
import { expandedPattern, filterOfRegex, filterPatterns, pathspecPattern } from "./patterns.ts";
import { pathsOfRevision } from "./revision.ts";

/**
 * What a word selects by a pattern: files that are there now, below the directories that the command works in, of which
 * `directories` tells.
 */
export function selectedBy(
  part: { readonly value: Value; readonly role: Role },
  reading: CommandReading,
  directories: () => readonly string[],
): Selected[] {
  const text = knownText(part.value) ?? (part.role === "filter" ? globText(part.value) : null);
  if (text === null) return [];
  if (part.role === "filter") {
    const name =
      reading.command === "ag" ? filterOfRegex(text) : text.replace(/^(?:r[-0-9]?)?!(?=[^!])|^\w+:(?=\S)/, "");
    if (name === null || /^[!^-]/.test(text)) return [];
    return directories().flatMap((directory): Selected[] => [
      // As it stands, for rules on the same names.
      { value: [directory + name], access: "read", certainty: "word" },
      ...filterPatterns(name, directory).map((value): Selected => ({
        value,
        access: "read",
        certainty: "existing",
        pattern: true,
      })),
    ]);
  }
  const access = ACCESS_BY_ROLE.get(part.role);
  if (access === undefined || (part.role.startsWith("revision") && pathsOfRevision(part.value).length > 0)) return [];
  const git = reading.command === "git";
  const value = git ? pathspecPattern(text, takesAnyCase(reading)) : expandedPattern(text);
  return value === null ? [] : [{ value, access, certainty: git ? "word" : "existing", pattern: true }];
}

const anyCase = new WeakMap<CommandReading, boolean>();

/** Whether git is told to take all pathspecs as `:(icase)` has it. Found once, and not for each of thousands of words. */
function takesAnyCase(reading: CommandReading): boolean {
  let known = anyCase.get(reading);
  if (known === undefined) {
    known = reading.words.some((word) => word.kind === "flag" && word.name.startsWith("--ic"));
    anyCase.set(reading, known);
  }
  return known;
}

interface Selected {
  readonly value: Value;
  readonly access: PathAccess;
  readonly certainty: "word" | "existing";
  readonly pattern?: true;
}

const ACCESS_BY_ROLE: ReadonlyMap<Role, PathAccess> = new Map([
  ["read", "read"],
  ["write", "write"],
  ["both", "both"],
  ["directory", "read"],
  ["remote-or-read", "read"],
  ["name-or-read", "read"],
  ["name-or-both", "both"],
  ["revision-or-read", "read"],
  ["revision-or-write", "write"],
]);

/** The directories that a command searches, each with a separator at its end: where it names none, its own. */
export function searchedBy(reading: CommandReading, fields: readonly Field[]): readonly string[] {
  const named = reading.words.flatMap((word, index) => {
    const searched =
      word.kind === "operand" &&
      (isUnknown(word.role) || ["read", "directory", "both", "remote-or-read"].includes(word.role));
    const text = searched ? knownText(fields[index]?.each ?? []) : null;
    return text === null || text === "" ? [] : [text === "." ? "" : `${text.replace(/\/$/, "")}/`];
  });
  return named.length === 0 ? [""] : [...new Set(named)].slice(0, MOST_SEARCHED);
}

/** A glob that the shell hands on as it stands where it matches nothing (`--include=*.ts`), as text; null for others. */
export function globText(value: Value): string | null {
  if (!isGlob(value)) return null;
  return value
    .map((piece) => {
      if (typeof piece === "string") return piece;
      // A bracket is one of its characters, or as it is written.
      if (piece.kind === "choice") return knownText(piece.options[1] ?? []) ?? "*";
      return piece.kind === "characters" && piece.max === 1 ? "?" : "*";
    })
    .join("");
}

/** Most directories that a filter is held against. */
const MOST_SEARCHED = 16;

/** The paths that the words of a command name. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { changeDirectory } from "../directory.ts";
import { readCommand } from "../knowledge/read-command.ts";
import { readsOnly } from "../knowledge/reads-only.ts";
import { isUnknown, type CommandReading, type Role, type WordReading } from "../knowledge/reading.ts";
import { MAX_OPTIONS } from "../limits.ts";
import type { Base, PathAccess, PathMention } from "../program.ts";
import { after, choiceOf, frontOf, UNKNOWN, waysOf } from "../value.ts";
import { textOf } from "../words/field.ts";
import type { Field } from "../words/field.ts";
import { isGlob } from "../words/glob.ts";
import { isReference } from "../words/printed.ts";
import { isListed } from "./names.ts";
import { candidatesOf, filesOfUrl, pathAfter } from "./shape.ts";
import type { Candidate } from "./shape.ts";
import { pathsOfRevision } from "./revision.ts";
import { searchedBy, selectedBy } from "./selected.ts";
import { specialFiles } from "./special-values.ts";

/** A mention without what only the walk knows: where it stands, and which unit it belongs to. */
export interface Mentioned {
  readonly field: Field;
  readonly value: Value;
  readonly access: PathAccess;
  readonly base: Base;
  readonly certainty: PathMention["certainty"];
  readonly role: PathMention["role"];
  readonly pattern?: true;
}

export interface Surroundings {
  readonly base: Base;
  readonly separators: RegExp;
}

export const POSIX_SEPARATORS = /\//;
export const WINDOWS_SEPARATORS = /[/\\]/;

/** The paths that a command's words name, in order. */
export function mentionsOf(fields: readonly Field[], reading: CommandReading, around: Surroundings): Mentioned[] {
  const found: Mentioned[] = [];
  if (FILELESS.has(textOf(fields[0]) ?? "")) return found;
  let { base } = around;
  // What may be any number of words is mostly one: `cd $X` goes where `cd "$X"` does.
  let asSingle: CommandReading | null = null;
  const isDeleting = deletes(reading);
  const listed = new Set(reading.lists?.map((list) => list.word));
  // What is searched is the same for every filter of the command.
  let searched: readonly string[] | null = null;
  const directories = (): readonly string[] => (searched ??= searchedBy(reading, fields));
  for (const [index, field] of fields.entries()) {
    const word = reading.words[index];
    if (word === undefined || field.origin === "nothing" || field.process !== null) continue;
    let part = valueOf(word, field);
    if (part === null) continue;
    if (field.count !== "one" && word.kind === "operand" && isUnknown(part.role) && field.origin === "text") {
      asSingle ??= readCommand(fields.map((one) => (one.origin === "text" ? one.each : ONE_WORD)));
      const single = asSingle.words[index];
      if (single?.kind === "operand") part = { ...part, role: single.role };
    }
    // `tar -C DIR`: what is packed behind it is named from there, but not the archive or a list of names.
    const tarred = reading.command === "tar" && "name" in word ? word.name : null;
    const own = tarred === null || TAR_FOLLOWS.has(tarred) ? base : around.base;
    const moves = part.role !== "working-directory" && tarred === "-C";
    if (moves) base = changeDirectory(base, part.value);
    if (part.role === "working-directory") {
      found.push({ field, value: part.value, access: "read", base: own, certainty: "path", role: "directory" });
      if (word.kind === "operand") continue;
      base = changeDirectory(base, part.value);
      continue;
    }
    // What git calls a branch, a tag or a remote is no file.
    if (reading.command === "git" && REFERRING.has(part.role)) {
      const named = waysOf(part.value, MAX_OPTIONS).filter((way) => way.length > 0 && !isReference(way));
      if (named.length === 0) continue;
      part = { ...part, value: choiceOf(named) };
    }
    // A search of what is listed below a directory does no more than one of the directory.
    if (word.kind === "operand" && SEARCHES.has(reading.command ?? "")) {
      const ways = waysOf(part.value, MAX_OPTIONS);
      const told = ways.filter((way) => !isListed(way));
      if (told.length === 0) continue;
      if (told.length < ways.length) part = { ...part, value: choiceOf(told) };
    }
    // Data that the command takes for something else than a file is no file.
    if (field.origin === "data" && (part.role === "data" || part.role === "pattern")) continue;
    // The files that a list of files names are not in the text.
    if (listed.has(index)) {
      found.push({ field, base: own, value: UNKNOWN, access: "both", certainty: "word", role: "option" });
    }
    for (const one of candidatesFor(part, reading, isDeleting, around.separators)) {
      const certainty = field.origin === "data" ? "word" : one.certainty;
      found.push({ field, base: own, ...one, certainty, role: word.kind === "operand" ? "operand" : "option" });
    }
    for (const one of [...selectedBy(part, reading, directories), ...specialFiles(part, word, reading)]) {
      found.push({ field, base: own, ...one, role: word.kind === "operand" ? "operand" : "option" });
    }
  }
  const [name] = fields;
  if (reading.fills === true && name !== undefined) {
    found.push({ field: name, value: ["."], access: "write", base, certainty: "path", role: "operand" });
  }
  // Without a place to start from, `find` starts in its working directory.
  if (name !== undefined && isDeleting && !startsSomewhere(reading)) {
    found.push({ field: name, value: ["."], access: "both", base, certainty: "path", role: "operand" });
  }
  return inDirectory(found, base, reading, around.base);
}

/** Commands that open no file by a word, whatever it is. */
const FILELESS: ReadonlySet<string> = new Set(
  ": break continue echo exit false kill let printf return seq shift sleep true".split(" "),
);

/** Roles of words that git takes for a revision or a remote. */
const REFERRING: ReadonlySet<Role> = new Set<Role>([
  "revision",
  "revision-or-read",
  "revision-or-write",
  "remote-or-read",
  "remote-or-write",
]);

const ONE_WORD: Value = ["data"];

/** Commands that search files, or count what is in them. */
const SEARCHES: ReadonlySet<string> = new Set("grep egrep fgrep rg ag ack wc ls du stat".split(" "));

/** Commands of which an option may begin with a slash. */
const SWITCHES: ReadonlySet<string> = new Set(["dotnet", "msbuild"]);

/** Options of `tar` whose values are names below the directory that `-C` has led to. */
const TAR_FOLLOWS: ReadonlySet<string> = new Set(["-C", "--add-file", "--one-top-level"]);

/** A directory option counts for the words before it too, except for `tar`. */
function inDirectory(found: readonly Mentioned[], base: Base, reading: CommandReading, start: Base): Mentioned[] {
  if (base === start || reading.command === "tar") return [...found];
  return found.map((mention) => (mention.role === "directory" ? mention : { ...mention, base }));
}

interface Part {
  readonly value: Value;
  readonly role: Role;
  readonly certain: boolean;
}

/** The part of a word that is a value, with its role; null where it is none. */
function valueOf(word: WordReading, field: Field): Part | null {
  switch (word.kind) {
    case "operand":
    case "option-value":
      return { value: field.each, role: word.role, certain: word.certain };
    case "option": {
      if (word.valueStart === null) return null;
      const value = after(field.each, word.valueStart);
      return { value, role: word.role, certain: word.certain };
    }
    case "flag":
      // A flag that is not known may be an option with its value: `-I/usr/x`.
      return word.certain ? null : { value: field.each, role: "unknown", certain: false };
    case "subcommand":
      // Where the names of sub-commands are not listed, it may be an operand: `gcloud compute scp .env host:`.
      return frontOf(field.each).includes(".") ? { value: field.each, role: "unknown", certain: false } : null;
    case "wrapped":
      return word.doubtful === true ? { value: field.each, role: "unknown", certain: false } : null;
    case "name":
    case "terminator":
      return null;
  }
}

/** Whether a command deletes what it finds. */
function deletes(reading: CommandReading): boolean {
  return reading.command === "find" && reading.words.some(isDeletion);
}

/** `find DIR -delete` */
export function isDeletion(word: WordReading): boolean {
  return word.kind === "flag" && word.name === "-delete";
}

function startsSomewhere(reading: CommandReading): boolean {
  return reading.lists !== undefined || reading.words.some((word) => "role" in word && word.role === "directory");
}

type Named = Pick<Mentioned, "value" | "access" | "certainty">;

/** What says where it starts is a path; any other text is a name (a package, a branch), unless there is such a file. */
function unlessName(one: Named): Named {
  const text = one.value.map((piece) => (typeof piece === "string" ? piece : "")).join("*");
  const starts = /^(?:[./~\\]|[A-Za-z]:[\\/])/.test(text) || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text);
  return starts || isGlob(one.value) ? one : { ...one, certainty: "existing" };
}

/** `"$A..$B"`: two revisions, unless a separator makes the dots a directory. */
function isRange(value: Value): boolean {
  if (knownText(value) !== null) return false;
  return value.some((piece) => typeof piece === "string" && /(?:^|[^/])\.\.(?:$|[^/])/.test(piece));
}

function candidatesFor(
  { value, role, certain }: Part,
  reading: CommandReading,
  isDeleting: boolean,
  separators: RegExp,
): readonly Named[] {
  const as = (access: PathAccess, found: readonly Candidate[]): Named[] => found.map((one) => ({ ...one, access }));
  const whole = (access: PathAccess): readonly Named[] => {
    const path = reading.command === "git" ? withoutMagic(value) : value;
    if (path === null || path.length === 0 || knownText(path) === "-") return [];
    return [{ value: path, certainty: "path", access }];
  };
  // Whatever a word is for a command that only reads, it is not written.
  const open: PathAccess = readsOnly(reading.command) ? "read" : "both";
  switch (role) {
    case "read":
    case "write":
    case "both":
      return whole(role);
    case "directory":
      return whole(isDeleting ? "both" : "read");
    case "working-directory":
      return whole("read");
    case "unknown":
      if (SWITCHES.has(reading.command ?? "") && /^\/[A-Za-z]{1,20}(?::|$)/.test(frontOf(value))) return [];
      return as(open, shaped(value, separators));
    case "maybe-read":
    case "maybe-both": {
      if (value.some((piece) => typeof piece === "string")) return as(open, shaped(value, separators));
      // A word of which nothing is known is asked about as a file, but for git, to which it mostly is a name.
      return reading.command === "git" ? [] : whole(role === "maybe-read" ? "read" : "both");
    }
    case "pattern":
    case "data":
    case "host":
      // Where the reading is a guess, the word may be anything.
      return certain
        ? []
        : as(
            open,
            shaped(value, separators).map((one) => ({ ...one, certainty: "word" })),
          );
    case "url":
      return as("read", filesOfUrl(value));
    case "download":
      return [...as("read", filesOfUrl(value)), ...as("write", nameInUrl(value))];
    case "at-file":
      if (frontOf(value).startsWith("@")) return as("read", pathAfter(value, 1));
      return frontOf(value) === "" && value.length > 0 ? as("read", [{ value, certainty: "word" }]) : [];
    case "form":
      return as("read", filesOfForm(value));
    case "remote-or-read":
    case "remote-or-write":
      return isRemote(value) ? [] : whole(role === "remote-or-read" ? "read" : "write");
    case "revision":
      return as("read", pathsOfRevision(value));
    case "line-range":
      return as("read", fileOfRange(value));
    case "revision-or-read":
    case "revision-or-write": {
      const access = role === "revision-or-read" ? "read" : "write";
      const inside = pathsOfRevision(value);
      if (inside.length > 0) return as("read", inside);
      const path = withoutMagic(value);
      if (path === null || isRange(value)) return [];
      return as(access, candidatesOf(path, separators)).map(unlessName);
    }
    case "name-or-read":
    case "name-or-both":
      return as(role === "name-or-read" ? "read" : "both", shaped(value, separators)).map(unlessName);
    case "filter":
      return [];
    case "mount":
      return as("both", sourcesOfMount(value));
  }
}

/** What has the shape of a path; a word of which nothing is known has none. */
function shaped(value: Value, separators: RegExp): readonly Candidate[] {
  return candidatesOf(value, separators).filter(
    (one) => one.certainty === "path" || one.value.some((piece) => typeof piece === "string"),
  );
}

/** `name=@FILE;type=text/plain`, `name=<FILE`, and curl's `name=@"FILE"`. */
function filesOfForm(value: Value): Candidate[] {
  const start = /^[^=]*=[@<]"?/.exec(frontOf(value));
  if (start === null) return [];
  const path = after(value, start[0].length);
  const text = knownText(path);
  if (text === null) return pathAfter(value, start[0].length);
  const end = /^[^;"]*/.exec(text)?.[0] ?? "";
  return end === "" || end === "-" ? [] : [{ value: [end], certainty: "path" }];
}

/** `host:path` and `scheme://…`; a drive letter is no host. */
function isRemote(value: Value): boolean {
  return /^[^/\\:]{2,}:/.test(frontOf(value));
}

/** The file that `wget URL` and `curl -O URL` make: the last name in the path. */
function nameInUrl(value: Value): Candidate[] {
  const text = knownText(value);
  if (text === null) return [{ value: UNKNOWN, certainty: "word" }];
  const [address = ""] = text.split(/[?#]/, 1);
  const path = address.slice(address.indexOf("://") < 0 ? 0 : address.indexOf("://") + 3);
  const name = path.includes("/") ? path.slice(path.lastIndexOf("/") + 1) : "";
  return [{ value: [name === "" ? "index.html" : name], certainty: "path" }];
}

/** `START,END:FILE`, `:FUNCTION:FILE` */
function fileOfRange(value: Value): Candidate[] {
  const text = knownText(value);
  if (text === null) return [{ value, certainty: "word" }];
  const end = text.lastIndexOf(":");
  return end < 0 || end === text.length - 1 ? [] : [{ value: [text.slice(end + 1)], certainty: "path" }];
}

/** A path as git takes it, without `:(top)` and its kin; null where it leaves paths out instead of naming them. */
function withoutMagic(value: Value): Value | null {
  const front = frontOf(value);
  if (/^:[!^]/.test(front) || /^:\([^)]*exclude/.test(front)) return null;
  const magic = /^:(?:\([^)]*\)|\/)/.exec(front);
  return magic === null ? value : after(value, magic[0].length);
}

/** `SOURCE:TARGET` and `type=bind,source=SOURCE,target=TARGET`. */
function sourcesOfMount(value: Value): Candidate[] {
  const text = knownText(value);
  if (text === null) return [{ value, certainty: "path" }];
  if (/^[a-z]+=|,/.test(text)) {
    return text.split(",").flatMap((part): Candidate[] => {
      const source = /^(?:source|src)=(.+)$/.exec(part)?.[1];
      return source === undefined || !/[/.~\\]/.test(source) ? [] : [{ value: [source], certainty: "path" }];
    });
  }
  const source = /^(?:[A-Za-z]:[\\/])?[^:]*/.exec(text)?.[0] ?? "";
  return source !== "" && (source.includes("/") || /^[.~]|\\/.test(source))
    ? [{ value: [source], certainty: "path" }]
    : [];
}

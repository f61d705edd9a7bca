/**
 * The face of the command knowledge: how a command reads its words.
 */
import type { Value } from "../../text.ts";
import { knowledge } from "./commands.generated.ts";
import type { CommandData } from "./data.ts";
import { compileEntry } from "./entry.ts";
import type { Entry } from "./entry.ts";
import { namesByEnvironment } from "./environment.ts";
import { readTest } from "./irregular.ts";
import { readOption } from "./option.ts";
import type { CommandReading, WordReading, Wrapped } from "./reading.ts";
import { readByEntry } from "./reader.ts";
import { isTrustedCommandDirectory } from "./trust.ts";
import { wordOf } from "./word.ts";
import type { Word } from "./word.ts";

export { isTrustedCommandDirectory } from "./trust.ts";
export { assignmentEffect, programIn } from "./variables.ts";

/**
 * Reads the words of a command. `words[0]` is its name, with or without a directory.
 *
 * Never throws; the work is linear in the size of the words.
 */
export function readCommand(words: readonly Value[]): CommandReading {
  const read = words.map(wordOf);
  const name = read[0];
  const found = name?.whole === true ? findCommand(name.front) : null;
  if (found === null) return readUnknown(read);
  if (found.entry.data.special === "test") return readTestCommand(read, found);
  const reading = readByEntry(read, found.command, found.entry, found.trusted);
  const names = [...(found.names ?? []), ...namesByEnvironment(found.entry, read, reading.words)];
  return names.length === 0 ? reading : { ...reading, names };
}

interface Found {
  readonly command: string;
  readonly entry: Entry;
  /** The name is the command's own, or stands in a directory that only an administrator can write. */
  readonly trusted: boolean;
  /** Other words for its name. */
  readonly names?: readonly (readonly string[])[];
}

const entries = new Map<string, Entry>();

/** The entry for a name: `git`, `/usr/bin/git`, `git.exe`, `python3.12`; also `./git` and `GIT`, but not trusted. */
function findCommand(name: string): Found | null {
  const slash = Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\"));
  const base = name.slice(slash + 1);
  const trusted = slash < 0 || isTrustedCommandDirectory(name.slice(0, slash));
  const exact = lookUp(base);
  const joined = findJoined(base);
  if (exact !== null) return { ...(joined ?? namesBut(base, base, exact.command)), ...exact, trusted };
  if (joined !== null) return { ...joined, trusted };
  const lower = base.length > 100 ? base : base.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, "");
  const folded = lookUp(lower);
  if (folded !== null)
    return { ...folded, trusted: trusted && base.startsWith(lower), ...namesBut(lower, base, folded.command) };
  const version = /[-.0-9]{1,20}$/.exec(lower.slice(-30));
  const versioned = version === null ? null : lookUp(lower.slice(0, lower.length - version[0].length));
  if (versioned?.entry.data.versioned === true)
    return { ...versioned, trusted: trusted && base.startsWith(lower), ...namesBut(lower, base, versioned.command) };
  // A package with its version, as those that fetch and run one take it: `npx npm@latest`.
  const release = /^([\w.-]{1,60})@[\w.^~-]{1,60}$/.exec(base);
  const packaged = release === null ? null : lookUp(release[1] ?? "");
  return packaged === null ? null : { ...packaged, trusted: false, ...namesBut(base, base, packaged.command) };
}

/** The name that the knowledge has for a command, where it is another. A name in another case is not told here. */
function namesBut(name: string, written: string, command: string): { names?: readonly (readonly string[])[] } {
  return name === command || !written.startsWith(name) ? {} : { names: [[command]] };
}

/** `git-push`, `docker-compose`: a sub-command as a program of its own. */
function findJoined(name: string): Omit<Found, "trusted"> | null {
  const [, command = "", subcommand = ""] = /^(git|docker)-(.+)$/.exec(name) ?? [];
  const entry = lookUp(command)?.entry.subcommand(subcommand) ?? null;
  return entry === null ? null : { command, entry, names: [[command, subcommand]] };
}

function lookUp(name: string): { command: string; entry: Entry } | null {
  const command = own(knowledge.aliases, name) ?? name;
  const listed = own(knowledge.siblings, command) ?? command;
  let entry = entries.get(listed);
  if (entry === undefined) {
    const data = own(knowledge.commands, listed);
    if (data === undefined) return null;
    const parsed: unknown = JSON.parse(data);
    if (!isEntry(parsed)) return null;
    entry = compileEntry(parsed);
    entries.set(listed, entry);
  }
  return { command, entry };
}

/** The generator has tried every entry; only the type is not known here. */
function isEntry(value: unknown): value is CommandData {
  return typeof value === "object" && value !== null;
}

function own(map: { readonly [name: string]: string }, name: string): string | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

/** The entry of a command of which nothing is known. Made when first needed, as most processes need none. */
let unknownEntry: Entry | null = null;

/** A command of which nothing is known: its words are told by their shape alone. */
function readUnknown(words: readonly Word[]): CommandReading {
  const readings: WordReading[] = words.map((word, index): WordReading => {
    if (index === 0) return { kind: "name" };
    if (word.whole && word.front === "--") return { kind: "terminator" };
    if (word.front.startsWith("-") && word.front.length > 1) {
      unknownEntry ??= compileEntry({});
      const option = readOption(unknownEntry, word);
      const equals = word.front.indexOf("=");
      if (equals < 0) return { kind: "flag", name: word.front, certain: false };
      const name = option.kind === "unknown" ? word.front.slice(0, equals) : word.front;
      return { kind: "option", name, valueStart: equals + 1, role: "unknown", certain: false };
    }
    return { kind: "operand", role: "unknown", certain: false };
  });
  return { command: null, subcommand: [], words: readings, globals: [], wrapped: [], arity: Math.min(1, words.length) };
}

function readTestCommand(words: readonly Word[], { command, trusted }: Found): CommandReading {
  const readings = readTest(words).map((reading): WordReading => {
    return trusted || reading.kind !== "operand" ? reading : { ...reading, role: "unknown", certain: false };
  });
  const wrapped: Wrapped[] = [];
  for (const [index, word] of words.entries()) {
    // bash evaluates the subscript of a name: `test -v 'a[$(cmd)]'`.
    const previous = words[index - 1];
    if (previous?.whole !== true || previous.front !== "-v") continue;
    if (!word.front.includes("$(") && !word.front.includes("`")) continue;
    wrapped.push({ kind: "program", words: [index], valueStart: 0, language: "other", remote: false });
  }
  return { command, subcommand: [], words: readings, globals: [], wrapped, arity: 1 };
}

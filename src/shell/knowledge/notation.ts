/**
 * The notation of `commands.yaml`: what a role written there means.
 *
 *     read                    a role of reading.ts
 *     code:shell              a program text, which is run
 *     run:python              a file that is run as a program
 *     script:sed              a script that may touch files or run commands by itself (scripts.ts)
 *     command                 one word that is a command line, to which further words are appended
 *     command;                the words up to `;` are a command (`find -exec`)
 *     ...command              all further words are a command
 *     ...code:shell           all further words, joined by blanks, are a program text
 *     ...each:shell           each further word is a program text
 *     ...to:git clone         all further words are the last ones of that command (`gh repo clone a/b -- WORDS`)
 *     data?, ...command       an operand at the front that may be left out
 *     flag                    an option without a value
 *     read?                   the value is optional, and then stands in the same word
 *     data?/[0-7]{0,4}/       the same, but only what the pattern takes of the word: then further options follow
 *     data>                   the value is always the next word: in this one, further options follow (`bash -oc`)
 *     data read               the option takes two values
 *     named-file              `NAME@FILE`, or text
 *     piped-write             a file, or where it begins with `|` or `!`, a command: also piped-read, piped-both
 *     list                    a file that is read, and that names further files
 *     data...                 the option takes all words up to the next option
 *     code:python --          whatever follows the value is an operand
 */
import type { KeyedRoles } from "./data.ts";
import type { Language, Role } from "./reading.ts";

export type ScriptLanguage =
  | "sed"
  | "awk"
  | "jq"
  | "xpath"
  | "sql"
  | "make"
  | "make-word"
  | "perl"
  | "perl-module"
  | "perl-pattern";

/** What a value or operand is. */
export type Meaning =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "code"; readonly language: Language }
  | { readonly kind: "run"; readonly language: Language }
  | { readonly kind: "script"; readonly language: ScriptLanguage }
  /** A command line to which words are appended. */
  | { readonly kind: "command" }
  /** A command that takes further words: to the end, or up to `;`. */
  | { readonly kind: "words"; readonly until: ";" | null }
  /** The last words of another command. */
  | { readonly kind: "passed"; readonly to: readonly string[] }
  /** `!COMMAND` for a shell, or, where `alias`, arguments of git. */
  | { readonly kind: "bang"; readonly alias: boolean }
  /** A command of an editor or pager. */
  | { readonly kind: "editor" }
  /** A file, or where it begins with `|` or `!`, a shell's command (`strace -o '|CMD'`). */
  | { readonly kind: "piped"; readonly role: Role }
  /** The name of a variable or an arithmetic expression, of which bash evaluates subscripts. */
  | { readonly kind: "expression" }
  /** `KEY=VALUE` */
  | { readonly kind: "keyed"; readonly keys: KeyTable }
  /** A file that names further files. */
  | { readonly kind: "list" }
  /** `NAME@FILE`, or text (`curl --data-urlencode`). */
  | { readonly kind: "named-file" }
  /** The program that a container begins with, in front of its arguments (`docker run --entrypoint`). */
  | { readonly kind: "entrypoint" }
  /** The name of a module that decides how the rest is read (`python -m`). */
  | { readonly kind: "module" };

export interface OptionValue {
  readonly values: readonly Meaning[];
  readonly optional: boolean;
  /** How far an optional value reaches into the word; null for to its end. */
  readonly reach: RegExp | null;
  /** The value never stands in the option's own word. */
  readonly apart: boolean;
  readonly variadic: boolean;
  /** Operands follow. */
  readonly ends: boolean;
}

export interface KeyTable {
  readonly exact: ReadonlyMap<string, Meaning>;
  readonly globs: readonly { readonly glob: string; readonly meaning: Meaning }[];
  readonly other: Meaning;
}

const ROLES = byName<Role>([
  "read",
  "write",
  "both",
  "directory",
  "working-directory",
  "pattern",
  "filter",
  "data",
  "remote-or-read",
  "remote-or-write",
  "at-file",
  "form",
  "url",
  "download",
  "host",
  "revision",
  "revision-or-read",
  "revision-or-write",
  "name-or-read",
  "name-or-both",
  "line-range",
  "mount",
  "unknown",
]);
const LANGUAGES = byName<Language>([
  "shell",
  "python",
  "javascript",
  "perl",
  "ruby",
  "php",
  "awk",
  "sed",
  "sql",
  "mail",
  "make",
  "escapes",
  "library",
  "foreign",
  "other",
]);
const SCRIPTS = byName<ScriptLanguage>([
  "sed",
  "awk",
  "jq",
  "xpath",
  "sql",
  "make",
  "make-word",
  "perl",
  "perl-module",
  "perl-pattern",
]);

export const UNKNOWN: Meaning = { kind: "role", role: "unknown" };

function byName<T extends string>(names: readonly T[]): ReadonlyMap<string, T> {
  return new Map(names.map((name) => [name, name]));
}

/** Meanings by name, so that one of several lists is the same in each. The names are ours, so they are few. */
const meanings = new Map<string, Meaning>();

/** One meaning, by its name. Throws for a name that is not of the notation. */
export function meaningOf(text: string): Meaning {
  let meaning = meanings.get(text);
  if (meaning === undefined) meanings.set(text, (meaning = parseMeaning(text)));
  return meaning;
}

function parseMeaning(text: string): Meaning {
  const role = ROLES.get(text);
  if (role !== undefined) return { kind: "role", role };
  if (text === "command") return { kind: "command" };
  if (text === "command;") return { kind: "words", until: ";" };
  if (text === "...command") return { kind: "words", until: null };
  if (text === "git-alias") return { kind: "bang", alias: true };
  if (text === "bang") return { kind: "bang", alias: false };
  if (text === "entrypoint") return { kind: "entrypoint" };
  if (text === "editor") return { kind: "editor" };
  if (text === "expression") return { kind: "expression" };
  if (text === "module") return { kind: "module" };
  if (text.startsWith("to:")) return { kind: "passed", to: text.slice(3).split(" ") };
  const piped = /^piped-(.+)$/.exec(text)?.[1];
  if (piped === "read" || piped === "write" || piped === "both") return { kind: "piped", role: piped };
  if (text === "list") return { kind: "list" };
  if (text === "named-file") return { kind: "named-file" };
  const colon = text.indexOf(":");
  const family = text.slice(0, Math.max(colon, 0));
  const language = LANGUAGES.get(text.slice(colon + 1));
  if (family === "code" && language !== undefined) return { kind: "code", language };
  if (family === "run" && language !== undefined) return { kind: "run", language };
  const script = SCRIPTS.get(text.slice(colon + 1));
  if (family === "script" && script !== undefined) return { kind: "script", language: script };
  throw new Error(`\`${text}\` is no role; see the list at the head of \`notation.ts\``);
}

/** What an option's value is. */
export function optionValueOf(data: string | KeyedRoles): OptionValue {
  if (typeof data !== "string") {
    const values = [{ kind: "keyed" as const, keys: keyTableOf(data) }];
    return { values, optional: false, reach: null, apart: false, variadic: false, ends: false };
  }
  const [, text = data, pattern] = /^([^?]*\?)\/(.*)\/$/.exec(data) ?? [];
  const words = text.split(" ");
  const ends = words.at(-1) === "--";
  if (ends) words.pop();
  const last = words.at(-1) ?? "";
  const optional = last.endsWith("?");
  const apart = last.endsWith(">");
  const variadic = last.endsWith("...");
  if (optional || apart) words[words.length - 1] = last.slice(0, -1);
  if (variadic) words[words.length - 1] = last.slice(0, -3);
  const reach = pattern === undefined ? null : new RegExp(pattern, "y");
  return { values: words.map(meaningOf), optional, reach, apart, variadic, ends };
}

/** Roles by key; keys may be lists (`if, of`) and globs. */
export function keyTableOf(data: KeyedRoles): KeyTable {
  const exact = new Map<string, Meaning>();
  const globs: { glob: string; meaning: Meaning }[] = [];
  let other: Meaning = UNKNOWN;
  for (const [names, role] of Object.entries(data)) {
    const meaning = meaningOf(role);
    for (const name of namesOf(names)) {
      if (name === "*") other = meaning;
      else if (name.includes("*")) globs.push({ glob: name.toLowerCase(), meaning });
      else exact.set(name.toLowerCase(), meaning);
    }
  }
  return { exact, globs, other };
}

/** What the value of a key is. Keys are compared without case, as git and ssh do. */
export function lookUpKey(table: KeyTable, key: string): Meaning {
  const lower = key.toLowerCase();
  const exact = table.exact.get(lower);
  if (exact !== undefined) return exact;
  for (const { glob, meaning } of table.globs) if (matchesGlob(glob, lower)) return meaning;
  return table.other;
}

/** `-o, --output -q` as two options with their names: a comma joins names, a blank divides options. */
export function optionsOf(text: string): string[][] {
  const options: string[][] = [];
  let joins = false;
  for (const word of text.split(" ")) {
    if (word === "") continue;
    const name = word.endsWith(",") ? word.slice(0, -1) : word;
    if (joins) options.at(-1)?.push(name);
    else options.push([name]);
    joins = word.endsWith(",");
  }
  return options;
}

/** `grep, egrep` as a list. */
export function namesOf(names: string): string[] {
  return names.split(",").map((name) => name.trim());
}

/** The texts between the wildcards of each glob. Globs are ours, so they are few. */
const between = new Map<string, readonly string[]>();

/** Whether a text is like a glob whose only wildcard is `*`. Linear for each `*`; globs are ours, texts are not. */
export function matchesGlob(glob: string, text: string): boolean {
  let parts = between.get(glob);
  if (parts === undefined) between.set(glob, (parts = glob.split("*")));
  const first = parts[0] ?? "";
  if (parts.length === 1) return glob === text;
  if (!text.startsWith(first)) return false;
  const last = parts.at(-1) ?? "";
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

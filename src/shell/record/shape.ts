/**
 * Words that look like paths, where it is not known how a command reads them.
 */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { after, compact, frontOf, textWith } from "../value.ts";

export interface Candidate {
  readonly value: Value;
  /** `path`: it has the shape of one. `word`: it may be one. */
  readonly certainty: "path" | "word";
}

/** No system opens a path this long. */
const LONGEST_PATH = 8_192;

const URL = /^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\//;
/** `git@host:team/project` */
const REMOTE = /^[\w.-]{1,64}@[\w.-]{1,255}:/;
/** `@scope/package`, perhaps with its version. */
const PACKAGE = /^@[A-Za-z0-9_~][\w.-]*\/[\w.-]+(?:@[\w.^~<>=*-]+)?$/;
const KEY = /^[A-Za-z_][\w.-]{0,127}=/;

/** What in a word may be a path, by its shape alone. `separators`: what separates names, `/` or also a backslash. */
export function candidatesOf(value: Value, separators: RegExp): readonly Candidate[] {
  const front = frontOf(value);
  const text = knownText(value);
  if (text === "" || text === "-" || text === "--" || (text !== null && text.length > LONGEST_PATH)) return [];
  if (front.startsWith("-")) return optionCandidates(value, front, separators);
  if (URL.test(front)) return filesOfUrl(value);
  // `npm install file:../x`, `openssl -passin file:x`
  if (front.startsWith("file:")) return [{ value: after(value, "file:".length), certainty: "path" }];
  if (REMOTE.test(front)) return [];
  if (text !== null && PACKAGE.test(text)) return [{ value, certainty: "word" }];
  if (/^@[/.~]/.test(front)) return [{ value: after(value, 1), certainty: "path" }];
  const key = KEY.exec(front);
  if (key !== null) {
    const fields = text === null ? [] : fieldsOf(text).flatMap((field) => wordOf([field], separators));
    return [...wordOf(value, separators), ...candidatesOf(after(value, key[0].length), separators), ...fields];
  }
  return wordOf(value, separators);
}

/** Most fields that a word is taken apart into. */
const MOST_FIELDS = 32;

/** The values of `type=local,src=FILE,dest=FILE`, where there are several. */
function fieldsOf(text: string): string[] {
  const parts = text.split(",", MOST_FIELDS);
  if (parts.length === 1) return [];
  return parts.flatMap((part) => {
    const value = part.replace(KEY, "");
    return value === "" || value === part ? [] : [value];
  });
}

/**
 * The path in a `file:` URL, or one of `fileb:`, which `aws` knows. What is written as `%2e` is read as it stands too:
 * not all that take such addresses decode them.
 */
export function filesOfUrl(value: Value): readonly Candidate[] {
  const prefix = /^fileb?:(?:\/\/(?:(?:localhost|127\.0\.0\.1)(?=\/))?|(?=\/))/i.exec(frontOf(value));
  if (prefix === null) return [];
  const path: Candidate = { value: after(value, prefix[0].length), certainty: "path" };
  const text = knownText(path.value);
  if (text === null || !text.includes("%")) return [path];
  return [path, { value: [decoded(text)], certainty: "path" }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-7][0-9A-Fa-f])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** `--option=VALUE`, `-xVALUE`. */
function optionCandidates(value: Value, front: string, separators: RegExp): readonly Candidate[] {
  const equals = front.indexOf("=");
  if (equals >= 0) return candidatesOf(after(value, equals + 1), separators);
  if (front.startsWith("--")) return [];
  const attached = after(value, 2);
  return /^(?:[/~]|\.\.?\/|[A-Za-z]:[\\/])/.test(frontOf(attached)) ? [{ value: attached, certainty: "path" }] : [];
}

/** The path behind so many characters of a value, unless it stands for standard input or output. */
export function pathAfter(value: Value, length: number): Candidate[] {
  const path = after(value, length);
  return path.length === 0 || knownText(path) === "-" ? [] : [{ value: path, certainty: "path" }];
}

function wordOf(value: Value, separators: RegExp): readonly Candidate[] {
  const text = textWith(value, "");
  if (value.length === 0 || text.includes("\n")) return [];
  const front = frontOf(value);
  // Prose may hold a slash; a path with blanks that is meant as one mostly says where it starts.
  const shaped = /\s/.test(text) ? /^(?:\/|~\/|\.\.?\/)/.test(front) : /^[/~.]/.test(front) || separators.test(text);
  return [{ value: compact(value), certainty: shaped || value.some(isGlob) ? "path" : "word" }];
}

/** A wildcard stands for part of a file's name. */
function isGlob(piece: Value[number]): boolean {
  return typeof piece !== "string" && piece.kind === "characters" && piece.except?.includes("/") === true;
}

/**
 * Scripts in the languages of `sed`, `awk`, `jq`, SQL shells, XPath and `perl`: what they touch and run by themselves.
 *
 * A script that only filters text is recognised as such; one that may do more is told as far as its text goes, and is
 * opaque where it does not. All readers take one pass over the text, and accept more than the real programs do.
 */
import { inspectAwk } from "./script-awk.ts";
import type { AwkVariables } from "./script-awk.ts";
import { Effects, UNKNOWN_PART } from "./script-effects.ts";
import type { ScriptEffects } from "./script-effects.ts";
import { inspectEscapes } from "./script-escapes.ts";
import { inspectMake } from "./script-make.ts";
import { inspectSed } from "./script-sed.ts";

/**
 * The effects of a script; `text` holds {@link UNKNOWN_PART} where it is not known. `variables`: what an awk script is
 * given on the command line.
 */
export function inspectScript(
  language: "sed" | "awk" | "jq" | "xpath" | "sql" | "make" | "escapes",
  text: string,
  variables?: AwkVariables,
): ScriptEffects {
  switch (language) {
    case "sed":
      return inspectSed(text);
    case "awk":
      return inspectAwk(text, variables);
    case "jq":
      return opaqueWhere(importsInJq(text));
    case "xpath":
      // `document("file.xml")`
      return opaqueWhere(/\b(?:document|unparsed-text|doc)\s*\(/.test(text));
    case "sql": {
      const effects = opaqueWhere(leavesSql(text));
      if (effects.opaque) effects.addAll(inspectEscapes(text));
      return effects;
    }
    case "make":
      return inspectMake(text);
    case "escapes":
      return inspectEscapes(text);
  }
}

function opaqueWhere(opaque: boolean): Effects {
  const effects = new Effects();
  effects.opaque = opaque;
  return effects;
}

/** Whether a jq filter, or one of the `yq` that is like it, reads files: `import "a" as a; …`, `load("x")`. */
function importsInJq(text: string): boolean {
  let quoted = false;
  let word = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
      continue;
    }
    if (isWordCharacter(character) || character === "." || character === "$") {
      word =
        isWordCharacter(text[at - 1] ?? "") || text[at - 1] === "." || text[at - 1] === "$"
          ? word + character
          : character;
      continue;
    }
    if (character === '"') {
      if (word === "import" || word === "include") return true;
      quoted = true;
    } else if (character === "(" && word.startsWith("load")) return true;
    if (character !== " " && character !== "\n" && character !== "\t") word = "";
  }
  return false;
}

/** Words by which SQL, or the shell around it, reads and writes files or runs programs. */
const SQL_LEAVING = new Set([
  "attach",
  "copy",
  "dumpfile",
  "edit",
  "extension",
  "glob",
  "infile",
  "lo_export",
  "lo_import",
  "load_extension",
  "load_file",
  "outfile",
  "pg_ls_dir",
  "pg_read_binary_file",
  "pg_read_file",
  "program",
  "read_blob",
  "read_csv",
  "read_csv_auto",
  "read_json",
  "read_json_auto",
  "read_ndjson",
  "read_parquet",
  "read_text",
  "readfile",
  "sniff_csv",
  "source",
  "system",
  "vacuum",
  "writefile",
]);

/** Functions that read files or run programs, by names that columns may have as well. */
const SQL_CALLS = new Set(["file", "url", "executable", "glob", "hdfs", "s3", "input"]);

/** Words behind which the name of a file may stand in quotes: `FROM 'x.csv'`. */
const SQL_NAMING = new Set(["from", "install", "into", "join", "load", "import", "export"]);

/** Commands of sqlite3 and psql that print or set what is shown, with plain words behind them, up to the line's end. */
const DOT_COMMAND =
  /(?:\.(?:changes|databases|dbinfo|dump|echo|eqp|exit|explain|fullschema|headers?|help|indexes|indices|limit|mode|nullvalue|print|quit|schema|separator|show|stats|tables|timer|version|width)|\\(?:d[A-Za-z]{0,3}[S+]{0,2}|l\+?|z|x|a|t|q|conninfo|timing|encoding|pset|sf|sv))(?:[ \t][\w.,*%"$ \t-]*)?(?=\n|$)/y;

/** How long such a command at that place is, or 0 for none. */
function harmlessDotCommand(text: string, at: number): number {
  DOT_COMMAND.lastIndex = at;
  return DOT_COMMAND.exec(text)?.[0].length ?? 0;
}

/** Commands of mysql, sqlplus and sqlcmd at the beginning of a line. */
const SQL_COMMAND = /^(?:(?:tee|pager|host|shell|sh)[ \t]+[^ \t\n;=,]|@{1,2}\w|:{0,1}!!?[^\n])/im;

/** Whether SQL text does more than work on its database: `\\! cmd`, `.shell cmd`, `COPY t TO PROGRAM 'cmd'`. */
function leavesSql(text: string): boolean {
  if (SQL_COMMAND.test(text)) return true;
  let word = "";
  let before = "";
  let quote = "";
  let lineStart = true;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? " ";
    if (quote !== "") {
      // Some take this for an escaped quote, others for the end of the text.
      if (character === "\\" && text[at + 1] === quote) return true;
      if (character === quote) quote = "";
      continue;
    }
    if (isWordCharacter(character)) {
      word += character;
      lineStart = false;
      continue;
    }
    if (word !== "") {
      if (SQL_LEAVING.has(word.toLowerCase())) return true;
      before = word.toLowerCase();
    }
    word = "";
    const harmless = (character === "." && lineStart) || character === "\\" ? harmlessDotCommand(text, at) : 0;
    if (harmless > 0) {
      at += harmless - 1;
      lineStart = false;
      continue;
    }
    if (character === "'" && SQL_NAMING.has(before)) return true;
    if (character === "(" && SQL_CALLS.has(before)) return true;
    if (character !== " " && character !== "\n" && character !== "\t") before = "";
    if (character === "'" || character === '"') quote = character;
    else if (character === "\\" || character === UNKNOWN_PART) return true;
    else if (character === "." && lineStart) return true;
    lineStart = character === "\n" || (lineStart && (character === " " || character === "\t"));
  }
  return quote !== "";
}

function isWordCharacter(character: string): boolean {
  return /[A-Za-z0-9_]/.test(character);
}

/**
 * Whether perl code is a plain edit of lines: statements `s/…/…/`, `tr/…/…/`, `print if /…/`, in which nothing is
 * interpolated but the groups of the match.
 */
export function isPlainPerl(text: string): boolean {
  let at = 0;
  const blank = (): void => {
    while (text[at] === " " || text[at] === "\n" || text[at] === "\t") at++;
  };
  for (;;) {
    blank();
    if (at >= text.length) return true;
    const printing = /^print(?: (?:if|unless) |(?=;|$))/.exec(text.slice(at, at + 20));
    if (printing !== null) {
      at += printing[0].length;
      if (printing[0] === "print") {
        at++;
        continue;
      }
    }
    const operator = /^(?:s|tr|y|m)?(?=[/|#,!])/.exec(text.slice(at, at + 3));
    if (operator === null) return false;
    at += operator[0].length;
    const delimiter = text[at] ?? "";
    if (operator[0] === "" && delimiter !== "/") return false;
    const parts = operator[0] === "" || operator[0] === "m" ? 1 : 2;
    if (printing === null && parts === 1) return false;
    at++;
    for (let part = 0; part < parts; part++) {
      const end = endOfPart(text, at, delimiter);
      if (end < 0 || !interpolatesNothing(text.slice(at, end))) return false;
      at = end + 1;
    }
    while (at < text.length && "gimsxorn".includes(text[at] ?? "-")) at++;
    blank();
    if (at >= text.length) return true;
    if (text[at] !== ";") return false;
    at++;
  }
}

/** Whether the value of `perl -M` is a module with plain arguments: it is put into the program as `use VALUE;`. */
export function isPlainPerlModule(text: string): boolean {
  return /^-?[\w:]*(?:=[\w:,!+./-]*| qw[(/{][\w\s]*[)/}]| [\d.]+)?$/.test(text);
}

/** Whether the value of `perl -F` is a pattern in which no code can stand: it is put into the program. */
export function isPlainPerlPattern(text: string): boolean {
  return /^(?:[^`$@({'"/]*|\/[^`$@({/]*\/)$/.test(text) && !text.includes(UNKNOWN_PART);
}

function endOfPart(text: string, start: number, delimiter: string): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === delimiter) return at;
  }
  return -1;
}

/** No variable but `$1`, `$&`, no array, no code in a pattern. */
function interpolatesNothing(part: string): boolean {
  if (part.includes("@") || part.includes("(?{") || part.includes("(??") || part.includes(UNKNOWN_PART)) return false;
  for (let at = part.indexOf("$"); at >= 0; at = part.indexOf("$", at + 1)) {
    const next = part[at + 1];
    if (next !== undefined && !/[0-9&)|]/.test(next)) return false;
  }
  return true;
}

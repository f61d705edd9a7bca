/**
 * Commands so plain that one front end is enough.
 *
 * A second reading guards against a parser that sees another structure than bash. This file decides, with one pass over
 * the text, that there is no structure in it to see wrongly: the text is a sequence of tokens of a regular language, and
 * which token stands where follows from POSIX' token recognition (XCU 2.3) alone, without any state but "the next word
 * is the first of a command".
 *
 * A trivial command has only:
 *
 * - words of unquoted characters that mean nothing to bash outside of globs and tildes (`PLAIN`, and everything beyond
 *   ASCII), of `'…'`, of `$NAME`, of a backslash and the character that it quotes, and of `"…"` with `$NAME` and such
 *   pairs in it. No other brackets than `{}`, no backtick, no `!` outside of quotes, so there is no subshell, no group,
 *   no function, no brace or parameter expansion, no subscript, and no substitution but the one below;
 * - `{}` as it stands, for `find` and `xargs`, though not where a command begins: with nothing between them braces are
 *   neither a group nor an expansion, nor the name of a descriptor;
 * - line continuations after a blank, which join nothing, on lines without a here-document;
 * - `[` and `]` as words of their own, that is the command `[` and its last argument;
 * - the operators `&&`, `||`, `|`, `;`, `&` and the newline. `;;`, `|&`, `&>` and their kin are not among them;
 * - the redirections `N>`, `N>>`, `N<` with a word, and `N>&M`, with one digit or none before them;
 * - one here-document a line, with a delimiter of letters. Its body is lines up to one that is the delimiter; where the
 *   delimiter is quoted, bash looks for nothing in them, and otherwise they hold nothing but `$NAME`;
 * - the substitution `$(cat <<'WORD'`, a newline, such lines and `)`, with which agents write long arguments;
 * - comments, from a `#` where a word could begin to the end of the line.
 *
 * No command begins with a reserved word, so no compound command can begin or end. Operators are separated from words
 * by what they are made of, quotes end at the next quote of their kind, and a here-document's body begins after the next
 * newline, which cannot stand in quotes on that line (then the command is not trivial). What a reader can still do wrong
 * is only to err in these rules, which the tests check against bash itself.
 */

/** Unquoted characters that are themselves, or globs or tildes, wherever they stand in a word. `=` may assign. */
const PLAIN = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,=^~*?") {
  PLAIN[character.charCodeAt(0)] = 1;
}

/** Words that are not plain words where a command begins. */
const RESERVED = new Set(
  "if then elif else fi while until do done for case esac in select function time coproc".split(" "),
);

/** What ends a word that has to end. */
const END = " \t\n;&|";

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9?$#@*]/y;
const HERE_DOCUMENT = /<<(?:'([A-Za-z_]+)'|"([A-Za-z_]+)"|([A-Za-z_]+))/y;
const DUPLICATION = />&[0-9]/y;
const LONG_ARGUMENT = /\$\(cat <<'([A-Za-z_]+)'\n/y;

/** True where the text is a trivial command in the sense above. */
export function isTrivial(source: string): boolean {
  let at = 0;
  /** The next word begins a command. */
  let first = true;
  /** An operator wants a command after it. */
  let wanted = false;
  /** Something of the current command was seen. */
  let command = false;
  /** The next word is the target of a redirection. */
  let target = false;
  let document: { readonly delimiter: string; readonly quoted: boolean } | null = null;
  while (at < source.length) {
    const character = source[at]!;
    if (character === "\\" && source[at + 1] === "\n") {
      if (document !== null || !" \t".includes(source[at - 1] ?? "x")) return false;
      at += 2;
      continue;
    }
    switch (character) {
      case " ":
      case "\t":
        at++;
        break;
      case "\n":
        at++;
        if (document !== null) {
          at = bodyEnd(source, at, document.delimiter, document.quoted);
          if (at === -1) return false;
          document = null;
        }
        first = true;
        command = false;
        break;
      case "#": {
        const newline = source.indexOf("\n", at);
        at = newline === -1 ? source.length : newline;
        break;
      }
      case ";":
      case "&":
      case "|": {
        if (!command) return false;
        const double = character !== ";" && source[at + 1] === character;
        at += double ? 2 : 1;
        if (";&|>".includes(source[at] ?? " ")) return false;
        first = true;
        command = false;
        wanted = double || character === "|";
        break;
      }
      case "<":
      case ">":
        HERE_DOCUMENT.lastIndex = DUPLICATION.lastIndex = at;
        if (source.startsWith("<<", at)) {
          const match = HERE_DOCUMENT.exec(source);
          if (match === null || document !== null) return false;
          document = { delimiter: (match[1] ?? match[2] ?? match[3])!, quoted: match[3] === undefined };
          at += match[0].length;
          if (!END.includes(source[at] ?? "\n")) return false;
        } else if (DUPLICATION.test(source)) {
          at += 3;
          if (!END.includes(source[at] ?? "\n")) return false;
        } else {
          at = targetStart(source, at);
          if (at === -1) return false;
          target = true;
        }
        first = wanted = false;
        command = true;
        break;
      default: {
        const end = wordEnd(source, at, document !== null);
        if (end === -1) return false;
        const text = source.slice(at, end);
        if (first && (RESERVED.has(text) || text.startsWith("{"))) return false;
        // A digit right before a redirection belongs to it.
        if ((source[end] === "<" || source[end] === ">") && (target || !/^[0-9]$/.test(text))) return false;
        first = wanted = target = false;
        command = true;
        at = end;
      }
    }
  }
  return document === null && !wanted;
}

/** Where a word ends, or -1 where it is not trivial. `line`: no newline may be in it. */
function wordEnd(source: string, start: number, line: boolean): number {
  if (source[start] === "[" || source[start] === "]") {
    return END.includes(source[start + 1] ?? "\n") && END.includes(source[start - 1] ?? "\n") ? start + 1 : -1;
  }
  let at = start;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code >= 0x80 || PLAIN[code] === 1) continue;
    const character = source[at]!;
    if (character === "#" && at > start) continue;
    if (character === "{" && source[at + 1] === "}") {
      at++;
      continue;
    }
    if (character === "'") {
      const end = source.indexOf("'", at + 1);
      if (end === -1 || (line && source.slice(at, end).includes("\n"))) return -1;
      at = end;
    } else if (character === '"') {
      at = quotedEnd(source, at + 1, line);
    } else if (character === "$") {
      at = expansionEnd(source, at, line);
    } else if (character === "\\") {
      at = isQuotable(source, at + 1) ? at + 1 : -1;
    } else if (END.includes(character) || character === "<" || character === ">") {
      break;
    } else {
      return -1;
    }
    if (at === -1) return -1;
  }
  return at;
}

/** Where the double quote stands that ends the text, or -1. */
function quotedEnd(source: string, start: number, line: boolean): number {
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === '"') return at;
    if (character === "`" || (character === "\n" && line)) return -1;
    if (character === "$") at = expansionEnd(source, at, line);
    else if (character === "\\") at = isQuotable(source, at + 1) ? at + 1 : -1;
    if (at === -1) return -1;
  }
  return -1;
}

/** True for a character that a backslash before it quotes: not a newline, and not nothing. */
function isQuotable(source: string, at: number): boolean {
  return at < source.length && source[at] !== "\n";
}

/** Where the last character of an expansion stands whose `$` is at `start`, or -1. */
function expansionEnd(source: string, start: number, line: boolean): number {
  NAME.lastIndex = start + 1;
  const name = NAME.exec(source)?.[0];
  if (name !== undefined) return start + name.length;
  LONG_ARGUMENT.lastIndex = start;
  const match = line ? null : LONG_ARGUMENT.exec(source);
  if (match === null) return -1;
  const end = bodyEnd(source, start + match[0].length, match[1]!, true);
  return end !== -1 && source.startsWith("\n)", end) ? end + 1 : -1;
}

/** Where the target of a redirection begins whose operator is at `start`; -1 for none, and for other operators. */
function targetStart(source: string, start: number): number {
  let at = start + (source.startsWith(">>", start) ? 2 : 1);
  if ("<>&|(".includes(source[at] ?? "<")) return -1;
  while (source[at] === " " || source[at] === "\t") at++;
  if (at >= source.length || source.startsWith("\\\n", at)) return -1;
  return "\n;&|<>#[]".includes(source[at]!) ? -1 : at;
}

/** Where the line that is the delimiter ends; -1 where there is none, or an unquoted body holds more than names. */
function bodyEnd(source: string, start: number, delimiter: string, quoted: boolean): number {
  for (let at = start; at < source.length;) {
    const newline = source.indexOf("\n", at);
    const end = newline === -1 ? source.length : newline;
    if (end - at === delimiter.length && source.startsWith(delimiter, at)) return end;
    if (newline === -1 || (!quoted && !holdsOnlyNames(source.slice(at, end)))) return -1;
    at = newline + 1;
  }
  return -1;
}

function holdsOnlyNames(line: string): boolean {
  if (line.includes("`") || line.includes("\\")) return false;
  for (let at = line.indexOf("$"); at !== -1; at = line.indexOf("$", at + 1)) {
    NAME.lastIndex = at + 1;
    if (!NAME.test(line)) return false;
  }
  return true;
}

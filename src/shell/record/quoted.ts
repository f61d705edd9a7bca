/** The texts in a program of another language that may be names of files. */
import type { Value } from "../../text.ts";
import type { Language, ScriptReading } from "../knowledge/reading.ts";

/** Most names that are taken from one program; a longer one may name anything. */
export const MOST_QUOTED = 512;

/** The distinct names in a program text, in order: more than {@link MOST_QUOTED} of them where there are too many. */
export function namesQuotedIn(code: string, language: Language | ScriptReading["language"]): string[] {
  const found = new Set<string>();
  for (const name of languageNames(code, language)) {
    if (name === "") continue;
    found.add(name);
    // The way of opening stands before the name: `open F, "<.env"`.
    const mode = /^[+<>|]{1,3}/.exec(name);
    if (mode !== null && mode[0].length < name.length) found.add(name.slice(mode[0].length));
    if (found.size > MOST_QUOTED) break;
  }
  return [...found];
}

const WORDS = /(?:\bq[qwrx]?\s?|%[A-Za-z]?)[([{<|!/]([^)\]}>|!/\n]{1,1024})/g;

function* languageNames(code: string, language: Language | ScriptReading["language"]): Generator<string> {
  switch (language) {
    case "other":
    case "foreign":
    case "make":
    case "escapes":
    case "library":
    case "sql":
    case "sed":
      yield* code.split(/[\s"'`();,[\]{}<>|=:]+/);
      // What stands between these may belong to a name as well.
      if (/[[\]{}<>|=:]/.test(code)) yield* code.split(/[\s"'`();,]+/);
      return;
    case "perl":
    case "ruby":
      yield* quoted(code);
      // `qw(a b)`, `%w[a b]`, `%q{a}`
      for (const [, text = ""] of code.matchAll(WORDS)) yield* text.split(/\s+/);
      return;
    default:
      yield* quoted(code);
  }
}

/** The texts between quotes on one line, without those that hold a blank or an escape; of these, words like names. */
function* quoted(code: string): Generator<string> {
  for (const found of code.matchAll(/(["'`])([^"'`\\\s]{1,1024})\1/g)) yield found[2] ?? "";
  for (const texts of [QUOTED_LINE, QUOTED_LINES]) {
    for (const [, , text = ""] of code.matchAll(texts)) if (/[\s\\]/.test(text)) yield* wordsOf(text);
  }
}

const QUOTED_LINE = /(["'`])((?:(?!\1)[^\\\n]|\\.){1,1024})\1/g;
const QUOTED_LINES = /("""|'''|`)([^]{1,2048}?)\1/g;

/** The words of a command or a sentence (`system("cat .env")`) that have the shape of a file's name. */
function* wordsOf(text: string): Generator<string> {
  for (const word of text.replace(/\\[ntr"'`]/g, " ").split(/[\s"'`();|&<>=,]+/)) {
    const name = word.replace(/[.:!?]+$/, "");
    if (/[./\\~]/.test(name) && !name.includes("://")) yield name;
  }
}

/** Whether a name is like that of a file: with a dot or a separator. */
export function isShaped(value: Value): boolean {
  return value.some((piece) => typeof piece !== "string" || /[./\\~]/.test(piece));
}

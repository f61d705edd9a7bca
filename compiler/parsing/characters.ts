/**
 * Characters that no policy may hold, wherever they stand: a reviewer could not see them, or they would change what
 * others look like.
 */
import type { Report } from "../diagnostic.ts";
import type { Source } from "../source.ts";

/** Control characters of text direction: they make a line look like another one. */
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * All of those; controls other than tab and line breaks, line and paragraph separators, halves of surrogate pairs, a
 * byte order mark inside the text, and the noncharacters that tables use as marks.
 */
const FORBIDDEN =
  // oxlint-disable-next-line eslint/no-control-regex -- Control characters are what is looked for.
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFEFF\p{Surrogate}]|\r(?!\n)/gu;

/** Reports each character that no policy may hold. Neighbours that are alike make one report. */
export function checkCharacters(source: Source, report: Report): void {
  let last = { character: "", end: -1 };
  for (const { 0: character, index } of source.text.matchAll(FORBIDDEN)) {
    if (index < source.start) continue;
    const repeats = last.end === index && last.character === character;
    last = { character, end: index + character.length };
    if (repeats) continue;
    const name = characterName(character);
    const span = { start: index, end: index + character.length };
    if (BIDIRECTIONAL.test(character)) {
      report(
        "bidirectional-character",
        span,
        `\`${name}\` changes the direction of text, so a line can look like another`,
        {
          help: "remove it; text in any script is shown rightly without",
        },
      );
    } else {
      const what = character === "\r" ? "a carriage return that ends no line" : `\`${name}\`, which cannot be seen`;
      report("invalid-character", span, `the policy holds ${what}`, { help: "remove it" });
    }
  }
}

/** `U+202E` */
export function characterName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Texts for people and models: nothing in them can steer a terminal, and none is endless.
 */

/** Characters that a terminal acts on or shows as nothing. A line break and a tab are told apart. */
const UNSEEN =
  // oxlint-disable-next-line eslint/no-control-regex -- Control characters are what is looked for.
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFDD0-\uFDEF\uFEFF\p{Surrogate}]/gu;

/** A text with every character that cannot be seen written as `<U+202E>`; line breaks and tabs stay. */
export function seen(text: string): string {
  return text.replace(UNSEEN, (character) => {
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** A text on one line, of at most so many UTF-16 units; `…` stands for what is cut off. */
export function oneLine(text: string, most: number): string {
  return cut(
    seen(
      cut(text, most)
        .replace(/\r?\n|\r/g, "⏎")
        .replaceAll("\t", " "),
    ),
    most,
  );
}

/** A text of at most so many UTF-16 units, `…` included. No pair of surrogates is cut in two. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/**
 * Letters that look like Latin ones and are not: those of Cyrillic, Greek and the full-width forms that a terminal
 * shows alike. After the confusables of Unicode Technical Standard 39, those of whole words of commands and paths.
 */
const PAIRS: readonly (readonly [others: string, latin: string])[] = [
  ["асԁеһіјӏорԛѕԝхуѵ", "acdehijlopqswxyv"],
  ["АВСЕНІЈКМОРЅТХУԜ", "ABCEHIJKMOPSTXYW"],
  ["αιοντυρχκɡ", "aiovtupxkg"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
  ["‐‑‒–—−", "------"],
  ["∕⁄", "//"],
];

const LATIN: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([others, latin]) => Array.from(others, (letter, index) => [letter, latin[index]!] as const)),
);

/** The Latin word that a word looks like; null where it is one, or looks like none. */
export function asLatin(word: string): string | null {
  let latin = "";
  let changed = false;
  for (const character of word) {
    const code = character.codePointAt(0)!;
    const wide = code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : undefined;
    const same = LATIN.get(character) ?? wide;
    if (same !== undefined) changed = true;
    else if (code > 0x7e) return null;
    latin += same ?? character;
  }
  return changed ? latin : null;
}

/**
 * Shell globs over the names of one directory.
 */

/**
 * A glob as the shell reads it: literal text (with separators) and wildcards, none of which matches a separator. `class`
 * is a bracket expression: `text` is what stands between the brackets, without the `!` or `^` that negates.
 */
export type GlobPattern = readonly GlobPart[];

export type GlobPart =
  | string
  | { readonly kind: "star" }
  | { readonly kind: "one" }
  | { readonly kind: "class"; readonly negated: boolean; readonly text: string };

/** The parts between separators. An empty list stands where two separators meet, and before a leading one. */
export function splitGlob(pattern: GlobPattern): GlobPart[][] {
  const names: GlobPart[][] = [[]];
  for (const part of pattern) {
    if (typeof part !== "string") {
      names.at(-1)?.push(part);
      continue;
    }
    for (const [index, text] of part.split("/").entries()) {
      if (index > 0) names.push([]);
      if (text !== "") names.at(-1)?.push(text);
    }
  }
  return names;
}

/** The text of a name without wildcards, or null. */
export function literalName(name: readonly GlobPart[]): string | null {
  return name.every((part) => typeof part === "string") ? name.join("") : null;
}

/** Tells which names a pattern matches. A dot in front has to be written out. */
export function nameMatcher(pattern: readonly GlobPart[]): (name: string) => boolean {
  const [first] = pattern;
  const takesDot = typeof first === "string" && first.startsWith(".");
  const tests = pattern.flatMap((part): GlobPart[] => (typeof part === "string" ? [...part] : [part]));
  return (name) => (takesDot || !name.startsWith(".")) && matches(tests, [...name]);
}

/** Tells which texts a pattern matches whole; a star takes any characters, also separators and a dot in front. */
export function textMatcher(pattern: readonly GlobPart[]): (text: string) => boolean {
  const tests = pattern.flatMap((part): GlobPart[] => (typeof part === "string" ? [...part] : [part]));
  return (text) => matches(tests, [...text]);
}

/** A mismatch goes back to the last star alone, and lets it take one character more: never more than tests × characters. */
function matches(tests: readonly GlobPart[], characters: readonly string[]): boolean {
  let test = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  for (let character = characters[at]; character !== undefined; character = characters[at]) {
    const part = tests[test];
    if (isStar(part)) {
      star = test++;
      starAt = at;
    } else if (part !== undefined && matchesCharacter(part, character)) {
      test++;
      at++;
    } else if (star >= 0) {
      test = star + 1;
      at = ++starAt;
    } else return false;
  }
  return tests.slice(test).every(isStar);
}

function isStar(part: GlobPart | undefined): boolean {
  return typeof part === "object" && part.kind === "star";
}

function matchesCharacter(part: GlobPart, character: string): boolean {
  if (typeof part === "string") return part === character;
  if (part.kind === "class") return matchesClass(part.text, part.negated, character);
  return true;
}

/**
 * The named classes, by the source of an expression. Each is made when first asked for: to look a property of Unicode up
 * takes a process that decides one call longer than many a decision.
 */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["alpha", String.raw`\p{Alphabetic}`],
  ["digit", String.raw`\p{Nd}`],
  ["alnum", String.raw`[\p{Alphabetic}\p{Nd}]`],
  ["upper", String.raw`\p{Uppercase}`],
  ["lower", String.raw`\p{Lowercase}`],
  ["space", String.raw`\s`],
  ["blank", String.raw`[ \t\p{Zs}]`],
  ["punct", String.raw`[\p{P}\p{S}]`],
  ["print", String.raw`\P{Cc}`],
  ["graph", String.raw`[^\s\p{Cc}]`],
  ["cntrl", String.raw`\p{Cc}`],
  ["xdigit", String.raw`[0-9A-Fa-f]`],
  ["word", String.raw`[\p{Alphabetic}\p{Nd}_]`],
]);
const made = new Map<string, RegExp>();

/** The characters of a named class; null where there is no class of that name. */
function namedClass(name: string): RegExp | null {
  const source = NAMED.get(name);
  if (source === undefined) return null;
  let expression = made.get(name);
  if (expression === undefined) made.set(name, (expression = new RegExp(source, "u")));
  return expression;
}

/**
 * Which letters a range holds depends on the locale: `[a-z]` may hold `B`. Where that is open, the class matches, so
 * that no file that the shell may take is left out.
 */
function matchesClass(text: string, negated: boolean, character: string): boolean {
  const { sure, possible } = classHolds(text, character);
  return negated ? !sure : possible;
}

function classHolds(text: string, character: string): { sure: boolean; possible: boolean } {
  let sure = false;
  let possible = false;
  const single = (member: string): void => {
    if (member === character) sure = possible = true;
  };
  const members = [...text];
  for (let at = 0; at < members.length; at++) {
    const member = members[at] ?? "";
    const kind = members[at + 1];
    if (member === "[" && (kind === ":" || kind === "." || kind === "=")) {
      const end = members.findIndex((next, index) => index > at + 2 && next === kind && members[index + 1] === "]");
      if (end >= 0) {
        const name = members.slice(at + 2, end).join("");
        if (kind === ":") {
          const holds = namedClass(name)?.test(character) ?? false;
          sure ||= holds;
          possible ||= holds || name === "upper" || name === "lower";
        } else possible = true;
        at = end + 1;
        continue;
      }
    }
    const last = members[at + 2];
    if (kind === "-" && last !== undefined) {
      const inRange = (candidate: string): boolean => candidate >= member && candidate <= last;
      sure ||= inRange(character);
      possible ||= [character, character.toLowerCase(), character.toUpperCase()].some(inRange);
      at += 2;
    } else single(member);
  }
  return { sure, possible };
}

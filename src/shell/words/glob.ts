/**
 * Globs as values: what a word with `*`, `?` or `[…]` may become.
 *
 * Where nothing matches, bash leaves the word as it stands, so every hole also admits the characters that it is written
 * with.
 */
import { ANY_CHARACTERS, ANY_DESCENT } from "../../text.ts";
import type { CharactersHole, ChoiceHole, Piece, Value } from "../../text.ts";
import { omitting } from "../record/names-omitted.ts";
import { clean, compact } from "../value.ts";

/** How the shell's options change what a glob matches. */
export interface GlobOptions {
  /** `dotglob`, or `GLOBIGNORE` set: a leading wildcard matches a leading dot. */
  readonly dots: boolean;
  /** `globstar`: `**` matches across `/`; `any` for a tool whose wildcards may do so wherever they stand. */
  readonly deep: boolean | "any";
  /** `nocaseglob` */
  readonly anyCase: boolean;
}

/** A stretch of a word: text that may hold wildcards, text that may not, or a hole. */
export type GlobRun = { readonly text: string; readonly quoted: boolean } | Piece;

/** What one word becomes, as a value of one word, or null where it holds no wildcard. */
export function globValue(runs: readonly GlobRun[], options: GlobOptions): Value | null {
  if (!runs.some((run) => isRun(run) && !run.quoted && hasWildcard(run.text))) return null;
  if (options.anyCase) return [ANY_CHARACTERS];
  const pieces: Piece[] = [];
  let leading = true;
  for (const [index, run] of runs.entries()) {
    if (!isRun(run)) {
      pieces.push(run);
      leading = typeof run === "string" ? run.endsWith("/") : false;
    } else if (run.quoted || !hasWildcard(run.text)) {
      pieces.push(...clean(run.text));
      if (run.text !== "") leading = run.text.endsWith("/");
    } else {
      leading = pushGlob(run.text, { leading, ends: index === runs.length - 1 }, options, pieces);
    }
  }
  const value = compact(pieces);
  return options.deep === true && !options.dots ? withoutHidden(value) : value;
}

/** All that is below a directory, but what has a name with a dot in front on its way. */
function withoutHidden(value: Value): Value {
  const last = value.at(-1);
  const listed = typeof last === "object" && last.kind === "characters" && last.within === true;
  return listed ? (omitting([value], [{ of: "each", glob: ".*" }])[0] ?? value) : value;
}

/**
 * A pattern as `find`, git and tools with patterns of their own take it: wildcards also match a leading dot, and with
 * `deep` separators.
 */
export function toolGlob(text: string, { deep, anyCase }: { deep: boolean; anyCase: boolean }): Value {
  const value = globValue([{ text, quoted: false }], { dots: true, deep: "any", anyCase: false }) ?? [text];
  return value.flatMap((piece): readonly Piece[] => {
    if (typeof piece !== "string")
      return [deep && piece.kind === "characters" && piece.max === null ? ANY_CHARACTERS : piece];
    return anyCase ? [...piece].map(eitherCase) : [piece];
  });
}

function eitherCase(character: string): Piece {
  const among = character.toLowerCase() + character.toUpperCase();
  return character.toLowerCase() === character.toUpperCase()
    ? character
    : { kind: "characters", min: 1, max: 1, among };
}

function isRun(run: GlobRun): run is { readonly text: string; readonly quoted: boolean } {
  return typeof run === "object" && "text" in run;
}

/** Whether unquoted text holds a wildcard. A `[` without its `]` is none. */
export function hasWildcard(text: string): boolean {
  const open = text.indexOf("[");
  return text.includes("*") || text.includes("?") || (open >= 0 && text.includes("]", open + 1));
}

/** Where unquoted text stands in a word: whether at the start of a name, and whether nothing follows. */
interface Place {
  readonly leading: boolean;
  readonly ends: boolean;
}

/** `**` that is a whole name, and what it leads to where that is any: names that a shell lists, one below the other. */
const DEEP_NAME = /^\*\*(?:\/(?:\*{1,2}$)?|$)/;

/** What `*` is at the front of a name, where it takes a dot too, but never the names `.` and `..`. */
const WITH_DOTS: ChoiceHole = {
  kind: "choice",
  options: [
    [{ kind: "characters", min: 0, max: null, except: "/", notFirst: "." }],
    [".", { kind: "characters", min: 1, max: 1, except: "/." }, { kind: "characters", min: 0, max: null, except: "/" }],
    ["..", { kind: "characters", min: 1, max: 1, except: "/" }, { kind: "characters", min: 0, max: null, except: "/" }],
  ],
};

/** Adds the pieces of unquoted text; answers whether what follows would be the first character of a name. */
function pushGlob(text: string, place: Place, options: GlobOptions, pieces: Piece[]): boolean {
  // A backslash out of a variable quotes what follows it in a glob, and stays where nothing matches.
  if (text.includes("\\")) {
    pieces.push(ANY_CHARACTERS);
    return false;
  }
  let { leading } = place;
  let from = 0;
  const flush = (to: number): void => {
    if (to > from) pieces.push(...clean(text.slice(from, to)));
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character !== "*" && character !== "?" && character !== "[") {
      leading = character === "/";
      continue;
    }
    const hidden = leading && !options.dots ? { notFirst: "." } : {};
    if (character === "*") {
      flush(at);
      let end = at + 1;
      while (text[end] === "*") end++;
      const deep = options.deep === true && leading ? DEEP_NAME.exec(text.slice(at))?.[0] : undefined;
      if (deep !== undefined && (at + deep.length < text.length || place.ends)) {
        // Of no directory at all, no separator stands behind it.
        pieces.push(pieces.length === 0 ? { ...ANY_DESCENT, notFirst: "/" } : ANY_DESCENT);
        at += deep.length - 1;
        from = at + 1;
        continue;
      }
      if (end - at > 1 && options.deep !== false) pieces.push(ANY_CHARACTERS);
      else if (leading && options.dots && options.deep !== "any") pieces.push(WITH_DOTS);
      else pieces.push({ kind: "characters", min: 0, max: null, except: "/", ...hidden });
      at = end - 1;
    } else if (character === "?") {
      flush(at);
      pieces.push({ kind: "characters", min: 1, max: 1, except: "/", ...hidden });
    } else {
      const end = bracketEnd(text, at);
      if (end === -1) {
        leading = false;
        continue;
      }
      flush(at);
      const literal = text.slice(at, end);
      const hole: CharactersHole = {
        kind: "characters",
        min: 1,
        max: 1,
        ...bracket(text.slice(at + 1, end - 1)),
        ...hidden,
      };
      pieces.push({ kind: "choice", options: [[hole], clean(literal)] });
      at = end - 1;
    }
    from = at + 1;
    leading = false;
  }
  flush(text.length);
  return leading;
}

/** The end of a bracket expression that begins at `start`, or -1. */
function bracketEnd(text: string, start: number): number {
  let at = start + 1;
  if (text[at] === "!" || text[at] === "^") at++;
  if (text[at] === "]") at++;
  for (; at < text.length && text[at] !== "/"; at++) {
    if (text[at] === "]") return at + 1;
    if (text[at] !== "[" || !":.=".includes(text[at + 1] ?? " ")) continue;
    const close = text.indexOf(`${text[at + 1]}]`, at + 2);
    if (close === -1) return -1;
    at = close + 1;
  }
  return -1;
}

/** Which characters a bracket expression takes. Where a locale decides, all. */
function bracket(body: string): { readonly among?: string; readonly except?: string } {
  const negated = body.startsWith("!") || body.startsWith("^");
  const list = negated ? body.slice(1) : body;
  if (/\[[:.=]/.test(list)) return { except: "/" };
  const among = new Set<string>();
  const characters = [...list];
  for (let at = 0; at < characters.length; at++) {
    const first = characters[at] ?? "";
    const last = characters[at + 2];
    if (characters[at + 1] !== "-" || last === undefined) {
      among.add(first);
      continue;
    }
    const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
    if (to - from > 128 || to > 127) return { except: "/" };
    for (let code = from; code <= to; code++) {
      const character = String.fromCharCode(code);
      // A range of letters takes both cases in many locales.
      if (!negated) among.add(character.toLowerCase()).add(character.toUpperCase());
      else if (!/[A-Za-z]/.test(character)) among.add(character);
    }
    at += 2;
  }
  if (negated) return { except: ["/", ...among].join("") };
  return { among: [...among].join("") };
}

/** Whether a value's holes all come from wildcards. */
export function isGlob(value: Value): boolean {
  const holes = value.filter((piece) => typeof piece !== "string");
  return holes.length > 0 && holes.every(isWildcard);
}

function isWildcard(piece: Exclude<Piece, string>): boolean {
  if (piece.kind === "characters") return piece.except?.includes("/") === true;
  if (piece.kind !== "choice" || piece.options.length !== 2) return false;
  const [[hole] = [], [literal] = []] = piece.options;
  if (typeof hole !== "object" || hole.kind !== "characters") return false;
  return typeof literal === "string" && /^\[[^]+\]$/.test(literal);
}

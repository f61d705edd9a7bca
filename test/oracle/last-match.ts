/**
 * The meaning of a policy, written down a second time and as plainly as can be: every rule is held against every text,
 * one after the other. It shares nothing with the table but the marks of `text.ts`, and is what the table is tested
 * against.
 */
import type { Pattern, PatternItem } from "../../compiler/ast.ts";
import type { PolicyRule } from "../../compiler/rule.ts";
import { type Action, stricter, strictness } from "../../src/decision.ts";
import {
  BOUNDARY,
  type CharactersHole,
  HOME,
  isBoundary,
  OPTION_BOUNDARY,
  type Piece,
  READ,
  VALUE_BOUNDARY,
  type Value,
  WRITE,
} from "../../src/text.ts";

export type OracleRule = Pick<
  PolicyRule,
  "surface" | "agent" | "action" | "final" | "access" | "pattern" | "with" | "without"
>;

export interface OracleLayer {
  readonly trusted: boolean;
  readonly default: Action | null;
  readonly rules: readonly OracleRule[];
}

/** A question whose spellings are known texts. */
export interface TextQuestion {
  readonly written: readonly string[];
  readonly readings: readonly string[];
  readonly aliases: readonly { readonly directory: string; readonly text: string }[];
}

const PATHS = ["path", "external_directory", "read", "write", "edit", "grep", "find", "ls"];

type Flat = Exclude<PatternItem, { kind: "alternatives" }>;

/** All ways to choose the alternatives of some items. */
function choices(items: readonly PatternItem[]): Flat[][] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  const tails = choices(rest);
  const heads = first.kind === "alternatives" ? first.options.flatMap((option) => choices(option)) : [[first]];
  return heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
}

/** One symbol of a pattern: a character, a word boundary, a run of anything, or one character. */
type Symbol = { readonly character: string } | "boundary" | "any" | "one";

function symbolsOf(items: readonly Flat[], bash: boolean): Symbol[] {
  return items.flatMap((item): Symbol[] => {
    if (item.kind === "literal") return Array.from(item.text, (character) => ({ character }));
    if (item.kind === "boundary") return [bash ? "boundary" : { character: " " }];
    return [item.kind];
  });
}

function symbolsMatch(symbols: readonly Symbol[], text: readonly string[]): boolean {
  // reached[i]: the symbols so far can take the first i characters.
  let reached = Array.from({ length: text.length + 1 }, (_, at) => at === 0);
  for (const symbol of symbols) {
    const next = reached.map(() => false);
    for (let at = 0; at <= text.length; at++) {
      if (!reached[at]) continue;
      if (symbol === "any") for (let to = at; to <= text.length; to++) next[to] = true;
      else if (at < text.length && symbolTakes(symbol, text[at]!)) next[at + 1] = true;
    }
    reached = next;
  }
  return reached[text.length]!;
}

function symbolTakes(symbol: Exclude<Symbol, "any">, character: string): boolean {
  if (symbol === "boundary") return isBoundary(character);
  if (symbol === "one") return !isBoundary(character) && ![HOME, READ, WRITE].includes(character);
  return symbol.character === character;
}

/** True where a pattern matches a text. */
function patternMatches(pattern: Pattern | null, surface: string, access: string | null, text: string): boolean {
  let characters = Array.from(text);
  if (surface === "path" || surface === "external_directory") {
    const [mark, ...rest] = characters;
    if (access === "read" ? mark !== READ : access === "write" ? mark !== WRITE : mark !== READ && mark !== WRITE) {
      return false;
    }
    characters = rest;
  }
  if (pattern === null) return true;
  return choices(pattern.items).some((items) =>
    waysToRead(items, surface).some((way) => symbolsMatch(way, characters)),
  );
}

function waysToRead(items: readonly Flat[], surface: string): Symbol[][] {
  const bash = surface === "bash";
  const whole = symbolsOf(items, bash);
  const ways = [whole];
  // A trailing ` *` also matches nothing.
  let end = items.length;
  while (end > 0 && items[end - 1]!.kind === "any") end--;
  if (end < items.length && items[end - 1]?.kind === "boundary") ways.push(symbolsOf(items.slice(0, end - 1), bash));
  if (!PATHS.includes(surface)) return ways;
  return ways.flatMap((way) => pathWays(homeAtFront(items, way)));
}

/** The symbols with the home mark in the place of an unquoted `~`, `~/`, `$HOME` or `$HOME/` at the front. */
function homeAtFront(items: readonly Flat[], way: readonly Symbol[]): Symbol[] {
  let front = "";
  for (const item of items) {
    if (item.kind !== "literal" || item.quoted) break;
    front += item.text;
  }
  for (const name of ["~", "$HOME"]) {
    const alone = front === name && way.length === name.length;
    if (alone || front.startsWith(`${name}/`)) return [{ character: HOME }, ...way.slice(name.length)];
  }
  return [...way];
}

/** A trailing slash is the directory itself and everything below it. */
function pathWays(way: readonly Symbol[]): Symbol[][] {
  const last = way.at(-1);
  if (typeof last !== "object" || last.character !== "/") return [[...way]];
  return way.length === 1 ? [[...way, "any"]] : [way.slice(0, -1), [...way, "any"]];
}

/** A word of a command's text, and the boundary before it. */
interface Word {
  readonly boundary: string;
  readonly text: string;
}

function wordsOf(text: string): Word[] {
  const words: { boundary: string; text: string }[] = [{ boundary: "", text: "" }];
  for (const character of text) {
    if (isBoundary(character)) words.push({ boundary: character, text: "" });
    else words.at(-1)!.text += character;
  }
  return words;
}

/** True where one of the flags is present: on some reading (`maybe`), or on every one (`sure`). */
export function flagPresent(flags: readonly string[], judgement: "maybe" | "sure", text: string): boolean {
  const words = wordsOf(text);
  for (let at = 1; at < words.length; at++) {
    const { boundary, text: word } = words[at]!;
    const before = words[at - 1]!.text;
    const takesValue = before.startsWith("-") && before !== "-" && before !== "--" && !before.includes("=");
    const possibly = boundary !== VALUE_BOUNDARY;
    const surely = boundary === OPTION_BOUNDARY || (boundary === BOUNDARY && !takesValue);
    if (word === "--" && (judgement === "maybe" ? surely : possibly)) return false;
    if ((judgement === "maybe" ? possibly : surely) && flags.some((flag) => isFlag(flag, judgement, word))) return true;
  }
  return false;
}

function isFlag(flag: string, judgement: "maybe" | "sure", word: string): boolean {
  const [name] = word.split("=", 1);
  if (flag.startsWith("--")) {
    if (judgement === "sure") return name === flag && name.length > 2;
    return name!.startsWith("--") && name!.length > 2 && flag.startsWith(name!);
  }
  if (Array.from(flag).length === 2 && flag.startsWith("-")) {
    const character = flag.slice(1);
    if (judgement === "sure") return word.startsWith(flag);
    return word.startsWith("-") && !word.startsWith("--") && Array.from(word).slice(1).includes(character);
  }
  return word === flag || word.startsWith(`${flag}=`);
}

/** True where a rule matches a text: a rule that restricts on some reading of its flags, one that allows on every. */
function ruleMatches(rule: OracleRule, text: string): boolean {
  if (!patternMatches(rule.pattern, rule.surface, rule.access, text)) return false;
  const allows = rule.action === "allow";
  return (
    rule.with.every((flags) => flagPresent(flags, allows ? "sure" : "maybe", text)) &&
    rule.without.every((flags) => !flagPresent(flags, allows ? "maybe" : "sure", text))
  );
}

/** The rules of a layer that answer on a surface for an agent, in the order in which they win. */
function rulesFor(layer: OracleLayer, surface: string, agent: string | null): OracleRule[] {
  const own = layer.rules.filter((rule) => rule.surface === surface);
  return [
    ...own.filter((rule) => rule.agent === null),
    ...own.filter((rule) => rule.agent !== null && rule.agent === agent),
  ];
}

/** The last of some rules that a text matches, -1 for none. */
function lastMatch(rules: readonly OracleRule[], text: string, among: (rule: OracleRule) => boolean): number {
  return rules.findLastIndex((rule) => among(rule) && ruleMatches(rule, text));
}

const restricts = (rule: OracleRule): boolean => rule.action !== "allow";

/** The directories that an alias can stand for in a rule; only for patterns without alternatives. */
function directoryOf(rule: OracleRule): string | null {
  const symbols =
    rule.pattern === null
      ? []
      : homeAtFront(choices(rule.pattern.items)[0]!, symbolsOf(choices(rule.pattern.items)[0]!, false));
  let fixed = "";
  for (const symbol of symbols) {
    if (typeof symbol !== "object") break;
    fixed += symbol.character;
  }
  const slash = fixed.lastIndexOf("/");
  return slash <= 0 ? null : fixed.slice(0, slash);
}

/** The answer of a policy to a question about known texts; null where no layer has one. */
export function answer(
  layers: readonly OracleLayer[],
  surface: string,
  agent: string | null,
  question: TextQuestion,
  options: { readonly unmatched?: Action | undefined; readonly fold?: boolean } = {},
): Action {
  let action: Action | null = null;
  for (const layer of layers) {
    const own = answerOfLayer(layer, rulesFor(layer, surface, agent), question, options);
    if (own !== null) action = action === null ? own : stricter(action, own);
  }
  return action ?? "ask";
}

function inLowerCase(rule: OracleRule): OracleRule {
  const lower = (items: readonly PatternItem[]): PatternItem[] =>
    items.map((item) => {
      if (item.kind === "literal") return { ...item, text: item.text.toLowerCase() };
      return item.kind === "alternatives" ? { ...item, options: item.options.map(lower) } : item;
    });
  return rule.pattern === null ? rule : { ...rule, pattern: { ...rule.pattern, items: lower(rule.pattern.items) } };
}

function answerOfLayer(
  layer: OracleLayer,
  rules: readonly OracleRule[],
  question: TextQuestion,
  { unmatched, fold }: { readonly unmatched?: Action | undefined; readonly fold?: boolean },
): Action | null {
  const texts = [...question.written, ...question.readings, ...question.aliases.map(({ text }) => text)];
  // Where case does not tell names apart, a rule that restricts matches them in any case.
  const caseless = fold === true ? rules.map(inLowerCase) : [];
  const winners = [
    ...question.written.map((text) => lastMatch(rules, text, () => true)),
    ...question.readings.map((text) => lastMatch(rules, text, restricts)),
    ...question.aliases.map(({ directory, text }) => {
      const last = lastMatch(rules, text, () => true);
      const trusted = last === -1 || restricts(rules[last]!) || directoryOf(rules[last]!) === directory;
      return trusted ? last : lastMatch(rules, text, restricts);
    }),
    ...texts.map((text) => lastMatch(caseless, text.toLowerCase(), restricts)),
  ];
  const winner = rules[Math.max(...winners)]?.action ?? null;
  const floors = rules
    .filter((rule, index) => {
      if (!rule.final || !restricts(rule)) return false;
      const lower = caseless[index];
      return texts.some(
        (text) => ruleMatches(rule, text) || (lower !== undefined && ruleMatches(lower, text.toLowerCase())),
      );
    })
    .map((rule) => rule.action)
    .toSorted((a, b) => strictness(b) - strictness(a));
  const otherwise = layer.trusted
    ? (unmatched ?? layer.default ?? "ask")
    : unmatched === undefined
      ? layer.default
      : null;
  const action = winner ?? otherwise;
  const floor = floors[0];
  if (floor === undefined) return action;
  return action === null ? floor : stricter(action, floor);
}

/** The texts that a value can become, with each hole filled from up to `longest` of some characters that it can hold. */
export function textsOf(value: Value, characters: readonly string[], longest: number): string[] {
  let texts = new Set([""]);
  for (const piece of value) {
    const next = new Set<string>();
    for (const text of texts) {
      for (const end of textsOfPiece(piece, characters, longest)) next.add(text + end);
    }
    texts = next;
  }
  return [...texts];
}

function textsOfPiece(piece: Piece, characters: readonly string[], longest: number): string[] {
  if (typeof piece === "string") return [piece];
  if (piece.kind === "choice") return piece.options.flatMap((option) => textsOf(option, characters, longest));
  if (piece.kind === "text") return runs(characters, () => true, 0, longest);
  if (piece.kind === "characters") {
    return runs(characters, (character, at) => canStand(piece, character, at), piece.min, piece.max ?? longest);
  }
  const once = textsOf(piece.value, characters, longest);
  let all = new Set([""]);
  for (let times = 0; times < longest; times++) {
    all = new Set([...all, ...[...all].flatMap((text) => once.map((more) => text + more))]);
  }
  return [...all];
}

/** True where a character can stand at a place within a hole. */
export function canStand(hole: CharactersHole, character: string, at: number): boolean {
  if (isBoundary(character)) return false;
  if (character === HOME) {
    return hole.max === null && hole.except === undefined && hole.notFirst === undefined && hole.among === undefined;
  }
  if (hole.among !== undefined && !hole.among.includes(character)) return false;
  if (hole.except?.includes(character)) return false;
  return at > 0 || !hole.notFirst?.includes(character);
}

function runs(
  characters: readonly string[],
  holds: (character: string, at: number) => boolean,
  least: number,
  most: number,
): string[] {
  const all: string[] = [];
  let last = [""];
  for (let length = 0; length <= most; length++) {
    if (length >= least) all.push(...last);
    const at = length;
    last = last.flatMap((text) => characters.filter((character) => holds(character, at)).map((end) => text + end));
  }
  return all;
}

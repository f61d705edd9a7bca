/**
 * Changes to JSON files that people keep: what is put in stands between their bytes, and none of those change. Comments
 * and odd spacing stay, because the text is never written anew from its data.
 */
import { createScanner, parseTree, type Node, type ParseError } from "jsonc-parser";

/** A place in the data: names of members and indices of items. */
export type Place = readonly (string | number)[];

/** The file is not what it should be; the message is the end of a sentence about it. */
export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
  /** The message without its consequence: what is wrong, to whoever reads the file. */
  readonly what: string;

  constructor(what: string, consequence = "") {
    super(what + consequence);
    this.what = what;
  }
}

const NOT_ADDED = ", so it cannot be added to";

/** The tree of a text. Comments and a comma too many are let pass, as the agents let them. */
export function readTree(text: string): Node {
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JsonProblem("is nested too deeply", NOT_ADDED);
  }
  if (tree === undefined || errors.length > 0) throw new JsonProblem("is not JSON", `${NOT_ADDED}; mend it first`);
  if (tree.type !== "object") throw new JsonProblem("is not a JSON object", NOT_ADDED);
  return tree;
}

/** What stands at a place. Of members of one name the last counts, as it does to whoever reads the data. */
export function nodeAt(tree: Node, place: Place): Node | undefined {
  let node: Node | undefined = tree;
  for (const name of place) {
    if (typeof name === "number") node = node?.type === "array" ? node.children?.[name] : undefined;
    else node = node?.type === "object" ? memberNode(node, name)?.children?.[1] : undefined;
  }
  return node;
}

/** A member of an object of any data, or an item of a list; undefined where there is none. */
export function memberOf(value: unknown, name: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name) as unknown;
}

function memberNode(object: Node, name: string): Node | undefined {
  return object.children?.findLast(({ children }) => children?.[0]?.value === name);
}

/**
 * Appends an item to the list at `place`, making the list and the members that lead to it where they are missing.
 * Throws {@link JsonProblem} where something else stands there.
 */
export function appendItem(text: string, place: Place, item: unknown): string {
  const { node, depth } = pointOf(text, place);
  if (depth === place.length) return insertInto(text, node, "", item);
  // What is missing of the way is made around the item.
  const missing = place.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), [item]);
  return insertInto(text, node, `${JSON.stringify(place[depth])}: `, missing);
}

/** How {@link appendItem} puts an item into a text, by which it can be taken out again to the byte. */
export interface Insertion {
  /** How many names of the way to the list were there already. */
  readonly depth: number;
  /** The blanks that are put before and behind. */
  readonly lead: string;
  readonly tail: string;
  /** There is a comma behind the last one already. */
  readonly trailing: boolean;
}

/** How {@link appendItem} would put an item in. Throws as it does. */
export function insertionInto(text: string, place: Place): Insertion {
  const { node, depth } = pointOf(text, place);
  const { lead, tail, needsComma } = layoutIn(text, node);
  return { depth, lead, tail, trailing: node.children?.length !== 0 && !needsComma };
}

/** The innermost of what there is on the way to a list, and how many names lead to it. */
function pointOf(text: string, place: Place): { readonly node: Node; readonly depth: number } {
  const tree = readTree(text);
  let depth = place.length;
  while (depth > 0 && nodeAt(tree, place.slice(0, depth)) === undefined) depth--;
  const node = nodeAt(tree, place.slice(0, depth)) ?? tree;
  const isList = depth === place.length;
  if (node.type !== (isList ? "array" : "object")) {
    const name = place.slice(0, depth).join(".");
    throw new JsonProblem(`has \`${name}\`, which is no ${isList ? "list" : "object"}`, NOT_ADDED);
  }
  return { node, depth };
}

/** Puts another value in the place of one, which has to be there. */
export function replaceValue(text: string, place: Place, value: unknown): string {
  const node = nodeAt(readTree(text), place)!;
  return text.slice(0, node.offset) + JSON.stringify(value) + text.slice(node.offset + node.length);
}

/** Puts a last member or item into an object or list. */
function insertInto(text: string, container: Node, name: string, value: unknown): string {
  const { at, lead, tail, needsComma, spread, indent, unit, eol } = layoutIn(text, container);
  const body = spread ? JSON.stringify(value, null, unit).replaceAll("\n", eol + indent) : JSON.stringify(value);
  const inserted = text.slice(0, at) + lead + name + body + tail + text.slice(at);
  const last = container.children?.at(-1);
  if (last === undefined || !needsComma) return inserted;
  const behind = last.offset + last.length;
  return `${inserted.slice(0, behind)},${inserted.slice(behind)}`;
}

/** Where and how a last member or item goes into an object or list. */
function layoutIn(text: string, container: Node) {
  const end = container.offset + container.length - 1;
  const inside = text.slice(container.offset + 1, end);
  const last = container.children?.at(-1);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const spread = inside.includes("\n") || (last === undefined && text.includes("\n")) || inside.includes("//");

  const closing = indentAt(text, container.offset);
  const unit = indentUnit(text);
  const indent = last === undefined ? closing + unit : indentAt(text, last.offset);
  // Behind what is there, comments too, and before the blanks in front of the closing bracket.
  const blank = blanksBefore(text, end);
  return {
    at: end - blank.length,
    lead: spread ? eol + indent : last === undefined ? "" : " ",
    tail: spread && !blank.includes("\n") ? eol + closing : "",
    needsComma: last !== undefined && commaBetween(text, last.offset + last.length, end) === null,
    spread,
    indent,
    unit,
    eol,
  };
}

/** Where the first comma stands between two places, outside of comments; null where there is none. */
export function commaBetween(text: string, from: number, to: number): number | null {
  return tokensIn(text, from, to).find((token) => token.text === ",")?.offset ?? null;
}

interface Token {
  readonly offset: number;
  readonly text: string;
}

/** The tokens between two places, comments among them and blanks not. */
export function tokensIn(text: string, from: number, to: number): Token[] {
  const scanner = createScanner(text.replace(/^\uFEFF/, " "));
  scanner.setPosition(from);
  const tokens: Token[] = [];
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (scanner.getTokenLength() === 0 || offset >= to) return tokens;
    if (isBlank(text[offset])) continue;
    tokens.push({ offset, text: text.slice(offset, offset + scanner.getTokenLength()) });
  }
}

/** The blanks that end at a place. */
export function blanksBefore(text: string, to: number): string {
  let from = to;
  while (from > 0 && isBlank(text[from - 1])) from--;
  return text.slice(from, to);
}

/** True for a blank of JSON, which are fewer than those that `trim` takes. */
function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

/** The blanks at the start of the line that a place is on. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** What one level is indented by, as the first indented line tells. */
function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

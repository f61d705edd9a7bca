/**
 * Changes to JSON files that people keep: what is put in stands between their bytes, and none of those change. Comments
 * and odd spacing stay, because the text is never written anew from its data.
 */
import { findNodeAtLocation, modify, applyEdits, parseTree, type Node, type ParseError } from "jsonc-parser";

/** A place in the data: names of members and indices of items. */
export type Place = readonly (string | number)[];

/** The file is not what it should be; the message is the end of a sentence about it. */
export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
}

/** The tree of a text. Comments and a comma too many are let pass, as the agents let them. */
export function readTree(text: string): Node {
  const errors: ParseError[] = [];
  const tree = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  if (tree === undefined || errors.length > 0)
    throw new JsonProblem("is not JSON, so it cannot be added to; mend it first");
  if (tree.type !== "object") throw new JsonProblem("is not a JSON object, so it cannot be added to");
  return tree;
}

/**
 * Appends an item to the list at `place`, making the list and the members that lead to it where they are missing.
 * Throws {@link JsonProblem} where something else stands there.
 */
export function appendItem(text: string, place: Place, item: unknown): string {
  const tree = readTree(text);
  let depth = place.length;
  while (depth > 0 && findNodeAtLocation(tree, place.slice(0, depth)) === undefined) depth--;
  const node = depth === 0 ? tree : findNodeAtLocation(tree, place.slice(0, depth));
  if (node === undefined) throw new JsonProblem("cannot be added to");
  const isList = depth === place.length;
  if (node.type !== (isList ? "array" : "object")) {
    const name = place.slice(0, depth).join(".");
    throw new JsonProblem(`has \`${name}\`, which is no ${isList ? "list" : "object"}, so it cannot be added to`);
  }
  if (isList) return insertInto(text, node, "", item);
  // What is missing of the way is made around the item.
  const missing = place.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), [item]);
  return insertInto(text, node, `${JSON.stringify(place[depth])}: `, missing);
}

/** Puts another value in the place of one that is there. */
export function replaceValue(text: string, place: Place, value: unknown): string {
  const node = findNodeAtLocation(readTree(text), [...place]);
  if (node === undefined) throw new JsonProblem(`has no \`${place.join(".")}\``);
  return text.slice(0, node.offset) + JSON.stringify(value) + text.slice(node.offset + node.length);
}

/** Takes a member or an item out, with its comma. */
export function removeAt(text: string, place: Place): string {
  return applyEdits(text, modify(text, [...place], undefined, {}));
}

/** Puts a last member or item into an object or list. */
function insertInto(text: string, container: Node, name: string, value: unknown): string {
  const end = container.offset + container.length - 1;
  const inside = text.slice(container.offset + 1, end);
  const children = container.children ?? [];
  const last = children.at(-1);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const spread = inside.includes("\n") || (last === undefined && text.includes("\n")) || inside.includes("//");

  const closing = indentAt(text, container.offset);
  const unit = indentUnit(text);
  const indent = last === undefined ? closing + unit : indentAt(text, last.offset);
  const body = spread ? JSON.stringify(value, null, unit).replaceAll("\n", eol + indent) : JSON.stringify(value);
  // Behind what is there, comments too, and before the blanks in front of the closing bracket.
  const at = container.offset + 1 + inside.trimEnd().length;
  const lead = spread ? eol + indent : last === undefined ? "" : " ";
  const tail = spread && !inside.slice(inside.trimEnd().length).includes("\n") ? eol + closing : "";
  const inserted = text.slice(0, at) + lead + name + body + tail + text.slice(at);
  if (last === undefined) return inserted;
  const behind = last.offset + last.length;
  return hasComma(text, behind, end) ? inserted : `${inserted.slice(0, behind)},${inserted.slice(behind)}`;
}

/** True where a comma stands between two places, outside of comments. */
function hasComma(text: string, from: number, to: number): boolean {
  return text
    .slice(from, to)
    .replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "")
    .includes(",");
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

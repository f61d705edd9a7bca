/**
 * The gate's entries in an agent's settings, held against those that `init` writes: what differs, and how that is mended.
 */
import { isDeepStrictEqual } from "node:util";
import { getNodeValue } from "jsonc-parser";
import { lineDifferences } from "./command-line.ts";
import { appendItem, nodeAt, readTree, replaceValue, type Place } from "./json-edit.ts";
import { removeEntry } from "./json-removal.ts";

/** A command line of the gate among an agent's hooks. */
export interface FoundEntry {
  /** What to take out in order to be rid of it: an item of the list, or one of a group that others are in too. */
  readonly entry: Place;
}

/** Finds the gate's entries in a list. */
export type Finder = (text: string, list: Place) => readonly FoundEntry[];

/** The text with one entry of the gate in the list, which is `item`; those that differ are mended, others are untouched. */
export function mendEntry(text: string, list: Place, item: unknown, find: Finder): string {
  let left = text;
  const places = placesOf(find(left, list));
  if (places.length === 0) return appendItem(text, list, item);
  const kept = places.find((place) => isRight(left, list, place, item)) ?? places[0]!;
  for (const place of places.toReversed()) if (place !== kept) left = removeEntry(left, list, place, null);
  const [entry] = placesOf(find(left, list));
  if (entry === undefined || isRight(left, list, entry, item)) return left;
  if (entry.length === list.length + 1) return mend(left, entry, item);
  if (isFrameRight(left, list, entry, item)) return mend(left, entry, hookOf(item));
  return appendItem(removeEntry(left, list, entry, null), list, item);
}

/** What differs between the entries of a list and `item`, as sentences; nothing where {@link mendEntry} changes nothing. */
export function entryDifferences(text: string, list: Place, item: unknown, find: Finder): string[] {
  const name = list.join(".");
  const places = placesOf(find(text, list));
  if (places.length === 0) return [`\`${name}\` does not ask the gate`];
  const found = places.length > 1 ? [`\`${name}\` asks the gate ${places.length} times`] : [];
  const kept = places.find((place) => isRight(text, list, place, item)) ?? places[0]!;
  const whole = kept.slice(0, list.length + 1);
  const [stands, due] = [dataAt(text, whole), item];
  const differ =
    kept.length === whole.length
      ? differences(stands, due)
      : [...differences(frameOf(stands), frameOf(due)), ...differences(dataAt(text, kept), hookOf(due))];
  return [...found, ...differ.map((what) => `in \`${name}\`, ${what}`)];
}

/** Each entry once: a hook may have several command lines. */
function placesOf(entries: readonly FoundEntry[]): Place[] {
  return [...new Map(entries.map(({ entry }) => [entry.join(), entry])).values()];
}

function isRight(text: string, list: Place, entry: Place, item: unknown): boolean {
  if (entry.length === list.length + 1) return isDeepStrictEqual(dataAt(text, entry), item);
  return isFrameRight(text, list, entry, item) && isDeepStrictEqual(dataAt(text, entry), hookOf(item));
}

/** True where the group that the entry shares with others is for the same tools as one of its own would be. */
function isFrameRight(text: string, list: Place, entry: Place, item: unknown): boolean {
  return isDeepStrictEqual(frameOf(dataAt(text, entry.slice(0, list.length + 1))), frameOf(item));
}

/** A group without its hooks. */
function frameOf(group: unknown): unknown {
  return isObject(group) ? Object.fromEntries(Object.entries(group).filter(([name]) => name !== "hooks")) : group;
}

function hookOf(item: unknown): unknown {
  const hooks = isObject(item) ? item["hooks"] : null;
  return Array.isArray(hooks) ? (hooks[0] as unknown) : item;
}

function differences(stands: unknown, due: unknown, name: string | null = null): string[] {
  if (isDeepStrictEqual(stands, due)) return [];
  if (Array.isArray(stands) && Array.isArray(due) && stands.length === due.length) {
    return due.flatMap((item, index) => differences(stands[index], item));
  }
  if (isObject(stands) && isObject(due)) {
    return [...new Set([...Object.keys(due), ...Object.keys(stands)])].flatMap((key) =>
      differences(stands[key], due[key], key),
    );
  }
  if ((name === "command" || name === "bash") && typeof stands === "string" && typeof due === "string") {
    return lineDifferences(stands, due);
  }
  const what = name === null ? "it" : `\`${name}\``;
  if (stands === undefined) return [`${what} is not there, and has to be ${JSON.stringify(due)}`];
  if (due === undefined) return [`${what} is ${JSON.stringify(stands)}, and has to go`];
  return [`${what} is ${JSON.stringify(stands)}, and has to be ${JSON.stringify(due)}`];
}

/** Puts in what is due, and changes no more than differs. */
function mend(text: string, place: Place, due: unknown): string {
  const stands = dataAt(text, place);
  if (isDeepStrictEqual(stands, due)) return text;
  if (Array.isArray(stands) && Array.isArray(due) && stands.length === due.length) {
    return due.reduce<string>((left, item, index) => mend(left, [...place, index], item), text);
  }
  if (isObject(stands) && isObject(due)) {
    const names = Object.keys(due);
    const isAlike = names.length === Object.keys(stands).length && names.every((name) => Object.hasOwn(stands, name));
    if (isAlike) return names.reduce((left, name) => mend(left, [...place, name], due[name]), text);
  }
  return replaceValue(text, place, due);
}

function dataAt(text: string, place: Place): unknown {
  const node = nodeAt(readTree(text), place);
  return node === undefined ? undefined : (JSON.parse(JSON.stringify(getNodeValue(node))) as unknown);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

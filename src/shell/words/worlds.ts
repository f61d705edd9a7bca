/**
 * Ways of reading one command. Where a variable in it may have one of a few values, each is a way of its own, so that a
 * rule sees the words as they would be; beyond a bound, the values stay a choice inside the words.
 */
import type { Value } from "../../text.ts";
import { MAX_OPTIONS, MAX_WORLDS } from "../limits.ts";
import type { Word, WordPart } from "../syntax.ts";
import { isUnknown, UNKNOWN } from "../value.ts";
import { valuesOf } from "./parameter.ts";
import type { Scope } from "./scope.ts";

/** Values that variables are taken to have. */
export type Pins = ReadonlyMap<string, Value | null>;

/** None of them. */
export const NO_PINS: Pins = new Map();

/**
 * The ways of reading words, at least one. In the command's own name, a variable of which nothing is known is also
 * taken to be unset: `r${x}m` is then `rm`. The variables in `set` change while the words are expanded, so that none
 * has one value in all of them.
 */
export function worldsOf(
  words: readonly Word[],
  command: Word | undefined,
  scope: Scope,
  set: ReadonlySet<string>,
): readonly Pins[] {
  let worlds: Pins[] = [NO_PINS];
  const weight = weightOf(words);
  // What a command is called decides what it is: its variables come first, however much has been told apart before.
  const named = openVariables(command === undefined ? [] : [command], scope);
  const open = new Map([...unknownVariables(command, scope), ...named, ...openVariables(words, scope)]);
  const most = Math.min(MAX_WORLDS, scope.budget.waysLeft(weight));
  for (const [name, values] of open) {
    if (set.has(name)) continue;
    if (worlds.length * values.length > (named.has(name) ? MAX_WORLDS : most)) continue;
    worlds = worlds.flatMap((pins) => values.map((value): Pins => new Map([...pins, [name, value]])));
  }
  scope.budget.spendWays(worlds.length, weight);
  return worlds;
}

/** How much it is to read words: how many there are, and their parts, with those of the words inside of them. */
function weightOf(words: readonly Word[]): number {
  let weight = 0;
  const pending = [...words];
  for (let word = pending.pop(); word !== undefined; word = pending.pop()) {
    weight += 1 + word.parts.length;
    for (const part of word.parts) {
      if (part.kind === "parameter" && part.operation !== null) pending.push(...part.operation.operands);
    }
  }
  return Math.max(1, weight);
}

/** The variables in a word of which nothing is known, as unset or anything. */
function unknownVariables(word: Word | undefined, scope: Scope): [string, readonly (Value | null)[]][] {
  const found: [string, readonly (Value | null)[]][] = [];
  for (const part of word?.parts ?? []) {
    if (part.kind !== "parameter" || part.subscript !== null || part.indirect || part.length) continue;
    const list = part.name === "@" || part.name === "*";
    const [value] = list ? [] : valuesOf(part, scope);
    const unknown = list
      ? scope.state.positional.open && scope.state.positional.known.length === 0
      : value && isUnknown(value);
    if (unknown) found.push([list ? "@" : part.name, [null, UNKNOWN]]);
  }
  return found;
}

/** The variables in the words that may have several values, with those. */
function openVariables(words: readonly Word[], scope: Scope): ReadonlyMap<string, readonly (Value | null)[]> {
  const found = new Map<string, readonly (Value | null)[]>();
  const pending: WordPart[] = words.flatMap((word) => word.parts);
  if (pending.length > MAX_OPTIONS * 64) return found;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    switch (part.kind) {
      case "parameter": {
        const values = part.subscript === null && !part.length ? valuesOf(part, scope) : [];
        if (values.length > 1 && !(found.get(part.name)?.length === values.length)) found.set(part.name, values);
        for (const operand of part.operation?.operands ?? []) pending.push(...operand.parts);
        break;
      }
      case "command-substitution":
      case "process-substitution":
      case "literal":
      case "arithmetic":
      case "extended-glob":
      case "unread":
        break;
    }
  }
  return found;
}

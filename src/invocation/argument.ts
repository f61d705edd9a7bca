/**
 * Reading the input of a tool call, whatever it is: a record, nothing, a number, a proxy whose traps throw.
 */

/** What an input holds under one name. */
export type Argument =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  /** Something is there, but no text: what the tool would make of it is unknown. */
  | { readonly kind: "other"; readonly value: unknown }
  /** Reading it failed. */
  | { readonly kind: "unreadable" };

const ABSENT: Argument = { kind: "absent" };
const UNREADABLE: Argument = { kind: "unreadable" };

/**
 * The value under a name. `null`, `undefined` and the empty text count as absent. Never throws.
 *
 * Inherited properties count, because a tool that reads `input.path` would see them too; but what every object
 * inherits (`constructor`, `__proto__`) is no argument.
 */
export function readArgument(input: unknown, name: string): Argument {
  if (input === null || input === undefined) return ABSENT;
  if (typeof input !== "object") return ABSENT;
  try {
    if (!Object.hasOwn(input, name) && name in Object.prototype) return ABSENT;
    const value: unknown = Reflect.get(input, name);
    if (value === null || value === undefined || value === "") return ABSENT;
    return typeof value === "string" ? { kind: "text", text: value } : { kind: "other", value };
  } catch {
    return UNREADABLE;
  }
}

/** True for an input that can carry named arguments: a record, or nothing at all. */
export function isRecord(input: unknown): boolean {
  if (input === null || input === undefined) return true;
  return typeof input === "object" && !isList(input);
}

/** `Array.isArray` throws for a revoked proxy; that is no list. */
export function isList(input: unknown): input is readonly unknown[] {
  try {
    return Array.isArray(input);
  } catch {
    return false;
  }
}

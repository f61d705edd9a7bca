/**
 * Reading what an agent sends: members of JSON objects that may be anything.
 */
import { UnreadableCall, type Payload } from "./contract.ts";

/** A record, or null for everything else. */
export function recordOf(value: unknown): Payload | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** The text of a member, or null where it is absent or empty. Throws {@link UnreadableCall} where it is no text. */
export function textOf(payload: Payload, name: string): string | null {
  const value = payload[name];
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw new UnreadableCall(`\`${name}\` of the call is no text`);
  return value;
}

/** The text of a member that has to be there. Throws {@link UnreadableCall}. */
export function requiredText(payload: Payload, name: string): string {
  const text = textOf(payload, name);
  if (text === null) throw new UnreadableCall(`the call has no \`${name}\``);
  return text;
}

/** A tool's input that is JSON text is read; everything else stands for itself. */
export function inputOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return recordOf(JSON.parse(value)) ?? value;
  } catch {
    return value;
  }
}

/** An absolute path among some candidates, the first that is one; or null. */
export function firstAbsolute(...candidates: readonly (string | null | undefined)[]): string | null {
  return candidates.find((path) => typeof path === "string" && isAbsolutePath(path)) ?? null;
}

/** True for an absolute path of any platform. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

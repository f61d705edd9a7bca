/**
 * What the language knows about surfaces. Every name is one; the built-in ones have patterns of a kind of their own.
 */
import { isPathSurface, marksAccess } from "../src/table/program.ts";
import { nearest, slips } from "./suggest.ts";

/** The surfaces that every policy can rule on, whatever tools an agent has. */
export const BUILT_IN_SURFACES = [
  "bash",
  "path",
  "external_directory",
  "read",
  "write",
  "edit",
  "grep",
  "find",
  "ls",
  "mcp",
  "skill",
  "wrapper",
] as const;

const builtIn: ReadonlySet<string> = new Set(BUILT_IN_SURFACES);

/** True for a surface that every policy can rule on. */
export function isBuiltInSurface(surface: string): boolean {
  return builtIn.has(surface);
}

/** How the patterns of a surface are read: words of a command, one path, or one other text. */
export function patternKind(surface: string): "command" | "path" | "text" {
  if (surface === "bash") return "command";
  return isPathSurface(surface) ? "path" : "text";
}

/** True for a surface whose rules may be for reading or for writing alone. */
export function takesAccess(surface: string): boolean {
  return marksAccess(surface);
}

/**
 * The built-in surface that was probably meant, or null. Tools of any name have surfaces, and many have short names, so
 * a short name has to be nearer than {@link nearest} asks: for the same first letter one slip, and in names of up to
 * three letters only a swap of two.
 */
export function nearestSurface(name: string): string | null {
  if (isBuiltInSurface(name)) return null;
  const found = nearest(name, BUILT_IN_SURFACES) ?? (name.length === 2 && name.toLowerCase() === "ls" ? "ls" : null);
  if (found === null || found.length > 5) return found;
  const plainName = name.toLowerCase();
  if (plainName === found) return found;
  if (plainName[0] !== found[0] || slips(plainName, found) > 1) return null;
  const isSwap = plainName.length === found.length && sameLetters(plainName, found);
  return found.length > 3 || isSwap ? found : null;
}

function sameLetters(a: string, b: string): boolean {
  return Array.from(a).toSorted().join("") === Array.from(b).toSorted().join("");
}

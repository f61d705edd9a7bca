/**
 * Files by which Linux hands out what a process has open: `/dev/fd/3`, `/proc/self/fd/3`, `/proc/self/exe`.
 *
 * What is behind one is told by the process, never by the name. Names are taken as the kernel takes them, as far as the
 * text goes: dots, `/dev/fd` and `/proc/self/root` are followed.
 */
import { UNKNOWN_PART } from "./script-effects.ts";

export type KernelFile =
  /** What the process has open under that number; null where the number is not known. */
  | { readonly kind: "descriptor"; readonly number: number | null }
  /** The program that a process runs, or another file of its that has no name here. */
  | { readonly kind: "program" };

/** Longest name that is looked at; the kernel opens none that is longer. */
const LONGEST = 4096;

/**
 * What a path of the kernel's hands out, or null for any other.
 *
 * @param path absolute; it holds {@link UNKNOWN_PART} where it is not known.
 * @param directory the working directory, absolute, where it is known.
 */
export function kernelFile(path: string, directory: string | null = null): KernelFile | null {
  if (path.length > LONGEST || !path.startsWith("/") || !/\/(?:dev|proc)\//.test(path)) return null;
  let segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") segments.pop();
    else segments.push(segment);
    segments = followed(segments, directory);
  }
  return ofSegments(segments);
}

function followed(segments: string[], directory: string | null): string[] {
  const [top, name, third] = segments;
  if (top === "dev" && name === "fd" && segments.length === 2) return ["proc", "self", "fd"];
  if (top !== "proc") return segments;
  const own = third === "task" ? segments.slice(4) : segments.slice(2);
  if (own.length !== 1) return segments;
  if (own[0] === "root") return [];
  return own[0] === "cwd" && directory !== null ? directory.split("/").filter((part) => part !== "") : segments;
}

const STREAMS: readonly string[] = ["stdin", "stdout", "stderr"];

function ofSegments(segments: readonly string[]): KernelFile | null {
  const [top, name = "", third] = segments;
  if (top === "dev" && segments.length === 2) {
    const stream = STREAMS.indexOf(name);
    if (stream >= 0) return { kind: "descriptor", number: stream };
    return name.includes(UNKNOWN_PART) ? { kind: "descriptor", number: null } : null;
  }
  if (top !== "proc") return null;
  const [what, which, ...more] = third === "task" ? segments.slice(4) : segments.slice(2);
  if (what === "fd" && which !== undefined && more.length === 0) {
    return { kind: "descriptor", number: /^\d{1,9}$/.test(which) ? Number(which) : null };
  }
  if (what === "exe" && which === undefined) return { kind: "program" };
  if (what === "map_files" && which !== undefined) return { kind: "program" };
  // A part that is not known may be any of these.
  return segments.some((segment) => segment.includes(UNKNOWN_PART)) ? { kind: "program" } : null;
}

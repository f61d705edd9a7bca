/**
 * Rules for paths: everything below the directory of the path that was asked about, by its absolute name.
 */
import type { Subject } from "../gate/finding.ts";
import { searchesDirectory } from "../invocation/tool-kind.ts";
import type { Part, PatternChoice } from "./pattern.ts";

/** The choices for a path; null where it is not known, or is none of this machine's tree. */
export function pathChoices(
  { path, mention }: Extract<Subject, { kind: "path" }>,
  world: { readonly home: string; readonly cwd: string; readonly tool: string },
): readonly PatternChoice[] | null {
  // Where it really leads: that is what a rule that allows has to match, and what the person is told.
  const real = path.boundaryValue();
  if (real.includes("…") || !/^(?:\/|[A-Za-z]:\/)/.test(real)) return null;
  const exact: PatternChoice = { parts: [literal(real)], exact: true, alsoAllows: null };
  const isDirectory = (mention === null && searchesDirectory(world.tool)) || mention?.role === "directory";
  const directory = isDirectory ? withoutSlash(real) : directoryOf(real);
  if (isBroad(directory, world)) return [exact];
  const end: readonly Part[] = isDirectory ? [{ kind: "below" }] : [{ kind: "literal", text: "/" }, { kind: "any" }];
  return [{ parts: [...front(directory), ...end], exact: false, alsoAllows: `${directory}/any/other/file` }, exact];
}

function literal(text: string): Part {
  return { kind: "literal", text };
}

function front(directory: string): readonly Part[] {
  return [literal(directory)];
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, withoutSlash(path).lastIndexOf("/")));
}

/**
 * Directories that hold far more than anyone means to approve: the root, the home directory and its hidden folders
 * (`~/.ssh`), and whatever holds the home or the working directory.
 */
function isBroad(directory: string, { home, cwd }: { readonly home: string; readonly cwd: string }): boolean {
  if (directory === "" || /^[A-Za-z]:$/.test(directory)) return true;
  const slashed = (path: string): string => withoutSlash(path.replaceAll("\\", "/")).toLowerCase();
  const [folded, foldedHome, foldedCwd] = [slashed(directory), slashed(home), slashed(cwd)];
  if (folded === foldedHome || `${foldedHome}/`.startsWith(`${folded}/`)) return true;
  if (`${foldedCwd}/`.startsWith(`${folded}/`) && folded !== foldedCwd) return true;
  return folded.startsWith(`${foldedHome}/.`) && !folded.slice(foldedHome.length + 1).includes("/");
}

/**
 * What setting a variable before a command can do to what the command runs.
 */
import type { Value } from "../../text.ts";
import { knownText } from "../../text.ts";
import { knowledge } from "./commands.generated.ts";
import { matchesGlob, namesOf } from "./notation.ts";
import { isTrustedCommandDirectory } from "./trust.ts";

export type AssignmentEffect =
  /** Nothing of what runs changes. */
  | "harmless"
  /** It makes a command run, load or find something else. */
  | "runs-commands"
  /** Nothing is known of the variable. */
  | "unknown";

interface Tables {
  readonly exact: ReadonlyMap<string, readonly string[] | "harmless">;
  readonly globs: readonly { readonly glob: string; readonly values: readonly string[] | "harmless" }[];
}

let tables: Tables | null = null;

/**
 * The effect of `NAME=value command`.
 *
 * @param value what is assigned; without one, or with one that is not known, only the name tells.
 */
export function assignmentEffect(name: string, value: Value | null = null): AssignmentEffect {
  tables ??= compile();
  const found = lookUp(tables, name);
  if (found === undefined) return "unknown";
  if (found === "harmless") return "harmless";
  const text = value === null ? null : knownText(value);
  return text !== null && isHarmlessValue(name, text, found) ? "harmless" : "runs-commands";
}

/** The command line that a variable holds or completes, where it is one of which that is known. */
export function programIn(name: string, value: string): string | null {
  for (const [command, globs] of Object.entries(knowledge.variables.programs)) {
    if (!globs.some((glob) => matchesGlob(glob, name))) continue;
    if (command === "any") return value;
    // Its words are split as a shell would, but nothing in them is expanded.
    const isWhole = command.includes(" -") || /[$`]/.test(value);
    const words = isWhole ? `'${value.replaceAll("'", "'\\''")}'` : value.replace(/[()<>;|&\n]/g, "\\$&");
    return `${command} ${words}`;
  }
  return null;
}

function isHarmlessValue(name: string, text: string, values: readonly string[]): boolean {
  if (name === "IFS") return text.trim() === "";
  if (name === "PATH") return text.split(":").every(isTrustedCommandDirectory);
  for (const word of text.split(name === "PYTHONPATH" ? ":" : /[ \t\n]/)) {
    // What a `*` stands for leads nowhere else.
    if (word !== "" && (word.includes("..") || !values.some((glob) => matchesGlob(glob, word)))) return false;
  }
  return true;
}

function lookUp({ exact, globs }: Tables, name: string): readonly string[] | "harmless" | undefined {
  const found = exact.get(name);
  if (found !== undefined) return found;
  for (const { glob, values } of globs) if (matchesGlob(glob, name)) return values;
  return undefined;
}

/** How much of a name a glob tells. */
function lengthOf(glob: string): number {
  return glob.replaceAll("*", "").length;
}

function compile(): Tables {
  const exact = new Map<string, readonly string[] | "harmless">();
  const globs: { glob: string; values: readonly string[] | "harmless" }[] = [];
  const add = (name: string, values: readonly string[] | "harmless"): void => {
    if (name.includes("*")) globs.push({ glob: name, values });
    else exact.set(name, values);
  };
  for (const [names, values] of Object.entries(knowledge.variables.commands)) {
    for (const name of namesOf(names)) add(name, values);
  }
  for (const name of knowledge.variables.harmless) add(name, "harmless");
  // The more special name wins: `CARGO_PROFILE_*` over `CARGO_*`. Of two alike it is the one that is not harmless.
  return { exact, globs: globs.toSorted((one, other) => lengthOf(other.glob) - lengthOf(one.glob)) };
}

/** The lists of forms beside this file. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** Commands that run `rm`, by what hides it. */
export const hiddenByTechnique = read("hidden-command.yaml") as Readonly<Record<string, readonly string[]>>;
/** Commands that run `rm`. */
export const hidden = Object.values(hiddenByTechnique).flat();
/** Commands that run `rm` by text that bash evaluates. */
export const hiddenByEvaluation = listOf("hidden-evaluation.yaml");
/** Commands that run `rm` by programs that are not everywhere, by kind. */
export const hiddenByWrapper = listOf("hidden-wrapper.yaml");
/** Commands that a variable or a function makes another one. */
export const environment = listOf("environment.yaml");
/** Commands that mention `rm` or `git push` and run neither. */
export const lookAlike = listOf("look-alike.yaml");
/** Commands that open `.env`. */
export const opensEnv = listOf("opens-env.yaml");
/** Commands that name `.env` as a file, most of programs that are not everywhere. */
export const namesEnv = listOf("names-env.yaml");
/** Commands that read `src` and write nothing there, and such that do. */
export const readsSource = listOf("reads-source.yaml");
export const writesSource = listOf("writes-source.yaml");
/** Commands that run `rm` by what no rule sees. */
export const runsUnseen = listOf("runs-unseen.yaml");
/** Commands whose programs and settings run nothing that no rule sees. */
export const runsNothing = listOf("runs-nothing.yaml");
/** Commands that name a secret which is no file. */
export const namesSecret = listOf("names-secret.yaml");
/** Commands that may leave the working directory. */
export const leadsOutside = listOf("leads-outside.yaml");
/** Commands by other names than rules have for them. */
export const otherNames = listOf("other-names.yaml");
/** Commands that people run all day. */
export const everyday = listOf("everyday.yaml");

function listOf(file: string): readonly string[] {
  const content = read(file);
  return (Array.isArray(content) ? content : Object.values(content).flat()) as readonly string[];
}

function read(file: string): readonly string[] | Readonly<Record<string, readonly string[]>> {
  return parse(readFileSync(new URL(file, import.meta.url), "utf8")) as
    | readonly string[]
    | Readonly<Record<string, readonly string[]>>;
}

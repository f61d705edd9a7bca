/** The lists of forms beside this file. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** Commands that run `rm`, by what hides it. */
export const hiddenByTechnique = groupsOf("hidden-command.yaml");
/** Commands that run `rm`. */
export const hidden = listOf("hidden-command.yaml");
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

/** All of them. */
export const forms: readonly string[] = [
  hidden,
  hiddenByEvaluation,
  hiddenByWrapper,
  environment,
  lookAlike,
  opensEnv,
  namesEnv,
  readsSource,
  writesSource,
  runsUnseen,
  runsNothing,
  namesSecret,
  leadsOutside,
  otherNames,
  everyday,
].flat();

/** All the commands of a file. Throws where one stands twice, or is no text: YAML takes `a: b` for something else. */
function listOf(file: string): readonly string[] {
  const commands: readonly unknown[] = Object.values(groupsOf(file)).flat();
  for (const [index, command] of commands.entries()) {
    if (typeof command !== "string") throw new Error(`${file}: ${JSON.stringify(command)} is no text; quote it`);
    if (commands.indexOf(command) < index) throw new Error(`${file}: \`${command}\` stands twice`);
  }
  return commands as readonly string[];
}

/** The commands of a file by group; a list without groups is one. */
function groupsOf(file: string): Readonly<Record<string, readonly string[]>> {
  const content = parse(readFileSync(new URL(file, import.meta.url), "utf8")) as
    | readonly string[]
    | Readonly<Record<string, readonly string[]>>;
  return Array.isArray(content) ? { all: content } : (content as Readonly<Record<string, readonly string[]>>);
}

/** The lists of forms beside this file. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** Commands that run `rm`. */
export const hidden = listOf("hidden-command.yaml");
/** Commands that mention `rm` or `git push` and run neither. */
export const lookAlike = listOf("look-alike.yaml");
/** Commands that open `.env`. */
export const opensEnv = listOf("opens-env.yaml");
/** Commands that people run all day. */
export const everyday = listOf("everyday.yaml");

function listOf(file: string): readonly string[] {
  const read = parse(readFileSync(new URL(file, import.meta.url), "utf8")) as readonly string[] | Readonly<Record<string, readonly string[]>>;
  return (Array.isArray(read) ? read : Object.values(read).flat()) as readonly string[];
}

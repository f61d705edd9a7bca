import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A list of cases from `test/corpus/syntax/`. */
export function syntaxCorpus<T>(name: string): T[] {
  const file = new URL(`../../../corpus/syntax/${name}.yaml`, import.meta.url);
  return parse(readFileSync(file, "utf8")) as T[];
}

/** What is asked about all that lies below a path. */
import type { Question } from "../table/question.ts";
import { knownText, type Value } from "../text.ts";

/** A name that no rule is about: what a rule says of it, it says of whatever a directory holds. */
const ANY_NAME = "/\uFFFD\uFFFD\uFFFD";

/**
 * The question about whatever lies below the path of a question, should it be a directory: a rule on all of its content
 * (`deny secrets/*`) holds for what takes it as a whole (`tar c secrets`). A rule on some of the content says nothing
 * about the directory. Null where a name of the path is not known in full.
 */
export function everythingIn({ written, readings }: Question): Question | null {
  if (written.some(hasHoles)) return null;
  const extend = (value: Value): Value => [(knownText(value) ?? "") + ANY_NAME];
  return { written: written.map(extend), readings: readings.filter((value) => !hasHoles(value)).map(extend) };
}

function hasHoles(value: Value): boolean {
  return knownText(value) === null;
}

/** Revisions of git that name a path. */
import { knownText } from "../../text.ts";
import type { Value } from "../../text.ts";
import { after, frontOf } from "../value.ts";
import type { Candidate } from "./shape.ts";

/** `HEAD:.env`, `:0:.env`, `main:./x`: the path in the repository. */
export function pathsOfRevision(value: Value): Candidate[] {
  const front = frontOf(value);
  const prefix = /^(?::[0-3]:|(?!:\()[^:/][^:]*:|:(?![(!/^]))/.exec(front);
  if (prefix !== null) return behind(value, prefix[0].length + (front[prefix[0].length] === "/" ? 1 : 0));
  // `"$SHA:package.json"`
  const [hole, text, ...rest] = value;
  if (typeof hole !== "object" || typeof text !== "string") return [];
  const colon = text.indexOf(":");
  return colon < 0 ? [] : behind([text.slice(colon + 1), ...rest], 0);
}

function behind(value: Value, length: number): Candidate[] {
  const path = after(value, length);
  return path.length === 0 || knownText(path) === "-" ? [] : [{ value: path, certainty: "path" }];
}

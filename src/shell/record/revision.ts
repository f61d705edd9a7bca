/** Revisions of git that name a path. */
import type { Value } from "../../text.ts";
import { frontOf } from "../value.ts";
import { pathAfter } from "./shape.ts";
import type { Candidate } from "./shape.ts";

/** `HEAD:.env`, `:0:.env`, `main:./x`: the path in the repository. */
export function pathsOfRevision(value: Value): Candidate[] {
  const front = frontOf(value);
  const prefix = /^(?::[0-3]:|(?!:\()[^:/][^:]*:|:(?![(!/^]))/.exec(front);
  if (prefix !== null) return pathAfter(value, prefix[0].length + (front[prefix[0].length] === "/" ? 1 : 0));
  // `"$SHA:package.json"`
  const [hole, text, ...rest] = value;
  if (typeof hole !== "object" || typeof text !== "string") return [];
  const colon = text.indexOf(":");
  return colon < 0 ? [] : pathAfter([text.slice(colon + 1), ...rest], 0);
}

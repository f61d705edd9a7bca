/** What a listing leaves out, held against the names that the disk tells. */
import { textMatcher, type GlobPart } from "../path/glob.ts";
import type { PathNormalizer, ValueOptions } from "../path/normalizer.ts";
import type { Selection } from "../path/search-below.ts";
import type { PathMention } from "../shell/program.ts";
import { isListing } from "./glob-pattern.ts";
import { omissionsOf, type Omission } from "../shell/record/names-omitted.ts";
import type { Value } from "../text.ts";

/**
 * What has been found, without what the listing surely leaves out. Where `bringsBack`, hidden names may be listed all the
 * same.
 */
export function withoutOmitted(
  { found, foreign }: Selection,
  value: Value,
  bringsBack: () => boolean,
): Pick<Selection, "found" | "foreign"> {
  const told = omissionsOf(value);
  const holds = (of: Omission): boolean => of.of !== "hidden" || !bringsBack();
  const omissions = told.filter(holds).map(matcherOf);
  if (omissions.length === 0) return { found, foreign };
  const start = startOf(value).length;
  const isKept = (path: string): boolean => !omissions.some((omits) => omits(path, start));
  return { found: found.filter(isKept), foreign: foreign.filter(isKept) };
}

/** Where a listing starts: empty, or with a separator at its end. */
function startOf([first]: Value): string {
  return typeof first === "string" ? first.slice(0, first.lastIndexOf("/") + 1) : "";
}

/** Files of a search's own with rules on what it lists, hidden or not. Such a rule of git's own is on what it tracks. */
const RULES = /(?:^|\/)\.(?:rg|fd)?ignore$/;

/** Whether what is mentioned may be a file with rules that is written. */
export function givesRules({ value, access }: PathMention): boolean {
  const last = value.at(-1);
  // What a listing names is there before it.
  return access !== "read" && (typeof last === "string" ? last.endsWith("ignore") : !isListing(value));
}

/** Whether there are files with rules, or may be, above or below where a listing starts. */
export function rulesAround(value: Value, paths: PathNormalizer, options: ValueOptions): boolean {
  const start = startOf(value);
  return ["", "../", "../../", "../../../"].some((up) => {
    const listed = paths.searchBelow([start + up, { kind: "star" }, "ignore"], up === "", options);
    return listed === null || !listed.complete || listed.found.some((path) => RULES.test(path));
  });
}

/** Whether a path is left out, or all that is below a directory, whose path ends in a separator. */
type Matcher = (path: string, start: number) => boolean;

function matcherOf({ of, glob }: Omission): Matcher {
  const matches = textMatcher(partsOf(glob));
  switch (of) {
    case "path":
      // What a star at the end takes of a directory, it takes of all below it.
      return (path) => (!path.endsWith("/") || glob.endsWith("*")) && matches(path);
    case "only":
      return (path) => !path.includes("/") && matches(path);
    case "name":
      return (path) => !path.endsWith("/") && matches(path.slice(path.lastIndexOf("/") + 1));
    case "directory":
      return (path, start) => path.slice(start).split("/").slice(0, -1).some(matches);
    case "each":
    case "hidden":
      return (path, start) => path.slice(start).split("/").some(matches);
  }
}

function partsOf(glob: string): GlobPart[] {
  return glob.split("*").flatMap((text, index): GlobPart[] => (index === 0 ? [text] : [{ kind: "star" }, text]));
}

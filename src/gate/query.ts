/**
 * What one surface says of one value, apart from everything else that a call would be asked.
 */
import { isPathSurface, marksAccess } from "../table/program.ts";
import type { Question } from "../table/question.ts";
import type { LookupOptions, Table, Verdict } from "../table/table.ts";
import { plain } from "../text.ts";
import type { PathNormalizer } from "../path/normalizer.ts";
import { strictness } from "../decision.ts";

export interface SurfaceQuery {
  readonly surface: string;
  /** A path on the surfaces of paths, else the text that rules match: an MCP target, a skill, a wrapper, `*`. */
  readonly value: string;
  readonly agent: string | null;
  /** On `path` and `external_directory`; both where it is absent, and then the stricter answer counts. */
  readonly access?: "read" | "write" | undefined;
}

/** The answer, and the questions that it is the answer to. */
export interface SurfaceAnswer {
  readonly verdict: Verdict;
  readonly questions: readonly Question[];
  readonly options: LookupOptions;
}

/** Asks a surface other than `bash`, whose values are commands. */
export function askSurface(
  query: SurfaceQuery,
  table: Table,
  world: { readonly paths: () => PathNormalizer; readonly folds: boolean },
): SurfaceAnswer {
  const { surface, value, agent } = query;
  const isPath = isPathSurface(surface);
  const options: LookupOptions = isPath ? { fold: world.folds } : {};
  const questions = isPath ? pathQuestions(query, table, world.paths()) : [{ written: [[plain(value)]], readings: [] }];
  const [first, ...others] = questions.map((question) => table.lookup(surface, agent, question, options));
  const verdict = others.reduce(
    (one, other) => (strictness(other.action) > strictness(one.action) ? other : one),
    first!,
  );
  return { verdict, questions, options };
}

/** One for each access. Never empty. */
function pathQuestions(
  { surface, value, agent, access }: SurfaceQuery,
  table: Table,
  paths: PathNormalizer,
): Question[] {
  const path = paths.forPath(value);
  const directories = table.directories(surface, agent);
  const restricted = table.restrictedPaths(surface, agent);
  const accesses =
    access !== undefined ? [access] : marksAccess(surface) ? (["read", "write"] as const) : (["read"] as const);
  return accesses.map((one) => path.question(surface, one, directories, restricted));
}

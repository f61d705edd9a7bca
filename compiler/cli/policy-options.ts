/**
 * The options that say which policy is in force, alike for all commands, and the table that they stand for.
 */
import type { TableData } from "../../src/table/format.ts";
import type { Table } from "../../src/table/table.ts";
import { compilePolicy, type PolicySource } from "../index.ts";
import { isAgentFile, parseFile, saysAnything } from "../parse-file.ts";
import { usage, type OptionSpecs } from "./command.ts";
import { diagnosticsText } from "./diagnostics-text.ts";
import { EXIT, Failure } from "./exit-code.ts";
import { listFiles, readBytes, readInclude, readText } from "./files.ts";
import { openTable } from "./table-file.ts";
import type { World } from "./world.ts";

export const SOURCE_OPTIONS = {
  policy: { type: "string", multiple: true },
  managed: { type: "string", multiple: true },
  user: { type: "string", multiple: true },
  project: { type: "string", multiple: true },
  "trust-project": { type: "boolean" },
  "pi-agents": { type: "string", multiple: true },
  "project-pi-agents": { type: "string", multiple: true },
} as const satisfies OptionSpecs;

export const POLICY_OPTIONS = { ...SOURCE_OPTIONS, table: { type: "string" } } as const satisfies OptionSpecs;

export const POLICY_HELP = `  --policy FILE       a policy of yours; may be repeated
  --managed FILE      a policy of your organisation, before yours
  --user FILE         the same as --policy
  --project FILE      a policy of the project, after yours: it can only tighten …
  --trust-project     … unless you trust it
  --pi-agents DIR     your agents of Pi: what their frontmatter permits, after your policies
  --project-pi-agents DIR
                      those of the project: like a policy of the project
  --table FILE        a compiled table in place of policies`;

export interface SourceValues {
  readonly policy?: string[] | undefined;
  readonly managed?: string[] | undefined;
  readonly user?: string[] | undefined;
  readonly project?: string[] | undefined;
  readonly "trust-project"?: boolean | undefined;
  readonly "pi-agents"?: string[] | undefined;
  readonly "project-pi-agents"?: string[] | undefined;
}

export interface PolicyValues extends SourceValues {
  readonly table?: string | undefined;
}

/** The options that name policies, in the order in which these are put together. */
export const NAMING_OPTIONS = ["managed", "policy", "user", "pi-agents", "project", "project-pi-agents"] as const;

/** The policies that the options name, least specific first. `more` are user policies given without an option. */
export function readSources(values: SourceValues, more: readonly string[], world: World): PolicySource[] {
  const trusted = values["trust-project"] === true;
  const source = (scope: "managed" | "user" | "project", file: string): PolicySource => ({
    file,
    text: readText(file, world),
    scope,
    ...(scope === "project" ? { trusted } : {}),
  });
  // An agent without permissions of its own is no part of the policy.
  const agents = (scope: "user" | "project", folders: readonly string[] = []): PolicySource[] =>
    folders
      .flatMap((folder) => listFiles(folder, world).filter(isAgentFile))
      .map((file) => source(scope, file))
      .filter(({ file, text }) => saysAnything(parseFile(text, file)));
  return [
    ...(values.managed ?? []).map((file) => source("managed", file)),
    ...[...(values.policy ?? []), ...(values.user ?? []), ...more].map((file) => source("user", file)),
    ...agents("user", values["pi-agents"]),
    ...(values.project ?? []).map((file) => source("project", file)),
    ...agents("project", values["project-pi-agents"]),
  ];
}

/** The table that the options stand for. Diagnostics of a policy go to the error output; errors among them fail. */
export async function readTable(
  command: string,
  values: PolicyValues,
  more: readonly string[],
  world: World,
): Promise<Table> {
  const names = NAMING_OPTIONS.flatMap((option) => values[option] ?? []);
  if (values.table !== undefined) {
    if (names.length + more.length > 0) throw usage(command, "give either a table or policies, not both");
    return openTable(values.table, readBytes(values.table, world));
  }
  if (names.length + more.length === 0) {
    throw usage(command, "no policy: give `--policy FILE` or `--table FILE`");
  }
  const policy = await compileSources(readSources(values, more, world), world);
  return policy.table;
}

/** The table of some policies and its data. Diagnostics go to the error output; errors among them fail. */
export async function compileSources(
  sources: readonly PolicySource[],
  world: World,
  options: { readonly lean?: boolean } = {},
): Promise<{ readonly table: Table; readonly data: TableData }> {
  const policy = compilePolicy(sources, { ...options, readInclude: readInclude(world) });
  if (policy.diagnostics.length > 0) await world.errors.write(diagnosticsText(policy, world.errors));
  const { table, data } = policy;
  if (table === null || data === null) throw new Failure(EXIT.problems, "the policy has errors");
  return { table, data };
}

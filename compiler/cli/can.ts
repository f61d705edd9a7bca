/**
 * `tollgate can`: what a policy lets an agent do.
 */
import { shellArguments } from "../../src/invocation/shell-invocation.ts";
import { classifyToolKind } from "../../src/invocation/tool-kind.ts";
import type { Action } from "../../src/decision.ts";
import { defaultFor } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { visible } from "../display.ts";
import { BUILT_IN_SURFACES, patternKind } from "../surfaces.ts";
import { abilitiesOf, type SurfaceAbilities } from "../testing/abilities.ts";
import { nameOfRule } from "../testing/rule-names.ts";
import { oneOf, parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { paint, type Palette } from "./paint.ts";
import { compileSources, POLICY_HELP, POLICY_OPTIONS, readSources } from "./policy-options.ts";
import { readTableFile } from "./table-file.ts";
import type { World } from "./world.ts";

export const can: Command = {
  name: "can",
  summary: "list what a policy allows, asks and denies",
  help: `Usage: tollgate can [OPTION…] FILE…
       tollgate can [OPTION…] --table FILE

Lists for each surface the rules that decide something, by the answer that they give. A rule that others decide in place
of for all that it matches is not listed. Where two of those listed match, the one that stands later in the policy
decides, or the one that is \`final\`.

${POLICY_HELP}
  --tool NAME         only the surfaces that have a say in calls of this tool
  --agent NAME        as this agent; otherwise as one without rules of its own
  --format FORMAT     text (the default) or json

Exit codes: 0 the answers were listed; 1 the policy has errors or the table was refused; 2 wrong usage; 3 a file could
not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("can", args, {
      ...POLICY_OPTIONS,
      tool: { type: "string" },
      agent: { type: "string" },
      format: { type: "string" },
    });
    const format = oneOf("can", "format", values.format ?? "text", ["text", "json"]);
    const sources = readSources(values, positionals, world);
    if (values.table !== undefined && sources.length > 0)
      throw usage("can", "give either a table or policies, not both");
    if (values.table === undefined && sources.length === 0) throw usage("can", "no policy: give the files to list");
    const table =
      values.table === undefined
        ? (await compileSources(sources, world)).data
        : readTableFile(values.table, world).data;
    const agent = values.agent ?? null;
    const abilities = abilitiesOf(table, surfacesOf(table, values.tool ?? null), agent);
    await world.output.write(
      format === "json"
        ? `${JSON.stringify(abilities.map(data), null, 2)}\n`
        : abilitiesText(abilities, agent, table, world),
    );
    return EXIT.ok;
  },
};

/** Surfaces that have a say in the paths of a call. */
const PATHS = ["path", "external_directory"];

/** The surfaces to list: all that have rules, or those that a tool's calls are asked about. */
function surfacesOf(table: SealedTableData, tool: string | null): Set<string> {
  if (tool === null) return new Set([...BUILT_IN_SURFACES, ...table.rules.map(({ surface }) => surface)]);
  const shells = Object.fromEntries(table.shellTools.map(({ tool: name, ...entry }) => [name, entry]));
  if (shellArguments(tool, shells) !== null) return new Set(["bash", "wrapper", ...PATHS, "read", "write"]);
  return classifyToolKind(tool) === "skill" ? new Set(["skill"]) : new Set([tool, ...PATHS]);
}

function data({ surface, rules, otherwise, exact }: SurfaceAbilities): object {
  const listed = (action: Action) =>
    rules[action].map(({ text, file, line, column, final, agent }) => ({ text, file, line, column, final, agent }));
  return { surface, allow: listed("allow"), ask: listed("ask"), deny: listed("deny"), otherwise, exact };
}

const HEADS: Readonly<Record<Action, string>> = { allow: "allowed", ask: "asked", deny: "denied" };

function abilitiesText(
  abilities: readonly SurfaceAbilities[],
  agent: string | null,
  table: SealedTableData,
  world: World,
): string {
  const color = paint(world.output.color);
  const tints = { allow: color.green, ask: color.yellow, deny: color.red };
  const isRuled = ({ rules }: SurfaceAbilities): boolean => Object.values(rules).some((list) => list.length > 0);
  const parts = abilities.filter(isRuled).map((one) => {
    const lines = [color.bold(visible(one.surface))];
    for (const action of ["allow", "ask", "deny"] as const) {
      const entries = entriesOf(one, action, color);
      if (entries.length > 0)
        lines.push(`  ${tints[action](HEADS[action])}`, ...entries.map((entry) => `    ${entry}`));
    }
    if (!one.exact) lines.push(color.dim("  the rules are too many to tell which of them decide; all are listed"));
    return lines;
  });
  const others = abilities.filter((one) => !isRuled(one) && one.surface !== "path" && one.surface !== "wrapper");
  const unruled = new Map<Action, string[]>();
  for (const { surface, otherwise } of others) {
    const answer = otherwise ?? "ask";
    unruled.set(answer, [...(unruled.get(answer) ?? []), visible(surface)]);
  }
  const rest = [...unruled].map(
    ([action, names]) => `${color.bold("without rules")}, so ${HEADS[action]}: ${names.join(", ")}`,
  );
  const [layer] = table.layers;
  const fallback = (layer === undefined ? null : defaultFor(layer, agent)) ?? "ask";
  rest.push(`${color.bold("every other tool")}: ${HEADS[fallback]}`);
  return [...parts, rest].map((lines) => lines.map((line) => `${line}\n`).join("")).join("\n");
}

/** The rules that give an answer, each with its place. */
function entriesOf({ surface, rules, otherwise }: SurfaceAbilities, action: Action, color: Palette): string[] {
  const listed = rules[action].map((rule) => {
    const who = rule.agent === null ? "" : ` for agent ${rule.agent}`;
    // The answer stands above, and what a rule says is its own only where it is the same.
    const text = nameOfRule(rule.text).replace(/^(?:final )?(?:allow|ask|deny) ?/, "");
    const final = rule.final ? " (final)" : "";
    return { text: visible(`${text === "" ? "*" : text}${who}${final}`), place: `${visible(rule.file)}:${rule.line}` };
  });
  const width = Math.min(60, Math.max(0, ...listed.map(({ text }) => text.length)));
  const entries = listed.map(({ text, place }) => `${text.padEnd(width)}  ${color.dim(place)}`);
  if (otherwise === action) entries.push(color.dim(otherwiseText(surface)));
  return entries;
}

function otherwiseText(surface: string): string {
  if (surface === "path") return "every other path, as far as this surface goes";
  if (surface === "wrapper") return "every other command that runs another";
  return patternKind(surface) === "command" ? "every other command" : "everything else";
}

/**
 * `tollgate inspect`: what is in a table.
 */
import { readAutomaton, type SealedTableData } from "../../src/table/shape.ts";
import type { ListData } from "../../src/table/format.ts";
import { visible } from "../display.ts";
import { oneOf, parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { readTableFile } from "./table-file.ts";

export const inspect: Command = {
  name: "inspect",
  summary: "show what is in a table",
  help: `Usage: tollgate inspect [OPTION…] TABLE

Shows a table's format and digest, the sources that it was compiled from with their digests, and for each surface how
many rules it has and how many states the automata that were made of them.

  --rules             list the rules, in the order in which they stand in the table
  --format FORMAT     text (the default) or json

A surface without automata is matched by states that are made as calls come: all of them would be too many to store.

Exit codes: 0 the table was shown; 1 it was refused; 2 wrong usage; 3 it could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("inspect", args, {
      rules: { type: "boolean" },
      format: { type: "string" },
    });
    const format = oneOf("inspect", "format", values.format ?? "text", ["text", "json"]);
    const [file, ...more] = positionals;
    if (file === undefined) throw usage("inspect", "no table: give the file to inspect");
    if (more.length > 0) throw usage("inspect", `\`${more[0]}\` is one table too many`);
    const { data, bytes } = readTableFile(file, world);
    const shown = inspection(data, bytes.length);
    await world.output.write(
      format === "json" ? `${JSON.stringify(shown, null, 2)}\n` : inspectionText(shown, values.rules === true),
    );
    return EXIT.ok;
  },
};

interface ShownList {
  readonly layer: number;
  readonly surface: string;
  readonly agent: string | null;
  readonly rules: number;
  /** How many states each automaton has; null where none is stored although there are rules for it. */
  readonly states: Readonly<Record<string, number | null>>;
}

type Inspection = ReturnType<typeof inspection>;

function inspection(data: SealedTableData, size: number) {
  const states = data.automata.map((automaton, index) => statesOf(readAutomaton(automaton, index)));
  return {
    format: data.format,
    digest: data.digest,
    bytes: size,
    sources: data.sources,
    shellTools: data.shellTools,
    layers: data.layers,
    automata: { count: states.length, states: states.reduce((sum, count) => sum + count, 0) },
    lists: data.lists.map((list) => shownList(list, data, states)),
    rules: data.rules,
  };
}

function statesOf({ bases }: ReturnType<typeof readAutomaton>): number {
  return bases.reduce((sum, count, at) => sum + (at % 2 === 0 ? count : 0), 0);
}

const PARTS = ["rules", "restrictive", "floors", "foldedRestrictive", "foldedFloors"] as const;

function shownList(list: ListData, data: SealedTableData, states: readonly number[]): ShownList {
  const { layer, surface, agent } = list;
  const rules = data.rules.filter(
    (rule) => rule.layer === layer && rule.surface === surface && (rule.agent === null || rule.agent === agent),
  );
  const parts = PARTS.map((part) => {
    const index = list[part];
    return [part, index === null ? null : (states[index] ?? null)] as const;
  });
  return { layer, surface, agent, rules: rules.length, states: Object.fromEntries(parts) };
}

function inspectionText(shown: Inspection, withRules: boolean): string {
  const { format, digest, bytes, sources, shellTools, layers, lists, automata, rules } = shown;
  const lines = [
    `format     ${format}`,
    `digest     sha256:${digest}`,
    `size       ${bytes} bytes: ${rules.length} rules, ${automata.count} automata with ${automata.states} states`,
    "",
    "sources",
    ...sources.map(({ file, scope, sha256 }) => `  ${scope.padEnd(8)} sha256:${sha256}  ${visible(file)}`),
    "",
    "layers",
    ...layers.flatMap((layer, index) => {
      const answer = layer.default === null ? "no default" : `default ${layer.default}`;
      const own = (layer.agentDefaults ?? []).map(
        ({ agent, default: action }) => `     default ${action} for agent ${visible(agent)}`,
      );
      return [`  ${index}  ${layer.trusted ? "trusted" : "can only tighten"}, ${answer}`, ...own];
    }),
  ];
  if (shellTools.length > 0) {
    lines.push("", "shell tools");
    for (const { tool, commandArgument, workdirArgument } of shellTools) {
      const workdir = workdirArgument === undefined ? "" : `, directory in \`${visible(workdirArgument)}\``;
      lines.push(`  ${visible(tool)}: command in \`${visible(commandArgument)}\`${workdir}`);
    }
  }
  lines.push("", "surfaces", ...surfaceLines(lists));
  if (withRules) {
    lines.push("", "rules");
    for (const [index, { layer, surface, agent, text, file, line, column }] of rules.entries()) {
      const who = agent === null ? "" : ` for agent ${agent}`;
      lines.push(
        `  ${index}  layer ${layer}  ${visible(`${surface}${who}: ${text}`)}  ${visible(file)}:${line}:${column}`,
      );
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

function surfaceLines(lists: readonly ShownList[]): string[] {
  const rows = lists.map(({ layer, surface, agent, rules, states }) => {
    const name = `${visible(surface)}${agent === null ? "" : ` for agent ${visible(agent)}`}`;
    const stored = Object.entries(states).flatMap(([part, count]) =>
      count === null ? [] : [`${count} ${PART_NAMES[part]}`],
    );
    const told = states["rules"] === null ? "made as calls come" : `states: ${stored.join(", ")}`;
    return { name, layer: `layer ${layer}`, rules: `${rules} rule${rules === 1 ? "" : "s"}`, told };
  });
  const width = (key: "name" | "rules"): number => Math.max(0, ...rows.map((row) => row[key].length));
  return rows.map(
    (row) => `  ${row.name.padEnd(width("name"))}  ${row.layer}  ${row.rules.padStart(width("rules"))}  ${row.told}`,
  );
}

const PART_NAMES: Readonly<Record<string, string>> = {
  rules: "for all rules",
  restrictive: "for those that restrict",
  floors: "for floors",
  foldedRestrictive: "for those that restrict in folded case",
  foldedFloors: "for floors in folded case",
};

/**
 * `tollgate verify`: is a table what its policies compile to?
 */
import type { SealedTableData } from "../../src/table/shape.ts";
import { visible } from "../display.ts";
import { resolvePolicy, type PolicySource } from "../index.ts";
import { readPreset } from "../node-files.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { readInclude, readText } from "./files.ts";
import { compileSources, readSources, SOURCE_OPTIONS } from "./policy-options.ts";
import { tableDifferences } from "./table-difference.ts";
import { isLean, readTableFile } from "./table-file.ts";
import type { World } from "./world.ts";

export const verify: Command = {
  name: "verify",
  summary: "compare a table with its policies",
  help: `Usage: tollgate verify [OPTION…] TABLE

Compiles the policies that a table names as its sources, and says whether that gives the same bytes; if not, which
source and which rule differ. Names of files are relative to the working directory, as they were when the table was
compiled. Policies given as options take the place of those that the table names.

  --policy FILE, --managed FILE, --user FILE, --project FILE, --trust-project, --pi-agents DIR,
  --project-pi-agents DIR
                      the policies to compile; see \`tollgate help decide\`

Exit codes: 0 the table is what its policies compile to; 1 it is not, or a policy has errors, or the table was refused;
2 wrong usage; 3 a file could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("verify", args, SOURCE_OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined) throw usage("verify", "no table: give the file to verify");
    if (more.length > 0) throw usage("verify", `\`${more[0]}\` is one table too many`);
    const { data, bytes } = readTableFile(file, world);
    const given = readSources(values, [], world);
    const sources = given.length > 0 ? given : sourcesOf(data, world);
    const compiled = await compileSources(sources, world, { lean: isLean(data) });
    const differences = tableDifferences(data, bytes, compiled.data);
    const name = visible(file);
    const lines = differences.map((difference) => `  ${difference}\n`).join("");
    await world.output.write(
      differences.length === 0
        ? `${name}: is what its policies compile to\n`
        : `${name}: is not what its policies compile to\n${lines}`,
    );
    return differences.length === 0 ? EXIT.ok : EXIT.problems;
  },
};

/**
 * The policies that a table was compiled from. It names included files as well, each after the file that includes it: a
 * source that no earlier one of its scope includes was given by itself.
 */
function sourcesOf(data: SealedTableData, world: World): PolicySource[] {
  // Where projects were not trusted, each has a layer of its own.
  const trusted = data.layers.length === 1;
  const sources: PolicySource[] = [];
  const reached = new Set<string>();
  for (const { file, scope } of data.sources) {
    if (reached.has(`${scope} ${file}`)) continue;
    const preset = file.startsWith("preset:") ? readPreset(file.slice("preset:".length)) : null;
    const source: PolicySource = {
      file,
      text: preset?.text ?? readText(file, world),
      scope,
      ...(scope === "project" ? { trusted } : {}),
    };
    // Groups that ship are read without being included.
    if (preset !== null) continue;
    sources.push(source);
    const { files } = resolvePolicy([source], { readInclude: readInclude(world), readPreset, presetNames: [] });
    for (const name of files.keys()) reached.add(`${scope} ${name}`);
  }
  return sources;
}

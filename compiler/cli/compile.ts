/**
 * `tollgate compile`: policies into one table.
 */
import type { TableData } from "../../src/table/format.ts";
import { visible } from "../display.ts";
import { serializeTable } from "../index.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { replaceFile } from "./files.ts";
import { tableDifferences } from "./table-difference.ts";
import { readTableFile } from "./table-file.ts";
import type { World } from "./world.ts";
import { compileSources, readSources, SOURCE_OPTIONS } from "./policy-options.ts";

export const compile: Command = {
  name: "compile",
  summary: "make a table out of policies",
  help: `Usage: tollgate compile [OPTION…] FILE… -o TABLE

Compiles policies into one decision table. The same policies give the same bytes on every machine. The table is
replaced at once or not at all; a policy with errors writes none.

  -o, --output TABLE  the file to write; the standard output otherwise
  --lean              leave out the automata: the table is small and quick to load, for a process that decides one call,
                      such as \`tollgate-hook\`; the answers are the same
  --check             write nothing; fail where TABLE is not what would be written, and say what differs
  --policy FILE       the same as FILE
  --managed FILE, --user FILE, --project FILE, --trust-project, --pi-agents DIR, --project-pi-agents DIR
                      see \`tollgate help decide\`

Exit codes: 0 the table was written, or is up to date; 1 the policy has errors, or the table is out of date or was
refused; 2 wrong usage; 3 a file could not be read or written.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("compile", args, {
      ...SOURCE_OPTIONS,
      output: { type: "string", short: "o" },
      lean: { type: "boolean" },
      check: { type: "boolean" },
    });
    if (values.check === true && values.output === undefined) {
      throw usage("compile", "no table to check: give it with `--output TABLE`");
    }
    const sources = readSources(values, positionals, world);
    if (sources.length === 0) throw usage("compile", "no policy: give the files to compile");
    const { data } = await compileSources(sources, world, { lean: values.lean === true });
    if (values.check === true && values.output !== undefined) return await checkTable(values.output, data, world);
    const text = serializeTable(data);
    if (values.output === undefined) await world.output.write(text);
    else replaceFile(values.output, text, world);
    return EXIT.ok;
  },
};

async function checkTable(file: string, data: TableData, world: World): Promise<ExitCode> {
  const table = readTableFile(file, world);
  const differences = tableDifferences(table.data, table.bytes, data);
  if (differences.length === 0) return EXIT.ok;
  const lines = differences.map((difference) => `  ${difference}\n`).join("");
  await world.output.write(`${visible(file)}: out of date\n${lines}`);
  return EXIT.problems;
}

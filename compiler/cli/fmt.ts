/**
 * `tollgate fmt`: policies in their canonical form.
 */
import { visible } from "../display.ts";
import { formatPolicy } from "../format.ts";
import { isAgentFile } from "../parse-file.ts";
import { renderDiagnostics } from "../render.ts";
import { wholeTextOf } from "../utf8.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, Failure, type ExitCode } from "./exit-code.ts";
import { readBytes, replaceFile, utf8 } from "./files.ts";
import type { World } from "./world.ts";

export const fmt: Command = {
  name: "fmt",
  summary: "write policies in their canonical form",
  help: `Usage: tollgate fmt [FILE]
       tollgate fmt --check FILE…
       tollgate fmt --write FILE…

Formats policies in the one style that there is: rules indented by two, one blank between words, one blank line between
blocks. Comments, quotes and what tests expect stay as they are, and so does what the policy means. Without --check or
--write the result goes to the standard output; without FILE the policy comes from the standard input.

  --check             change nothing; name the files that are not formatted
  --write             replace those files

Lines end as the first line of a file does, with LF or CRLF. A file with errors is left alone.

Exit codes: 0 all is formatted; 1 with --check some file is not, or a policy has errors; 2 wrong usage; 3 a file could
not be read or written.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("fmt", args, {
      check: { type: "boolean" },
      write: { type: "boolean" },
    });
    const { check = false, write = false } = values;
    if (check && write) throw usage("fmt", "give either `--check` or `--write`");
    if (!check && !write) {
      if (positionals.length > 1) throw usage("fmt", "with several files, give `--check` or `--write`");
      const [file] = positionals;
      const text = file === undefined ? await readInput(world) : readPolicy(file, world);
      const formatted = await format(text, file ?? "<stdin>", world);
      if (formatted === null) return EXIT.problems;
      await world.output.write(formatted);
      return EXIT.ok;
    }
    if (positionals.length === 0) throw usage("fmt", "no policy: give the files to format");

    let failed = false;
    for (const file of positionals) {
      const text = readPolicy(file, world);
      const formatted = await format(text, file, world);
      if (formatted === null) failed = true;
      else if (formatted !== text) {
        failed ||= check;
        if (write) replaceFile(file, formatted, world);
        await world.output.write(`${visible(file)}${check ? ": not formatted" : ": formatted"}\n`);
      }
    }
    return failed ? EXIT.problems : EXIT.ok;
  },
};

/** The canonical text, or null where the policy has errors, which are told. */
async function format(text: string, file: string, world: World): Promise<string | null> {
  const { text: formatted, diagnostics, source } = formatPolicy(text, file);
  if (formatted !== null) return formatted;
  const { color, columns } = world.errors;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  await world.errors.write(renderDiagnostics(errors, () => source, { color, columns }));
  await world.errors.write(`${visible(file)} has errors, so it was left as it is\n`);
  return null;
}

/** The text of a policy. Throws {@link Failure} for a file of which a policy is only a part. */
function readPolicy(file: string, world: World): string {
  if (isAgentFile(file)) {
    throw new Failure(
      EXIT.usage,
      `\`${file}\` is an agent's own file: only policies (\`.gate\`) have a form to be kept to`,
    );
  }
  return decode(`\`${file}\``, readBytes(file, world));
}

/** A byte order mark counts: the canonical form has none. */
function decode(what: string, bytes: Uint8Array): string {
  return utf8(what, wholeTextOf(bytes));
}

async function readInput(world: World): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of world.input) chunks.push(chunk);
  return decode("the standard input", Buffer.concat(chunks));
}

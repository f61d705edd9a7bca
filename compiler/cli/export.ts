/**
 * `tollgate export`: rules for agents that keep rules of their own.
 */
import { exportCodex } from "../export/codex.ts";
import { reportOf, type ExportedRule } from "../export/exported.ts";
import { exportGemini } from "../export/gemini.ts";
import type { Table } from "../../src/table/table.ts";
import { oneOf, parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { replaceFile } from "./files.ts";
import { POLICY_HELP, POLICY_OPTIONS, readTable } from "./policy-options.ts";

const FORMATS: Readonly<Record<"codex" | "gemini", (table: Table) => ExportedRule[]>> = {
  codex: exportCodex,
  gemini: exportGemini,
};

export const exportRules: Command = {
  name: "export",
  summary: "write rules for agents that keep rules of their own",
  help: `Usage: tollgate export codex|gemini --policy FILE… [OPTION…]
       tollgate export codex|gemini --table FILE [OPTION…]

Writes what the agent's own rules can say of a policy: for Codex a .rules file, for Gemini CLI a TOML file of policies.
They hold where the gate is not asked. Only what asks and denies is written, so that nothing gets looser. The error
output tells of every rule whether the result is exact, stricter, or impossible to say; the stricter ones are left out
unless they are asked for.

${POLICY_HELP}

  --stricter          write also what comes out stricter than the policy
  -o, --output FILE   the file to write; the standard output otherwise

Exit codes: 0 it was written; 1 the policy has errors or the table was refused; 2 wrong usage; 3 a file could not be
read or written.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("export", args, {
      ...POLICY_OPTIONS,
      stricter: { type: "boolean" },
      output: { type: "string", short: "o" },
    });
    const [name, ...more] = positionals;
    if (name === undefined) throw usage("export", "no agent: give `codex` or `gemini`");
    const format = oneOf("export", "agent", name, ["codex", "gemini"]);
    const table = await readTable("export", values, more, world);
    const rules = FORMATS[format](table);
    const text = fileText(rules, values.stricter === true);
    await world.errors.write(reportOf(rules));
    if (values.output === undefined) await world.output.write(text);
    else replaceFile(values.output, text, world);
    return EXIT.ok;
  },
};

/** Each rule once, behind the rule of the policy that it is for. */
function fileText(rules: readonly ExportedRule[], stricter: boolean): string {
  const written = rules.filter(({ closeness }) => closeness === "exact" || (stricter && closeness === "stricter"));
  const head = "# Written by `tollgate export` from a policy: change that, not this.\n";
  const parts = written.map(({ rule, closeness, lines }) => {
    const mark = closeness === "stricter" ? ", stricter than that" : "";
    return `\n# ${rule.file}:${rule.line}: ${rule.text}${mark}\n${[...new Set(lines)].join("\n").trimEnd()}\n`;
  });
  return head + [...new Set(parts)].join("");
}

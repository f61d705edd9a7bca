/**
 * `tollgate explain`: one call, and why the answer is what it is.
 */
import type { Action } from "../../src/decision.ts";
import { createGate } from "../../src/explain.ts";
import { inputFromText } from "../../src/invocation/input-text.ts";
import { oneOf, parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { explanationText } from "./explain-text.ts";
import { place, PLACE_HELP, PLACE_OPTIONS } from "./place-options.ts";
import { POLICY_HELP, POLICY_OPTIONS, readTable } from "./policy-options.ts";

const VERDICTS: Readonly<Record<Action, ExitCode>> = { allow: EXIT.ok, ask: EXIT.ask, deny: EXIT.deny };

export const explain: Command = {
  name: "explain",
  summary: "show what a call is answered, and why",
  help: `Usage: tollgate explain --policy FILE [OPTION…] TOOL ['TEXT']
       tollgate explain --table FILE [OPTION…] TOOL ['TEXT']

Draws what was found in a call, which rule answered each part, and how that makes one answer.

TEXT is what a line of a policy's tests holds: the command for a shell, the path for read, write, edit, grep, find and
ls, the target for mcp, the name for skill. Where it starts with \`{\` it is the tool's whole input as JSON.

  tollgate explain --policy team.gate bash 'git status; rm -rf build'
  tollgate explain --policy team.gate exec_command '{"cmd": "cat passwd", "workdir": "/etc"}'

${POLICY_HELP}

${PLACE_HELP}
  --agent NAME        the agent that calls
  --format FORMAT     text (the default) or json
  --exit-code         end with 10 for ask and 20 for deny

Exit codes: 0 the call was explained; 1 the policy has errors or the table was refused; 2 wrong usage; 3 a file could
not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("explain", args, {
      ...POLICY_OPTIONS,
      ...PLACE_OPTIONS,
      agent: { type: "string" },
      format: { type: "string" },
      "exit-code": { type: "boolean" },
    });
    const format = oneOf("explain", "format", values.format ?? "text", ["text", "json"]);
    const { files, tool, text } = readOperands(positionals, values.policy !== undefined);
    const { cwd, home, platform } = place("explain", values, world);
    const table = await readTable("explain", values, files, world);

    const read = inputFromText(tool, text, table.shellTools);
    if (read.kind === "error") throw usage("explain", read.message);
    const gate = await createGate({ table, cwd, home, platform, fileSystem: world.fileSystem });
    const explanation = gate.explain({ tool, input: read.input, agent: values.agent });
    await world.output.write(
      format === "json" ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation, world.output),
    );
    return values["exit-code"] === true ? VERDICTS[explanation.decision.action] : EXIT.ok;
  },
};

/** The last two operands are the call; what stands before them continues `--policy FILE…`. */
function readOperands(
  operands: readonly string[],
  hasPolicy: boolean,
): { files: string[]; tool: string; text: string } {
  const files = operands.slice(0, -2);
  const [tool, text = ""] = operands.slice(-2);
  if (tool === undefined) throw usage("explain", "no tool: give the tool's name, and what it is called with");
  if (files.length > 0 && !hasPolicy) {
    throw usage("explain", `\`${operands[2]}\` is one operand too many; quote the text that belongs together`);
  }
  return { files, tool, text };
}

/**
 * `tollgate decide`: tool calls as JSON Lines in, decisions out, one a line and in the same order.
 */
import { createGate, type Gate } from "../../src/explain.ts";
import type { FileSystem } from "../../src/path/file-system.ts";
import type { Table } from "../../src/table/table.ts";
import { parseCommandLine, usage, type Command } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { LineError, readCall, type Call } from "./decide-line.ts";
import { readLines, type Line } from "./lines.ts";
import { place, PLACE_HELP, PLACE_OPTIONS, type Place } from "./place-options.ts";
import { POLICY_HELP, POLICY_OPTIONS, readTable } from "./policy-options.ts";
import type { World } from "./world.ts";

/** Longest line that is read, in bytes. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** How many combinations of home directory and platform keep their gate. */
const MOST_GATES = 32;

/** How many characters of output are collected before they are written. */
const OUTPUT_BATCH = 1 << 20;

export const decide: Command = {
  name: "decide",
  summary: "answer tool calls given as JSON Lines",
  help: `Usage: tollgate decide --policy FILE… [OPTION…] < CALLS
       tollgate decide --table FILE [OPTION…] < CALLS

Reads tool calls from the standard input, one JSON object a line, and writes one decision a line in the same order.

  {"id": 1, "tool": "bash", "input": {"command": "git status"}}

\`id\` is any JSON value and comes back with the decision. \`cwd\`, \`agent\`, \`home\` and \`platform\` may be given for one
call. Blank lines are passed over. A line that cannot be read gets a denial with an \`error\`, and the rest goes on:

  {"id": 2, "action": "deny", "sentinel": "<gate-error>", "error": {"code": "no-tool", "message": "…", "line": 2}}

${POLICY_HELP}

${PLACE_HELP}

Exit codes: 0 whatever the decisions are; 1 the policy has errors or the table was refused; 2 wrong usage; 3 a file
could not be read.
`,

  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = parseCommandLine("decide", args, { ...POLICY_OPTIONS, ...PLACE_OPTIONS });
    if (positionals.length > 0 && values.policy === undefined) {
      throw usage("decide", `\`${positionals[0]}\` is no option`, "--policy");
    }
    const here = place("decide", values, world);
    const table = await readTable("decide", values, positionals, world);
    await answerLines(new Gates(table, here, world.fileSystem), world);
    return EXIT.ok;
  },
};

async function answerLines(gates: Gates, world: World): Promise<void> {
  for await (const lines of readLines(world.input, LONGEST_LINE)) {
    let text = "";
    for (const line of lines) {
      const answer = await answerLine(line, gates);
      if (answer !== null) text += `${JSON.stringify(answer)}\n`;
      if (text.length < OUTPUT_BATCH) continue;
      await world.output.write(text);
      text = "";
    }
    if (text !== "") await world.output.write(text);
  }
}

/** The answer to a line, or null for a blank one. */
async function answerLine(line: Line, gates: Gates): Promise<object | null> {
  let call: Call | null;
  try {
    call = readCall(line);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    const { code, message, id } = error;
    return { ...id, action: "deny", sentinel: "<gate-error>", error: { code, message, line: line.number } };
  }
  if (call === null) return null;
  const gate = await gates.open(call);
  return { ...call.id, ...gate.decide(call.invocation) };
}

/** The gates in use: home and platform belong to a gate, so that a line that names its own gets its own. */
class Gates {
  readonly #table: Table;
  readonly #here: Place;
  readonly #fileSystem: FileSystem;
  readonly #open = new Map<string, Gate>();

  constructor(table: Table, here: Place, fileSystem: FileSystem) {
    this.#table = table;
    this.#here = here;
    this.#fileSystem = fileSystem;
  }

  async open(call: Call): Promise<Gate> {
    const home = call.home ?? this.#here.home;
    const platform = call.platform ?? this.#here.platform;
    const key = `${platform} ${home}`;
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    if (this.#open.size >= MOST_GATES) this.#open.clear();
    const fileSystem = this.#fileSystem;
    const gate = await createGate({ table: this.#table, cwd: this.#here.cwd, home, platform, fileSystem });
    this.#open.set(key, gate);
    return gate;
  }
}

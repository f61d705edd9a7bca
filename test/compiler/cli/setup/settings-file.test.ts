/** Files that an agent reads, and files that it drops: `init` and `doctor` have to know which. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { settingsProblems } from "../../../../compiler/cli/setup/settings-file.ts";
import { wire } from "../../../../compiler/cli/setup/wiring.ts";
import { HOOK_AGENTS, type HookAgentName } from "../../../../src/agents/contract.ts";
import { MadeHome } from "./made-home.ts";

interface Case {
  readonly file: string;
  readonly dropped?: string;
}

const cases = parse(readFileSync(fileURLToPath(new URL("settings-files.yaml", import.meta.url)), "utf8")) as Readonly<
  Record<HookAgentName, readonly Case[]>
>;
const all = HOOK_AGENTS.flatMap((agent) => cases[agent].map((one) => ({ agent, ...one })));

const PATHS: Readonly<Record<HookAgentName, string>> = {
  claude: ".claude/settings.json",
  codex: ".codex/hooks.json",
  copilot: ".copilot/hooks/tollgate.json",
  cursor: ".cursor/hooks.json",
  gemini: ".gemini/settings.json",
};

let made: MadeHome;
beforeEach(() => {
  made = new MadeHome();
});
afterEach(() => made.remove());

/** The gate's own hook in a new file. */
function gateOf(agent: HookAgentName): string {
  const machine = { home: "/h", cwd: "/h", environment: process.env, platform: "linux" } as const;
  const data = JSON.parse(wire(null, { agent, table: "/h/t.json", machine })) as { hooks: Record<string, unknown[]> };
  return JSON.stringify(Object.values(data.hooks)[0]?.[0]);
}

test.each(all.filter(({ dropped }) => dropped === undefined))("$agent reads $file", ({ agent, file }) => {
  expect(settingsProblems(agent, file.replace("GATE", gateOf(agent)))).toEqual([]);
});

test.each(all.filter(({ dropped }) => dropped !== undefined))("$agent drops $file", ({ agent, file, dropped }) => {
  const problems = settingsProblems(agent, file.replace("GATE", gateOf(agent)));
  expect(problems.map(({ line, what }) => `line ${line}: ${what}`).join("\n")).toContain(dropped);
});

describe.each(HOOK_AGENTS)("a file that %s would drop", (agent) => {
  test.each(cases[agent].filter(({ dropped }) => dropped !== undefined))(
    "is left as it is by `init`, which fails: $file",
    async ({ file, dropped }) => {
      // Before the gate is in it, and with the gate in it.
      for (const inside of ["GATE", gateOf(agent)]) {
        const text = file.replace(inside === "GATE" ? /,? ?GATE/ : "GATE", inside === "GATE" ? "" : inside);
        const problems = settingsProblems(agent, text);
        if (problems.length === 0) continue;
        made.put(PATHS[agent], text);
        const before = made.everything();
        const { code, errors, output } = await made.tollgate(["init", "--yes", agent]);
        expect({ code, output }).toEqual({ code: 1, output: "" });
        expect(errors).toContain(`line ${problems[0]!.line}: `);
        if (inside !== "GATE") expect(errors + JSON.stringify(problems)).toContain(dropped);
        expect(errors).toContain("mend that and run `tollgate init` again");
        expect(made.everything()).toEqual(before);
      }
    },
  );

  test("is told of by `doctor`", async () => {
    const { file } = cases[agent].find(({ dropped }) => dropped?.includes("comm") === true)!;
    made.put(PATHS[agent], file.replace("GATE", gateOf(agent)));
    const { code, output } = await made.tollgate(["doctor", "--brief", agent]);
    expect(code).toBe(1);
    expect(output).toMatch(/^ {2}! .* line \d: a comm/m);
    expect(output).not.toContain("asks the gate\n");
  });
});

test("whatever a serializer writes is JSON to all, and its last comma to none", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 2, "\t"), (data, space) => {
      const text = JSON.stringify({ zzz: data }, null, space);
      for (const agent of ["claude", "copilot", "cursor", "gemini"] as const) {
        expect(settingsProblems(agent, text)).toEqual([]);
        const more = `${text.slice(0, -1)},}`;
        expect(settingsProblems(agent, more)).toMatchObject([{ line: more.split("\n").length }]);
      }
    }),
    { seed: 11, numRuns: 100 },
  );
});

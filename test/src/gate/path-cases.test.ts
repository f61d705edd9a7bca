/** Tables of calls and answers, platform by platform: through the gate, and through the command line. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { run } from "../../../compiler/cli/run.ts";
import type { FileSystem, Platform } from "../../../src/index.ts";
import { inputFromText } from "../../../src/invocation/input-text.ts";
import { MemoryDisk } from "../path/memory-disk.ts";
import { openGate } from "./open-gate.ts";

interface CaseTable {
  readonly platform: Platform;
  readonly cwd: string;
  readonly home: string;
  readonly disk: readonly string[];
  readonly groups: readonly Group[];
}

interface Group {
  readonly name: string;
  /** The answers hold only where links can be read. */
  readonly readlink?: boolean;
  readonly policy: string;
  /** `ACTION TOOL` to input: a text as in a policy's tests, or the whole input. */
  readonly cases: readonly Readonly<Record<string, string | object>>[];
}

interface Case {
  readonly action: string;
  readonly tool: string;
  readonly input: unknown;
  readonly name: string;
}

function casesOf({ cases }: Group): Case[] {
  return cases.flatMap((one) =>
    Object.entries(one).map(([head, given]) => {
      const [action = "", tool = ""] = head.split(" ");
      if (typeof given === "object") return { action, tool, input: given, name: `${head}: ${JSON.stringify(given)}` };
      const read = inputFromText(tool, given, {});
      if (read.kind === "error") throw new Error(read.message);
      // The command line and a policy's tests take blanks away that a tool would get.
      const input = tool === "bash" ? read.input : { path: given };
      return { action, tool, input, name: `${head}: ${given}` };
    }),
  );
}

function withoutLinks(disk: MemoryDisk): FileSystem {
  return { realpath: (path) => disk.realpath(path), readdir: (path) => disk.readdir(path) };
}

async function decideByCommandLine(table: CaseTable, group: Group, cases: readonly Case[]): Promise<string[]> {
  let output = "";
  const lines = cases.map(({ tool, input }) => `${JSON.stringify({ tool, input })}\n`);
  const place = ["--cwd", table.cwd, "--home", table.home, "--platform", table.platform];
  await run(["decide", "--policy", "p.gate", ...place], {
    input: (async function* () {
      yield Buffer.from(lines.join(""));
    })(),
    output: { color: false, columns: 100, write: async (text) => void (output += text) },
    errors: { color: false, columns: 100, write: async (text) => expect.unreachable(text) },
    cwd: table.cwd,
    home: table.home,
    platform: "linux",
    fileSystem: new MemoryDisk(table.disk, table.platform),
    readFile: () => Buffer.from(group.policy),
    writeFile: () => expect.unreachable(),
    pause: async () => expect.unreachable(),
  });
  return output
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { action: string }).action);
}

describe.each(["linux", "darwin", "win32", "tools", "repository", "omitted"])("%s.yaml", (file) => {
  const source = readFileSync(new URL(`path-cases/${file}.yaml`, import.meta.url), "utf8");
  const table = parse(source) as CaseTable;
  const { platform, cwd, home } = table;

  describe.each(table.groups.map((group) => [group.name, group] as const))("%s", async (_, group) => {
    const disk = new MemoryDisk(table.disk, platform);
    const surroundings = { cwd, home, platform };
    const gate = await openGate(group.policy, { ...surroundings, fileSystem: disk });
    const simple = await openGate(group.policy, { ...surroundings, fileSystem: withoutLinks(disk) });
    const cases = casesOf(group);

    test.each(cases.map((one) => [one.name, one] as const))("%s", (__, { action, tool, input }) => {
      const decision = gate.decide({ tool, input });
      expect(decision.action, JSON.stringify(decision)).toBe(action);
      const told = simple.decide({ tool, input });
      if (group.readlink !== true) expect(told.action, "without links that can be read").toBe(action);
    });

    test("the same by the command line", async () => {
      expect(await decideByCommandLine(table, group, cases)).toEqual(cases.map(({ action }) => action));
    });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processWorld } from "../../../compiler/cli/world.ts";
import { run } from "../../../compiler/cli/run.ts";
import { createSession, openReviewLog } from "../../../src/index.ts";
import { chainLine, CHAIN_START } from "../../../src/session/chain.ts";
import { openGate } from "../../src/gate/open-gate.ts";
import { POLICY, realisticLog } from "../learning/realistic-log.ts";
import { runCommandLine } from "./fake-world.ts";

const log = await realisticLog(await openGate(POLICY), 200);
const files = { "log.jsonl": log, "team.gate": POLICY, "open.gate": "default: allow\n" };

describe("log show", () => {
  test("lists decisions by what is asked for", async () => {
    const show = async (...args: string[]) =>
      (await runCommandLine(["log", "show", ...args, "log.jsonl"], { files })).output.trimEnd().split("\n");
    expect(await show()).toHaveLength(200);
    expect(await show("--last", "3")).toHaveLength(3);
    const denied = await show("--action", "deny");
    expect(denied.length).toBeGreaterThan(0);
    expect(denied.every((line) => / deny /.test(line))).toBe(true);
    expect((await show("--resolution", "refused")).every((line) => line.includes("refused"))).toBe(true);
    expect((await show("--tool", "exec_command")).every((line) => line.includes("exec_command: mkdir"))).toBe(true);
    expect((await show("--grep", "npx vitest")).every((line) => line.includes("npx vitest"))).toBe(true);
    expect(await show("--session", "another")).toEqual([""]);
  });

  test("gives the records as data, and tells what was asked most", async () => {
    const { output } = await runCommandLine(["log", "show", "--format", "json", "-n", "1", "log.jsonl"], { files });
    expect(JSON.parse(output)).toMatchObject({ seq: 200, session: "day" });
    const { output: summary } = await runCommandLine(["log", "show", "--summary", "--format", "json", "log.jsonl"], {
      files,
    });
    expect(JSON.parse(summary)).toMatchObject({ records: 200, from: "2026-03-01T09:01:01.000Z" });
  });

  test("follows what is written, over a rotation, until nobody reads any longer", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tollgate-follow-"));
    const file = join(folder, "log.jsonl");
    try {
      const writer = openReviewLog({ file, maxBytes: 1_500, keep: 9 });
      const record = (n: number) => ({
        ...(JSON.parse(log.split("\n")[0]!) as object),
        seq: undefined,
        prev: undefined,
        hash: undefined,
        command: `make ${n}`,
      });
      await writer.append(record(0));
      const shown: string[] = [];
      let looks = 0;
      const world = {
        ...processWorld(),
        output: {
          color: false,
          columns: 200,
          write: async (text: string) => void shown.push(...text.trimEnd().split("\n")),
        },
        pause: async () => {
          looks++;
          if (looks > 4) throw new Error("enough");
          await writer.append(record(2 * looks - 1));
          await writer.append(record(2 * looks));
        },
      };
      await run(["log", "show", "--follow", file], { ...world, errors: world.output });
      await writer.close();
      const made = shown.flatMap((line) => / make (\d+)$/.exec(line)?.[1] ?? []);
      expect(made).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.each([
    [["log"], "say what to do"],
    [["log", "shown", "log.jsonl"], "has no `shown`"],
    [["log", "show"], "no log"],
    [["log", "show", "a", "b"], "one operand too many"],
    [["log", "show", "--last", "none", "log.jsonl"], "has to be a number"],
  ])("refuses %j", async (args, message) => {
    const { code, errors } = await runCommandLine(args, { files });
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });

  test("cannot read what is not there", async () => {
    expect((await runCommandLine(["log", "show", "none.jsonl"], { files })).code).toBe(3);
  });
});

describe("log verify", () => {
  test("finds a whole log whole", async () => {
    const { code, output } = await runCommandLine(["log", "verify", "log.jsonl"], { files });
    expect({ code, output }).toEqual({
      code: 0,
      output: "200 records, 1 to 200: the log is whole; without a mark of its end, a loss there would not show\n",
    });
  });

  test("tells what was changed and where", async () => {
    const lines = log.split("\n");
    const changed = lines.with(4, lines[4]!.replace('"allowed":', '"allowed" :')).toSpliced(9, 1).join("\n");
    const { code, output } = await runCommandLine(["log", "verify", "log.jsonl"], { files: { "log.jsonl": changed } });
    expect(code).toBe(1);
    expect(output).toContain("log.jsonl:5: record 5 was changed after it was written");
    expect(output).toContain("log.jsonl:10: record 10 is missing before this line");
    expect(output).toContain("the log is not as it was written");
  });

  test("takes a torn last line for what it is, and reads the older files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tollgate-verify-"));
    try {
      const lines = log.trimEnd().split("\n");
      const file = join(folder, "log.jsonl");
      writeFileSync(`${file}.1`, `${lines.slice(0, 20).join("\n")}\n`);
      writeFileSync(`${file}.2`, `${lines.slice(20, 40).join("\n")}\n`);
      writeFileSync(file, `${lines.slice(40, 50).join("\n")}\n${lines[50]!.slice(0, 100)}`);
      let output = "";
      const collect = { color: false, columns: 100, write: async (text: string) => void (output += text) };
      expect(await run(["log", "verify", file], { ...processWorld(), output: collect, errors: collect })).toBe(0);
      expect(output).toContain(":11: the last line was not written to its end");
      expect(output).toContain("50 records, 1 to 50: the log is whole");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("why", () => {
  const line = log.split("\n").findIndex((one) => one.includes('"command":"sudo apt-get update"')) + 1;

  test("tells a record, and explains it by the policy of now", async () => {
    const { code, output } = await runCommandLine(["why", "--policy", "team.gate", `log.jsonl:${line}`], { files });
    expect(code).toBe(0);
    expect(output).toContain("ended     allowed, once");
    expect(output).toContain("by another table than then; the answer is the same");
    expect(output).toContain("floor  `sudo` runs another command");
    const other = await runCommandLine(["why", "--policy", "open.gate", `log.jsonl:${line}`], { files });
    expect(other.output).toContain("ASK  bash: sudo apt-get update");
    const alone = await runCommandLine(["why", `log.jsonl:${line}`], { files });
    expect(alone.output.split("\n").length).toBeLessThan(15);
  });

  test("knows the table of then", async () => {
    const policy = { ...files, "policy.gate": POLICY };
    const { output } = await runCommandLine(["why", "--policy", "policy.gate", `log.jsonl:${line}`], { files: policy });
    expect(output).toContain("by the table of then");
  });

  test.each([["log.jsonl"], ["log.jsonl:0"], ["log.jsonl:x"]])("refuses %s", async (operand) => {
    expect((await runCommandLine(["why", operand], { files })).code).toBe(2);
  });

  test("finds no record where there is none", async () => {
    expect(await runCommandLine(["why", "log.jsonl:999"], { files })).toMatchObject({ code: 3 });
  });
});

describe("replay", () => {
  test("shows what would be looser and what stricter", async () => {
    const { code, output } = await runCommandLine(["replay", "log.jsonl", "--policy", "open.gate"], { files });
    expect(code).toBe(0);
    expect(output).toMatch(/^ask → allow +\d+× {2} once/m);
    expect(output).toMatch(/200 decisions, \d+ would be answered otherwise: \d+ looser, 0 stricter\n$/);
    expect(
      (await runCommandLine(["replay", "log.jsonl", "--policy", "open.gate", "--exit-code"], { files })).code,
    ).toBe(10);
    const same = await runCommandLine(["replay", "log.jsonl", "--policy", "team.gate", "--exit-code"], { files });
    expect(same).toMatchObject({
      code: 0,
      output: "200 decisions, 0 would be answered otherwise: 0 looser, 0 stricter\n",
    });
  });

  test("denies again what could not be read", async () => {
    const session = await deniedSession([
      { tool: "bash", input: { command: 5 } },
      { tool: "bash", input: 7 },
      { tool: "read", input: { path: {} } },
      { tool: "bash", input: { command: "rm -r x" } },
    ]);
    const unread = { ...files, "log.jsonl": session };
    const same = await runCommandLine(["replay", "log.jsonl", "--policy", "team.gate", "--exit-code"], {
      files: unread,
    });
    expect(same).toMatchObject({ code: 0, output: expect.stringContaining("4 decisions, 0 would") as string });
    const open = await runCommandLine(["replay", "log.jsonl", "--policy", "open.gate"], { files: unread });
    expect(open.output).toMatch(/^deny → allow .*rm -r x/);
    expect(open.output).toContain("4 decisions, 1 would");
    const told = await runCommandLine(["why", "--policy", "open.gate", "log.jsonl:1"], { files: unread });
    expect(told).toMatchObject({ code: 0, output: expect.stringContaining("any policy denies it") as string });
  });
});

/** The log of a session in which the policy denies everything. */
async function deniedSession(calls: readonly { readonly tool: string; readonly input: unknown }[]): Promise<string> {
  let text = "";
  let end = CHAIN_START;
  const writer = {
    append: async (record: object) => {
      const next = chainLine(end, record);
      text += `${next.line}\n`;
      end = next.end;
      await Promise.resolve();
    },
  };
  const session = createSession({
    gate: await openGate(POLICY),
    id: "denied",
    log: writer,
    ask: () => ({ choice: "refuse" }),
  });
  for (const call of calls) await session.authorize(call);
  return text;
}

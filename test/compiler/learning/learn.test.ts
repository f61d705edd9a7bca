import { beforeAll, describe, expect, test } from "vitest";
import { compilePolicy } from "../../../compiler/index.ts";
import { insertRules } from "../../../compiler/learning/insert.ts";
import { readRecords, verdictOf } from "../../../compiler/learning/records.ts";
import { createSession, type Answer, type Invocation } from "../../../src/index.ts";
import { chainLine, CHAIN_START } from "../../../src/session/chain.ts";
import { runCommandLine } from "../cli/fake-world.ts";
import { openGate } from "../../src/gate/open-gate.ts";
import { POLICY, realisticLog } from "./realistic-log.ts";

interface Learned {
  readonly proposals: readonly { surface: string; rule: string; alsoAllows: string | null; examples: string[] }[];
  readonly allowed: number;
  readonly left: number;
  readonly remarks: readonly string[];
}

interface Replayed {
  readonly changes: readonly { text: string; old: string; resolution: string; decision: { action: string } }[];
}

/** A log of calls and what a person said to each. */
async function logOf(
  policy: string,
  calls: readonly (readonly [Answer["choice"], string | Invocation])[],
): Promise<string> {
  let end = CHAIN_START;
  let text = "";
  let answer: Answer["choice"] = "refuse";
  const log = {
    append: (record: object) => {
      const next = chainLine(end, record);
      text += `${next.line}\n`;
      end = next.end;
      return Promise.resolve();
    },
  };
  const session = createSession({ gate: await openGate(policy), log, ask: () => ({ choice: answer }) });
  for (const [choice, call] of calls) {
    answer = choice;
    await session.authorize(typeof call === "string" ? { tool: "bash", input: { command: call } } : call);
  }
  return text;
}

async function learn(
  policy: string,
  calls: readonly (readonly [Answer["choice"], string | Invocation])[],
): Promise<Learned> {
  const files = { "log.jsonl": await logOf(policy, calls), "p.gate": policy };
  const { code, output, errors } = await runCommandLine(
    ["learn", "log.jsonl", "--policy", "p.gate", "--format", "json"],
    { files },
  );
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return JSON.parse(output) as Learned;
}

const rulesOf = ({ proposals }: Learned) => proposals.map(({ surface, rule }) => `${surface}: ${rule}`).toSorted();

describe("500 realistic decisions", () => {
  let log = "";
  let learned: Learned;
  let written = "";
  beforeAll(async () => {
    log = await realisticLog(await openGate(POLICY));
    const files = { "log.jsonl": log, "team.gate": POLICY };
    const run = await runCommandLine(["learn", "log.jsonl", "--write", "team.gate", "--format", "json"], { files });
    if (run.code !== 0) throw new Error(run.errors);
    learned = JSON.parse(run.output) as Learned;
    written = run.written.get("/srv/project/team.gate") ?? "";
  });

  test("hold no content of a file and no token", () => {
    expect(log.trimEnd().split("\n")).toHaveLength(500);
    expect(log).not.toMatch(/ghp_|xxxx/);
  });

  test("become at most 25 rules, each with what else it would allow or none", () => {
    expect(learned.proposals.length).toBeGreaterThan(5);
    expect(learned.proposals.length).toBeLessThanOrEqual(25);
    expect(learned.left).toBe(0);
    for (const { rule, alsoAllows } of learned.proposals) expect(alsoAllows === null).toBe(!rule.includes("*"));
  });

  test("leave wrappers and other hazards as they were approved", () => {
    const rules = rulesOf(learned);
    expect(rules).toContain("bash: allow sudo apt-get update");
    expect(rules).toContain("bash: allow curl https://registry.example/api/version");
    expect(rules.filter((rule) => /allow (?:sudo|curl|bash|npx|git) \*/.test(rule))).toEqual([]);
  });

  test("give a policy that passes `check` with its own tests, and is formatted", async () => {
    const files = { "team.gate": written };
    const checked = await runCommandLine(["check", "team.gate"], { files });
    expect(checked).toMatchObject({ code: 0, errors: "" });
    const { policy, diagnostics } = compilePolicy([{ file: "team.gate", text: written }]);
    expect(diagnostics).toEqual([]);
    expect(policy?.tests.flatMap(({ expectations }) => expectations).length).toBeGreaterThan(20);
    expect(insertRules(written, "team.gate", [])).toBe(written);
    expect(written).toMatch(/# learned on 2026-03-01: approved in \d+ calls\n {2}allow git commit \*/);
  });

  test("when replayed, show every approved call allowed, and none that was refused or denied", async () => {
    const files = { "log.jsonl": log, "team.gate": written };
    const { output } = await runCommandLine(["replay", "log.jsonl", "--policy", "team.gate", "--format", "json"], {
      files,
    });
    const { changes } = JSON.parse(output) as Replayed;
    const approved = new Set<string>();
    const against = new Set<string>();
    for (const { record } of readRecords(log, "log.jsonl").records) {
      const text = record.command ?? record.value;
      if (verdictOf(record) === "approved") approved.add(text);
      else if (verdictOf(record) !== "other") against.add(text);
    }
    expect(approved.size).toBeGreaterThan(30);
    const allowed = new Set(changes.filter(({ decision }) => decision.action === "allow").map(({ text }) => text));
    expect([...approved].filter((text) => !allowed.has(text))).toEqual([]);
    expect([...against].filter((text) => allowed.has(text))).toEqual([]);
  });

  test("learned again teach nothing new", async () => {
    const files = { "log.jsonl": log, "team.gate": written };
    const { output, written: again } = await runCommandLine(["learn", "log.jsonl", "--write", "team.gate"], { files });
    expect(output).toContain("0 rules: 0 approved calls would be allowed");
    expect(again.size).toBe(0);
  });
});

describe("learning", () => {
  test("says what one approval said, and no more", async () => {
    expect(rulesOf(await learn("", [["once", "make lint"]]))).toEqual(["bash: allow make lint"]);
  });

  test("widens at the end of a word only, and where several things speak for it", async () => {
    const learned = await learn("", [
      ["once", "npm run dev:api"],
      ["once", "npm run dev:web"],
      ["once", "git checkout a"],
      ["once", "git checkout b"],
    ]);
    expect(rulesOf(learned)).toEqual([
      "bash: allow git checkout *",
      "bash: allow npm run dev:api",
      "bash: allow npm run dev:web",
    ]);
  });

  test("admits nothing that was refused", async () => {
    const learned = await learn("", [
      ["once", "git checkout a"],
      ["once", "git checkout b"],
      ["refuse", "git checkout --force ."],
    ]);
    expect(rulesOf(learned)).toEqual(["bash: allow git checkout a", "bash: allow git checkout b"]);
    const both = await learn("", [
      ["once", "make"],
      ["refuse", "make"],
    ]);
    expect(both.proposals).toEqual([]);
  });

  test("lifts no denial, wherever it stands", async () => {
    const policy = "default: ask\nbash:\n  deny * --force\n  ask git push origin *\n  deny make clean\n";
    const calls = [
      ["once", "git push origin a"],
      ["once", "git push origin b"],
      ["once", "make a"],
      ["once", "make b"],
    ] as const;
    const learned = await learn(policy, calls);
    expect(rulesOf(learned)).not.toContain("bash: allow git push *");
    expect(learned.remarks.join()).toContain("`bash: allow git push *` is held back");
    const files = { "log.jsonl": await logOf(policy, calls), "p.gate": policy };
    const { written } = await runCommandLine(["learn", "log.jsonl", "--write", "p.gate"], { files });
    const gate = await openGate(written.get("/srv/project/p.gate") ?? "");
    for (const [command, action] of [
      ["git push x --force", "deny"],
      ["make clean", "deny"],
      ["make a", "allow"],
    ] as const) {
      expect([command, gate.decide({ tool: "bash", input: { command } }).action]).toEqual([command, action]);
    }
  });

  test("holds back what no rule can say, and says so", async () => {
    const learned = await learn("", [
      ["once", "bash -c 'make'"],
      ["once", "$TOOL x"],
      ["once", "make"],
    ]);
    expect(rulesOf(learned)).toEqual(["bash: allow make"]);
    expect(learned.left).toBe(2);
    expect(learned.remarks.join()).toMatch(/cannot be said in a rule.*not answered by any rule/);
  });

  test("names a wrapper together with what it runs", async () => {
    const learned = await learn("", [
      ["once", "npx vitest run a"],
      ["once", "npx vitest run b"],
      ["once", "sudo make a"],
      ["once", "sudo make b"],
    ]);
    expect(rulesOf(learned)).toEqual([
      "bash: allow npx vitest *",
      "bash: allow sudo make a",
      "bash: allow sudo make b",
    ]);
  });

  test("keeps agents and surfaces apart", async () => {
    const learned = await learn("", [
      ["once", { tool: "write", input: { path: "src/a" } }],
      ["once", { tool: "write", input: { path: "src/b" } }],
      ["once", { tool: "bash", input: { command: "make" }, agent: "helper" }],
    ]);
    expect(learned.proposals).toMatchObject([
      { surface: "write", agent: null, rule: "allow /srv/project/src/*" },
      { surface: "bash", agent: "helper", rule: "allow make" },
    ]);
  });

  test("begins a policy where there is none, and refuses one with errors", async () => {
    const files = { "log.jsonl": await logOf("", [["once", "make"]]), "bad.gate": "bash:\n  alow x\n" };
    const { written } = await runCommandLine(["learn", "log.jsonl", "--write", "new.gate"], { files });
    expect(written.get("/srv/project/new.gate")).toContain("bash:\n  # learned on");
    expect(await runCommandLine(["learn", "log.jsonl", "--write", "bad.gate"], { files })).toMatchObject({
      code: 1,
      written: new Map(),
    });
  });
});

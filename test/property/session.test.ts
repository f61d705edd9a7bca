import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Action } from "../../src/index.ts";
import { holdsFinal } from "../../src/gate/assessment.ts";
import { Approvals } from "../../src/session/approvals.ts";
import type { Suggestion } from "../../src/session/approval.ts";
import { patternProgram, patternText, type Part } from "../../src/session/pattern.ts";
import { openGate } from "../src/gate/open-gate.ts";
import { FakeHost } from "../src/session/fake-host.ts";

const WORDS = ["a", "b", "a b", "-f", "x*"];
const word = fc.constantFrom(...WORDS);
const action = fc.constantFrom<Action>("allow", "ask", "ask", "deny");

/** Patterns of rules over few words, so that they overlap often. */
const pattern = fc
  .array(fc.constantFrom("a", "b", "*", "?", "-f", "{a,b}"), { minLength: 1, maxLength: 3 })
  .map((some) => some.join(" "));
const rule = fc
  .tuple(fc.boolean(), action, pattern)
  .map(([final, what, text]) => `  ${final && what !== "allow" ? "final " : ""}${what} ${text}`);
const policy = fc
  .tuple(fc.array(rule, { minLength: 1, maxLength: 6 }), fc.constantFrom("allow", "ask", "deny"))
  .map(([rules, fallback]) => `default: ${fallback}\nbash:\n${rules.join("\n")}\n`);

/** Approvals that say whatever they like, not only what is suggested. */
const parts = fc
  .array(
    fc.oneof(
      word.map((text): Part => ({ kind: "literal", text })),
      fc.constant<Part>({ kind: "any" }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((some) => some.flatMap((part, index): Part[] => (index === 0 ? [part] : [{ kind: "boundary" }, part])));
const suggestion = parts.map((some): Suggestion => ({
  surface: "bash",
  agent: null,
  access: null,
  pattern: patternText(some) ?? "",
  rule: "allow",
  exact: false,
  alsoAllows: null,
  askedBy: null,
  program: patternProgram(some, "bash", null),
  call: "the call",
}));

/** Commands with what only a run tells, wrappers, and several parts. */
const simple = fc
  .array(fc.constantFrom("a", "b", "'a b'", "-f", '"$X"', "$X"), { minLength: 1, maxLength: 3 })
  .map((some) => some.join(" "));
const command = fc.oneof(
  simple,
  fc.tuple(simple, simple).map(([one, other]) => `${one}; ${other}`),
  simple.map((one) => `sudo ${one}`),
  simple.map((one) => `bash -c '${one.replaceAll("'", "")}'`),
  simple.map((one) => `a "$(${one})"`),
);

describe("approvals", () => {
  test("lift no denial, nothing final, and nothing that may stand for a denial", async () => {
    await fc.assert(
      fc.asyncProperty(
        policy,
        fc.array(suggestion, { minLength: 1, maxLength: 5 }),
        command,
        async (text, some, sh) => {
          const gate = await openGate(text);
          const assessment = gate.assess({ tool: "bash", input: { command: sh } });
          const approvals = new Approvals();
          for (const one of some) approvals.add(one, { time: "", value: "", tool: "bash" });
          const { open, used } = approvals.cover(assessment, "the call");
          if (assessment.decision.action !== "ask") expect(used).toEqual([]);
          for (const finding of assessment.findings) {
            if (finding.action !== "ask" || !(finding.final || finding.mixed)) continue;
            expect(open).toContain(finding);
          }
          if (open.length === 0 && assessment.decision.action === "ask")
            expect(holdsFinal(assessment.findings)).toBe(false);
        },
      ),
      { seed: 6, numRuns: 400 },
    );
  });

  test("that are given for what was asked never make a call with a denial in it go ahead", async () => {
    let denied = 0;
    await fc.assert(
      fc.asyncProperty(policy, fc.array(command, { minLength: 1, maxLength: 6 }), async (text, commands) => {
        const gate = await openGate(text);
        const host = new FakeHost();
        const session = host.open(gate, { ask: () => ({ choice: "session" }) });
        for (const sh of [...commands, ...commands.toReversed()]) {
          const { action: before, final } = gate.decide({ tool: "bash", input: { command: sh } });
          const { allowed, resolution } = await session.authorize({ tool: "bash", input: { command: sh } });
          if (before === "deny") denied++;
          if (before === "deny") expect(allowed).toBe(false);
          if (before === "ask" && final) expect(resolution).toBe("once");
        }
      }),
      { seed: 7, numRuns: 150 },
    );
    expect(denied).toBeGreaterThan(100);
  });

  test("answer for the same call when it comes again", async () => {
    await fc.assert(
      fc.asyncProperty(policy, command, async (text, sh) => {
        const host = new FakeHost();
        const session = host.open(await openGate(text), { ask: () => ({ choice: "session" }) });
        const call = { tool: "bash", input: { command: sh } };
        if ((await session.authorize(call)).resolution !== "session") return;
        expect(await session.authorize(call)).toMatchObject({ allowed: true, resolution: "approval" });
      }),
      { seed: 8, numRuns: 200 },
    );
  });
});

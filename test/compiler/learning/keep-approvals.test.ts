import { describe, expect, test } from "vitest";
import { keepApprovals } from "../../../compiler/index.ts";
import { openGate } from "../../src/gate/open-gate.ts";
import { FakeHost } from "../../src/session/fake-host.ts";

const POLICY = `# Ours
bash:
  ask   *        # ask first
  deny  rm *     because "use trash"
read:  ask
`;

async function approved(policy: string, ...commands: readonly string[]) {
  const host = new FakeHost();
  const session = host.open(await openGate(policy), { ask: () => ({ choice: "session" }) });
  for (const command of commands) await session.authorize({ tool: "bash", input: { command } });
  await session.authorize({ tool: "read", input: { path: "src/a.ts" } });
  return session.approvals();
}

describe("approvals kept for good", () => {
  test("stand behind the rule that asked, with when and why, and every other line stays", async () => {
    const { text, kept, left } = await keepApprovals(
      [{ file: "policy.gate", text: POLICY }],
      "policy.gate",
      await approved(POLICY, "git checkout a"),
    );
    expect({ kept: kept.length, left }).toEqual({ kept: 2, left: [] });
    expect(text).toBe(`# Ours
bash:
  ask *                            # ask first
  # approved on 2026-03-01 for bash: git checkout a
  allow git checkout *
  deny rm * because "use trash"

read: ask
# approved on 2026-03-01 for read: /srv/project/src/a.ts
read: allow /srv/project/src/*
`);
    const gate = await openGate(text);
    expect(gate.decide({ tool: "bash", input: { command: "git checkout b" } }).action).toBe("allow");
    expect(gate.decide({ tool: "bash", input: { command: "rm b" } }).action).toBe("deny");
  });

  test("are left where they hold for one very call, or would lift a denial", async () => {
    const approvals = await approved(POLICY, "bash -c 'make'", "git checkout a");
    const strict = "bash:\n  deny git checkout * --force\n";
    const { kept, left } = await keepApprovals(
      [{ file: "new.gate", text: strict }],
      "new.gate",
      approvals.map((one) => ({ ...one, askedBy: { file: "new.gate", line: 2, column: 1, text: "" } })),
    );
    expect(kept.map(({ rule }) => rule)).toEqual(["allow /srv/project/src/*"]);
    expect(left.map(({ approval, reason }) => `${approval.rule}: ${reason}`)).toEqual([
      "allow bash -c make: it holds for one very call, which no rule can say",
      "allow git checkout *: it would also allow what is denied",
    ]);
  });
});

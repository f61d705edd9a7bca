import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Answer, Invocation, Mode } from "../../../src/index.ts";
import { openGate } from "../gate/open-gate.ts";
import { FakeHost } from "./fake-host.ts";

interface Case {
  readonly name: string;
  readonly mode?: Mode;
  readonly call: Invocation;
  readonly answer: Answer | "none" | "throws" | "garbage";
  readonly expect: {
    readonly allowed: boolean;
    readonly resolution: string;
    readonly asked: number;
    readonly message?: string;
    readonly record: object;
  };
}

const file = parse(readFileSync(new URL("resolutions.yaml", import.meta.url), "utf8")) as {
  policy: string;
  cases: Case[];
};

describe("a call in a session", () => {
  test.each(file.cases.map((one) => [one.name, one] as const))(
    "%s",
    async (_name, { mode, call, answer, expect: expected }) => {
      const host = new FakeHost();
      let asked = 0;
      const ask = (): Promise<Answer> => {
        asked++;
        if (answer === "throws") throw new Error("the host has gone");
        return Promise.resolve((answer === "garbage" ? { choice: "perhaps" } : answer) as Answer);
      };
      const session = host.open(await openGate(file.policy), { ask: answer === "none" ? undefined : ask, mode });
      const outcome = await session.authorize(call);
      expect({ allowed: outcome.allowed, resolution: outcome.resolution, asked }).toEqual({
        allowed: expected.allowed,
        resolution: expected.resolution,
        asked: expected.asked,
      });
      expect(outcome.message === null).toBe(expected.allowed);
      expect(outcome.message ?? "").toContain(expected.message ?? "");
      expect(host.records).toHaveLength(1);
      expect(host.records[0]).toMatchObject({
        allowed: expected.allowed,
        resolution: expected.resolution,
        ...expected.record,
      });
      expect(JSON.stringify(host.records)).not.toMatch(/very secret|abcdef123456/);
    },
  );
});

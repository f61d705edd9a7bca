import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compilePolicy } from "../../../compiler/index.ts";
import type { Suggestion } from "../../../src/index.ts";
import { openGate } from "../gate/open-gate.ts";
import { FakeHost } from "./fake-host.ts";

interface Case {
  readonly sh?: string;
  readonly tool?: string;
  readonly input?: object;
  readonly rules: readonly string[];
  /** Like `rules` where it is absent. */
  readonly exact?: readonly string[];
  /** Only what is suggested is looked at. */
  readonly some?: boolean;
}

const cases = parse(readFileSync(new URL("suggestions.yaml", import.meta.url), "utf8")) as Case[];
const callOf = ({ sh, tool, input }: Case) =>
  sh === undefined ? { tool: tool!, input } : { tool: "bash", input: { command: sh } };
const shown = (some: readonly Suggestion[]) => some.map(({ surface, rule }) => `${surface}: ${rule}`);

describe("what is offered for the session", () => {
  test.each(cases.map((one) => [one.sh ?? `${one.tool} ${JSON.stringify(one.input)}`, one] as const))(
    "for %s",
    async (_name, one) => {
      const host = new FakeHost();
      // Nothing that a rule denies could be meant, so that no answer is in doubt for it.
      const session = host.open(await openGate("default: ask\n"));
      const outcome = session.authorize(callOf(one));
      const asked = await host.next();
      expect(shown(asked.request.suggestions)).toEqual(one.rules);
      if (one.some !== true) expect(shown(asked.request.exact)).toEqual(one.exact ?? one.rules);
      asked.answer({ choice: "session" });
      expect((await outcome).resolution).toBe(one.rules.length === 0 ? "once" : "session");
      if (one.rules.length === 0) return;
      // The same call is not asked again, and a policy takes the rules as they are written.
      expect(await session.authorize(callOf(one))).toMatchObject({ allowed: true, resolution: "approval" });
      for (const { surface, rule } of [...asked.request.suggestions, ...asked.request.exact]) {
        const { diagnostics, table } = compilePolicy([{ file: "p.gate", text: `${surface}: ${rule}\n` }]);
        expect(diagnostics).toEqual([]);
        const programs = table?.rules.flatMap(({ programs: some }) => some) ?? [];
        const own = [...asked.request.suggestions, ...asked.request.exact].find(
          (other) => other.surface === surface && other.rule === rule,
        );
        expect(programs).toEqual([own?.program]);
      }
    },
  );

  test("comes with an example of what else it would allow, which it does", async () => {
    const host = new FakeHost();
    const gate = await openGate("default: ask\n");
    for (const command of ["git checkout main", "npm run dev", "rm a", "cat /etc/hosts"]) {
      const session = host.open(gate);
      const outcome = session.authorize({ tool: "bash", input: { command } });
      const asked = await host.next();
      asked.answer({ choice: "session" });
      await outcome;
      const example = asked.request.suggestions.find(({ surface }) => surface === "bash")?.alsoAllows ?? "";
      expect(session.query({ surface: "bash", value: example })).toMatchObject({ approved: true });
    }
  });

  test("comes with an example that the policy does not deny", async () => {
    const host = new FakeHost();
    const session = host.open(await openGate("default: ask\nbash:\n  deny git checkout * with --force\n"));
    void session.authorize({ tool: "bash", input: { command: "git checkout main" } });
    const { request } = await host.next();
    expect(request.suggestions).toMatchObject([{ rule: "allow git checkout *", alsoAllows: "git checkout anything" }]);
  });
});

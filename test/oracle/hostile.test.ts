/** Whatever text arrives as a command, the gate answers, and never by an error of its own. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openHostileGate } from "./hostile-gate.ts";
import { hostileCommand } from "./mutations.ts";

/** How many commands each run of the tests tries. More, with other seeds: `npm run hostile`. */
const COMMANDS = 3000;
const SEED = 20_261_130;

test("hostile commands are answered without an error", { timeout: 600_000 }, async () => {
  const gate = await openHostileGate();
  const answers = { allow: 0, ask: 0, deny: 0 };
  fc.assert(
    fc.property(hostileCommand, (command) => {
      const { action, sentinel } = gate.decide({ tool: "bash", input: { command } });
      answers[action] += 1;
      return sentinel !== "<gate-error>";
    }),
    { numRuns: COMMANDS, seed: SEED },
  );
  // The commands are not all of one kind: what is broken is asked about, what still shows `rm` or `.env` is denied.
  for (const count of Object.values(answers)) expect(count).toBeGreaterThan(COMMANDS / 200);
});

/** The walk-through in docs/sessions.md: each screen is what the program shows. */
import { describe, expect, test } from "vitest";
import { createSession, type Answer } from "../../src/index.ts";
import { chainLine, CHAIN_START } from "../../src/session/chain.ts";
import { runCommandLine } from "../compiler/cli/fake-world.ts";
import { readProject } from "../project.ts";
import { openGate } from "../src/gate/open-gate.ts";

const POLICY = `default: ask
shellTools:
  exec_command: commandArgument=cmd
bash:
  ask   *
  allow {ls,cat,git} *
  ask   git push *                   because "others build on main"
  deny  git push * with --force|-f   because "use --force-with-lease"
  ask   git checkout *
`;

const SAID: readonly (readonly [Answer, string, string])[] = [
  [{ choice: "once" }, "exec_command", "git checkout login && npm run build"],
  [{ choice: "session" }, "exec_command", "git checkout main"],
  [{ choice: "refuse", reason: "not before the review" }, "exec_command", "git push origin main"],
  [{ choice: "once" }, "exec_command", "git checkout parser"],
  [{ choice: "once" }, "bash", "git push --force"],
  [{ choice: "once" }, "bash", "git checkout --quiet docs"],
];

/** All screens of the day, and the policy at its end. */
async function walk(): Promise<string[]> {
  const gate = await openGate(POLICY, {});
  let end = CHAIN_START;
  let log = "";
  let time = Date.UTC(2026, 2, 1, 9);
  let answer: Answer = { choice: "refuse" };
  const prompts: string[] = [];
  const messages: string[] = [];
  const session = createSession({
    gate,
    id: "monday",
    clock: { now: () => (time += 60_000), sleep: () => Promise.resolve(), after: () => () => undefined },
    log: {
      append(record) {
        const next = chainLine(end, record);
        log += `${next.line}\n`;
        end = next.end;
        return Promise.resolve();
      },
    },
    ask(request) {
      prompts.push(request.message);
      return answer;
    },
  });
  for (const [said, tool, command] of SAID) {
    answer = said;
    const input = tool === "bash" ? { command } : { cmd: command };
    const { message } = await session.authorize({ tool, input });
    if (message !== null) messages.push(message);
  }
  const files = { "policy.gate": POLICY, "review.jsonl": log };
  const screen = async (...args: string[]): Promise<string> => {
    const { output, errors } = await runCommandLine(args, { files });
    return `$ tollgate ${args.map((arg) => (/^[\w./:-]+$/.test(arg) ? arg : `'${arg}'`)).join(" ")}\n${output}${errors}`;
  };
  return [
    POLICY,
    await screen("explain", "--policy", "policy.gate", "bash", "git checkout login && npm run build"),
    `${prompts[0]}\n`,
    `${messages.join("\n")}\n`,
    await screen("log", "show", "review.jsonl"),
    await screen("why", "review.jsonl:3"),
    await screen("learn", "review.jsonl", "--policy", "policy.gate"),
    await screen("log", "verify", "review.jsonl"),
  ];
}

describe("the walk-through of a session", () => {
  test("is what the program shows", async () => {
    const screens = await walk();
    await expect(screens.join(`${"-".repeat(40)}\n`)).toMatchFileSnapshot("sessions/walk-through.txt");
    const page = readProject("docs/sessions.md");
    for (const screen of screens) expect(page).toContain(`\n${screen}\`\`\``);
  });
});

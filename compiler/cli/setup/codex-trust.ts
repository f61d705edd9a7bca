/**
 * What Codex itself says of the hooks that it found: it runs a hook only once a person trusts it.
 */
import { spawn } from "node:child_process";
import { recordOf } from "../../../src/agents/payload.ts";
import { isOwnLine } from "./command-line.ts";
import { findCommand, PLACES, type Machine } from "./places.ts";

/** Milliseconds that Codex may take to answer. */
const LONGEST = 20_000;

export interface CodexHook {
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: string;
  readonly command: string;
  /** False where a setting switches it off. */
  readonly enabled: boolean;
}

/** Whether Codex runs the gate's hook. */
export interface CodexTrust {
  /** `unknown` where Codex cannot be asked. */
  readonly state: "trusted" | "unknown" | "untrusted";
  /** The same as a sentence, with what is to be done. */
  readonly text: string;
}

/** Asks Codex whether it runs the gate's hook. */
export async function codexTrust(machine: Machine): Promise<CodexTrust> {
  const program = findCommand(PLACES.codex.commands, machine);
  const hooks = program === null ? "`codex` is not on the PATH" : await codexHooks(program, machine);
  if (typeof hooks === "string") {
    const why = "one that you have not trusted (start `codex` and say `/hooks`) is passed over without a word";
    return { state: "unknown", text: `whether Codex trusts the hook was not checked: ${hooks}; ${why}` };
  }
  if (hooks.length === 0) return { state: "untrusted", text: "Codex does not list the hook" };
  const untrusted = hooks.find(({ trustStatus }) => trustStatus !== "trusted");
  if (hooks.some(({ enabled }) => !enabled)) {
    return { state: "untrusted", text: "the hook is switched off in Codex; start `codex` and say `/hooks`" };
  }
  if (untrusted === undefined) return { state: "trusted", text: "Codex trusts the hook" };
  const why = `Codex does not trust the hook (${untrusted.trustStatus}), and passes over it without a word`;
  return { state: "untrusted", text: `${why}; start \`codex\` and say \`/hooks\`` };
}

/** The gate's hooks as Codex lists them, or why they cannot be listed. */
export async function codexHooks(program: string, machine: Machine): Promise<readonly CodexHook[] | string> {
  const child = spawn(program, ["app-server"], {
    cwd: machine.cwd,
    env: { ...machine.environment, HOME: machine.home },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const timer = setTimeout(() => child.kill(), LONGEST);
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  child.stdin.on("error", () => undefined);
  try {
    const failed = new Promise<never>((_resolve, reject) => child.once("error", reject));
    failed.catch(() => undefined);
    send({ id: 1, method: "initialize", params: { clientInfo: { name: "tollgate", version: "0" } } });
    return await Promise.race([answers(child.stdout, send, machine.cwd), failed]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
    child.kill();
  }
}

async function answers(
  output: AsyncIterable<Buffer>,
  send: (message: object) => void,
  cwd: string,
): Promise<readonly CodexHook[] | string> {
  let rest = "";
  for await (const chunk of output) {
    rest += chunk.toString("utf8");
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const message = recordOf(JSON.parse(rest.slice(0, end))) ?? {};
      rest = rest.slice(end + 1);
      if (message["error"] !== undefined) return JSON.stringify(message["error"]);
      if (message["id"] === 1) {
        send({ method: "initialized" });
        send({ id: 2, method: "hooks/list", params: { cwds: [cwd] } });
      }
      if (message["id"] === 2) return oursAmong(message["result"]);
    }
  }
  return "it gave no answer";
}

function oursAmong(result: unknown): readonly CodexHook[] {
  return listOf(recordOf(result)?.["data"])
    .flatMap((folder) => listOf(recordOf(folder)?.["hooks"]))
    .flatMap((hook) => {
      const { key, currentHash, trustStatus, command, enabled } = recordOf(hook) ?? {};
      if (typeof command !== "string" || !isOwnLine(command)) return [];
      if (typeof key !== "string" || typeof currentHash !== "string") return [];
      const trust = typeof trustStatus === "string" ? trustStatus : "unknown";
      return [{ key, currentHash, trustStatus: trust, command, enabled: enabled !== false }];
    });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The policy engine of `@google/gemini-cli-core`, with rules as its policy files hold them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DENIED, load, type Answer, type Peer } from "./peer.ts";

interface Engine {
  check(call: { name: string; args: { command: string } }, server: undefined): Promise<{ decision: string }>;
}
interface Engines {
  readonly PolicyEngine: new (config: { rules: readonly unknown[] }) => Engine;
}
interface Loader {
  readonly loadPoliciesFromToml: (
    files: string[],
    tier: () => number,
  ) => Promise<{ rules: unknown[]; errors: unknown[] }>;
}
interface Shell {
  readonly initializeShellParsers: () => Promise<void>;
}

const ANSWERS: Readonly<Record<string, Answer>> = { allow: "allow", ask_user: "ask", deny: "deny" };

/** `packages`: the folder in which the package was installed. `scratch`: where the policy is written. */
export async function openGemini(packages: string, scratch: string): Promise<Peer> {
  const base = join(packages, "node_modules/@google/gemini-cli-core/dist/src");
  const { PolicyEngine } = await load<Engines>(join(base, "policy/policy-engine.js"));
  const { loadPoliciesFromToml } = await load<Loader>(join(base, "policy/toml-loader.js"));
  const { initializeShellParsers } = await load<Shell>(join(base, "utils/shell-utils.js"));
  // It tells the console of every check.
  console.debug = () => undefined;
  await initializeShellParsers();

  // Without `allowRedirection` every command that redirects is asked about, which is not what "allow all" says.
  const rule = (body: string) => `[[rule]]\ntoolName = "run_shell_command"\n${body}\n`;
  const file = join(scratch, "policy.toml");
  const denied = DENIED.map((command) =>
    rule(`commandPrefix = ${JSON.stringify(command)}\ndecision = "deny"\npriority = 100`),
  );
  writeFileSync(file, [rule('decision = "allow"\npriority = 1\nallowRedirection = true'), ...denied].join("\n"));
  const { rules, errors } = await loadPoliciesFromToml([file], () => 4);
  if (errors.length > 0) throw new Error(`Gemini CLI does not take the policy: ${JSON.stringify(errors[0])}`);
  const engine = new PolicyEngine({ rules });
  return {
    name: "Gemini CLI",
    async decide(command) {
      const { decision } = await engine.check({ name: "run_shell_command", args: { command } }, undefined);
      const answer = ANSWERS[decision];
      if (answer === undefined) throw new Error(`an answer of Gemini CLI is not known: ${decision}`);
      return answer;
    },
  };
}

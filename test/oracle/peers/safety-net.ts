/** `cc-safety-net`, by the function that it exports for other programs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load, type Answer, type Peer } from "./peer.ts";

interface Api {
  readonly checkCommand: (call: { command: string; cwd: string }) => { kind: Answer };
}

/**
 * Three engines. One holds the policy in its rule books, as far as they can say it: a rule about `rm` has to list
 * arguments. The others are what the package has built in, asked about the same forms of `rm -rf /`: under the preset
 * that comes with it, and under the one that blocks what cannot be verified.
 * `packages`: the folder in which the package was installed. `folder`: the directory in which the commands would run.
 */
export async function openSafetyNet(packages: string, scratch: string, folder: string): Promise<readonly Peer[]> {
  const { checkCommand } = await load<Api>(join(packages, "node_modules/cc-safety-net/dist/api.js"));
  const ruled = join(scratch, "ruled");
  writeBook(ruled, "one", 1, { name: "no-rm", command: "rm", block_args: ["x", "-f", "-r", "-rf"], reason: "policy" });
  writeBook(ruled, "two", 2, { name: "no-push", command: "git", match: { command_path: ["push"] }, reason: "policy" });
  writeFileSync(join(ruled, "rules/rule.json"), JSON.stringify({ version: 1, rules: ["one", "two"] }));
  const bare = join(scratch, "bare");
  mkdirSync(bare, { recursive: true });
  const decideWith = (home: string, strict: boolean, command: string): Answer => {
    process.env["CC_SAFETY_NET_HOME"] = home;
    process.env["CC_SAFETY_NET_STRICT"] = strict ? "1" : "0";
    return checkCommand({ command, cwd: folder }).kind;
  };
  return [
    { name: "cc-safety-net, rule books", decide: async (command) => decideWith(ruled, false, command) },
    { name: "cc-safety-net, built in", decide: async (command) => decideWith(bare, false, aimedAtRoot(command)) },
    { name: "cc-safety-net, strict", decide: async (command) => decideWith(bare, true, aimedAtRoot(command)) },
  ];
}

function writeBook(
  home: string,
  name: string,
  version: number,
  rule: { readonly command: string; readonly [key: string]: unknown },
): void {
  const folder = join(home, "rules", name);
  mkdirSync(folder, { recursive: true });
  const book = { rulebook_version: version, name, version: "1.0.0", allowed_commands: [rule.command], rules: [rule] };
  writeFileSync(join(folder, "rulebook.json"), JSON.stringify(book));
}

/** A form of `rm x` as the same form of `rm -rf /`. */
function aimedAtRoot(command: string): string {
  return command.replaceAll(/,x(?=[};])/g, ",-rf,/").replaceAll(/(?<=^|[\s"'])x(?=$|[\s"');&}|`])/g, "-rf /");
}

/** Tollgate itself, from source. */
import { compilePolicy } from "../../../compiler/index.ts";
import { createGate } from "../../../src/index.ts";
import { DENIED, type Peer } from "./peer.ts";

/** `folder`: the directory in which the commands would run. */
export async function openTollgate(folder: string): Promise<Peer> {
  const rules = DENIED.map((command) => `  deny ${command} *\n`).join("");
  const text = `default: allow\nbash:\n  allow *\n${rules}wrapper: allow *\n`;
  const { table } = compilePolicy([{ file: "peers.gate", text }]);
  if (table === null) throw new Error("the policy does not compile");
  const gate = await createGate({ table, cwd: folder, home: "/home/dev", platform: "linux" });
  return { name: "Tollgate", decide: async (command) => gate.decide({ tool: "bash", input: { command } }).action };
}

import { compilePolicy } from "../../../compiler/index.ts";
import type { Decision, FileSystem, Gate, GateOptions, Platform } from "../../../src/index.ts";
import { createGate } from "../../../src/index.ts";
import { linkedFileSystem } from "../../corpus/linked-file-system.ts";

export interface Surroundings extends Partial<Omit<GateOptions, "table">> {
  readonly links?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly fileSystem?: FileSystem;
  readonly platform?: Platform;
}

/** A gate over a policy text, in /srv/project with the home directory /home/dev and a disk without links. */
export async function openGate(policy: string, surroundings: Surroundings = {}): Promise<Gate> {
  const { links = {}, files = [], ...options } = surroundings;
  const cwd = options.cwd ?? "/srv/project";
  const { table, diagnostics } = compilePolicy([{ file: "policy.gate", text: policy }]);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  if (table === null || errors.length > 0) throw new Error(errors.map((error) => error.message).join("; "));
  return createGate({
    table,
    home: "/home/dev",
    platform: "linux",
    fileSystem: linkedFileSystem(cwd, links, files),
    ...options,
    cwd,
  });
}

/** What a policy answers to a command. */
export async function decideBash(policy: string, command: string, surroundings: Surroundings = {}): Promise<Decision> {
  return (await openGate(policy, surroundings)).decide({ tool: "bash", input: { command } });
}

/** The corpus: calls from public reports, each with the policy it was made under and the answer that is safe. */
import { readFileSync } from "node:fs";
import type { Action, Decision, Gate, Platform } from "../../src/index.ts";
import { createGate } from "../../src/index.ts";
import { compilePolicy } from "../../compiler/index.ts";
import { linkedFileSystem } from "./linked-file-system.ts";

export interface Case {
  readonly id: string;
  /** `bypass`: must not slip through. `path`: the same by a path. `overprompt`: must not be asked about. */
  readonly kind: "bypass" | "path" | "overprompt";
  /** Where it was reported. */
  readonly source: string;
  readonly summary: string;
  /** `SURFACE: PATTERN ACTION`, in order. */
  readonly policy: readonly string[];
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly platform?: Platform;
  readonly fs?: { readonly symlinks?: Readonly<Record<string, string>>; readonly files?: readonly string[] };
  readonly shellTools?: Readonly<
    Record<string, { readonly commandArgument: string; readonly workdirArgument?: string }>
  >;
  readonly expect: Action | "not-allow";
  readonly also_ok?: readonly Action[];
  /** People may hold another answer to be right; where it is not the label's, `decided-otherwise.yaml` says why. */
  readonly debatable?: boolean;
  readonly why: string;
  readonly technique: readonly string[];
}

export const cases: readonly Case[] = readFileSync(new URL("cases.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case);

/** The case's policy in the policy language. */
function policyText(of: Case): string {
  const shells = Object.entries(of.shellTools ?? {}).map(([tool, { commandArgument, workdirArgument }]) => {
    const workdir = workdirArgument === undefined ? "" : ` workdirArgument=${workdirArgument}`;
    return `  ${tool}: commandArgument=${commandArgument}${workdir}`;
  });
  const header = shells.length === 0 ? [] : ["shellTools:", ...shells];
  return `${[...header, ...of.policy.map(policyLine)].join("\n")}\n`;
}

function policyLine(rule: string): string {
  const read = /^([^:]+): (.*) (allow|ask|deny)$/s.exec(rule);
  if (read === null) throw new Error(`no rule: ${rule}`);
  const [, surface, pattern, action] = read;
  return surface === "*" ? `default: ${action}` : `${surface}: ${action} ${pattern}`;
}

/** What the gate answers. */
export async function decideCase(of: Case): Promise<Decision> {
  return (await openCase(of)).decide({ tool: of.tool, input: of.input });
}

/** A gate under the case's policy, in its place. */
export async function openCase(of: Case): Promise<Gate> {
  const { table, diagnostics } = compilePolicy([{ file: `${of.id}.gate`, text: policyText(of) }]);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  if (table === null || errors.length > 0)
    throw new Error(`${of.id}: ${errors.map((error) => error.message).join("; ")}`);
  return createGate({
    table,
    cwd: of.cwd,
    home: "/home/dev",
    platform: of.platform ?? "linux",
    fileSystem: linkedFileSystem(of.cwd, of.fs?.symlinks ?? {}, of.fs?.files ?? []),
  });
}

/** True where the answer is one that the case accepts. */
export function accepts(of: Case, action: Action): boolean {
  if (of.also_ok?.includes(action)) return true;
  return of.expect === "not-allow" ? action !== "allow" : action === of.expect;
}

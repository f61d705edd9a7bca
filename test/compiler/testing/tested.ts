/** Policies under test, compiled and run. */
import { compilePolicy } from "../../../compiler/index.ts";
import { runTests, type TestOutcome } from "../../../compiler/testing/run.ts";
import type { ResolvedPolicy } from "../../../compiler/rule.ts";
import { loadParsers, type Parsers } from "../../../src/shell/parsers.ts";
import type { Table } from "../../../src/table/table.ts";

export interface Tested {
  readonly policy: ResolvedPolicy;
  readonly table: Table;
  readonly outcomes: readonly TestOutcome[];
  readonly parsers: Parsers;
}

/** Compiles a policy called `a.gate` and runs its tests. `files` are what it includes. */
export async function tested(text: string, files: Readonly<Record<string, string>> = {}): Promise<Tested> {
  const readInclude = (_from: string, name: string) => {
    const included = files[name];
    return included === undefined ? null : { file: name, text: included };
  };
  const { policy, table, diagnostics } = compilePolicy([{ file: "a.gate", text }], { readInclude });
  if (policy === null || table === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const parsers = await loadParsers();
  return { policy, table, parsers, outcomes: runTests(policy.tests, table, parsers) };
}

export const own: ReadonlySet<string> = new Set(["a.gate"]);

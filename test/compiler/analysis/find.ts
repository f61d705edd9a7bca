import type { AnalyzedPolicy } from "../../../compiler/analysis/analyze.ts";
import { compilePolicy } from "../../../compiler/index.ts";
import type { TableData } from "../../../src/table/format.ts";

/** Code, underlined text and line of every diagnostic of a policy. */
export function told({ diagnostics, files }: AnalyzedPolicy): [code: string, text: string, line: number][] {
  return diagnostics.map(({ code, file, span, line }) => [code, files.get(file)?.slice(span) ?? "", line]);
}

/** The table of a policy that has to be without errors. */
export function tableOf(text: string, file = "policy.gate"): TableData {
  const { data, diagnostics } = compilePolicy([{ file, text }]);
  if (data === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return data;
}

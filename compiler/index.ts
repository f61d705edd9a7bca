/**
 * The public face of the compiler: policy text to decision table.
 */
export { compilePolicy, type CompiledPolicy, type CompileOptions } from "./compile.ts";
export { serializeTable } from "../src/table/format.ts";
export { resolvePolicy, type LoadedPolicy, type LoadOptions, type PolicySource } from "./load.ts";
export { parsePolicy, type ParsedPolicy } from "./parse.ts";
export { renderDiagnostic, renderDiagnostics, type RenderOptions } from "./render.ts";
export { readInclude } from "./node-files.ts";
export { analyzePolicy, type AnalyzedPolicy } from "./analysis/analyze.ts";
export {
  diffTables as diffPolicies,
  type DiffAnswer,
  type PolicyDiff,
  type Region,
  type Witness,
} from "./analysis/diff.ts";
export type { Edit, Finding } from "./analysis/finding.ts";
export { fixPolicy, type FixedPolicy } from "./analysis/fix.ts";
export type { Call } from "./analysis/probe.ts";
export { keepApprovals, type KeptApprovals } from "./learning/keep-approvals.ts";
export { Source } from "./source.ts";
export type { Diagnostic, DiagnosticCode, Related, Severity } from "./diagnostic.ts";
export type { PolicyTest, ResolvedPolicy, Scope } from "./rule.ts";
export { formatPolicy, type FormattedPolicy } from "./format.ts";
export { testPolicy, type TestedPolicy, type TestFailure, type TestOutcome } from "./testing/test-policy.ts";

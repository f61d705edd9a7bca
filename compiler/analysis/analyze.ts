/**
 * Everything that can be said about a policy without running anything: its mistakes, and findings about what it means.
 */
import type { Diagnostic } from "../diagnostic.ts";
import { compilePolicy, type CompiledPolicy } from "../compile.ts";
import type { LoadOptions, PolicySource } from "../load.ts";
import { isAgentFile, parseFile } from "../parse-file.ts";
import { heedDirectives } from "./directives.ts";
import type { Finding } from "./finding.ts";
import { hazardFindings, type ReadFile } from "./hazards.ts";
import { ruleFindings } from "./rule-findings.ts";
import { treeFindings } from "./tree-findings.ts";

export interface AnalyzedPolicy extends CompiledPolicy {
  /** Mistakes and findings, by file and place, as the policy's directives have them. */
  readonly diagnostics: readonly (Diagnostic | Finding)[];
}

/**
 * Compiles policies and looks at what they mean. Findings are told of a policy without errors alone, and about its own
 * files, not about presets that it includes. Never throws for a policy.
 */
export async function analyzePolicy(
  sources: readonly PolicySource[],
  options: LoadOptions = {},
): Promise<AnalyzedPolicy> {
  const compiled = compilePolicy(sources, options);
  const { policy, data, files } = compiled;
  if (policy === null || data === null) return compiled;
  const read = [...files.values()].map((source): ReadFile => ({
    source,
    tree: parseFile(source.text, source.file).tree,
  }));
  const own = read.filter(({ source }) => !source.file.startsWith("preset:"));
  const findings = [
    ...compiled.diagnostics,
    ...treeFindings(read, policy),
    ...ruleFindings(data, files),
    ...(await hazardFindings(policy, data, files, read)),
  ];
  return { ...compiled, diagnostics: inOrder(heedDirectives(findings.flatMap(asTold), own), files) };
}

/** What is told of a finding in an agent's file: no edit is known to keep it what it is, and its prompt may be in any script. */
function asTold<Told extends Diagnostic>(one: Told): Told[] {
  if (!isAgentFile(one.file)) return [one];
  return one.code === "look-alike-character" ? [] : [{ ...one, fix: null }];
}

function inOrder<Told extends Diagnostic>(diagnostics: readonly Told[], files: CompiledPolicy["files"]): Told[] {
  const names = [...files.keys()];
  return diagnostics.toSorted((a, b) => names.indexOf(a.file) - names.indexOf(b.file) || a.span.start - b.span.start);
}

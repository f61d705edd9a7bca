/**
 * Diagnostics on the command line: frames with the files' own lines.
 */
import type { CompiledPolicy, Diagnostic } from "../index.ts";
import { renderDiagnostics } from "../render.ts";
import type { Output } from "./world.ts";

/** The diagnostics of a policy as text, or the empty text for none. */
export function diagnosticsText({ diagnostics, files }: CompiledPolicy, output: Output): string {
  return renderDiagnostics(diagnostics, (file) => files.get(file), { color: output.color, columns: output.columns });
}

/** True where a diagnostic keeps the policy from being used. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/**
 * The statements of a policy about what is never allowed, checked against its table.
 */
import type { RuleSource } from "../../src/decision.ts";
import type { TableData } from "../../src/table/format.ts";
import { diagnose, placeOf, tick, type Diagnostic, type Related } from "../diagnostic.ts";
import { compilePattern } from "../pattern.ts";
import type { PolicyNever } from "../rule.ts";
import type { Source } from "../source.ts";
import { checkNever } from "./never.ts";

/** What is wrong: an error for each statement that does not hold, or of which that would take too long to tell. */
export function neverDiagnostics(
  nevers: readonly PolicyNever[],
  table: TableData,
  files: ReadonlyMap<string, Source>,
): Diagnostic[] {
  return nevers.flatMap((never) => {
    const source = files.get(never.file);
    const found = source === undefined ? null : violation(never, table, source, files);
    return found ?? [];
  });
}

function violation(
  never: PolicyNever,
  table: TableData,
  source: Source,
  files: ReadonlyMap<string, Source>,
): Diagnostic | null {
  let undecided = false;
  for (const rule of never.rules) {
    const compiled = compilePattern(rule);
    if (!compiled.ok) continue;
    const result = checkNever(table, { ...rule, programs: compiled.programs, layer: never.layer });
    if (result.kind === "violated") {
      const whose = result.agent === null ? "" : ` for agent ${tick(result.agent)}`;
      const because = rule.because === null ? "" : `: ${rule.because}`;
      const message = `${tick(result.shown)} is allowed${whose}, and must never be${because}`;
      const place = result.rule === null ? null : placeOfRule(result.rule, files);
      return diagnose(source, "never-violated", never.span, message, {
        help:
          result.rule === null
            ? `the default of ${tick(rule.surface)} allows it; add a rule that denies it`
            : "deny it after the rule that allows it, or with `final deny` anywhere",
        related: place === null ? [] : [{ ...place, message: "this rule allows it" }],
      });
    }
    if (result.kind === "undecided") undecided = true;
  }
  if (!undecided) return null;
  return diagnose(source, "never-undecided", never.span, "the rules are too many to tell whether this holds", {
    help: "name less at once, or write fewer patterns that start with `*` on this surface",
  });
}

/** The place of a rule in its file; null where the file is not at hand. */
export function placeOfRule(rule: RuleSource, files: ReadonlyMap<string, Source>): Omit<Related, "message"> | null {
  const source = files.get(rule.file);
  if (source === undefined) return null;
  const start = source.lineSpan(rule.line).start + rule.column - 1;
  // A rule that its file has in other words takes in the rest of its line.
  const isThere = source.text.startsWith(rule.text, start);
  return placeOf(source, { start, end: isThere ? start + rule.text.length : source.lineSpan(rule.line).end });
}

/**
 * Findings: what is worth a look in a policy that has no errors.
 */
import type { Span } from "../ast.ts";
import { diagnose, type Details, type Diagnostic, type DiagnosticCode, type Severity } from "../diagnostic.ts";
import type { Source } from "../source.ts";

/** A change to a file's text. */
export interface Edit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
}

export interface Finding extends Diagnostic {
  /** A text or call that shows it, as people write it; null where there is none. */
  readonly example: string | null;
  /** What mends it without any change of an answer; null where that is for a person to decide. */
  readonly fix: readonly Edit[] | null;
}

/** A finding about a range of a file. */
export function finding(
  source: Source,
  code: DiagnosticCode,
  span: Span,
  message: string,
  details: Details & { readonly example?: string; readonly fix?: readonly Edit[] | null } = {},
): Finding {
  const { example = null, fix = null, ...rest } = details;
  return { ...diagnose(source, code, span, message, rest), example, fix };
}

/** A finding that weighs more or less. */
export function weighing<Told extends Diagnostic>(one: Told, severity: Severity): Told {
  return { ...one, severity };
}

/** True where nothing but a comment stands beside a range on its lines. */
export function standsAlone(source: Source, span: Span): boolean {
  const first = source.lineSpan(source.position(span.start).line);
  const last = source.lineSpan(source.position(span.end).line);
  const after = source.text.slice(span.end, last.end);
  return source.text.slice(first.start, span.start).trim() === "" && /^[ \t]*(?:#.*)?$/.test(after);
}

/** The edit that takes a range out: with its lines where it stands alone, else with the blanks before it. */
export function removal(source: Source, span: Span): Edit {
  const { file, text } = source;
  if (!standsAlone(source, span)) {
    const blanks = /[ \t]*$/.exec(text.slice(source.lineSpan(source.position(span.start).line).start, span.start))![0];
    return { file, span: { start: span.start - blanks.length, end: span.end }, text: "" };
  }
  const { start } = source.lineSpan(source.position(span.start).line);
  const { end } = source.lineSpan(source.position(span.end).line);
  const ending = text.startsWith("\r\n", end) ? 2 : text.startsWith("\n", end) ? 1 : 0;
  return { file, span: { start, end: end + ending }, text: "" };
}

/** A text with edits applied, as far as they do not overlap; the first of two that do wins. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    if (edit.span.start < at) continue;
    result += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return result + text.slice(at);
}

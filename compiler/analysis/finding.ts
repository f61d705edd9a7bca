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

/** The edit that takes a range out, with its line where nothing else stands on it. */
export function removal(source: Source, span: Span): Edit {
  const first = source.lineSpan(source.position(span.start).line);
  const last = source.lineSpan(source.position(span.end).line);
  const before = source.text.slice(first.start, span.start);
  const after = source.text.slice(span.end, last.end);
  if (before.trim() !== "" || !/^[ \t]*(?:#.*)?$/.test(after)) return { file: source.file, span, text: "" };
  // The line break goes with the line; at the end of a file without one, the break before it.
  const { text } = source;
  const lineEnd = text.startsWith("\r\n", last.end) ? last.end + 2 : text.startsWith("\n", last.end) ? last.end + 1 : last.end;
  return { file: source.file, span: { start: first.start, end: lineEnd }, text: "" };
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

/**
 * What can be wrong with a policy.
 *
 * A diagnostic is data: a stable code, a place, and a sentence. How it looks is `render.ts`'s alone. Each code has a page
 * in docs/diagnostics/.
 */
import type { Span } from "./ast.ts";
import type { Source } from "./source.ts";

/** An error keeps a policy from becoming a table. A hint is about form: nothing is decided otherwise. */
export type Severity = "error" | "warning" | "hint";

/** Every code and how much it weighs. */
export const SEVERITIES = {
  // The text
  "invalid-character": "error",
  "bidirectional-character": "error",
  "unusual-blank": "error",
  "file-too-large": "error",
  "line-too-long": "error",
  "nesting-too-deep": "error",
  "too-many-problems": "error",
  // Statements
  "unknown-statement": "error",
  "malformed-header": "error",
  "missing-colon": "error",
  "missing-blank": "error",
  "missing-name": "error",
  "malformed-name": "error",
  "reserved-name": "error",
  "unexpected-text": "error",
  "missing-surface": "error",
  "empty-block": "warning",
  "duplicate-default": "error",
  // What is never allowed
  "malformed-never": "error",
  "never-violated": "error",
  "never-undecided": "error",
  // Includes
  "malformed-include": "error",
  "missing-include": "error",
  "unknown-preset": "error",
  "include-cycle": "error",
  "too-many-includes": "error",
  // Shell tools
  "malformed-field": "error",
  "unknown-field": "error",
  "duplicate-field": "error",
  "missing-field": "error",
  "duplicate-tool": "error",
  "built-in-tool": "error",
  "untrusted-shell-tools": "warning",
  // Rules
  "unknown-action": "error",
  "missing-action": "error",
  "misplaced-keyword": "error",
  "misplaced-access": "error",
  "misplaced-clause": "error",
  "malformed-clause": "error",
  "malformed-reason": "error",
  "final-allow": "warning",
  "too-many-rules": "error",
  // Agents' files
  "malformed-frontmatter": "error",
  "malformed-permission": "error",
  // Surfaces and groups
  "unknown-surface": "warning",
  "unknown-group": "error",
  "malformed-group-reference": "error",
  "misplaced-group": "error",
  "group-cycle": "error",
  "duplicate-group": "error",
  // Patterns
  "unterminated-quote": "error",
  "dangling-backslash": "error",
  "unclosed-alternatives": "error",
  "empty-alternative": "error",
  "too-many-alternatives": "error",
  "blank-in-pattern": "error",
  "quoted-home": "warning",
  "misspelt-keyword": "warning",
  "double-star": "hint",
  // Tests
  "malformed-test": "error",
  "malformed-expectation": "error",
  "malformed-fence": "error",
  "unclosed-fence": "error",
  "invalid-json": "error",
  // Findings about a policy without errors
  "shadowed-rule": "warning",
  "redundant-rule": "hint",
  "silencing-rule": "warning",
  "impossible-rule": "warning",
  "impossible-pattern": "warning",
  "unasked-surface": "warning",
  "unused-group": "warning",
  "unknown-agent": "warning",
  "look-alike-character": "warning",
  "allows-everything": "warning",
  "allows-any-program": "warning",
  "allows-own-configuration": "warning",
  "allows-destruction": "warning",
  "allows-upload": "warning",
  "allows-environment": "warning",
  "unexamined-rule": "hint",
  // Directives
  "malformed-directive": "warning",
  "unused-directive": "warning",
} as const satisfies Record<string, Severity>;

export type DiagnosticCode = keyof typeof SEVERITIES;

/** A range of a file. Lines and columns count from 1, columns in UTF-16 units; the end is the place after the last unit. */
export interface Place {
  readonly file: string;
  readonly span: Span;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Another place that has to do with a diagnostic. */
export interface Related extends Place {
  readonly message: string;
}

export interface Diagnostic extends Place {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence without a capital and without a full stop; the policy's own text stands in backticks. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string | null;
  /** A text for the place that would mend it, where one is likely to be meant. */
  readonly suggestion: string | null;
  readonly related: readonly Related[];
}

/** What a diagnostic may say beyond its message. */
export interface Details {
  readonly help?: string | undefined;
  readonly suggestion?: string | null | undefined;
  readonly related?: readonly Related[] | undefined;
}

/** A range of a file as a place. */
export function placeOf(source: Source, span: Span): Place {
  const start = source.position(span.start);
  const end = source.position(span.end);
  return {
    file: source.file,
    span: { start: span.start, end: span.end },
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

/** A diagnostic about a range of a file. */
export function diagnose(
  source: Source,
  code: DiagnosticCode,
  span: Span,
  message: string,
  details: Details = {},
): Diagnostic {
  return {
    code,
    severity: SEVERITIES[code],
    message,
    ...placeOf(source, span),
    help: details.help ?? null,
    suggestion: details.suggestion ?? null,
    related: details.related ?? [],
  };
}

/** How a diagnostic is handed over while a file is read. */
export type Report = (code: DiagnosticCode, span: Span, message: string, details?: Details) => void;

/** How many problems of a run are told. More help nobody, and a hostile file must not make a list without end. */
export const MOST_PROBLEMS = 100;

/** Longer texts are cut in messages; the code frame shows them. */
const LONGEST_QUOTE = 60;

/** A text of the policy as it stands in a message. */
export function tick(text: string): string {
  return `\`${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}\``;
}

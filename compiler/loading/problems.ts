/**
 * The diagnostics of a run over several files.
 */
import type { Span } from "../ast.ts";
import {
  diagnose,
  MOST_PROBLEMS,
  placeOf,
  SEVERITIES,
  type Details,
  type Diagnostic,
  type DiagnosticCode,
  type Related,
} from "../diagnostic.ts";
import type { Source } from "../source.ts";

/** Problems that are kept, of errors and of the rest: far more than are told, and no list without end. */
const MOST_KEPT = 10 * MOST_PROBLEMS;

export class Problems {
  /** By file, in the order in which files are first read. */
  readonly #bySource = new Map<Source, Diagnostic[]>();
  #errors = 0;
  #others = 0;

  /** Makes room for a file, so that its diagnostics stand before those of files that are read later. */
  open(source: Source): void {
    if (!this.#bySource.has(source)) this.#bySource.set(source, []);
  }

  add(source: Source, diagnostics: readonly Diagnostic[]): void {
    this.open(source);
    for (const diagnostic of diagnostics) {
      const kept = diagnostic.severity === "error" ? this.#errors++ : this.#others++;
      if (kept < MOST_KEPT) this.#bySource.get(source)?.push(diagnostic);
    }
  }

  report(source: Source, code: DiagnosticCode, span: Span, message: string, details?: Details): void {
    const kept = SEVERITIES[code] === "error" ? this.#errors : this.#others;
    if (kept < MOST_KEPT) this.add(source, [diagnose(source, code, span, message, details)]);
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  hasErrorsIn(source: Source): boolean {
    return (this.#bySource.get(source) ?? []).some(({ severity }) => severity === "error");
  }

  /** All of them, by file and place. Where they are too many, errors come before the rest, and a last one says so. */
  all(): Diagnostic[] {
    const all = [...this.#bySource.values()].flatMap((list) => list.toSorted((a, b) => a.span.start - b.span.start));
    if (all.length <= MOST_PROBLEMS) return all;
    const errors = all.filter(({ severity }) => severity === "error");
    const others = all.filter(({ severity }) => severity !== "error");
    const told = new Set([...errors, ...others].slice(0, MOST_PROBLEMS));
    const shown = all.filter((diagnostic) => told.has(diagnostic) && diagnostic.code !== "too-many-problems");
    const last = shown.at(-1);
    if (last === undefined) return shown;
    const more: Diagnostic = {
      ...last,
      code: "too-many-problems",
      severity: this.hasErrors ? "error" : "warning",
      message: `more than ${MOST_PROBLEMS} problems were found`,
      help: "mend these first",
      suggestion: null,
      related: [],
    };
    return [...shown, more];
  }
}

/** Another place that has to do with a diagnostic. */
export function related(source: Source, span: Span, message: string): Related {
  return { ...placeOf(source, span), message };
}

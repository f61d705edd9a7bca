/** What a front end writes down while it reads: faults, and how deep it is. */
import { MAX_COMMANDS, MAX_NESTED_CHARACTERS, MAX_NESTING } from "../bounds.ts";
import type { Fault, Span } from "../syntax.ts";

/** Faults above this many say nothing new. */
const MAX_FAULTS = 64;

export class Notes {
  readonly faults: Fault[] = [];
  private depth = 0;
  private commands = 0;
  private nested = 0;
  /** Set while a script with a text of its own is read: where that text stands in the outermost source. */
  private outer: Span | null = null;
  /** Length of the outermost text. */
  private readonly length: number;

  constructor(length: number) {
    this.length = length;
  }

  /** True once something was not read because it is over a bound. */
  get stopped(): boolean {
    return this.faults.some((fault) => fault.bound !== undefined);
  }

  fault(span: Span, detail: string, bound?: Fault["bound"]): void {
    if (this.faults.length >= MAX_FAULTS) return;
    const { start, end } = this.outer ?? span;
    const at = { start: Math.min(start, this.length), end: Math.min(Math.max(start, end), this.length) };
    this.faults.push(bound === undefined ? { span: at, detail } : { span: at, detail, bound });
  }

  /**
   * Reads something one level deeper. Over the bound on nesting it is not read: that is a fault, and the answer is
   * null.
   */
  deeper<T>(span: Span, read: () => T): T | null {
    if (this.depth >= MAX_NESTING) {
      this.fault(span, `this is nested more than ${MAX_NESTING} levels deep`, "nesting");
      return null;
    }
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }

  /** Counts a command or a substitution. False over the bound on their number: a fault, and it is not to be read. */
  command(span: Span): boolean {
    this.commands++;
    if (this.commands === MAX_COMMANDS + 1) this.fault(span, `these are more than ${MAX_COMMANDS} commands`, "steps");
    return this.commands <= MAX_COMMANDS;
  }

  /** Counts the length of something nested. False over the bound on all of it together: then it is not read. */
  nests(span: Span): boolean {
    const before = this.nested;
    this.nested += span.end - span.start;
    const over = this.nested > MAX_NESTED_CHARACTERS;
    if (over && before <= MAX_NESTED_CHARACTERS) this.fault(span, "too much text is nested", "steps");
    return !over;
  }

  /** Reads a script that has a text of its own; faults in it are put at `span`. */
  within<T>(span: Span, read: () => T): T {
    const before = this.outer;
    this.outer ??= span;
    try {
      return read();
    } finally {
      this.outer = before;
    }
  }
}

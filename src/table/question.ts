import type { Value } from "../text.ts";

/**
 * What one surface is asked: the spellings of one thing.
 *
 * The last rule of the surface that matches wins. A rule that allows is trusted only on `written`; a rule that asks or
 * denies, and every `final`, also sees through `readings`. (Deny any reading, allow every reading.)
 */
export interface Question {
  /** Spellings that name the thing as it is. Any rule may match any of them. Never empty. */
  readonly written: readonly Value[];
  /** Further spellings that the thing may go by, for restrictive rules alone. */
  readonly readings: readonly Value[];
  /**
   * For paths: spellings through the link that stands at the front of a rule's own pattern. A rule that allows matches
   * one of these only where the fixed directory of its pattern is `directory`. Absent for none.
   */
  readonly aliases?: readonly { readonly directory: string; readonly value: Value }[];
}

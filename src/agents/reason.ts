/**
 * A decision told in one short text: to the model with a denial, to the person with a question.
 */
import type { Decision } from "../decision.ts";

/** Longest reason, in UTF-16 units: one agent goes round in circles over very long ones. */
const LONGEST_REASON = 600;
const LONGEST_VALUE = 160;

/** `cannotAsk` is what to say where the answer is `ask`, but this agent cannot put that to a person. */
export function reasonFor(decision: Decision, cannotAsk: string | null = null): string {
  const { action, surface, value, rule, reason } = decision;
  const what = `\`${shorten(value, LONGEST_VALUE)}\` (${surface})`;
  const verdict = action === "deny" ? "is denied" : "needs a person's approval";
  const by = rule === null ? "" : `, by \`${shorten(patternOf(rule.text), LONGEST_VALUE)}\` at ${baseName(rule.file)}:${rule.line}`;
  const why = reason === null ? "" : `: ${reason}`;
  const unasked = action === "ask" && cannotAsk !== null ? `. ${cannotAsk}` : "";
  return shorten(`tollgate: ${what} ${verdict}${by}${why}${unasked}`, LONGEST_REASON);
}

/** The rule without its reason, which is told anyway. */
function patternOf(rule: string): string {
  const because = rule.search(/\sbecause\s+["']/);
  return because < 0 ? rule : rule.slice(0, because);
}

/** The name alone: where a policy lies is for its owner, not for the model. */
function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
}

/** One line without control characters, cut to a length. */
export function shorten(text: string, longest: number): string {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  // Not between the two halves of a character.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

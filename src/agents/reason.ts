/**
 * A decision told in one short text: to the model with a denial, to the person with a question.
 */
import type { Decision } from "../decision.ts";
import { maskSecrets } from "../session/mask.ts";
import { denialText } from "../session/message.ts";

/** Longest question, in UTF-16 units, and longest value in it. */
const LONGEST_QUESTION = 600;
const LONGEST_VALUE = 160;

/** `cannotAsk` is what to say where the answer is `ask`, but this agent cannot put that to a person. */
export function reasonFor(decision: Decision, cannotAsk: string | null = null): string {
  if (decision.action !== "ask") return `tollgate: ${denialText(decision, "policy", null)}`;
  if (cannotAsk !== null) return `tollgate: ${denialText(decision, "nobody", null)} ${cannotAsk}`;
  return shorten(`tollgate: ${questionOf(decision)}`, LONGEST_QUESTION);
}

/** What the agent's own dialog shows. */
function questionOf({ surface, value, rule, reason }: Decision): string {
  const shown = shorten(maskSecrets(value.slice(0, 20_000)).text, LONGEST_VALUE);
  const by = rule === null ? "" : `, by \`${patternOf(rule.text)}\` at ${rule.file}:${rule.line}`;
  const why = reason === null ? "" : `: ${maskSecrets(reason).text}`;
  return `\`${shown}\` (${surface}) needs a person's approval${by}${why}`;
}

/** A rule without its reason, which is told anyway, and without the blanks that align it in its file. */
function patternOf(rule: string): string {
  const because = rule.search(/\sbecause\s+["']/);
  return shorten(because < 0 ? rule : rule.slice(0, because).trimEnd(), LONGEST_VALUE);
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

/**
 * Rules in their canonical form: one blank between the parts, and none where it means nothing. Words, quotes and
 * wildcards stay as they are written.
 *
 *     deny  git   { log , diff }  *  with -p     deny git {log,diff} * with -p
 */
import type { FlagClause, GroupMember, GroupReference, Pattern, PatternItem, RuleNode, Span } from "../ast.ts";

/** A rule of a file, whose whole text is `text`. */
export function ruleText(rule: RuleNode, text: string): string {
  const named = ruleName(rule, text);
  if (rule.because === null) return named;
  const reason = slice(text, rule.because.span).replace(/^because[ \t]+/, "");
  return `${named} because ${reason}`;
}

/** A rule without its reason: how an expectation names it. */
export function ruleName(rule: RuleNode, text: string): string {
  const parts = [rule.action.name as string];
  if (rule.final) parts.unshift("final");
  if (rule.access !== null) parts.push(rule.access.name);
  if (rule.subject !== null) parts.push(subjectText(rule.subject, text));
  return [...parts, ...rule.clauses.map(clauseText)].join(" ");
}

/** A pattern of a group with its flags. */
export function memberText({ subject, clauses }: GroupMember, text: string): string {
  return [subjectText(subject, text), ...clauses.map(clauseText)].join(" ");
}

function subjectText(subject: Pattern | GroupReference, text: string): string {
  return subject.kind === "pattern" ? itemsText(subject.items, text) : `@${subject.name}`;
}

/** Items of a pattern. Alternatives nest no deeper than the parser lets them. */
function itemsText(items: readonly PatternItem[], text: string): string {
  return items
    .map((item) => {
      if (item.kind === "boundary") return " ";
      if (item.kind !== "alternatives") return slice(text, item.span);
      return `{${item.options.map((option) => itemsText(option, text)).join(",")}}`;
    })
    .join("");
}

/** `with -f|--force` */
function clauseText({ kind, flags }: FlagClause): string {
  return `${kind} ${flags.map((flag) => flag.text).join("|")}`;
}

function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

/**
 * A rule out of an agent's file as a policy would have it: how people are told of it, and how tests name it.
 */
import type { RuleNode } from "../ast.ts";

/** Words that mean something in a rule. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "allow",
  "ask",
  "deny",
  "final",
  "read",
  "write",
  "with",
  "without",
  "because",
]);

/** `deny git push * because "…"` */
export function writtenRule({ action, subject, because }: Pick<RuleNode, "action" | "subject" | "because">): string {
  const pattern = subject?.kind === "pattern" ? subject.items.map(writtenItem).join("") : "";
  const reason = because === null ? "" : ` because ${quoted(because.text)}`;
  return `${action.name}${pattern === "" ? "" : ` ${pattern.startsWith("@") ? `\\${pattern}` : pattern}`}${reason}`;
}

type Item = Extract<NonNullable<RuleNode["subject"]>, { kind: "pattern" }>["items"][number];

function writtenItem(item: Item): string {
  switch (item.kind) {
    case "boundary":
      return " ";
    case "any":
      return "*";
    // A `?` that may also be the blank between two words.
    case "alternatives":
    case "one":
      return "?";
    case "literal":
      return /^[\p{L}\p{Nd}_\-./+@:=%~,$]*$/u.test(item.text) && !KEYWORDS.has(item.text)
        ? item.text
        : quoted(item.text);
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\$`]/g, (character) => `\\${character}`)}"`;
}

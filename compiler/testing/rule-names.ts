/**
 * Rules by their text: how an expectation names the one that has to decide.
 */
import { ruleName } from "../formatting/rule-text.ts";
import { parsePolicy } from "../parse.ts";

/** Texts whose names are kept. */
const MOST_NAMES = 10_000;
const names = new Map<string, string>();

/** The canonical text of a rule as it is written, without its reason. A text that is no rule stays as it is. */
export function nameOfRule(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    // On `path` every rule can be read, whatever surface it is for.
    const { tree, source } = parsePolicy(`path: ${text}`, "");
    const [statement] = tree.statements;
    const rule = statement?.kind === "surface" ? statement.rules[0] : undefined;
    name = rule === undefined ? text : ruleName(rule, source.text);
    if (names.size >= MOST_NAMES) names.clear();
    names.set(text, name);
  }
  return name;
}

/**
 * Rules for Codex: `prefix_rule(pattern = ["git", "push"], decision = "prompt")`. They match the first words of a
 * command, and the strictest of all that match counts.
 */
import type { Table, TableRule } from "../../src/table/table.ts";
import { answerToPrefix, exportRules, impossible, prefixOf, type ExportedRule, type Restriction } from "./exported.ts";

const DECISIONS: Readonly<Record<Restriction, string>> = { ask: "prompt", deny: "forbidden" };

export function exportCodex(table: Table): ExportedRule[] {
  return exportRules(table, codexRule);
}

function codexRule(rule: TableRule, table: Table): ExportedRule {
  if (rule.surface !== "bash") return impossible(rule, "Codex has rules for commands alone");
  const hasClauses = rule.with.length + rule.without.length > 0;
  const lines: string[] = [];
  let isExact = !hasClauses;
  for (const program of rule.programs) {
    const { words, isWhole } = prefixOf(program);
    if (words.length === 0) return impossible(rule, "the command's name is not fixed");
    const { action, isOne } = answerToPrefix(table, words);
    if (!isWhole || !isOne || action !== rule.action) isExact = false;
    // A prefix also speaks of commands that get another answer: then the strictest of all.
    const restriction = action === "allow" ? rule.action : action;
    if (restriction === "allow") return impossible(rule, "allowed calls are left to the agent's own questions");
    lines.push(lineOf(words, restriction, rule));
  }
  if (isExact) return { rule, closeness: "exact", note: null, lines };
  return {
    rule,
    closeness: "stricter",
    note: "Codex compares the first words alone, so other commands are meant too",
    lines,
  };
}

function lineOf(words: readonly string[], restriction: Restriction, rule: TableRule): string {
  const because = rule.because === null ? "" : `, justification = ${JSON.stringify(rule.because)}`;
  return `prefix_rule(pattern = ${JSON.stringify(words)}, decision = "${DECISIONS[restriction]}"${because})`;
}

/**
 * Policies for tests of what comes after the parser, written as lines.
 */
import type { PolicyLayer, PolicyRule, ResolvedPolicy } from "../../compiler/rule.ts";
import type { Action } from "../../src/decision.ts";
import { treeOf } from "./pattern-tree.ts";

const RULE =
  /^(?<surface>\S+?)(?:@(?<agent>\S+))?: (?<final>final )?(?<action>allow|ask|deny)(?: (?<access>read|write)(?= ))?(?: (?<pattern>.*?))??(?<clauses>(?: with(?:out)? \S+)*)$/u;

/** A rule of a line such as `bash@reviewer: final deny git push * with --force|-f`. Patterns are those of `treeOf`. */
export function ruleOf(line: string, number = 1): PolicyRule {
  const parts = RULE.exec(line)?.groups;
  if (parts === undefined) throw new Error(`not a rule: ${line}`);
  const clauses = [...(parts["clauses"] ?? "").matchAll(/ (with|without) (\S+)/gu)];
  const clausesOf = (kind: string): string[][] =>
    clauses.filter((clause) => clause[1] === kind).map((clause) => clause[2]!.split("|"));
  return {
    surface: parts["surface"]!,
    agent: parts["agent"] ?? null,
    action: parts["action"] as Action,
    final: parts["final"] !== undefined,
    access: (parts["access"] as "read" | "write" | undefined) ?? null,
    pattern: parts["pattern"] === undefined ? null : treeOf(parts["pattern"]),
    with: clausesOf("with"),
    without: clausesOf("without"),
    because: null,
    source: { file: "policy.gate", line: number, column: 1, text: line.replace(/^\S+ /u, "") },
  };
}

export function layerOf(lines: readonly string[], options: Partial<PolicyLayer> = {}): PolicyLayer {
  return { trusted: true, default: null, rules: lines.map((line, index) => ruleOf(line, index + 1)), ...options };
}

/** A policy of trusted rules, then of layers that can only tighten. */
export function policyOf(lines: readonly string[], ...others: PolicyLayer[]): ResolvedPolicy {
  return { sources: [], layers: [layerOf(lines), ...others], shellTools: {}, tests: [] };
}

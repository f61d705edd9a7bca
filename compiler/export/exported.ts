/**
 * What becomes of a rule in another agent's format. An export only ever adds questions and denials, so that nothing is
 * looser than without it: what a format cannot say is left to the gate.
 */
import type { Action } from "../../src/decision.ts";
import { ANY, MAY_END, ONE } from "../../src/table/program.ts";
import type { Table, TableRule } from "../../src/table/table.ts";
import { ANY_TEXT, BOUNDARY, MORE_WORDS, type Value } from "../../src/text.ts";

/** How close the result is. */
export type Closeness =
  /** For everything that it speaks of, what the policy answers. */
  | "exact"
  /** It also asks about, or denies, what the policy would not. */
  | "stricter"
  /** The format has no way to say it. */
  | "impossible";

export interface ExportedRule {
  readonly rule: TableRule;
  readonly closeness: Closeness;
  /** A sentence about what is lost; null where it is exact. */
  readonly note: string | null;
  /** What goes into the file; empty where it is impossible. */
  readonly lines: readonly string[];
}

/** Action of an exported rule: never `allow`, which would skip what an agent itself asks about. */
export type Restriction = Exclude<Action, "allow">;

/** A rule cannot be said. */
export function impossible(rule: TableRule, note: string): ExportedRule {
  return { rule, closeness: "impossible", note, lines: [] };
}

/** What becomes of every rule of a table, by what a format can say of one that asks or denies. */
export function exportRules(table: Table, say: (rule: TableRule, table: Table) => ExportedRule): ExportedRule[] {
  return byPlace(table).map((rule) => {
    const held = heldBack(rule);
    return held === null ? say(rule, table) : impossible(rule, held);
  });
}

/** Notes that hold for every format; null for a rule that may be exported. */
function heldBack(rule: TableRule): string | null {
  if (rule.action === "allow") return "allowed calls are left to the agent's own questions";
  if (rule.agent !== null) return "it is for one agent alone";
  return null;
}

/** The words at the front of a bash program that hold no wildcard, and whether any further words may follow. */
export function prefixOf(program: string): { readonly words: readonly string[]; readonly isWhole: boolean } {
  const words: string[] = [];
  let word = "";
  for (let at = 0; at < program.length; at++) {
    const symbol = program[at]!;
    if (symbol === ONE || symbol === ANY) return { words, isWhole: false };
    if (symbol === MAY_END) {
      // The end of a pattern whose last ` *` also stands for nothing.
      words.push(word);
      return { words, isWhole: program.slice(at + 1) === BOUNDARY + ANY };
    }
    if (symbol === BOUNDARY) {
      words.push(word);
      word = "";
    } else word += symbol;
  }
  return { words: [...words, word], isWhole: false };
}

/** What the policy answers to a command that begins with some words: one action, or the strictest of several. */
export function answerToPrefix(
  table: Table,
  words: readonly string[],
): { readonly action: Action; readonly isOne: boolean } {
  return answerTo(table, "bash", [words.join(BOUNDARY), MORE_WORDS]);
}

/** What the policy answers to everything on a surface. */
export function answerToAll(table: Table, surface: string): { readonly action: Action; readonly isOne: boolean } {
  return answerTo(table, surface, [ANY_TEXT]);
}

export function answerTo(
  table: Table,
  surface: string,
  value: Value,
): { readonly action: Action; readonly isOne: boolean } {
  const question = { written: [value], readings: [] };
  const { action, mixed } = table.lookup(surface, null, question);
  if (!mixed) return { action, isOne: true };
  const isDenied = table.matching(surface, null, question).some((rule) => rule.action === "deny");
  return { action: isDenied ? "deny" : "ask", isOne: false };
}

/** The report beside an export: every rule with its closeness. */
export function reportOf(rules: readonly ExportedRule[]): string {
  return rules
    .map(({ rule, closeness, note }) => {
      const place = `${rule.file}:${rule.line}`;
      return `${closeness.padEnd(10)} ${place}: ${rule.text}${note === null ? "" : `\n           ${note}`}\n`;
    })
    .join("");
}

/** One rule of the policy is several of the table where its pattern has alternatives; they are told as one. */
function byPlace(table: Table): TableRule[] {
  const seen = new Set<string>();
  return table.rules.filter((rule) => {
    const key = JSON.stringify([rule.file, rule.line, rule.column, rule.surface, rule.agent, rule.programs]);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * What differs between a table and the one that its sources compile to now.
 */
import type { RuleData, TableData } from "../../src/table/format.ts";
import { serializeTable } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { visible } from "../display.ts";
import { isLean } from "./table-file.ts";

/** Rules that are told one by one. */
const MOST_RULES = 20;

/** A sentence for each thing that differs; none where the bytes of the file are those that would be written now. */
export function tableDifferences(old: SealedTableData, bytes: Uint8Array, now: TableData): string[] {
  if (Buffer.from(serializeTable(now), "utf8").equals(bytes)) return [];
  const differences = [...sourceDifferences(old, now), ...ruleDifferences(old.rules, now.rules)];
  if (JSON.stringify(old.shellTools) !== JSON.stringify(now.shellTools)) differences.push("the shell tools are others");
  if (JSON.stringify(old.layers) !== JSON.stringify(now.layers)) {
    differences.push("the scopes are trusted otherwise, or another default answers");
  }
  if (isLean(old) && !isLean(now)) {
    differences.push("it has no automata, as with `--lean`; the one that would be written has them");
  } else if (!isLean(old) && isLean(now)) {
    differences.push("it has automata; the one that would be written, with `--lean`, has none");
  }
  if (differences.length > 0) return differences;
  if (old.digest !== now.digest)
    return ["the rules are the same, but other automata are made of them: another version compiled it"];
  return ["the content is the same, but it is written in another way"];
}

function sourceDifferences(old: SealedTableData, now: TableData): string[] {
  const digests = (data: SealedTableData) => new Map(data.sources.map((one) => [`${one.scope} ${one.file}`, one]));
  const [before, after] = [digests(old), digests(now)];
  const differences: string[] = [];
  for (const [key, { file, sha256 }] of before) {
    const other = after.get(key);
    if (other === undefined) differences.push(`\`${visible(file)}\` is no longer part of the policy`);
    else if (other.sha256 !== sha256) differences.push(`\`${visible(file)}\` has changed`);
  }
  for (const [key, { file }] of after) if (!before.has(key)) differences.push(`\`${visible(file)}\` is new`);
  return differences;
}

function ruleDifferences(old: readonly RuleData[], now: readonly RuleData[]): string[] {
  const differences = [...missing(old, now, "is no longer there"), ...missing(now, old, "is new")];
  const isReordered = differences.length === 0 && JSON.stringify(old.map(essence)) !== JSON.stringify(now.map(essence));
  if (isReordered) differences.push("the rules stand in another order");
  if (differences.length <= MOST_RULES) return differences;
  return [...differences.slice(0, MOST_RULES), `and ${differences.length - MOST_RULES} more rules`];
}

/** Rules of one list that another one lacks, wherever they stand. Those of a group stand at one place. */
function missing(rules: readonly RuleData[], among: readonly RuleData[], what: string): string[] {
  const known = new Set(among.map(essence));
  const told = new Set<string>();
  return rules.flatMap((rule) => {
    const place = `${visible(rule.file)}:${rule.line}:${rule.column}`;
    if (known.has(essence(rule)) || told.has(place)) return [];
    told.add(place);
    return [`\`${visible(rule.text)}\` of \`${visible(rule.surface)}\` at ${place} ${what}`];
  });
}

/** What a rule says, without its place. */
function essence({ line: _line, column: _column, text: _text, file: _file, ...rule }: RuleData): string {
  return JSON.stringify(rule);
}

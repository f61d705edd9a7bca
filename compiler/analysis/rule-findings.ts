/**
 * Findings about rules that never win, or that say what others say already.
 */
import type { RuleData } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { matchesAll } from "../../src/table/program.ts";
import { tick, type Related } from "../diagnostic.ts";
import type { Source } from "../source.ts";
import { placeOfRule } from "./assertions.ts";
import { finding, removal, standsAlone, type Finding } from "./finding.ts";
import { textShown } from "./probe.ts";
import { examineRules, type RuleFinding, type SourceRule, type Winner } from "./winners.ts";

/** Rules that a catch-all silences, for it to be told once and not for each of them. */
const MANY_SILENCED = 2;

/** Findings about the rules of a policy's own files. What it includes may be overridden, so that is no finding. */
export function ruleFindings(table: SealedTableData, files: ReadonlyMap<string, Source>): Finding[] {
  const { findings, undecided } = examineRules(table);
  const own = findings.filter((one) => isOwn(one));
  const silenced = silencers(own, table);
  const told: Finding[] = [];
  for (const [by, rules] of silenced) {
    const place = placeOfRule(by, files);
    if (place !== null) told.push(silencing(by, rules, files));
  }
  const quiet = new Set([...silenced.values()].flat());
  for (const one of own) if (!quiet.has(one)) told.push(...ruleFinding(one, files));
  const [first] = undecided;
  if (first !== undefined) told.push(...unexamined(first, undecided.length, files));
  return told;
}

/** True where all that a finding names stands in one file, and that is no preset. */
function isOwn(one: RuleFinding): boolean {
  const { file } = one.source.rules[0]!;
  if (file.startsWith("preset:")) return false;
  return one.kind === "impossible" || one.by.every(({ rule }) => rule.file === file);
}

/** Catch-alls that come last, with the findings about all rules that they silence. */
function silencers(findings: readonly RuleFinding[], table: SealedTableData): Map<RuleData, RuleFinding[]> {
  const silenced = new Map<RuleData, RuleFinding[]>();
  for (const one of findings) {
    if (one.kind !== "shadowed" || one.by.length !== 1) continue;
    const { rule } = one.by[0]!;
    const later = table.rules.indexOf(rule) > table.rules.indexOf(one.source.rules[0]!);
    if (!later || !isCatchAll(rule)) continue;
    silenced.set(rule, [...(silenced.get(rule) ?? []), one]);
  }
  for (const [rule, some] of silenced) if (some.length < MANY_SILENCED) silenced.delete(rule);
  return silenced;
}

/** True for a rule that matches everything. */
export function isCatchAll({ programs, with: some, without }: RuleData): boolean {
  return some.length === 0 && without.length === 0 && programs.some(matchesAll);
}

function silencing(by: RuleData, silenced: readonly RuleFinding[], files: ReadonlyMap<string, Source>): Finding {
  const source = files.get(by.file)!;
  const { span } = placeOfRule(by, files)!;
  const message = `${tick(by.text)} comes last and matches everything, so ${silenced.length} rules before it never win`;
  return finding(source, "silencing-rule", span, message, {
    help: "the last rule that matches wins: put it first, so that the others are exceptions to it",
    related: relatedRules(
      silenced.slice(0, 3).map((one) => one.source.rules[0]!),
      files,
      "never wins",
    ),
  });
}

function ruleFinding(one: RuleFinding, files: ReadonlyMap<string, Source>): Finding[] {
  const rule = one.source.rules[0]!;
  const source = files.get(rule.file);
  const place = placeOfRule(rule, files);
  if (source === undefined || place === null) return [];
  if (one.kind === "impossible") {
    return [
      finding(
        source,
        "impossible-rule",
        place.span,
        `${tick(rule.text)} matches nothing that ${tick(rule.surface)} is ever asked about`,
        {
          help: impossibleHelp(rule),
        },
      ),
    ];
  }
  const fix = one.covered && standsAlone(source, place.span) ? [removal(source, place.span)] : null;
  const example = textShown(rule.surface, one.by[0]!.text);
  const details = { example, fix, related: relatedWinners(one.by, files) };
  if (one.kind === "shadowed") {
    const message = `${tick(rule.text)} never wins: ${othersWin(one.by)}, as for ${tick(example)}`;
    return [finding(source, "shadowed-rule", place.span, message, { ...details, help: shadowedHelp(rule, one.by) })];
  }
  const message = `without ${tick(rule.text)} every answer would be the same, as for ${tick(example)}`;
  return [
    finding(source, "redundant-rule", place.span, message, { ...details, help: "remove it, or change what it says" }),
  ];
}

function othersWin(by: readonly Winner[]): string {
  return by.length === 1 ? `${tick(by[0]!.rule.text)} wins wherever it matches` : "other rules win wherever it matches";
}

function shadowedHelp(rule: RuleData, by: readonly Winner[]): string {
  if (by.every((winner) => winner.rule.action === rule.action)) return "remove it";
  return rule.action === "deny"
    ? "the last rule that matches wins: put it after them, or make it `final`"
    : "the last rule that matches wins: put it after them, or remove it";
}

function impossibleHelp({ surface, with: some, without }: RuleData): string {
  if (some.length > 0 && without.length > 0) return "no command has its flags and has them not";
  return surface === "bash"
    ? "no command is made of such words"
    : "a tool's own surface is asked about `*` alone: write no pattern";
}

function relatedWinners(by: readonly Winner[], files: ReadonlyMap<string, Source>): Related[] {
  return relatedRules(
    by.map(({ rule }) => rule),
    files,
    "wins in its place",
  );
}

function relatedRules(rules: readonly RuleData[], files: ReadonlyMap<string, Source>, message: string): Related[] {
  return rules.flatMap((rule) => {
    const place = placeOfRule(rule, files);
    return place === null ? [] : [{ ...place, message }];
  });
}

function unexamined({ rules }: SourceRule, count: number, files: ReadonlyMap<string, Source>): Finding[] {
  const rule = rules[0]!;
  const source = files.get(rule.file);
  const place = placeOfRule(rule, files);
  if (source === undefined || place === null) return [];
  const which = count === 1 ? "this rule" : `this rule and ${count - 1} more`;
  const message = `it would take too long to tell whether ${which} could be left out`;
  return [
    finding(source, "unexamined-rule", place.span, message, {
      help: "fewer patterns that start with `*` make it quicker",
    }),
  ];
}

/**
 * Hazards: rules that allow more than they seem to, each with a call that a gate does allow by them.
 */
import type { Decision } from "../../src/decision.ts";
import type { RuleData } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import type { DefaultStatement, PolicyFile } from "../ast.ts";
import { tick, type DiagnosticCode } from "../diagnostic.ts";
import { emitTable } from "../emit.ts";
import type { ResolvedPolicy } from "../rule.ts";
import type { Source } from "../source.ts";
import { placeOfRule } from "./assertions.ts";
import { finding, type Finding } from "./finding.ts";
import { OWN_CONFIGURATION, PROBES, WRITERS } from "./hazard-probes.ts";
import { type Call, decide, exampleGate } from "./probe.ts";
import { isCatchAll } from "./rule-findings.ts";

/** A file of the policy with its tree. */
export interface ReadFile {
  readonly source: Source;
  readonly tree: PolicyFile;
}

/** A call that is tried, and what it would do. */
interface Trial {
  readonly code: DiagnosticCode;
  readonly call: Call;
  readonly shown: string;
  readonly does: string;
}

/** One finding for each rule and kind of hazard, with the first call that shows it. */
export async function hazardFindings(
  policy: ResolvedPolicy,
  table: SealedTableData,
  files: ReadonlyMap<string, Source>,
  read: readonly ReadFile[],
): Promise<Finding[]> {
  const gate = await exampleGate(table);
  // Rules on paths can only tighten what is answered, and asking them takes longest.
  const quick = await exampleGate(emitTable(withoutPaths(policy)));
  const findings: Finding[] = [];
  const told = new Set<string>();
  for (const agent of agentsOf(table)) {
    for (const trial of trialsFor(agent)) {
      if (decide(quick, trial.call).action !== "allow") continue;
      const decision = decide(gate, trial.call);
      if (decision.action !== "allow") continue;
      const rule = ruleOf(decision, table);
      const everything = rule === null ? decision.rule === null : isCatchAll(rule) && rule.surface === "bash";
      const code = everything ? "allows-everything" : trial.code;
      const key = JSON.stringify([decision.rule, code]);
      if (told.has(key)) continue;
      told.add(key);
      const found = rule === null ? ofDefault(trial, read) : ofRule(code, trial, rule, files);
      if (found !== null) findings.push(found);
    }
  }
  return findings;
}

const QUICK: ReadonlySet<string> = new Set(["bash", "wrapper", "write", "edit"]);

/** A policy without its rules on `path` and `external_directory`. */
function withoutPaths(policy: ResolvedPolicy): ResolvedPolicy {
  const layers = policy.layers.map((layer) => ({
    ...layer,
    rules: layer.rules.filter(({ surface }) => QUICK.has(surface)),
  }));
  return { ...policy, layers };
}

function agentsOf(table: SealedTableData): (string | null)[] {
  const defaulting = table.layers.flatMap(({ agentDefaults = [] }) => agentDefaults);
  return [null, ...new Set([...table.rules, ...defaulting].flatMap(({ agent }) => (agent === null ? [] : [agent])))];
}

function trialsFor(agent: string | null): Trial[] {
  const bash = (code: DiagnosticCode, command: string, does: string): Trial => ({
    code,
    call: { tool: "bash", input: { command }, agent },
    shown: command,
    does,
  });
  const writes = "writes what an agent is configured by, and so what it may do";
  return [
    ...PROBES.map(({ code, command, does }) => bash(code, command, does)),
    ...OWN_CONFIGURATION.flatMap((file) => [
      ...["write", "edit"].map((tool) => ({
        code: "allows-own-configuration" as const,
        call: { tool, input: { file_path: file }, agent },
        shown: `${tool} ${file}`,
        does: writes,
      })),
      ...WRITERS.map((command) => bash("allows-own-configuration", command(file), writes)),
    ]),
  ];
}

/** The rule of the table that decided; null where a default did. */
function ruleOf({ rule }: Decision, table: SealedTableData): RuleData | null {
  if (rule === null) return null;
  const { file, line, column, text } = rule;
  const found = table.rules.find(
    (one) => one.file === file && one.line === line && one.column === column && one.text === text,
  );
  return found ?? null;
}

function ofRule(
  code: DiagnosticCode,
  trial: Trial,
  rule: RuleData,
  files: ReadonlyMap<string, Source>,
): Finding | null {
  const source = files.get(rule.file);
  const place = placeOfRule(rule, files);
  if (source === undefined || place === null || rule.file.startsWith("preset:")) return null;
  const help =
    code === "allows-everything"
      ? "let what is not named be asked about, and allow what you know"
      : "name what you mean to allow, or leave out the flags that do it with `without`";
  const message = `${tick(rule.text)} also allows ${tick(trial.shown)}, which ${trial.does}`;
  return finding(source, code, place.span, message, { help, example: trial.shown });
}

/** A default that allows: where it stands. */
function ofDefault(trial: Trial, read: readonly ReadFile[]): Finding | null {
  for (const { source, tree } of read) {
    const found = tree.statements.find(
      (one): one is DefaultStatement => one.kind === "default" && one.action === "allow",
    );
    if (found === undefined || source.file.startsWith("preset:")) continue;
    const message = `the default allows ${tick(trial.shown)}, which ${trial.does}`;
    return finding(source, "allows-everything", found.span, message, {
      help: "let what no rule names be asked about: `default: ask`",
      example: trial.shown,
    });
  }
  return null;
}

/**
 * The deciding finding, told as a decision.
 */
import type { Decision, RuleSource, Sentinel } from "../decision.ts";
import type { TableRule } from "../table/table.ts";
import type { BashProgram } from "../shell/program.ts";
import type { Finding, Subject } from "./finding.ts";

/** The surface that speaks of places outside the working directory. */
const FENCE = "external_directory";

/** What of a call goes into its decision. */
export interface CallFacts {
  readonly tool: string;
  /** The effective command of a shell invocation, else null. */
  readonly command: string | null;
  readonly program: BashProgram | null;
}

/** The decision that a finding stands for. */
export function decisionOf(finding: Finding, call: CallFacts): Decision {
  const { subject } = finding;
  const rule = finding.lifted ?? finding.rule;
  return {
    action: finding.action,
    surface: finding.surface,
    value: finding.value,
    rule: rule === null ? null : sourceOf(rule),
    sentinel: sentinelOf(finding),
    reason: reasonOf(finding),
    tool: call.tool,
    command: call.command,
    resolvedPath: subject.kind === "path" ? subject.path.resolvedAlias() : null,
    origin: originOf(finding, call.program),
    final: finding.final,
  };
}

/** Why an answer was raised although no rule says so, or null where a rule or a default answered. */
export function sentinelOf(finding: Finding): Sentinel | null {
  if (finding.action === "allow") return null;
  if (finding.floor !== null) return finding.floor.sentinel;
  return finding.mixed && isOfCommand(finding) ? "<dynamic-bash-command>" : null;
}

/** The sentinel speaks of commands; a tool's path has no part that only a run would tell. */
function isOfCommand({ subject }: Finding): boolean {
  return subject.kind === "unit" || subject.kind === "program" || (subject.kind === "path" && subject.mention !== null);
}

/** A sentence for people, or null where the rule says it all. */
export function reasonOf(finding: Finding): string | null {
  if (finding.lifted !== null) return finding.lifted.because;
  if (finding.floor !== null && finding.action !== "allow") return finding.rule?.because ?? finding.floor.detail;
  if (finding.mixed) return mixedReason(finding);
  if (finding.rule !== null) return finding.rule.because;
  return `no rule of \`${finding.surface}\` matches, and the default is \`${finding.action}\``;
}

/** Longest value that a sentence quotes, in UTF-16 units. */
const LONGEST_QUOTE = 120;

/** Why one answer could not be given for all that a value may stand for. */
function mixedReason({ surface, value, rule, subject }: Finding): string {
  const quoted = value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value;
  const isAnywhere = subject.kind === "path" && subject.path.isOutside() === "unknown";
  if (surface === FENCE && isAnywhere)
    return `only a run tells whether \`${quoted}\` lies outside the working directory`;
  const doubt = `${doubtOf(subject, value, quoted)}, and`;
  return rule === null ? `${doubt} not all of it would be allowed` : `${doubt} \`${withoutReason(rule)}\` may match it`;
}

/** What is not known of a value. */
function doubtOf(subject: Subject, value: string, quoted: string): string {
  if (value.includes("…")) return `only a run tells what \`${quoted}\` stands for`;
  const isAdrift = subject.kind === "path" && subject.mention?.base.kind === "unknown" && !/^(?:\/|\w:)/.test(value);
  if (isAdrift) return `only a run tells in which directory \`${quoted}\` is`;
  return `\`${quoted}\` is too large to be looked up with certainty`;
}

/** A rule's text without its own sentence for people. */
function withoutReason({ text, because }: TableRule): string {
  return because === null ? text : text.replace(/[ \t]+because[ \t]+(?:"[^"]*"|'[^']*')$/, "");
}

function originOf(finding: Finding, program: BashProgram | null): readonly string[] {
  const { subject } = finding;
  if (subject.kind === "unit") return subject.unit.origin;
  if (subject.kind !== "path" || subject.mention === null || subject.mention.unit === null) return [];
  return program?.units[subject.mention.unit]?.origin ?? [];
}

/** A rule's place and text, without what only the table needs. */
export function sourceOf(rule: TableRule): RuleSource {
  return { file: rule.file, line: rule.line, column: rule.column, text: rule.text };
}

/** The denial of a call that cannot be answered. */
export function gateError(call: Pick<CallFacts, "tool" | "command">, surface: string, reason: string): Decision {
  return {
    action: "deny",
    surface,
    value: call.command ?? "*",
    rule: null,
    sentinel: "<gate-error>",
    reason,
    tool: call.tool,
    command: call.command,
    resolvedPath: null,
    origin: [],
    final: false,
  };
}

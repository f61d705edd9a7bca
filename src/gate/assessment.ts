/**
 * A decision with every question behind it: what a session needs to put them to a person and to keep the answers.
 */
import type { Decision } from "../decision.ts";
import type { ToolKind } from "../invocation/tool-kind.ts";
import type { ShellInvocation } from "../invocation/shell-invocation.ts";
import type { BashProgram } from "../shell/program.ts";
import type { Finding } from "./finding.ts";

export interface Assessment {
  /** The same as `decide` gives. */
  readonly decision: Decision;
  /** What the tool was taken for; null for a call that could not be read. */
  readonly kind: ToolKind | null;
  readonly agent: string | null;
  /** The working directory of the call, absolute. */
  readonly cwd: string;
  /** Set for a shell under any name. */
  readonly shell: ShellInvocation | null;
  /** The commands of a shell invocation. */
  readonly program: BashProgram | null;
  /** The paths that a tool other than a shell is given, as typed. */
  readonly paths: readonly string[];
  /** What the gates found, in their order; those behind a denial too. Empty for a call that could not be read. */
  readonly findings: readonly Finding[];
  /** True where a `final` rule asks or denies somewhere in the call, whatever decides it. */
  readonly isFinal: boolean;
}

/** The assessment of a call that nothing is known of but its denial. */
export function withoutFindings(decision: Decision, cwd: string, agent: string | null): Assessment {
  return { decision, kind: null, agent, cwd, shell: null, program: null, paths: [], findings: [], isFinal: false };
}

/** True where a `final` rule holds an answer that is no `allow`. */
export function holdsFinal(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.final && finding.action !== "allow");
}

/**
 * A record of the review log: what was asked, what was answered and why, without a secret.
 */
import type { Action, RuleSource, Sentinel } from "../decision.ts";
import type { Assessment } from "../gate/assessment.ts";
import type { ShellTools } from "../invocation/shell-invocation.ts";
import type { Access } from "./pattern.ts";
import { maskSecrets } from "./mask.ts";
import type { AskedQuestion, Mode, Outcome, Resolution } from "./outcome.ts";
import { recordedInput } from "./recorded-input.ts";
import { cut } from "./shown.ts";

/** The version of the records that this code writes. */
export const RECORD_VERSION = 1;

/** One decision, as a line of JSON holds it. New members may be added; readers pass over what they do not know. */
export interface LogRecord {
  readonly v: typeof RECORD_VERSION;
  /** ISO 8601. */
  readonly time: string;
  readonly session: string;
  readonly mode: Mode;
  /** As invoked. */
  readonly tool: string;
  readonly agent: string | null;
  readonly cwd: string;
  /** The effective command of a shell, else null. */
  readonly command: string | null;
  /** What of the input decides. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The commands found in a shell's text. */
  readonly units: readonly string[];
  /** Where and by what the policy's answer was decided. */
  readonly action: Action;
  readonly surface: string;
  readonly value: string;
  readonly rule: RuleSource | null;
  readonly sentinel: Sentinel | null;
  readonly reason: string | null;
  readonly final: boolean;
  /** What a person was, or would have been, asked about. */
  readonly asked: readonly RecordedQuestion[];
  readonly allowed: boolean;
  readonly resolution: Resolution;
  /** What a person said. */
  readonly feedback: string | null;
  /** The rules of the approvals that answered or were given: `bash: allow git push *`. */
  readonly approvals: readonly string[];
  /** The digest of the table. */
  readonly table: string;
  /** True where something was masked or left out, so that the call cannot be judged again with certainty. */
  readonly partial: boolean;
}

export interface RecordedQuestion {
  readonly surface: string;
  readonly value: string;
  readonly access: Access | null;
  readonly final: boolean;
}

const LONGEST_VALUE = 1_000;
const LONGEST_COMMAND = 4_000;
const MOST_PARTS = 50;

/** The record of an outcome. */
export function recordOf(
  call: { readonly assessment: Assessment; readonly input: unknown; readonly questions: readonly AskedQuestion[] },
  outcome: Outcome,
  about: { readonly time: string; readonly session: string; readonly table: string; readonly shellTools: ShellTools },
): LogRecord {
  const { assessment, questions } = call;
  const { decision, program, agent, cwd } = assessment;
  const { input, partial } = recordedInput(assessment, call.input, about.shellTools);
  return {
    v: RECORD_VERSION,
    time: about.time,
    session: about.session,
    mode: outcome.mode,
    tool: clean(decision.tool, 200),
    agent: agent === null ? null : clean(agent, 200),
    cwd: clean(cwd, LONGEST_VALUE),
    command: decision.command === null ? null : clean(decision.command, LONGEST_COMMAND),
    input,
    units: (program?.units ?? []).slice(0, MOST_PARTS).map((unit) => clean(unit.text, LONGEST_VALUE)),
    action: decision.action,
    surface: clean(decision.surface, 200),
    value: clean(decision.value, LONGEST_VALUE),
    rule: decision.rule === null ? null : { ...decision.rule, text: clean(decision.rule.text, LONGEST_VALUE) },
    sentinel: decision.sentinel,
    reason: decision.reason === null ? null : clean(decision.reason, LONGEST_VALUE),
    final: decision.final,
    asked: questions.slice(0, MOST_PARTS).map(({ surface, value, access, final }) => {
      return { surface: clean(surface, 200), value: clean(value, LONGEST_VALUE), access, final };
    }),
    allowed: outcome.allowed,
    resolution: outcome.resolution,
    feedback: outcome.feedback === null ? null : clean(outcome.feedback, LONGEST_VALUE),
    approvals: outcome.approvals
      .slice(0, MOST_PARTS)
      .map(({ surface, rule }) => clean(`${surface}: ${rule}`, LONGEST_VALUE)),
    table: about.table,
    partial,
  };
}

/** Without secrets, and of a bounded length. */
function clean(text: string, most: number): string {
  // Masked before it is cut: half a token could not be told any more.
  return cut(maskSecrets(text.slice(0, most + 4_096)).text, most);
}

/**
 * What a person has approved: rules that allow, for the length of a session.
 */
import type { RuleSource } from "../decision.ts";
import type { Access } from "./pattern.ts";

/** A rule that a person can approve. Plain data, but for what only the session reads. */
export interface Suggestion {
  /** The surface that asked: `bash` also for a shell under another name. */
  readonly surface: string;
  readonly agent: string | null;
  /** On `path` and `external_directory`; null elsewhere. */
  readonly access: Access | null;
  /** The pattern in the language of policies. */
  readonly pattern: string;
  /** The rule in the language of policies, without its surface: `allow git checkout *`. */
  readonly rule: string;
  /** It matches what was asked about and nothing else. */
  readonly exact: boolean;
  /** An example of what else it would allow; null where there is none. */
  readonly alsoAllows: string | null;
  /** The rule that asked, behind which a policy would hold this one; null where a default or a floor asked. */
  readonly askedBy: RuleSource | null;
  /** The pattern as a table matches it. */
  readonly program: string;
  /**
   * Set for a command that runs another (`bash -c '…'`, `sudo …`), whose own text does not tell all: the approval
   * answers for what it runs in calls with this very command, in this directory, alone.
   */
  readonly call: string | null;
}

/** A suggestion that was approved. */
export interface Approval extends Suggestion {
  /** Unique within the session. */
  readonly id: string;
  /** When, as an ISO 8601 time. */
  readonly time: string;
  /** What was asked about, masked, for a person who looks through the list. */
  readonly value: string;
  /** The tool that asked. */
  readonly tool: string;
}

/**
 * How a call ends in a session: the faces between a session and its host.
 *
 * All of these are plain data. New members may be added, and new words to the unions of words; none changes its meaning.
 */
import type { Decision, RuleSource, Sentinel } from "../decision.ts";
import type { Approval, Suggestion } from "./approval.ts";
import type { Access } from "./pattern.ts";

/**
 * - `enforce`: the policy holds.
 * - `observe`: decisions are logged; nobody is asked, and denials are not enforced.
 * - `yolo`: what would be asked goes ahead; denials stay.
 *
 * In every mode a `final` rule holds, and an error of the gate is a denial.
 */
export type Mode = "enforce" | "observe" | "yolo";

/** What ended a call. */
export type Resolution =
  /** The policy allows or denies it. */
  | "policy"
  /** An approval that was given before answers for it. */
  | "approval"
  /** A person allowed it this once, or with an approval for the session. */
  | "once"
  | "session"
  /** A person refused it. */
  | "refused"
  /** The agent puts the question to a person itself, and what came of that is not told. */
  | "agent"
  /** It would have to be asked, and nobody can be: no `ask`, or the session is closed. */
  | "nobody"
  | "closed"
  /** Whoever called gave up, or nobody answered in time. */
  | "aborted"
  | "timed-out"
  /** Asking failed, or what came back is no answer. */
  | "ask-failed"
  | "invalid-answer"
  /** The mode let it pass. */
  | "observe"
  | "yolo"
  /** The session itself failed. */
  | "error";

/** The answer to a call, to be obeyed. */
export interface Outcome {
  readonly allowed: boolean;
  readonly resolution: Resolution;
  readonly mode: Mode;
  /** What the policy says. With `ask` in it, `allowed` tells what came of it. */
  readonly decision: Decision;
  /** For the model: why the call is not run, and what to do instead. Null where it is. Without secrets. */
  readonly message: string | null;
  /** What a person said to it, or null. */
  readonly feedback: string | null;
  /** The approvals that answered, or that were given with the answer. */
  readonly approvals: readonly Approval[];
}

/** One thing that a call is asked about. */
export interface AskedQuestion {
  readonly surface: string;
  /** As the person has to see it: the command, the path, the target. */
  readonly value: string;
  /** How a path is touched, else null. */
  readonly access: Access | null;
  /** Where a path really leads, if elsewhere through a link, else null. */
  readonly resolvedPath: string | null;
  /** Where it stands in the command, outermost first. */
  readonly origin: readonly string[];
  /** The rule that asks; null where a default or a floor does. */
  readonly rule: RuleSource | null;
  readonly sentinel: Sentinel | null;
  /** Why it is asked, in a sentence, or null where the rule says it all. */
  readonly reason: string | null;
  /** A `final` rule asks: it is asked each time. */
  readonly final: boolean;
}

/** What a host has to ask a person. */
export interface AskRequest {
  /** Unique within the session. */
  readonly id: string;
  /** As invoked. */
  readonly tool: string;
  readonly agent: string | null;
  readonly cwd: string;
  /** The effective command of a shell, else null. */
  readonly command: string | null;
  readonly decision: Decision;
  readonly questions: readonly AskedQuestion[];
  /** One line, and all lines, for hosts that draw nothing of their own. Control characters are made visible. */
  readonly title: string;
  readonly message: string;
  /** What the tool is called with, for a tool of which nothing is known; bounded, or null. */
  readonly preview: string | null;
  /**
   * The rules that `session` would approve, and those that the narrower `exact` would. Empty where nothing but `once`
   * can be approved.
   */
  readonly suggestions: readonly Suggestion[];
  readonly exact: readonly Suggestion[];
}

/** A person's answer. Anything else than these shapes refuses. */
export type Answer =
  | { readonly choice: "once" }
  | {
      readonly choice: "session";
      /** `exact` approves the narrower rules; `suggested`, the default, those that were suggested. */
      readonly scope?: "suggested" | "exact" | undefined;
    }
  | { readonly choice: "refuse"; readonly reason?: string | undefined };

/**
 * Puts a request to a person. What it throws refuses. `signal` is aborted when the answer no longer counts: the caller
 * gave up, the time is over, the session was closed.
 */
export type Ask = (request: AskRequest, context: { readonly signal: AbortSignal }) => Promise<Answer> | Answer;

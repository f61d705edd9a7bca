/**
 * A decision, told step by step. Plain data: it can be written as JSON as it stands, and new members may be added.
 */
import type { Action, Decision, RuleSource, Sentinel } from "../decision.ts";
import type { GateName } from "../gate/finding.ts";
import type { ToolKind } from "../invocation/tool-kind.ts";

export interface Explanation {
  /** The same as `decide` gives. */
  readonly decision: Decision;
  readonly tool: string;
  /** What the tool was taken for; a shell under another name is `bash`. Null for a call that has no tool. */
  readonly kind: ToolKind | null;
  readonly agent: string | null;
  /** The working directory of the session. */
  readonly cwd: string;
  /** Of a shell invocation, else null. */
  readonly command: string | null;
  /** The directory that a shell invocation runs in, where it names one, else null. */
  readonly workdir: string | null;
  /** The commands found in a shell's text, in source order. */
  readonly units: readonly ExplainedUnit[];
  /** The paths that the call touches, in the order of the text or of the arguments. */
  readonly paths: readonly ExplainedPath[];
  /** What the gates found, in the order in which a call passes them. */
  readonly steps: readonly Step[];
  /** Index in `steps` of the one that decided; null where the call could not be read. */
  readonly deciding: number | null;
}

/** Where something stands in the command: a half-open range of UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ExplainedUnit {
  readonly range: Range;
  /** The words as bash would see them, unknown parts as `…`. */
  readonly text: string;
  /** Where it stands, outermost first. */
  readonly origin: readonly string[];
  /** Set for a command that runs another. */
  readonly wrapper: { readonly name: string; readonly sentinel: Sentinel } | null;
  /** Index of the unit that runs this one, or null. */
  readonly wrappedBy: number | null;
}

export interface ExplainedPath {
  /** Null for a path that a tool is given. */
  readonly range: Range | null;
  /** Absolute, as far as it is known. */
  readonly value: string;
  readonly access: "read" | "write" | "both";
  /** Index of the unit that touches it, or null. */
  readonly unit: number | null;
  /** Where it really leads through a link, or null. */
  readonly resolved: string | null;
  /** Relative to the session's working directory. */
  readonly place: "inside" | "outside" | "unknown" | "device";
  /** False for a bare word: it counts only where a rule speaks of it. */
  readonly certain: boolean;
}

/** One look-up and its answer. */
export interface Step {
  readonly gate: GateName;
  readonly surface: string;
  readonly value: string;
  readonly action: Action;
  /** The rule that answered; null where a default or a floor did. */
  readonly rule: ExplainedRule | null;
  /**
   * The other rules that match, last first: the answering rule stands after them in the policy, or is stronger. Told of
   * the first few hundred steps and of the deciding one.
   */
  readonly overridden: readonly ExplainedRule[];
  /** Set where an `ask` was lifted by a rule that names both a wrapper and what it wraps. */
  readonly lifted: ExplainedRule | null;
  /** Only a run would tell which of several answers is right. */
  readonly mixed: boolean;
  readonly final: boolean;
  /** What the floor is about, in a sentence, also where it was lifted; null where no floor is asked about. */
  readonly floor: string | null;
  readonly sentinel: Sentinel | null;
  /** Why, in a sentence; null where the rule says it all. */
  readonly reason: string | null;
  /** Index in `units`, or null. */
  readonly unit: number | null;
  /** Index in `paths`, or null. */
  readonly path: number | null;
  /** What the access was that was asked about, for a path. */
  readonly access: "read" | "write" | null;
  /** False for what stands after a denial, which ends the walk. */
  readonly reached: boolean;
}

export interface ExplainedRule extends RuleSource {
  readonly action: Action;
  readonly final: boolean;
  readonly agent: string | null;
  readonly because: string | null;
}

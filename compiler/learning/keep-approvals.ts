/**
 * Approvals of a session, written into a policy for good: only when a person asks for it.
 */
import type { Approval } from "../../src/session/approval.ts";
import { compilePolicy } from "../compile.ts";
import type { LoadOptions, PolicySource } from "../load.ts";
import { insertRules, type NewRule } from "./insert.ts";
import { liftedDenials } from "./lifted.ts";
import { withFile, withText } from "./sources.ts";

export interface KeptApprovals {
  /** The policy with the rules put in, formatted; as it was where none could be. */
  readonly text: string;
  readonly kept: readonly Approval[];
  /** What could not be kept, and why, in a sentence. */
  readonly left: readonly { readonly approval: Approval; readonly reason: string }[];
}

/**
 * Puts approvals into the policy `file`, one of `sources` or a new one, each behind the rule that asked and with a
 * comment that says when and about what it was approved. None of them lifts a denial. Throws an Error where the
 * policies have errors.
 */
export async function keepApprovals(
  sources: readonly PolicySource[],
  file: string,
  approvals: readonly Approval[],
  options: LoadOptions = {},
): Promise<KeptApprovals> {
  const all = withFile(sources, file);
  const text = all.find((source) => source.file === file)!.text;
  const before = compilePolicy(all, options);
  if (before.data === null) throw new Error("the policy has errors");
  const left: { approval: Approval; reason: string }[] = [];
  let kept = approvals.filter((approval) => {
    if (approval.call === null) return true;
    left.push({ approval, reason: "it holds for one very call, which no rule can say" });
    return false;
  });
  while (kept.length > 0) {
    const written = insertRules(text, file, kept.map(ruleOf));
    const after = written === null ? null : compilePolicy(withText(all, file, written), options).data;
    if (written === null || after === null) throw new Error("the rules cannot be put into the policy");
    const lifting = await liftedDenials(before.data, after);
    const wrong = kept.filter((approval) => {
      return lifting.some(({ surfaces, rule }) => surfaces.includes(approval.surface) && rule.text === approval.rule);
    });
    if (wrong.length === 0) return { text: written, kept, left };
    for (const approval of wrong) left.push({ approval, reason: "it would also allow what is denied" });
    kept = kept.filter((approval) => !wrong.includes(approval));
  }
  return { text, kept, left };
}

function ruleOf({ surface, agent, rule, time, value, tool, askedBy }: Approval): NewRule {
  return {
    surface,
    agent,
    rule,
    comment: `approved on ${time.slice(0, 10)} for ${tool}: ${value.slice(0, 80)}`,
    after: askedBy,
  };
}

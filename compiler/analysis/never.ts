/**
 * What a policy says it never allows, proved over all of its rules.
 */
import { Alphabet, alphabetOf } from "../../src/table/alphabet.ts";
import type { RuleData } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import { machineFor } from "../../src/table/list.ts";
import { formOf } from "./forms.ts";
import { textShown } from "./probe.ts";
import { search } from "./search.ts";
import { Lists } from "./side.ts";

/** A statement `never allow SURFACE: PATTERN`. */
export interface Never {
  readonly surface: string;
  readonly programs: readonly string[];
  readonly with: readonly (readonly string[])[];
  readonly without: readonly (readonly string[])[];
  /** The layer that says it: 0 for the trusted one. */
  readonly layer: number;
}

/** `holds`, `undecided` over the budget, or a text that is allowed although it must not be. */
export type NeverResult =
  | { readonly kind: "holds" }
  | { readonly kind: "undecided" }
  | {
      readonly kind: "violated";
      readonly agent: string | null;
      /** The rule that allows; null where a default does. */
      readonly rule: RuleData | null;
      /** A shortest text, and how people write it. */
      readonly text: string;
      readonly shown: string;
    };

/** Steps that one statement may take. */
const STEPS = 10_000_000;

/**
 * Looks for a text that a statement names and the table allows, for every agent that has rules of its own and for all
 * others. A statement of the trusted layer has to hold by that layer's rules alone, as every other layer can be absent
 * and can only tighten; one of another layer by both together. The pattern counts as that of a rule that restricts: in
 * doubt it names a text.
 */
export function checkNever(table: SealedTableData, never: Never, steps = STEPS): NeverResult {
  const lists = new Lists(table);
  const layers = never.layer === 0 ? [0] : [0, never.layer];
  const named = { ...never, action: "deny" } as const;
  const budget = { steps };
  let undecided = false;
  for (const agent of [null, ...lists.agents(never.surface)]) {
    const side = lists.side(never.surface, agent, layers);
    const alphabet = new Alphabet(alphabetOf([...side.rules, never]));
    let violation: NeverResult | null = null;
    const end = search({
      machines: [machineFor([named], alphabet, "rules"), ...side.machines(alphabet)],
      alphabet,
      form: formOf(never.surface, lists.isTool(never.surface)),
      budget,
      matters: ([first]) => first!.state !== null || first!.best !== -1,
      found([isNamed, ...ranks], text) {
        if (isNamed === -1) return false;
        const { action, rule } = side.answer(ranks);
        if (action !== "allow") return false;
        violation = { kind: "violated", agent, rule, text: text(), shown: textShown(never.surface, text()) };
        return true;
      },
    });
    if (violation !== null) return violation;
    if (end === "budget") undecided = true;
  }
  return { kind: undecided ? "undecided" : "holds" };
}

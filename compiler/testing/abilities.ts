/**
 * What a table allows, asks and denies: for each surface the rules that decide something, by the answer that they give.
 */
import { Alphabet, alphabetOf } from "../../src/table/alphabet.ts";
import type { RuleData } from "../../src/table/format.ts";
import type { SealedTableData } from "../../src/table/shape.ts";
import type { Action } from "../../src/decision.ts";
import { formOf } from "../analysis/forms.ts";
import { search } from "../analysis/search.ts";
import { type Answer, Lists } from "../analysis/side.ts";
import { placeKey } from "./rule-units.ts";

/** What one surface answers. */
export interface SurfaceAbilities {
  readonly surface: string;
  /** Rules by the answer that they give for some text, in the order of the policy. A rule that never decides is in none. */
  readonly rules: Readonly<Record<Action, readonly RuleData[]>>;
  /** The answer where no rule matches, should a text without any exist; null for none. */
  readonly otherwise: Action | null;
  /** False where it would take too long to tell which rules decide: then all are listed by what they say. */
  readonly exact: boolean;
}

/** Steps for one surface. */
const STEPS = 10_000_000;

/** What each of some surfaces answers to an agent; null for every agent without rules of its own. */
export function abilitiesOf(
  table: SealedTableData,
  surfaces: Iterable<string>,
  agent: string | null,
): SurfaceAbilities[] {
  const lists = new Lists(table);
  return [...surfaces].map((surface) => abilitiesOn(lists, surface, agent));
}

function abilitiesOn(lists: Lists, surface: string, agent: string | null): SurfaceAbilities {
  const side = lists.side(surface, agent);
  const order = side.rules;
  const deciding: Record<Action, Map<string, RuleData>> = { allow: new Map(), ask: new Map(), deny: new Map() };
  let otherwise: Action | null = null;
  const note = ({ action, rule }: Answer): void => {
    if (rule === null) otherwise = action;
    else if (!deciding[action].has(placeKey(rule))) deciding[action].set(placeKey(rule), rule);
  };
  const alphabet = new Alphabet(alphabetOf(order));
  const end = search({
    machines: side.machines(alphabet),
    alphabet,
    form: formOf(surface, lists.isTool(surface)),
    budget: { steps: STEPS },
    found(ranks) {
      note(side.answer(ranks));
      return false;
    },
  });
  if (end !== "all") {
    for (const rule of order) note({ action: rule.action, rule, final: rule.final });
  }
  const inOrder = (action: Action): RuleData[] =>
    [...deciding[action].values()].toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  return {
    surface,
    rules: { allow: inOrder("allow"), ask: inOrder("ask"), deny: inOrder("deny") },
    otherwise,
    exact: end === "all",
  };
}

/**
 * What no new rule may do: lift a denial, or what a `final` rule holds.
 */
import type { RuleSource } from "../../src/decision.ts";
import type { TableData } from "../../src/table/format.ts";
import { diffTables } from "../analysis/diff.ts";

/** A rule that lifts a denial somewhere, and the surfaces on which it does. */
export interface Lifting {
  readonly surfaces: readonly string[];
  readonly rule: RuleSource;
  /** A shortest example of what would no longer be denied. */
  readonly example: string;
}

/** The rules of the table after that allow or ask what the table before denies or holds as `final`. */
export async function liftedDenials(before: TableData, after: TableData): Promise<Lifting[]> {
  const { regions } = await diffTables(before, after);
  return regions.flatMap(({ surface, alsoOn, old, new: now, witness }) => {
    const isLifted = old.action === "deny" && now.action !== "deny";
    const losesFloor = old.final && !now.final;
    if (!(isLifted || losesFloor) || now.rule === null) return [];
    return [{ surfaces: [surface, ...alsoOn], rule: now.rule, example: witness.shown }];
  });
}

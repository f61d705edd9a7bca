/** Outcomes of ways that join. */
import type { Outcome } from "../engine.ts";
import { join } from "../state.ts";

/** The outcome of a command that took one way or the other. */
export function joinOutcomes(a: Outcome, b: Outcome): Outcome {
  return { success: join(a.success, b.success), failure: join(a.failure, b.failure) };
}

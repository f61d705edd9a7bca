/**
 * Asking a person with Pi's dialogs, and what they approved for the session.
 */
import type { Decision } from "../../decision.ts";
import type { AgentCall } from "../contract.ts";
import { reasonFor, shorten } from "../reason.ts";
import type { PiContext } from "./api.ts";

const ONCE = "Allow once";
const SESSION = "Allow this same call for the session";
const REFUSE = "Refuse";
const REFUSE_BECAUSE = "Refuse, with a reason";

/** The calls that a person approved until the session ends: the very same ones, never more. */
export class Approvals {
  readonly #approved = new Set<string>();

  has(call: AgentCall): boolean {
    const key = keyOf(call);
    return key !== null && this.#approved.has(key);
  }

  add(call: AgentCall): void {
    const key = keyOf(call);
    if (key !== null) this.#approved.add(key);
  }
}

/** Null for a call that cannot be written down whole: such a call is asked about each time. */
function keyOf({ tool, input, cwd }: AgentCall): string | null {
  try {
    return JSON.stringify([tool, input, cwd]);
  } catch {
    return null;
  }
}

/** Asks. Null where the call may go ahead; else what to tell the model. No answer is a refusal. */
export async function askPerson(
  ctx: PiContext,
  call: AgentCall,
  decision: Decision,
  approvals: Approvals,
): Promise<string | null> {
  const dialog = ctx.signal === undefined ? {} : { signal: ctx.signal };
  const choice = await ctx.ui.select(reasonFor(decision), [ONCE, SESSION, REFUSE, REFUSE_BECAUSE], dialog);
  switch (choice) {
    case ONCE:
      return null;
    case SESSION:
      approvals.add(call);
      return null;
    case REFUSE_BECAUSE: {
      const why = await ctx.ui.input("What should the agent know?", "", dialog);
      return refusal(why);
    }
    default:
      return refusal(undefined);
  }
}

function refusal(why: string | undefined): string {
  const reason = why === undefined || why.trim() === "" ? "" : `: ${shorten(why, 400)}`;
  return `tollgate: a person refused this call${reason}`;
}

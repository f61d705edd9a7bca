/**
 * Asking a person with Pi's dialogs.
 */
import type { Answer, Ask } from "../../session/outcome.ts";
import type { PiContext } from "./api.ts";

const ONCE = "Allow once";
const SESSION = "Allow for the session";
const EXACT = "Allow for the session, this alone";
const REFUSE = "Refuse";
const REFUSE_BECAUSE = "Refuse, with a reason";

/** Puts questions to a person. No answer is a refusal. */
export function askWith({ ui }: PiContext): Ask {
  return async (request, { signal }): Promise<Answer> => {
    const sessions = request.suggestions.length === 0 ? [] : [SESSION];
    const exact = request.exact.length === 0 ? [] : [EXACT];
    const choices = [ONCE, ...sessions, ...exact, REFUSE, REFUSE_BECAUSE];
    switch (await ui.select(request.message, choices, { signal })) {
      case ONCE:
        return { choice: "once" };
      case SESSION:
        return { choice: "session" };
      case EXACT:
        return { choice: "session", scope: "exact" };
      case REFUSE_BECAUSE:
        return { choice: "refuse", reason: await ui.input("What should the agent know?", "", { signal }) };
      default:
        return { choice: "refuse" };
    }
  };
}

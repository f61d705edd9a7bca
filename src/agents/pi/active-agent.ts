/**
 * Which agent of Pi makes a call. Pi itself knows of none: extensions that run agents tell it, in one of two ways.
 *
 * - An entry `active_agent` of the session names it. Only extensions write such entries.
 * - A tag `<active_agent name="…">` in the system prompt. So could a file of the project that Pi puts into the prompt, so
 *   such a name may make an answer stricter and nothing else.
 */
import { recordOf } from "../payload.ts";
import type { PiContext } from "./api.ts";

/** The agents whose rules count, of which the strictest answer wins. Null is the main one. Never empty. */
export type CallingAgents = readonly (string | null)[];

/** Throws an Error where it cannot be told, as where the context throws. */
export function callingAgents(ctx: Pick<PiContext, "sessionManager" | "getSystemPrompt">): CallingAgents {
  const named = namedInSession(ctx.sessionManager?.getEntries() ?? []);
  if (named !== null) return [named];
  const prompt: unknown = ctx.getSystemPrompt?.();
  const claimed = typeof prompt === "string" ? namesInPrompt(prompt) : [];
  return [null, ...claimed];
}

/** The last entry counts. One whose name is null says that the main agent is back. */
function namedInSession(entries: readonly unknown[]): string | null {
  const last = entries.findLast((entry) => {
    const record = recordOf(entry);
    return record?.["type"] === "custom" && record["customType"] === "active_agent";
  });
  const name = recordOf(recordOf(last)?.["data"])?.["name"];
  return typeof name === "string" && name.trim() !== "" ? name.trim() : null;
}

/** No agent has so many names: to leave some out could leave out the one whose rules are meant. */
const MOST_NAMES = 8;

function namesInPrompt(prompt: string): string[] {
  const names = new Set<string>();
  for (const [, name = ""] of prompt.matchAll(/<active_agent\s+name=["']([^"'<>]{1,200})["']/gi)) {
    if (name.trim() !== "") names.add(name.trim());
    if (names.size > MOST_NAMES) throw new Error("the system prompt names too many agents");
  }
  return [...names];
}

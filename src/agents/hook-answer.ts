/**
 * The forms that an answer of a hook can take.
 */
import type { HookAnswer } from "./contract.ts";

/** "No opinion": nothing is printed, since an empty object is an error to some agents. */
export const SILENCE: HookAnswer = { output: "", errors: "", code: 0 };

/** One JSON object and nothing around it. */
export function oneObject(answer: object): HookAnswer {
  return { output: JSON.stringify(answer), errors: "", code: 0 };
}

/**
 * A denial that every agent understands, whatever its own words are: exit code 2 with a reason on the standard error.
 * Without a reason some of them run the call.
 */
export function deniedByCode(reason: string): HookAnswer {
  return { output: "", errors: `tollgate: ${reason}\n`, code: 2 };
}

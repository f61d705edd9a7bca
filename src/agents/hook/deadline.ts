/**
 * A limit of time that running code cannot starve.
 *
 * A timer only fires between two turns of the event loop, and a decision is one turn: were it to hang, a timer would
 * hang with it. V8 can end running code from a thread of its own, which is what the `timeout` of `node:vm` does, at the
 * cost of a fraction of a millisecond. While the process waits (for its input, for a module) the loop is free and a
 * timer is enough. What neither ends is a call into the system that never returns; the `timeout` around the hook
 * command, and after it the agent's own limit, are for that.
 */
import { runInThisContext } from "node:vm";

/** Where the work is found by the code that V8 watches. */
const SLOT = Symbol.for("tollgate.hook.work");

/** Runs `work` to its end, or throws once `milliseconds` have passed. */
export function runWithin<T>(milliseconds: number, work: () => T): T {
  let result: { readonly value: T } | null = null;
  Object.defineProperty(globalThis, SLOT, { configurable: true, value: () => (result = { value: work() }) });
  try {
    runInThisContext('globalThis[Symbol.for("tollgate.hook.work")]()', { timeout: milliseconds });
  } finally {
    Reflect.deleteProperty(globalThis, SLOT);
  }
  return resultOf(result);
}

function resultOf<T>(result: { readonly value: T } | null): T {
  if (result === null) throw new Error("the work ended without a result");
  return result.value;
}

/** Calls `late` unless the process has ended by then. Does not keep it running. */
export function startDeadline(milliseconds: number, late: () => void): void {
  setTimeout(late, milliseconds).unref();
}

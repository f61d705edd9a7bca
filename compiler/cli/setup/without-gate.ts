/**
 * An agent's file as it is without the gate.
 */
import type { AgentName } from "../../../src/agents/contract.ts";
import { wholeTextOf } from "../../utf8.ts";
import { MARK } from "./hook-line.ts";
import { JsonProblem } from "./json-edit.ts";
import { holdsGate, seedOf, unwire, type Insertions } from "./wiring.ts";

/**
 * The bytes of an agent's file without the gate: those that were given where it is not in it, null where no file is to be
 * left. `origin` is the file before the gate was put in, and `insertions` how it was: by that, what `init` made around its
 * entries goes too, and every byte of others stays. Throws {@link JsonProblem} where the gate is in it and cannot be taken
 * out.
 */
export function withoutGate(
  now: Buffer,
  agent: AgentName,
  origin: Buffer | null,
  insertions: Insertions,
): Buffer | null {
  const text = textWithGate(now);
  if (text === null || !holdsGate(text, agent)) return now;
  const before = origin === null ? null : origin.toString("utf8");
  const left = unwire(text, agent, insertions);
  if (left === null) return isWithoutGate(origin, agent) ? origin : null;
  // Of a file that `init` made, only what it began with is left.
  const isMade = before === null || before.trim() === "";
  return isMade && left.trim() === seedOf(before, agent).trim() ? origin : Buffer.from(left);
}

function isWithoutGate(bytes: Buffer | null, agent: AgentName): boolean {
  return bytes !== null && !holdsGate(bytes.toString("utf8"), agent);
}

/** The text of a file that may have the gate in it; null for one that cannot. */
function textWithGate(bytes: Buffer): string | null {
  const text = wholeTextOf(bytes);
  if (text === null && bytes.includes(MARK)) throw new JsonProblem("is no UTF-8 text");
  return text;
}

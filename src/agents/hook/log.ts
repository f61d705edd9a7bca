/**
 * What a hook leaves in the review log: the records that a session would write.
 *
 * A log that cannot be written stops nothing and loosens nothing, so nothing here throws. Nothing is said of it either:
 * the standard output holds the answer alone, and what agents make of a remark on the standard error is not known of all
 * of them. `tollgate doctor` tells.
 */
import { questionsOf } from "../../session/questions.ts";
import { openReviewLog } from "../../session/review-log.ts";
import { recordOf } from "../../session/record.ts";
import type { Resolution } from "../../session/outcome.ts";
import type { Table } from "../../table/table.ts";
import type { HookAgent, HookAnswer, HookCall } from "../contract.ts";
import { shorten } from "../reason.ts";
import { CANNOT_ASK } from "./agent.ts";
import type { Decided } from "./decide.ts";

/** Milliseconds that the records wait for other processes, at most; and of the time that is left, at most this part. */
const PATIENCE = 500;
const PART_OF_TIME = 0.5;

export interface Answered extends Decided {
  readonly agent: HookAgent;
  readonly call: HookCall;
  readonly table: Table;
}

/** Writes one record for each call that the gate was asked about. `left` is the time that is left, in milliseconds. */
export async function writeRecords(file: string, answered: Answered, left: number): Promise<void> {
  try {
    const log = openReviewLog({ file, patience: Math.min(PATIENCE, left * PART_OF_TIME) });
    // Handed over together, so that they are written in one piece.
    await Promise.all(recordsOf(answered).map((record) => log.append(record)));
  } catch {
    // The answer stands.
  }
}

function recordsOf({ agent, call, table, answer, judged, shellTools }: Answered): object[] {
  const session = shorten(`${agent.name}:${call.session ?? "unnamed"}`, 200);
  const about = { time: new Date().toISOString(), session, table: table.digest, shellTools };
  const rest = {
    ...endingOf(agent, answer, judged),
    mode: "enforce",
    message: null,
    feedback: null,
    approvals: [],
  } as const;
  return judged.map(({ invocation, assessment }) => {
    const { decision, findings } = assessment;
    const asks = findings.filter(({ action }) => action === "ask");
    const told = { assessment, input: invocation.input, questions: questionsOf(asks, assessment) };
    return recordOf(told, { ...rest, decision }, about);
  });
}

/** What comes of the agent's call as a whole: it runs with all that it does, or not at all. */
function endingOf(
  { name }: HookAgent,
  { output, code }: HookAnswer,
  judged: Decided["judged"],
): { readonly allowed: boolean; readonly resolution: Resolution } {
  const actions = judged.map(({ assessment }) => assessment.decision.action);
  if (actions.includes("deny")) return { allowed: false, resolution: "policy" };
  if (!actions.includes("ask")) return { allowed: true, resolution: "policy" };
  // Silence leaves the question to an agent that is about to ask it anyway.
  const isSilent = output === "" && code === 0;
  return { allowed: false, resolution: CANNOT_ASK[name] === null || isSilent ? "agent" : "nobody" };
}

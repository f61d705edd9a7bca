/**
 * From the bytes of a call to the answer.
 */
import { DecisionGate } from "../../gate.ts";
import { loadParsers, type Parsers } from "../../shell/parsers.ts";
import type { Table } from "../../table/table.ts";
import type { HookAgent, HookAnswer, HookCall, Surroundings } from "../contract.ts";
import { judge } from "../judge.ts";
import { AGENT_SHELL_TOOLS } from "../mapping.ts";
import { reasonFor } from "../reason.ts";
import { CANNOT_ASK } from "./agent.ts";

/** Optimising the grammar of bash takes longer than all that this process does with it, and it could not end before. */
const QUICK_WASM = "--liftoff-only";

/** Runs some work, and throws where that takes too long. */
export type Watched = <T>(work: () => T) => T;

/**
 * Decides with one front end for the shell, and only where that is not enough starts the other: that takes as long as
 * all the rest, and everyday commands do not need it.
 */
export async function decide(
  agent: HookAgent,
  call: HookCall,
  table: Table,
  surroundings: Surroundings,
  watched: Watched,
): Promise<HookAnswer> {
  const first = await loadParsers({ treeSitter: false });
  const quick = watched(() => answer(agent, call, table, surroundings, first));
  if (!first.lacked) return quick;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString(QUICK_WASM);
  const both = await loadParsers();
  return watched(() => answer(agent, call, table, surroundings, both));
}

function answer(
  agent: HookAgent,
  call: HookCall,
  table: Table,
  { directory }: Surroundings,
  parsers: Parsers,
): HookAnswer {
  const cwd = call.root ?? call.cwd ?? directory;
  const gate = new DecisionGate({ table, cwd, shellTools: AGENT_SHELL_TOOLS }, parsers);
  const decision = judge(agent, call, gate, table);
  return agent.answer(call, decision, reasonFor(decision, CANNOT_ASK[agent.name]));
}

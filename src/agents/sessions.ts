/**
 * The sessions of an agent that loads the gate into its own process: one for each working directory.
 */
import type { Decision } from "../decision.ts";
import { createGate, type Gate } from "../explain.ts";
import type { Ask } from "../session/outcome.ts";
import { openReviewLog, type ReviewLog } from "../session/review-log.ts";
import { createSession, type Session } from "../session/session.ts";
import type { Table } from "../table/table.ts";
import type { AgentCall, AgentTools } from "./contract.ts";
import { openTable } from "./hook/table-file.ts";
import { judge } from "./judge.ts";
import { AGENT_SHELL_TOOLS } from "./mapping.ts";
import { reasonFor, shorten } from "./reason.ts";

export interface SessionsOptions {
  /** The compiled table, an absolute path. */
  readonly table: string;
  /** The review log, an absolute path; none otherwise. One that cannot be written changes no answer. */
  readonly log?: string | undefined;
}

export interface OpenSession {
  readonly session: Session;
  readonly table: Table;
  /** What the policy itself says of a call, asking nobody. */
  decide(agent: AgentTools, call: AgentCall): Decision;
  /** Why the policy itself denies a call, asking nobody; null where it does not. */
  denial(agent: AgentTools, call: AgentCall): string | null;
}

/** Opens sessions when they are first needed. A start that failed is tried again with each call. */
export class Sessions<Context> {
  readonly #options: SessionsOptions;
  readonly #askWith: (context: Context) => Ask | undefined;
  readonly #open = new Map<string, OpenSession>();
  #log: ReviewLog | undefined;

  /** `askWith` gives what asks a person in a context, or undefined where there is nobody. */
  constructor(options: SessionsOptions, askWith: (context: Context) => Ask | undefined) {
    this.#options = options;
    this.#askWith = askWith;
  }

  /** The session of a working directory; or, as a text for the model, why there is none. */
  async open(cwd: string, context: Context): Promise<OpenSession | string> {
    const ask = this.#askWith(context);
    const key = `${ask === undefined ? "alone" : "asked"} ${cwd}`;
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    try {
      const table = openTable(this.#options.table);
      const gate = await createGate({ table, cwd, shellTools: AGENT_SHELL_TOOLS });
      const opened = this.#opened(gate, table, ask);
      this.#open.set(key, opened);
      return opened;
    } catch (error) {
      const why = shorten(error instanceof Error ? error.message : String(error), 300);
      return `tollgate: denied, since the gate cannot start: ${why}`;
    }
  }

  #opened(gate: Gate, table: Table, ask: Ask | undefined): OpenSession {
    const file = this.#options.log;
    if (file !== undefined) this.#log ??= openReviewLog({ file });
    const decide: OpenSession["decide"] = (agent, call) => judge(agent, call, gate, table);
    return {
      session: createSession({ gate, ask, log: this.#log }),
      table,
      decide,
      denial(agent, call): string | null {
        const decision = decide(agent, call);
        return decision.action === "deny" ? reasonFor(decision) : null;
      },
    };
  }
}

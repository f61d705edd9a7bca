/**
 * A session: the gate's answers brought to their end. It asks a person, keeps what they approve, and writes down what
 * came of it.
 *
 *   assess → approvals → mode → ask → outcome → log
 */
import type { Decision } from "../decision.ts";
import type { Gate } from "../explain.ts";
import type { Invocation } from "../gate.ts";
import { type Assessment, withoutFindings } from "../gate/assessment.ts";
import { gateError } from "../gate/answer.ts";
import type { Finding } from "../gate/finding.ts";
import type { PathExtractor } from "../invocation/tool-path.ts";
import type { Approval, Suggestion } from "./approval.ts";
import { Approvals } from "./approvals.ts";
import { type Clock, hostClock, hostRandom } from "./clock.ts";
import { type EventName, Events, type Listener, messageOf } from "./events.ts";
import { maskSecrets } from "./mask.ts";
import { denialText, promptText, titleOf } from "./message.ts";
import type { Answer, Ask, AskedQuestion, AskRequest, Mode, Outcome, Resolution } from "./outcome.ts";
import { type Formatter, previewOf } from "./preview.ts";
import { Prompts, type Reply } from "./prompts.ts";
import { questionsOf } from "./questions.ts";
import { recordOf } from "./record.ts";
import type { ReviewLog } from "./review-log.ts";
import { deniedTools, type Query, type QueryAnswer, querySurface } from "./service.ts";
import { suggest } from "./suggest.ts";
import { plainExample } from "./suggest-command.ts";

export interface SessionOptions {
  readonly gate: Gate;
  /** Puts a question to a person. Without it, what would be asked is denied. */
  readonly ask?: Ask | undefined;
  /** Where decisions are written down. Nowhere otherwise. */
  readonly log?: Pick<ReviewLog, "append"> | undefined;
  /** `enforce` otherwise. */
  readonly mode?: Mode | undefined;
  /** Milliseconds that a person has from when they are asked; without end otherwise. */
  readonly patience?: number | undefined;
  /** Stands in the records. A random one otherwise. */
  readonly id?: string | undefined;
  readonly clock?: Clock | undefined;
  /** Numbers from 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

export interface AuthorizeOptions {
  /** Gives up the call: what is not answered yet is denied. */
  readonly signal?: AbortSignal | undefined;
}

/** One run of an agent. */
export interface Session {
  readonly id: string;
  readonly mode: Mode;
  /** The answer to a call, to be obeyed. Never rejects: whatever goes wrong is a denial. */
  authorize(invocation: Invocation, options?: AuthorizeOptions): Promise<Outcome>;
  /** What has been approved, in the order in which it was. */
  approvals(): readonly Approval[];
  /** Takes an approval back. False where there is none of that name. */
  revoke(id: string): boolean;
  /** What a surface says of a value, approvals included. Asks nobody and logs nothing. */
  query(query: Query): QueryAnswer;
  /** Of some tools those that are denied whatever they are called with, to be hidden from a model. */
  deniedTools(tools: readonly string[], agent?: string): readonly string[];
  /** Names the paths in the inputs of a tool. */
  registerPathExtractor(tool: string, extractor: PathExtractor): void;
  /** Tells a person what a tool is called with. */
  registerFormatter(tool: string, formatter: Formatter): void;
  /** Calls back at each event; the function that it answers ends that. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void;
  /** Denies what is being asked and all that would be asked later. The log stays open: it is the host's. */
  close(): void;
}

/** Opens a session. */
export function createSession(options: SessionOptions): Session {
  return new GateSession(options);
}

/** A call on its way. */
interface Call {
  readonly invocation: Invocation;
  readonly assessment: Assessment;
  /** Tells calls with the same command in the same directory from all others. */
  readonly mark: string;
  readonly signal: AbortSignal | undefined;
}

/** What came of a call, before it is told. */
interface Ending {
  readonly allowed: boolean;
  readonly resolution: Resolution;
  readonly feedback?: string | null;
  readonly approvals?: readonly Approval[];
}

class GateSession implements Session {
  readonly id: string;
  readonly mode: Mode;
  readonly #gate: Gate;
  readonly #log: Pick<ReviewLog, "append"> | null;
  readonly #prompts: Prompts | null;
  readonly #approvals = new Approvals();
  readonly #events = new Events();
  readonly #formatters = new Map<string, Formatter>();
  readonly #clock: Clock;
  #requests = 0;
  #logWorks = true;

  constructor(options: SessionOptions) {
    const { gate, ask, log, mode = "enforce", patience, id, clock = hostClock, random = hostRandom } = options;
    this.#gate = gate;
    this.#log = log ?? null;
    this.mode = mode;
    this.#clock = clock;
    this.id = id ?? Math.floor(random() * 2 ** 40).toString(36);
    const late = (request: AskRequest): void => this.#events.emit("late-answer", { request });
    this.#prompts = ask === undefined ? null : new Prompts({ ask, clock, patience: patience ?? null, late });
  }

  async authorize(invocation: Invocation, options: AuthorizeOptions = {}): Promise<Outcome> {
    const assessment = this.#assess(invocation);
    const call: Call = { invocation, assessment, mark: markOf(assessment), signal: options.signal };
    let ending: Ending;
    try {
      ending = await this.#end(call);
    } catch (error) {
      this.#events.emit("fault", { message: messageOf(error) });
      ending = { allowed: false, resolution: "error" };
    }
    const outcome = this.#outcome(assessment.decision, ending);
    await this.#record(call, outcome);
    this.#events.emit("decision", { tool: outcome.decision.tool, agent: assessment.agent, outcome });
    return outcome;
  }

  approvals(): readonly Approval[] {
    return this.#approvals.list();
  }

  revoke(id: string): boolean {
    const revoked = this.#approvals.revoke(id);
    if (revoked) this.#events.emit("revoked", { id });
    return revoked;
  }

  query(query: Query): QueryAnswer {
    return querySurface(query, this.#gate, this.#approvals, markOf);
  }

  deniedTools(tools: readonly string[], agent?: string): readonly string[] {
    return deniedTools(tools, agent ?? null, this.#gate.table);
  }

  registerPathExtractor(tool: string, extractor: PathExtractor): void {
    this.#gate.registerPathExtractor(tool, extractor);
  }

  registerFormatter(tool: string, formatter: Formatter): void {
    this.#formatters.set(tool.trim(), formatter);
  }

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    return this.#events.on(name, listener);
  }

  close(): void {
    this.#prompts?.close();
  }

  #assess(invocation: Invocation): Assessment {
    try {
      return this.#gate.assess(invocation);
    } catch (error) {
      const reason = `the gate failed: ${messageOf(error)}`;
      return withoutFindings(gateError({ tool: "", command: null }, "", reason), "", null);
    }
  }

  /** What comes of a call. */
  async #end(call: Call): Promise<Ending> {
    const { decision, isFinal } = call.assessment;
    if (decision.action === "allow") return { allowed: true, resolution: "policy" };
    if (decision.sentinel === "<gate-error>") return { allowed: false, resolution: "policy" };
    // In every mode a floor holds, also one that stands behind what decided.
    if (this.mode === "observe" && !isFinal) return { allowed: true, resolution: "observe" };
    if (decision.action === "deny") return { allowed: false, resolution: "policy" };
    const covered = this.#covered(call);
    if (covered !== null) return covered;
    if (this.mode === "yolo" && !isFinal) return { allowed: true, resolution: "yolo" };
    if (this.#prompts === null) return { allowed: false, resolution: "nobody" };
    const prompts = this.#prompts;
    const ending = await prompts.inTurn(call.signal, async () => {
      // What was asked before may have been answered for all of it.
      return this.#covered(call) ?? (await this.#ask(call, prompts));
    });
    return "kind" in ending ? { allowed: false, resolution: ending.resolution } : ending;
  }

  /** The ending by approvals alone, or null where something is left to ask. */
  #covered({ assessment, mark }: Call): Ending | null {
    const { open, used } = this.#approvals.cover(assessment, mark);
    const isCovered = open.length === 0 && used.length > 0;
    return isCovered ? { allowed: true, resolution: "approval", approvals: used } : null;
  }

  async #ask(call: Call, prompts: Prompts): Promise<Ending> {
    const { open } = this.#approvals.cover(call.assessment, call.mark);
    const request = this.#request(call, open);
    this.#events.emit("prompt", { request });
    const reply = await prompts.put(request, call.signal);
    const ending = this.#endingOf(reply, request);
    this.#events.emit("answer", { request, resolution: ending.resolution });
    for (const approval of ending.approvals ?? []) this.#events.emit("approved", { approval });
    return ending;
  }

  #endingOf(reply: Reply, request: AskRequest): Ending {
    if (reply.kind === "none") {
      if (reply.message !== null) this.#events.emit("fault", { message: `asking failed: ${reply.message}` });
      return { allowed: false, resolution: reply.resolution };
    }
    const { answer } = reply;
    switch (answer.choice) {
      case "once":
        return { allowed: true, resolution: "once" };
      case "refuse":
        return { allowed: false, resolution: "refused", feedback: answer.reason ?? null };
      case "session":
        return this.#approve(answer, request);
    }
  }

  /** Where nothing can be approved for the session, whoever wanted to has allowed it this once. */
  #approve(answer: Extract<Answer, { choice: "session" }>, request: AskRequest): Ending {
    const rules: readonly Suggestion[] = answer.scope === "exact" ? request.exact : request.suggestions;
    if (rules.length === 0) return { allowed: true, resolution: "once" };
    const time = this.#time();
    const approvals = rules.map((rule) => {
      const value = request.questions.find(({ surface }) => surface === rule.surface)?.value ?? request.decision.value;
      return this.#approvals.add(rule, { time, value: maskSecrets(value.slice(0, 1_000)).text, tool: request.tool });
    });
    return { allowed: true, resolution: "session", approvals };
  }

  #request({ assessment, mark, invocation }: Call, open: readonly Finding[]): AskRequest {
    const { decision, agent, cwd } = assessment;
    const offer = suggest(assessment, open, mark, { home: this.#gate.home });
    const rules = offer.rules.map((rule) => this.#truthful(rule));
    const exact = offer.exact.map((rule) => this.#truthful(rule));
    const formatter = this.#formatters.get(decision.tool);
    const isKnown = decision.command !== null && formatter === undefined;
    const request = {
      id: `q${++this.#requests}`,
      tool: decision.tool,
      agent,
      cwd,
      command: decision.command,
      decision,
      questions: questionsOf(open, assessment),
      preview: isKnown ? null : previewOf(invocation.input, formatter),
      suggestions: rules,
      exact,
    };
    return Object.freeze({ ...request, title: titleOf(request), message: promptText(request) });
  }

  /** With an example that the policy does not deny: what it denies, no approval would allow. */
  #truthful(rule: Suggestion): Suggestion {
    const { surface, alsoAllows, agent } = rule;
    if (surface !== BASH || alsoAllows === null) return rule;
    const call = { tool: surface, input: { command: alsoAllows }, ...(agent === null ? {} : { agent }) };
    return this.#gate.decide(call).action === "deny" ? { ...rule, alsoAllows: plainExample(rule.pattern) } : rule;
  }

  #outcome(decision: Decision, ending: Ending): Outcome {
    const { allowed, resolution, feedback = null, approvals = [] } = ending;
    const message = allowed ? null : denialText(decision, resolution, feedback);
    return Object.freeze({ allowed, resolution, mode: this.mode, decision, message, feedback, approvals });
  }

  /** A log that cannot be written is told of, and changes nothing of the answer. */
  async #record({ assessment, invocation }: Call, outcome: Outcome): Promise<void> {
    if (this.#log === null) return;
    try {
      const { table, shellTools } = this.#gate;
      const about = { time: this.#time(), session: this.id, table: table.digest, shellTools };
      const asked = assessment.findings.filter((finding) => finding.action === "ask");
      const questions: readonly AskedQuestion[] = questionsOf(asked, assessment);
      await this.#log.append(recordOf({ assessment, input: invocation.input, questions }, outcome, about));
      this.#logWorks = true;
    } catch (error) {
      if (this.#logWorks) this.#events.emit("log-failed", { message: messageOf(error) });
      this.#logWorks = false;
    }
  }

  #time(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

const BASH = "bash";

/** The mark of a call: its command, where it runs, and who runs it. Empty for a call that is no shell's. */
function markOf({ shell, cwd, agent }: Assessment): string {
  return shell === null ? "" : JSON.stringify([shell.command, shell.workdir ?? null, cwd, agent]);
}

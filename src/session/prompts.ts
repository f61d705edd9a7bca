/**
 * Questions to a person, one at a time: whoever is asked two things at once answers neither well, and the answer to the
 * first may answer the second.
 */
import type { Clock } from "./clock.ts";
import { messageOf } from "./events.ts";
import type { Answer, Ask, AskRequest, Resolution } from "./outcome.ts";

/** How a question ended. */
export type Reply =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** Nobody answered, or what came is no answer. */
  | { readonly kind: "none"; readonly resolution: Resolution; readonly message: string | null };

export interface PromptOptions {
  readonly ask: Ask;
  readonly clock: Clock;
  /** Milliseconds that a person has from when they are asked; null for all the time in the world. */
  readonly patience: number | null;
  /** An answer came when it no longer counted. */
  readonly late: (request: AskRequest) => void;
}

export class Prompts {
  readonly #options: PromptOptions;
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: PromptOptions) {
    this.#options = options;
  }

  /** Ends all questions; those to come as well. */
  close(): void {
    this.#closing.abort();
  }

  /**
   * Waits for its turn, then runs `turn`, which may put a question. Answers null where the call was given up, or the
   * session closed, before it was its turn.
   */
  async inTurn<Result>(
    signal: AbortSignal | undefined,
    turn: () => Promise<Result>,
  ): Promise<Result | Extract<Reply, { kind: "none" }>> {
    const before = this.#last;
    let done: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      done = resolve;
    });
    // The next one waits for this one also where this one gives up its place.
    this.#last = before.then(() => ended);
    try {
      const stop = this.#stop(signal);
      const gone = await Promise.race([before.then(() => null), stop.gone]);
      stop.forget();
      return gone ?? (await turn());
    } finally {
      done();
    }
  }

  /** Puts a question. Never rejects, and ends once: what comes later is passed over. */
  async put(request: AskRequest, signal: AbortSignal | undefined): Promise<Reply> {
    const { ask, clock, patience, late } = this.#options;
    if (signal?.aborted === true) return { kind: "none", resolution: "aborted", message: null };
    if (this.#closing.signal.aborted) return { kind: "none", resolution: "closed", message: null };
    const control = new AbortController();
    const stop = this.#stop(signal);
    let over = false;
    const timer = timeOf(clock, patience);
    const answered = Promise.resolve()
      .then(() => (control.signal.aborted ? null : ask(request, { signal: control.signal })))
      .then(replyOf, (error: unknown): Reply => {
        return { kind: "none", resolution: "ask-failed", message: messageOf(error) };
      })
      .then((reply) => {
        if (over && reply.kind === "answer") late(request);
        return reply;
      });
    const reply = await Promise.race([answered, stop.gone, timer.over]);
    over = true;
    stop.forget();
    timer.forget();
    // Where the answer came first there is nothing left to call off.
    if (reply.kind === "none") control.abort();
    return reply;
  }

  /** Resolves once the caller gives up or the session is closed. */
  #stop(signal: AbortSignal | undefined): { gone: Promise<Extract<Reply, { kind: "none" }>>; forget: () => void } {
    const closing = this.#closing.signal;
    const none = (resolution: Resolution): Extract<Reply, { kind: "none" }> => ({
      kind: "none",
      resolution,
      message: null,
    });
    let forget: () => void = () => undefined;
    const gone = new Promise<Extract<Reply, { kind: "none" }>>((resolve) => {
      const aborted = (): void => resolve(none("aborted"));
      const closed = (): void => resolve(none("closed"));
      if (signal?.aborted === true) aborted();
      if (closing.aborted) closed();
      signal?.addEventListener("abort", aborted, { once: true });
      closing.addEventListener("abort", closed, { once: true });
      forget = () => {
        signal?.removeEventListener("abort", aborted);
        closing.removeEventListener("abort", closed);
      };
    });
    return { gone, forget };
  }
}

function timeOf(clock: Clock, patience: number | null): { over: Promise<Reply>; forget: () => void } {
  if (patience === null) return { over: new Promise(() => undefined), forget: () => undefined };
  let forget: () => void = () => undefined;
  const over = new Promise<Reply>((resolve) => {
    forget = clock.after(patience, () => resolve({ kind: "none", resolution: "timed-out", message: null }));
  });
  return { over, forget };
}

/** Whatever a host gives back: an answer, or none. */
function replyOf(given: unknown): Reply {
  try {
    if (typeof given === "object" && given !== null && "choice" in given) {
      const { choice } = given;
      if (choice === "once") return { kind: "answer", answer: { choice } };
      if (choice === "session") {
        const scope = "scope" in given ? given.scope : undefined;
        if (scope === undefined || scope === "suggested" || scope === "exact") {
          return { kind: "answer", answer: { choice, ...(scope === undefined ? {} : { scope }) } };
        }
      }
      if (choice === "refuse") {
        const reason = "reason" in given && typeof given.reason === "string" ? given.reason.trim() : "";
        return { kind: "answer", answer: reason === "" ? { choice } : { choice, reason } };
      }
    }
  } catch {
    // A proxy whose traps throw is no answer either.
  }
  return { kind: "none", resolution: "invalid-answer", message: "what came back is no answer" };
}

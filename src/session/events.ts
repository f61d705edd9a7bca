/**
 * What happens in a session, for whoever wants to follow it: a status line, a tool of measurement, a test.
 */
import type { Approval } from "./approval.ts";
import type { AskRequest, Outcome, Resolution } from "./outcome.ts";

/** The events by name. All are plain data; new events and new members may be added. */
export interface SessionEvents {
  /** A call has its answer. Once for each call. */
  readonly decision: { readonly tool: string; readonly agent: string | null; readonly outcome: Outcome };
  /** A person is asked. */
  readonly prompt: { readonly request: AskRequest };
  /** The question to a person has ended, one way or another. Once for each `prompt`. */
  readonly answer: { readonly request: AskRequest; readonly resolution: Resolution };
  /** An answer came when it no longer counted. */
  readonly "late-answer": { readonly request: AskRequest };
  readonly approved: { readonly approval: Approval };
  readonly revoked: { readonly id: string };
  /** The log could not be written; decisions go on as before. Told again after a record was written. */
  readonly "log-failed": { readonly message: string };
  /** A listener, a formatter or the clock failed; the answer is what it would have been. */
  readonly fault: { readonly message: string };
}

export type EventName = keyof SessionEvents;
export type Listener<Name extends EventName> = (event: SessionEvents[Name]) => void;

type Listeners = { readonly [Name in EventName]: Set<Listener<Name>> };

/** Calls listeners in the order in which they came. What one throws keeps nothing from the others. */
export class Events {
  readonly #listeners: Listeners = {
    decision: new Set(),
    prompt: new Set(),
    answer: new Set(),
    "late-answer": new Set(),
    approved: new Set(),
    revoked: new Set(),
    "log-failed": new Set(),
    fault: new Set(),
  };

  /** Adds a listener; the function that comes back takes it away. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const own: Listener<Name> = (event) => listener(event);
    const listeners: Set<Listener<Name>> = this.#listeners[name];
    listeners.add(own);
    return () => {
      listeners.delete(own);
    };
  }

  emit<Name extends EventName>(name: Name, event: SessionEvents[Name]): void {
    const listeners: Set<Listener<Name>> = this.#listeners[name];
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        if (name !== "fault") this.emit("fault", { message: `a listener of \`${name}\` failed: ${messageOf(error)}` });
      }
    }
  }
}

/** An error in words, whatever was thrown. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return (error instanceof Error ? error.message : String(error)).slice(0, 300);
  } catch {
    return "an error without a message";
  }
}

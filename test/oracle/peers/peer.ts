/** What is asked of every engine that is compared, and the policy that all of them get. */
import { pathToFileURL } from "node:url";

export type Answer = "allow" | "ask" | "deny";

/** The policy: everything is allowed but these, each with any arguments. */
export const DENIED: readonly string[] = ["rm", "git push"];

/** An engine that holds the policy. */
export interface Peer {
  readonly name: string;
  decide(command: string): Promise<Answer>;
}

/** Loads a file of an installed package. Nothing is known of what it exports: the adapter says what it takes from it. */
export async function load<Exports>(file: string): Promise<Exports> {
  return (await import(pathToFileURL(file).href)) as Exports;
}

/** What an expansion may know: the state, the values that are taken for granted, and how much work is left. */
import type { Value } from "../../text.ts";
import { MAX_EXPANDED_CHARACTERS, MAX_EXPANSION_DEPTH } from "../limits.ts";
import type { ShellState } from "../state.ts";
import type { Script } from "../syntax.ts";

/** Where the command runs, as the caller of the projector tells it. */
export interface Settings {
  /** The home directory, as the shell would write it. */
  readonly home: string;
  /** The session's working directory, absolute. */
  readonly cwd: string;
  readonly platform: "linux" | "darwin" | "win32";
}

export interface Scope {
  readonly state: ShellState;
  /** The text that the spans of what is expanded index. */
  readonly source: string;
  /** Values that variables are taken to have in this way of reading the command, where they may have several. */
  readonly pins: ReadonlyMap<string, Value | null>;
  readonly settings: Settings;
  readonly budget: ExpansionBudget;
  /** What a substitution prints, where its text tells; null where only the run would. */
  readonly output: (script: Script, scope: Scope) => Value | null;
  /** Levels of expansions inside expansions. */
  readonly depth: number;
}

/** The scope one level deeper, or null where that is over the bound. */
export function deeper(scope: Scope): Scope | null {
  return scope.depth >= MAX_EXPANSION_DEPTH ? null : { ...scope, depth: scope.depth + 1 };
}

/** How many characters the expansions of one program may still produce. */
export class ExpansionBudget {
  private left = MAX_EXPANDED_CHARACTERS;

  get exhausted(): boolean {
    return this.left <= 0;
  }

  /** Takes characters out of the budget; false where it is used up. */
  spend(characters: number): boolean {
    this.left -= characters + 1;
    return this.left > 0;
  }
}

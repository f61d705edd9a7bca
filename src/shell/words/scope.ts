/** What an expansion may know: the state, the values that are taken for granted, and how much work is left. */
import type { Value } from "../../text.ts";
import { MAX_ALL_PATTERN_STEPS, MAX_EXPANDED_CHARACTERS, MAX_EXPANSION_DEPTH, MAX_REREAD } from "../limits.ts";
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
  /** It is expanded in a here-document, or in what stands in one. */
  readonly document?: true;
  /** Levels of expansions inside expansions. */
  readonly depth: number;
}

/** The scope one level deeper, or null where that is over the bound. */
export function deeper(scope: Scope): Scope | null {
  return scope.depth >= MAX_EXPANSION_DEPTH ? null : { ...scope, depth: scope.depth + 1 };
}

/** How many characters the expansions of one program may still produce, and how much may be read in further ways. */
export class ExpansionBudget {
  private left = MAX_EXPANDED_CHARACTERS;
  private rereads = MAX_REREAD;
  private steps = MAX_ALL_PATTERN_STEPS;

  get exhausted(): boolean {
    return this.left <= 0;
  }

  /** Takes characters out of the budget; false where it is used up. */
  spend(characters: number): boolean {
    this.left -= characters + 1;
    return this.left > 0;
  }
  /** Takes steps of matching patterns out of the budget; false where there are too few left. */
  spendSteps(steps: number): boolean {
    if (steps > this.steps) return false;
    this.steps -= steps;
    return true;
  }

  /** In how many ways words of a weight may still be read. */
  waysLeft(weight: number): number {
    return 1 + Math.floor(this.rereads / weight);
  }

  /** Takes the ways in which words of a weight are read out of the budget; the first of them is for nothing. */
  spendWays(ways: number, weight: number): void {
    this.rereads = Math.max(0, this.rereads - (ways - 1) * weight);
  }
}

/** What a script does by itself, as its reader collects it. */

/** Stands in a script for a part that is not known. */
export const UNKNOWN_PART = "\uFDE0";

/** Most commands of one script that are kept. */
const MOST_RUNS = 256;

export interface ScriptEffects {
  /** Files by name. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Shell programs; a part that the script does not tell is {@link UNKNOWN_PART}. */
  readonly runs: readonly string[];
  /** What the script gives each of those to read; null for nothing of its own. */
  readonly inputs: readonly (string | null)[];
  /** It runs what it reads: `{system($0)}`. */
  readonly runsRecords: boolean;
  /** It does something that its text does not tell, or its text could not be read. */
  readonly opaque: boolean;
}

/** Collects effects; names that are not known whole make the script opaque. */
export class Effects implements ScriptEffects {
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  readonly runs: string[] = [];
  readonly inputs: (string | null)[] = [];
  runsRecords = false;
  opaque = false;

  add(kind: "reads" | "writes", text: string): void {
    if (text.includes(UNKNOWN_PART)) this.opaque = true;
    else if (text !== "") this[kind].push(text);
  }

  addRun(text: string, input: string | null = null): void {
    if (text.includes(UNKNOWN_PART)) this.opaque = true;
    // A script that runs more than can be looked at may run anything.
    if (this.runs.length > MOST_RUNS) return;
    if (this.runs.length === MOST_RUNS) {
      this.opaque = true;
      this.runs.push(UNKNOWN_PART);
      this.inputs.push(null);
      return;
    }
    const isKnown = this.runs.some((run, index) => run === text && this.inputs[index] === input);
    if (text.trim() === "" || isKnown) return;
    this.runs.push(text);
    this.inputs.push(input);
  }

  /** Adds what is not there yet. */
  addAll(other: ScriptEffects): void {
    for (const kind of ["reads", "writes"] as const) {
      const known = new Set(this[kind]);
      this[kind].push(...other[kind].filter((text) => !known.has(text)));
    }
    for (const [index, text] of other.runs.entries()) this.addRun(text, other.inputs[index]);
    this.runsRecords ||= other.runsRecords;
    this.opaque ||= other.opaque;
  }
}

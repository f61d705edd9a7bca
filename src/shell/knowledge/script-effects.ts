/** What a script does by itself, as its reader collects it. */

/** Stands in a script for a part that is not known. */
export const UNKNOWN_PART = "\uFDE0";

export interface ScriptEffects {
  /** Files by name. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Shell programs. */
  readonly runs: readonly string[];
  /** It does something that its text does not tell, or its text could not be read. */
  readonly opaque: boolean;
}

/** Collects effects; names that are not known whole make the script opaque. */
export class Effects {
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  readonly runs: string[] = [];
  opaque = false;

  add(kind: "reads" | "writes" | "runs", text: string): void {
    if (text.includes(UNKNOWN_PART)) this.opaque = true;
    else if (text !== "") this[kind].push(text);
  }

  /** Adds what is not there yet. */
  addAll(other: ScriptEffects): void {
    for (const kind of ["reads", "writes", "runs"] as const) {
      const known = new Set(this[kind]);
      this[kind].push(...other[kind].filter((text) => !known.has(text)));
    }
    this.opaque ||= other.opaque;
  }
}

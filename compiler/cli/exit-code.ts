/** How a run ends. The numbers are part of the command line's face and never change. */
export const EXIT = {
  /** All went well. `decide` and `explain` end so whatever the answers are. */
  ok: 0,
  /** The policy has errors, or the table was refused. */
  problems: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** A file could not be read or written. */
  file: 3,
  /** `explain --exit-code` where the answer is `ask`. */
  ask: 10,
  /** `explain --exit-code` where the answer is `deny`. */
  deny: 20,
  /** A fault of this program. */
  fault: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command early, with a sentence for the person and the code to end with. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: ExitCode;
  /** A second line that says how to mend it, or null. */
  readonly help: string | null;

  constructor(code: ExitCode, message: string, help: string | null = null) {
    super(message);
    this.code = code;
    this.help = help;
  }
}

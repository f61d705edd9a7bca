/**
 * The action lattice and the shape of an answer.
 *
 * `allow` < `ask` < `deny`: answers combine by the strictest, and a doubt never lowers one.
 */

/** What a rule says and what a decision answers. */
export type Action = "allow" | "ask" | "deny";

/** Strictness of an action: 0 allow, 1 ask, 2 deny. */
export function strictness(action: Action): 0 | 1 | 2 {
  return action === "allow" ? 0 : action === "ask" ? 1 : 2;
}

/** The stricter of two actions; the first where they are equal. */
export function stricter(a: Action, b: Action): Action {
  return strictness(b) > strictness(a) ? b : a;
}

/**
 * Why an answer was raised although no rule says so. A sentinel is a stable name, in angle brackets so that it can
 * never be mistaken for a command.
 */
export type Sentinel =
  /** A command that runs a program text handed to it as data (`bash -c`, `eval`, `trap`). */
  | "<opaque-bash-wrapper>"
  /** A command that runs another command given as its arguments (`sudo`, `env`, `xargs`), or is made to by a variable. */
  | "<indirection-bash-wrapper>"
  /** Text that bash would not accept, that a front end could not read, or that the two read differently. */
  | "<unparseable-bash-command>"
  /** A part that only running the program would tell (`$X`, `$(…)`), where that part decides the answer. */
  | "<dynamic-bash-command>"
  /** Text beyond a bound of size or nesting. */
  | "<oversized-bash-command>"
  /** An internal error or an unreadable call: always a denial. */
  | "<gate-error>";

/** Where a rule stands in its policy. Lines and columns count from 1, columns in UTF-16 units. */
export interface RuleSource {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The rule as written, without comment. */
  readonly text: string;
}

/** The answer to one tool call. */
export interface Decision {
  readonly action: Action;
  /** The surface whose answer decided: `bash`, `path`, `external_directory`, `mcp`, a tool's name, … */
  readonly surface: string;
  /** What was looked up there, for display: the command, the path, the target. Unknown parts are shown as `…`. */
  readonly value: string;
  /** The rule that decided, or null where a default or a floor did. */
  readonly rule: RuleSource | null;
  readonly sentinel: Sentinel | null;
  /** A sentence for the person or the model: the rule's `because`, or why a floor or the default answered. */
  readonly reason: string | null;
  /** The tool as it was invoked (`exec_command`, never the `bash` that it stands for). */
  readonly tool: string;
  /** The effective command of a shell invocation, else null. */
  readonly command: string | null;
  /** The real target of a path that leads elsewhere through a link, else null. */
  readonly resolvedPath: string | null;
  /** Where the deciding part stands, outermost first: `inside command substitution`, `wrapped by sudo`. */
  readonly origin: readonly string[];
  /** True where `final` decided: no approval of a session can lift it. */
  readonly final: boolean;
}

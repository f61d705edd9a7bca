/**
 * A bash program as a neutral tree: what both front ends are read into, and the only syntax that the projector knows.
 *
 * The tree says what stands where; it evaluates nothing. Quotes and escapes are already resolved into literal parts,
 * here-documents are attached to their redirection, and what a front end could not read is an `unread` node, never an
 * omission. Spans are half-open UTF-16 ranges in the source of the script that holds the node.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Script {
  /** The text that the spans of this script and its descendants index, up to the next nested `Script`. */
  readonly source: string;
  readonly statements: readonly Statement[];
}

/** One and-or list with what ends it. */
export interface Statement {
  readonly span: Span;
  /** `a && b || c` as a flat list: the first pipeline has no operator. */
  readonly pipelines: readonly { readonly operator: "&&" | "||" | null; readonly pipeline: Pipeline }[];
  /** Ended by `&`. */
  readonly background: boolean;
}

export interface Pipeline {
  readonly span: Span;
  /** `! a`; two of them (`! ! a`) cancel out. */
  readonly negated: boolean;
  /** `time a` */
  readonly timed: boolean;
  /**
   * `a | b |& c`; a stage after `|&` also gets the standard error of the one before. Empty for a `time` or `!` that
   * stands alone.
   */
  readonly stages: readonly Command[];
}

export type Command = SimpleCommand | Compound | FunctionDefinition | Coprocess | Unread;

/** Assignments, words and redirections: `A=1 echo hi > f`. All three lists may be empty, but not all at once. */
export interface SimpleCommand {
  readonly kind: "simple";
  readonly span: Span;
  readonly assignments: readonly Assignment[];
  /**
   * The words in order. The words of a declaration builtin (`export A=$(x)`) are plain words here, with
   * `assignment` set on those that bash reads as assignments.
   */
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

/** A compound command with its redirections. */
export interface Compound {
  readonly kind: "compound";
  readonly span: Span;
  readonly body: CompoundBody;
  readonly redirections: readonly Redirection[];
}

export type CompoundBody =
  | { readonly kind: "subshell"; readonly statements: readonly Statement[] }
  | { readonly kind: "group"; readonly statements: readonly Statement[] }
  | {
      readonly kind: "if";
      /** `if`, then each `elif`. */
      readonly branches: readonly {
        readonly condition: readonly Statement[];
        readonly body: readonly Statement[];
      }[];
      readonly otherwise: readonly Statement[] | null;
    }
  | {
      readonly kind: "while";
      readonly until: boolean;
      readonly condition: readonly Statement[];
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: "for" | "select";
      readonly variable: string;
      /** Null where the list is `"$@"`. */
      readonly list: readonly Word[] | null;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: "arithmetic-for";
      readonly expressions: readonly Arithmetic[];
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: "case";
      readonly subject: Word;
      readonly items: readonly {
        readonly patterns: readonly Word[];
        readonly body: readonly Statement[];
        /** `;;` ends, `;&` runs the next body, `;;&` tries the next patterns. */
        readonly terminator: ";;" | ";&" | ";;&";
      }[];
    }
  /** `[[ … ]]`: its operands in order, and its operators with their operands' indices are not needed but for files. */
  | { readonly kind: "test"; readonly operands: readonly TestOperand[] }
  /** `(( … ))` */
  | { readonly kind: "arithmetic"; readonly expression: Arithmetic };

export interface TestOperand {
  readonly word: Word;
  /** The operator that takes it (`-f`, `==`, `=~`, …); null for a lone word. */
  readonly operator: string | null;
}

export interface FunctionDefinition {
  readonly kind: "function";
  readonly span: Span;
  readonly name: string;
  readonly body: Command;
}

export interface Coprocess {
  readonly kind: "coprocess";
  readonly span: Span;
  readonly name: string | null;
  readonly body: Command;
}

/** Source that the front end saw but could not read. Whatever it runs is unknown. */
export interface Unread {
  readonly kind: "unread";
  readonly span: Span;
  /** What the front end said, for people. */
  readonly detail: string;
}

export interface Assignment {
  readonly span: Span;
  readonly name: string;
  /** `A[i]=…`: the subscript, which may hold substitutions. */
  readonly subscript: Word | null;
  /** `A+=…` */
  readonly append: boolean;
  /** One word, or the elements of `A=(…)`; null for a name alone (`export A`). */
  readonly value: Word | readonly Word[] | null;
}

export interface Word {
  readonly span: Span;
  readonly parts: readonly WordPart[];
  /** Set where bash reads this word of a declaration builtin as an assignment. */
  readonly assignment?: Assignment;
}

/**
 * A part of a word. `quoted` parts are not split, globbed, brace- or tilde-expanded.
 *
 * Unquoted literals keep glob characters, braces and tildes as they stand: expanding them is the projector's work.
 */
export type WordPart =
  | LiteralPart
  | ParameterPart
  | CommandSubstitutionPart
  | ProcessSubstitutionPart
  | ArithmeticPart
  | ExtendedGlobPart
  | UnreadPart;

export interface LiteralPart {
  readonly kind: "literal";
  readonly span: Span;
  /** Quotes, escapes and line continuations resolved. */
  readonly text: string;
  readonly quoted: boolean;
}

/** `$X`, `${X}`, `${X:-w}`, `${X#p}`, `${!X}`, `$1`, `$@`, `$?` … */
export interface ParameterPart {
  readonly kind: "parameter";
  readonly span: Span;
  readonly quoted: boolean;
  /** The name, digit or special character. */
  readonly name: string;
  readonly subscript: Word | null;
  /** `${!X}`: the name is in the variable. */
  readonly indirect: boolean;
  /** `${#X}` */
  readonly length: boolean;
  readonly operation: ParameterOperation | null;
}

export interface ParameterOperation {
  /**
   * `:-` `-` `:=` `=` `:+` `+` `:?` `?` `#` `##` `%` `%%` `/` `//` `/#` `/%` `:` `^` `^^` `,` `,,` `~` `~~` `@` `*`, or
   * `unknown`.
   */
  readonly operator: string;
  /**
   * The words after the operator, in order: default, pattern, pattern and replacement, offset and length. The quoting
   * of a default's parts is what it is where the expansion stands; that of a pattern's or replacement's parts is its
   * own, since `"${X#a*}"` still matches. Offsets and lengths are arithmetic: all their parts are quoted.
   */
  readonly operands: readonly Word[];
}

/** `$(…)` and backticks. */
export interface CommandSubstitutionPart {
  readonly kind: "command-substitution";
  readonly span: Span;
  readonly quoted: boolean;
  readonly script: Script;
}

/** `<(…)` and `>(…)`: the word becomes a file name under /dev/fd. */
export interface ProcessSubstitutionPart {
  readonly kind: "process-substitution";
  readonly span: Span;
  readonly direction: "<" | ">";
  readonly script: Script;
}

/** `$((…))` and `$[…]`: a number. */
export interface ArithmeticPart {
  readonly kind: "arithmetic";
  readonly span: Span;
  readonly quoted: boolean;
  readonly expression: Arithmetic;
}

/** `@(a|b)` and its kin, where the shell option is on; the parts inside may hold substitutions. */
export interface ExtendedGlobPart {
  readonly kind: "extended-glob";
  readonly span: Span;
  readonly operator: "?" | "*" | "+" | "@" | "!";
  readonly parts: readonly WordPart[];
}

/**
 * A part whose value is not known: the front end could not read it (then there is a fault too), or bash makes bytes of
 * it that are no text (`$'\xff'`).
 */
export interface UnreadPart {
  readonly kind: "unread";
  readonly span: Span;
  readonly quoted: boolean;
  readonly detail: string;
}

/**
 * An arithmetic expression: the parts in it that can run something or name a variable, in order. Its value is never
 * needed. A variable's own value is arithmetic too, so `x='a[$(cmd)]'; ((x))` runs `cmd`.
 */
export interface Arithmetic {
  readonly span: Span;
  readonly parts: readonly WordPart[];
}

export type Redirection = FileRedirection | HereDocument | HereString;

export interface FileRedirection {
  readonly kind: "file";
  readonly span: Span;
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "&>" | "&>>" | "<&" | ">&";
  /** The number before the operator, or the variable of `{fd}>`; null where there is none. */
  readonly descriptor: number | string | null;
  readonly target: Word;
}

export interface HereDocument {
  readonly kind: "here-document";
  readonly span: Span;
  readonly descriptor: number | string | null;
  /** A quoted delimiter: the body is taken as it stands. */
  readonly quoted: boolean;
  /** The body, tabs stripped for `<<-`. All its parts are quoted. */
  readonly body: Word;
}

export interface HereString {
  readonly kind: "here-string";
  readonly span: Span;
  readonly descriptor: number | string | null;
  readonly body: Word;
}

/** What a front end gives. */
export interface Reading {
  readonly script: Script;
  /** What it could not read, in source order; empty for a clean reading. */
  readonly faults: readonly Fault[];
}

export interface Fault {
  /** In the source of the outermost script. */
  readonly span: Span;
  readonly detail: string;
  /** Set where the text is over a bound, rather than not understood. */
  readonly bound?: "characters" | "nesting" | "steps";
}

/**
 * Random bash programs as trees; `bash-print.ts` writes one out.
 *
 * The trees are not those of `src/shell/syntax.ts`: they say how a program is written, with its quotes, line
 * continuations and comments, so that the front ends and the projector are tried on many ways to write the same thing.
 */

export type Segment =
  /** Unquoted text that bash leaves as it is, with globs and tildes. */
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "single"; readonly text: string }
  | { readonly kind: "double"; readonly segments: readonly Segment[]; readonly locale: boolean }
  /** `$'…'`; how each character is written: as it is, `\xHH`, `\NNN`, `\uHHHH`. */
  | { readonly kind: "ansi"; readonly text: string; readonly spelling: readonly number[] }
  /** Each character with a backslash before it. */
  | { readonly kind: "escaped"; readonly text: string }
  | { readonly kind: "continuation" }
  | { readonly kind: "braces"; readonly options: readonly Word[] }
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  | { readonly kind: "variable"; readonly name: string; readonly braced: boolean }
  | { readonly kind: "expansion"; readonly name: string; readonly operator: string; readonly words: readonly Word[] }
  | { readonly kind: "length"; readonly name: string }
  | { readonly kind: "substitution"; readonly program: Program; readonly backticks: boolean }
  | { readonly kind: "process"; readonly direction: "<" | ">"; readonly program: Program }
  | { readonly kind: "arithmetic"; readonly expression: Expression; readonly legacy: boolean };

export type Word = readonly Segment[];

/** Arithmetic: what stands between the operators. */
export interface Expression {
  readonly operands: readonly Segment[];
  readonly operators: readonly string[];
}

export type Redirection =
  | {
      readonly kind: "file";
      readonly descriptor: string;
      readonly operator: string;
      readonly blank: boolean;
      readonly target: Word;
    }
  | { readonly kind: "duplicate"; readonly text: string }
  | { readonly kind: "string"; readonly word: Word }
  | {
      readonly kind: "document";
      readonly delimiter: string;
      /** How the delimiter is quoted: "" not at all, or one of `'`, `"`, `\`. */
      readonly quote: "" | "'" | '"' | "\\";
      readonly strip: boolean;
      readonly lines: readonly (readonly Segment[])[];
    };

export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  readonly value: Word | { readonly elements: readonly Word[] };
}

export type Command =
  | {
      readonly kind: "simple";
      readonly assignments: readonly Assignment[];
      readonly words: readonly Word[];
      /** With the index of the word that each stands before. */
      readonly redirections: readonly { readonly at: number; readonly redirection: Redirection }[];
      /** What stands between the words: blanks, tabs or continuations. */
      readonly gaps: readonly string[];
    }
  | { readonly kind: "declare"; readonly builtin: string; readonly assignments: readonly Assignment[] }
  | { readonly kind: "compound"; readonly body: Compound; readonly redirections: readonly Redirection[] }
  | {
      readonly kind: "function";
      readonly name: string;
      readonly form: "f()" | "function f" | "function f()";
      readonly body: Compound;
      readonly call: readonly Word[];
    }
  | { readonly kind: "coprocess"; readonly name: string; readonly body: Compound };

export type Compound =
  | { readonly kind: "subshell" | "group"; readonly program: Program }
  | {
      readonly kind: "if";
      readonly branches: readonly { readonly condition: Program; readonly body: Program }[];
      readonly otherwise: Program | null;
    }
  /** `while false` and `until true` end at once; the other two break at the end of the body. */
  | { readonly kind: "while"; readonly until: boolean; readonly condition: Program; readonly body: Program }
  | {
      readonly kind: "for";
      readonly variable: string;
      readonly words: readonly Word[] | null;
      readonly braces: boolean;
      readonly body: Program;
    }
  | { readonly kind: "count"; readonly limit: number; readonly body: Program }
  | {
      readonly kind: "case";
      readonly subject: Word;
      readonly items: readonly {
        readonly patterns: readonly Word[];
        readonly open: boolean;
        readonly body: Program;
        readonly terminator: string;
      }[];
    }
  | { readonly kind: "test"; readonly words: readonly (Word | string)[] }
  | { readonly kind: "arithmetic"; readonly expression: Expression };

export interface Pipeline {
  readonly prefix: string;
  readonly stages: readonly Command[];
  readonly operators: readonly string[];
}

export interface Item {
  readonly pipelines: readonly Pipeline[];
  readonly operators: readonly string[];
  /** What ends it: `;`, `&`, a newline, or a comment and a newline. */
  readonly end: string;
}

export type Program = readonly Item[];

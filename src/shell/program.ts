/**
 * What a shell command would do, as far as its text tells: the one object that every consumer of a command reads.
 */
import type { Sentinel } from "../decision.ts";
import type { Question } from "../table/question.ts";
import type { Value } from "../text.ts";
import type { Span } from "./syntax.ts";

export interface BashProgram {
  readonly source: string;
  /** Every command that would run, in source order. A wrapper stands before what it wraps. */
  readonly units: readonly CommandUnit[];
  /** Every path that the commands and redirections would touch, in source order. */
  readonly paths: readonly PathMention[];
  /** Floors of the program as a whole: it could not be read, or is over a bound. */
  readonly floors: readonly ProgramFloor[];
  /** Symbolic links that the program itself makes (`ln -s T L`), in source order. */
  readonly links: readonly Link[];
  /**
   * The directory that the program changes to before anything else, as a {@link Base} has it: where it is there, that
   * succeeds. Null where the program begins otherwise.
   */
  readonly entered: string | null;
}

/** A symbolic link that the program makes: later names may lead through it although it is not there yet. */
export interface Link {
  readonly span: Span;
  /** The link's own name, seen from `base` where it is relative. Where that is a directory, the link is made in it. */
  readonly link: string;
  /** The text of the link: relative to the directory that holds the link. */
  readonly target: string;
  readonly base: Base;
}

export interface ProgramFloor {
  readonly sentinel: Sentinel;
  readonly span: Span;
  /** A sentence for people. */
  readonly detail: string;
}

/** One simple command. */
export interface CommandUnit {
  /** Where the command stands in the program's source (for a payload: where the payload stands). */
  readonly span: Span;
  /** Its words for display: as bash would see them, quoted where needed, unknown parts as `…`. */
  readonly text: string;
  /** What the `bash` surface is asked. */
  readonly question: Question;
  /** Where it stands, outermost first: `inside command substitution`, `wrapped by sudo`. */
  readonly origin: readonly string[];
  /** Set where this command runs another one that is a unit of its own, or is made to run something else. */
  readonly wrapper: Wrapper | null;
  /** Index in `units` of the wrapper that runs this one, or null. */
  readonly wrappedBy: number | null;
}

export interface Wrapper {
  readonly sentinel: "<opaque-bash-wrapper>" | "<indirection-bash-wrapper>" | "<dynamic-bash-command>";
  /** What the `wrapper` surface is asked: the wrapping command's name, or `NAME=` for an assignment. */
  readonly name: string;
  /**
   * Index among the unit's words where the wrapped command begins; null where it is no run of words. An `allow` rule
   * on `bash` whose fixed words reach this index names both commands, and answers for both.
   */
  readonly innerWord: number | null;
}

export type PathAccess = "read" | "write" | "both";

/** A path by its name in the text, before it is looked up in a file system. */
export interface PathMention {
  readonly span: Span;
  /**
   * The name as the command gets it, quotes and known variables resolved. A glob's wildcards are holes that no
   * separator fits in, so that the names that it matches now can be looked up.
   */
  readonly value: Value;
  readonly access: PathAccess;
  /** The directory that a relative name starts from. */
  readonly base: Base;
  /** Index in `units` of the command that touches it; null for a redirection without a command. */
  readonly unit: number | null;
  /**
   * `path`: it is one, by its shape or by what is known of the command. `word`: a bare word that may be one; it counts
   * only where a rule of `path` that is not a catch-all asks or denies. `existing`: a name that the command takes for
   * something else (a package, a branch) unless it is a file's; it counts as a bare word where such a file is there now.
   */
  readonly certainty: "path" | "word" | "existing";
  /** `redirection` also raises `read` / `write`; `directory` is a change of directory. */
  readonly role: "operand" | "option" | "redirection" | "directory" | "command";
  /**
   * The value is a pattern of the command's own, which it holds against whole paths below its directory: a hole that may
   * hold a separator takes any. Absent for a name.
   */
  readonly pattern?: true;
}

/**
 * A directory as the text tells it. `known`: relative to the session's working directory, or absolute; several where
 * ways join. `unknown`: only a run would tell.
 */
export type Base = KnownBase | UnknownBase;

export interface KnownBase {
  readonly kind: "known";
  readonly directories: readonly string[];
  /** Those of them in which it stands only where the program could not enter `entered`. Absent for none. */
  readonly strays?: readonly string[];
}

export interface UnknownBase {
  readonly kind: "unknown";
  /** The directories that it is one of, where each is known in part at least. Absent where it may be any. */
  readonly parts?: readonly BasePart[];
}

/** A directory that is known in part, as seen from others: `cd packages/*`, `cd "$(mktemp -d)"`. */
export interface BasePart {
  readonly from: KnownBase;
  /** Its name, seen from those where it is relative. Empty for those themselves. */
  readonly value: Value;
}

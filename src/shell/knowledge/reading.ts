/**
 * How a command reads its words: what `commands.yaml` knows, applied to one command.
 *
 * This is the one interface between the command knowledge and its consumers (projection, matching, paths, suggestions,
 * hazards). It holds no opinion about permissions.
 */
/** What a word names, for a command that uses it. */
export type Role =
  /** A file that the command reads, writes, or reads and writes. */
  | "read"
  | "write"
  | "both"
  /** A directory that the command works in or below, reading (`ls DIR`), and one that it makes its own (`cd`, `-C`). */
  | "directory"
  | "working-directory"
  /** A pattern or script in a language of the command's own that touches no file by itself: `grep PATTERN`, a jq filter. */
  | "pattern"
  /** A pattern that selects files below the directories that are searched (`grep --include`); one that leaves out is none. */
  | "filter"
  /** Text that is never a file's name: a message, a number, a format, a branch. */
  | "data"
  /** A remote file `host:path`, or a local one: `scp`, `rsync`. */
  | "remote-or-read"
  | "remote-or-write"
  /** Data, unless it starts with `@`: then the rest is a file that is read (`curl -d`). */
  | "at-file"
  /** `NAME=FILE` or `NAME=@FILE`: a form field (`curl -F`). */
  | "form"
  | "url"
  /** An address whose last name becomes a file of the working directory (`curl -O`, `wget`). */
  | "download"
  | "host"
  /** A git revision, or `REVISION:PATH`, which reads the path from the repository. */
  | "revision"
  /** A revision as above or a file of the working tree, which then is read, or overwritten (`git checkout X`). */
  | "revision-or-read"
  | "revision-or-write"
  /** A name of the command's own, a package or a target, or a file that is read: its shape tells (`go vet ./...`). */
  | "name-or-read"
  /** The same, where it may be written too. */
  | "name-or-both"
  /** Lines of a file, of which the name is last: `git log -L START,END:FILE`. */
  | "line-range"
  /** `SOURCE:TARGET[:OPTIONS]`: SOURCE is a file or directory to read and write if it holds a `/` or starts with `.` or `~`. */
  | "mount"
  /** Either a file that is read, or also written, or something else: its shape tells, and what has none may be a file. */
  | "maybe-read"
  | "maybe-both"
  /** Nothing is known. Its shape tells whether it may be a path. */
  | "unknown";

/** True for a role of which its shape alone tells whether a word is a path. */
export function isUnknown(role: Role): boolean {
  return role === "unknown" || role === "maybe-read" || role === "maybe-both";
}

/** How one word of a command is read. */
export type WordReading =
  | { readonly kind: "name" }
  | { readonly kind: "subcommand" }
  /** An option that takes no value here. */
  | { readonly kind: "flag"; readonly name: string; readonly certain: boolean }
  /**
   * An option whose value is in the same word, from `valueStart` (a UTF-16 offset into the word's known front), or in
   * the next word, which then is an `option-value`.
   */
  | {
      readonly kind: "option";
      readonly name: string;
      readonly valueStart: number | null;
      readonly role: Role;
      readonly certain: boolean;
    }
  | { readonly kind: "option-value"; readonly name: string; readonly role: Role; readonly certain: boolean }
  | { readonly kind: "operand"; readonly role: Role; readonly certain: boolean }
  /** `--` */
  | { readonly kind: "terminator" }
  /**
   * Part of a wrapped command: see {@link CommandReading.wrapped}. `doubtful`: it may as well stand before that command,
   * as the value of an option that is not known.
   */
  | { readonly kind: "wrapped"; readonly doubtful?: true };

/**
 * The language of a program text. `shell` is projected; of the others it is known that they run code. `library`: code
 * that a command loads which is no interpreter, or settings by which it runs other commands (`gcc -fplugin=FILE`).
 * `foreign`: for a shell that is unlike bash, and read as for bash all the same (`cmd /c`).
 * `escapes`: commands of a program's own, among which some are for a shell (`script-escapes.ts`).
 */
export type Language =
  | "shell"
  | "python"
  | "javascript"
  | "perl"
  | "ruby"
  | "php"
  | "awk"
  | "sed"
  | "sql"
  | "mail"
  | "make"
  | "escapes"
  | "library"
  | "foreign"
  | "other";

/** A command that this command runs. */
export type Wrapped =
  /** The words from `start` to `end` (exclusive) are a command of their own. */
  | {
      readonly kind: "words";
      readonly start: number;
      readonly end: number;
      /**
       * What becomes of unknown data: `none`; `appended`, further words at the end (`xargs`); `replaced`, `replacement`
       * inside the words stands for it (`find -exec {}`, `xargs -I{}`).
       */
      readonly data: "none" | "appended" | "replaced";
      readonly replacement: string | null;
      /** Assignments that stand before the command (`env A=1 cmd`): indices of the words. */
      readonly assignments: readonly number[];
      /** Where the wrapped command runs: index of the word that names the directory (`env -C DIR`), else null. */
      readonly directory: number | null;
      /** Words of the command in front of these: `git clone` for what `gh repo clone a/b --` hands to it. */
      readonly passedTo?: readonly string[];
      /** A word, or the part of one from `valueStart` on, that stands in front of them (`docker run --entrypoint sh`). */
      readonly front?: { readonly word: number; readonly valueStart: number };
      /** Set where it runs on another machine or in a container: its paths are not this machine's (`docker exec`). */
      readonly remote?: true;
    }
  /** A program text: a word from `valueStart` on, or several words that are joined by blanks (`eval a b`, `ssh h a b`). */
  | {
      readonly kind: "program";
      readonly words: readonly number[];
      readonly valueStart: number;
      readonly language: Language;
      /** The program runs on another machine or in a container: its paths are not this machine's. */
      readonly remote: boolean;
      /** Text that stands before the program: `git ` for an alias (`git -c alias.x=push`), `env ` for `env -S`. */
      readonly prefix?: string;
      /** What becomes of unknown data, as for `words`: `parallel rm ::: a`, `rg --pre CMD`. Absent: nothing. */
      readonly data?: "appended" | "replaced";
      /** With `replaced`: what stands for the data inside the program. */
      readonly replacement?: string;
      /** `bash -c 'rm "$1"' _ FILE`: index of the word that is `$0`; the words after it are `$1`, `$2`, … */
      readonly parameters?: number;
    }
  /** A file is run as a program (`bash script.sh`, `source f`): index of the word, and where in it the name begins. */
  | { readonly kind: "file"; readonly word: number; readonly valueStart?: number; readonly language: Language }
  /** The standard input is run as a program (`bash`, `python3 -`). */
  | {
      readonly kind: "input";
      readonly language: Language;
      /** It runs on another machine: `ssh host <<EOF`. */
      readonly remote?: true;
    };

/**
 * What a script in a language of the command's own does by itself, as far as its text tells: `sed 'w FILE'`, awk's
 * `print > "FILE"` and `system("…")`. Only scripts that do something are listed.
 */
export interface ScriptReading {
  /** The word, and the UTF-16 offset in its known front where the script begins. */
  readonly word: number;
  readonly valueStart: number;
  readonly language: "sed" | "awk" | "jq" | "xpath" | "sql";
  /** Files by name, relative to where the command runs. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Shell programs that it runs, with a mark for each part that it does not tell. */
  readonly runs: readonly string[];
  /** What the script gives each of those to read; null for nothing of its own. Absent where all are. */
  readonly inputs?: readonly (string | null)[];
  /** It runs what it reads (`awk '{system($0)}'`). Absent where it does not. */
  readonly runsRecords?: true;
  /** It reads, writes or runs something that its text does not tell, or could not be read: `system(x)`. */
  readonly opaque: boolean;
  /** A part of its text is not known (`sed "s/a/$B/"`): the lists tell what the known part does. */
  readonly dynamic: boolean;
}

export interface CommandReading {
  /** The command by its name in the knowledge (`git` for `/usr/bin/git`, `tar` for `gtar`), or null where it is not known. */
  readonly command: string | null;
  /** The sub-commands found, in order: `["remote", "add"]`. */
  readonly subcommand: readonly string[];
  /** Other words for the command's name: `pip` for `pip3`, `git push` for `git-push`. Absent for none. */
  readonly names?: readonly (readonly string[])[];
  /** Other words for the sub-commands found: `install` for `npm i`, `run` for `docker container run`. Absent for none. */
  readonly synonyms?: readonly (readonly string[])[];
  /** One for each word of the command, the name included. */
  readonly words: readonly WordReading[];
  /**
   * Words before the sub-command that are global options with their values: `harmless` ones change neither what runs
   * nor what it may do (`git --no-pager`, `git -C DIR`).
   */
  readonly globals: readonly {
    readonly words: readonly number[];
    readonly harmless: boolean;
    /** It means the same behind the sub-command (`npm -g install`). Absent where it does not (`git -C DIR`). */
    readonly anywhere?: true;
  }[];
  /** Commands that this one runs. */
  readonly wrapped: readonly Wrapped[];
  /**
   * Words, or parts of words from `valueStart` on, that are files which name further files that the command then opens:
   * `tar -T LIST`, `wc --files0-from=LIST`. Absent for none.
   */
  readonly lists?: readonly { readonly word: number; readonly valueStart: number }[];
  /** It writes files below its working directory that its words do not name (`tar -x`). Absent where it does not. */
  readonly fills?: true;
  /** Its standard input names files that it opens (`tar -T -`). Absent where it does not. */
  readonly namesInput?: true;
  /** Scripts among its words that touch files or run commands by themselves. Absent for none. */
  readonly scripts?: readonly ScriptReading[];
  /**
   * How many leading words, name and sub-commands included and global options not counted, a useful approval keeps
   * (`git checkout *` 2).
   */
  readonly arity: number;
}

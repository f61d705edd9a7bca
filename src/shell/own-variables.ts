/** Variables that bash keeps itself, so that what a program gives them is not what it finds in them later. */

/** Variables that bash sets anew while a program runs, or of which it passes over what they are given. */
export const KEPT_BY_SHELL: ReadonlySet<string> = new Set(
  [
    "_ UID EUID PPID BASH_VERSINFO RANDOM SRANDOM SECONDS LINENO HISTCMD BASHPID BASH_SUBSHELL EPOCHSECONDS",
    "EPOCHREALTIME PIPESTATUS",
    "FUNCNAME GROUPS DIRSTACK COLUMNS LINES BASH_COMMAND BASH_LINENO BASH_SOURCE BASH_REMATCH BASH_ARGC BASH_ARGV",
    "BASH_ARGV0 BASH_TRAPSIG BASH_MONOSECONDS COMP_CWORD COMP_KEY COMP_LINE COMP_POINT COMP_TYPE COMP_WORDS",
    "COMP_WORDBREAKS READLINE_ARGUMENT READLINE_LINE READLINE_MARK READLINE_POINT",
  ].flatMap((line) => line.split(" ")),
);

/** Parameters that hold a number, as long as a program gives them nothing else. */
export const NUMBERS: ReadonlySet<string> = new Set(
  "? $ BASHPID PPID UID EUID RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS OPTIND HISTCMD".split(" "),
);

/** The option of a state in which a variable that holds a number may have become one like any other. */
export function assignedNumber(name: string): string {
  return `assigned ${name}`;
}

/**
 * Limits on the work of projecting one command. They count commands, levels and characters, never time: a busy machine
 * must not change an answer. Where a limit is reached, either a value becomes a hole (which is sound), or the program
 * gets the floor `<oversized-bash-command>`.
 */

/**
 * Most units of a program. A script of this many commands is longer than any that an agent was seen to send. One that is
 * not known in full counts as several, and so does one that runs others: by as many as it takes longer.
 */
export const MAX_UNITS = 12_288;
export const COSTLY_UNIT = 4;

/** Most simple commands that are walked, the rounds of loops and the calls of functions counted each. */
export const MAX_STEPS = 16_384;
/** What a call of a function counts for beside what it runs: two that call each other twice soon make thousands. */
export const CALL_STEPS = 8;

/**
 * What long commands count for: each time that they are read, one for so many UTF-16 units of their text, and one for so
 * many words as they become.
 */
export const CHARACTERS_PER_STEP = 16;
export const FIELDS_PER_STEP = 4;

/**
 * Most path mentions of a program. One counts for each directory that it may start from, and as many times more as
 * looking it up takes longer: where it is not known in full, its texts are followed through the rules one by one; where
 * it may be something else than a path, the disk is asked whether it is there.
 */
export const MAX_MENTIONS = 16_384;
export const HOLEY_MENTION = 12;
export const MENTION_IF_THERE = 3;

/** Most files of which it is remembered that they are copies of others, and most links. */
export const MAX_COPIES = 256;

/** Most levels of compounds, substitutions, calls and payloads inside one another; each is a few frames of stack. */
export const MAX_DEPTH = 160;

/** How many levels a wrapped command counts for: each is read anew, with all its words. */
export const WRAPPED_LEVELS = 4;

/** Most UTF-16 units of all payloads (`bash -c TEXT`, `eval`) that are parsed for one program. */
export const MAX_PAYLOAD_CHARACTERS = 262_144;
/** What beginning to parse a payload counts for, in such units. */
export const PAYLOAD_START = 512;

/** Most values that a variable, or a word, is known to be one of. */
export const MAX_OPTIONS = 32;

/** Most ways of choosing among the values of a command's variables that are told apart, each as a unit of its own. */
export const MAX_WORLDS = 32;

/**
 * Most words and parts of words that are read once more in a further such way, in a whole program. Beyond it, the values
 * stay a choice inside the words, but for those that a command's own name is made of.
 */
export const MAX_REREAD = 16_384;

/** Most words of a command of which the names of files that it prints, or hands on, are worked out. */
export const MAX_NAMING_WORDS = 256;

/** Most pieces of a value, known and unknown; what stands behind them is a hole. */
export const MAX_PIECES = 512;

/** Most variables that are followed; what joins and copies of the state cost is linear in it. */
export const MAX_VARIABLES = 128;

/** Most UTF-16 units of a variable's value that are followed. */
export const MAX_VALUE_CHARACTERS = 16_384;

/** Most UTF-16 units that all the expansions of a program may produce; beyond it, an expansion is a hole. */
export const MAX_EXPANDED_CHARACTERS = 262_144;

/** Most words that the braces of a word become, most levels of braces, and most steps of looking for their ends. */
export const MAX_BRACE_WORDS = 1_024;
export const MAX_BRACE_DEPTH = 24;
export const MAX_BRACE_STEPS = 262_144;

/** Most levels of expansions inside the operands of expansions whose value is worked out. */
export const MAX_EXPANSION_DEPTH = 24;

/** Most directories that the working directory is known to be one of, and most of the directory stack. */
export const MAX_DIRECTORIES = 8;

/** Rounds of a loop until what it changes counts as unknown, and until everything does. */
export const MAX_LOOP_ROUNDS = 2;

/** Levels of loops inside one another that are followed round by round. */
export const MAX_LOOP_DEPTH = 2;

/** Calls of one function inside itself until its arguments count as unknown. */
export const MAX_RECURSION = 2;

/** UTF-16 units up to which `${X#pattern}` and its kin are worked out, and steps up to which `${X/pattern/text}` is. */
export const MAX_PATTERN_SUBJECT = 1_024;
export const MAX_PATTERN_STEPS = 1_048_576;
/** Most such steps of all the patterns of a program; beyond it, what they make is a hole. */
export const MAX_ALL_PATTERN_STEPS = 4_194_304;
